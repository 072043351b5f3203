extension ModelManifest {
  /// The names of a type and all that it leads to, in order.
  private func closure(of root: String) -> [String] {
    var met: Set<String> = []
    var next = [root]
    while let name = next.popLast() {
      guard let type = types[name], met.insert(name).inserted else { continue }
      for property in type.properties.values.filter({ !$0.isWeak }) + type.cases.values.flatMap({ $0.values }) {
        next += names(in: property.type)
      }
      next += Array(type.tags.values) + [type.superclass].compactMap { $0 }
    }
    return met.sorted()
  }

  /// The names of the manifest's types that are in the text of a type.
  func names(in text: String) -> [String] {
    // Names of generic types have more than this.
    let names = text.split { "[](), :?<>".contains($0) }.map(String.init).filter { types[$0] != nil }
    return text.contains("<") ? names + types.keys.filter { $0.contains("<") && text.contains($0) } : names
  }

  /// A number that differs if models write something else, in hexadecimal digits.
  func shape(of root: String) -> String {
    // The notation without names: a case or property with another name writes the same.
    var manifest = ModelManifest(models: [], types: [:], hasNames: false)
    for name in closure(of: root) {
      guard var type = types[name] else { continue }
      type.formerNames = []
      type.migrates = false
      type.caseForms = [:]
      type.caseNames = [:]
      type.formerCases = [:]
      type.unknownCase = nil
      // No sample has a weak reference.
      type.properties = type.properties.filter { !$0.value.isWeak }.mapValues(\.written)
      type.cases = type.cases.mapValues { $0.mapValues(\.written) }
      manifest.types[name] = type
    }
    // FNV-1a, since `Hasher` differs from run to run.
    let hash = manifest.description.utf8.reduce(14_695_981_039_346_656_037 as UInt64) {
      ($0 ^ UInt64($1)) &* 1_099_511_628_211
    }
    return String(hash, radix: 16)
  }

  /// How many samples show each case of the enums that a type leads to; at most 8.
  func caseCount(from root: String) -> Int {
    min(max(closure(of: root).compactMap { types[$0]?.cases.count }.max() ?? 1, 1), 8)
  }
}

extension ManifestProperty {
  /// The property without its former keys and other facts about older data.
  fileprivate var written: ManifestProperty {
    var property = removed
    property.name = nil
    return property
  }
}
