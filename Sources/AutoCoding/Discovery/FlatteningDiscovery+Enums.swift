/// Flattened enums, whose case keys and contents are in the object around them.
extension FlatteningDiscovery {
  /// Calls `body` to find what is in the objects of an enum's case, whose payload is a model.
  static func within<Result>(
    _ type: Any.Type, _ payload: Any.Type, _ body: () throws(AutoCodingError) -> Result
  ) throws(AutoCodingError) -> Result {
    let outcome = $chain.withValue(chain(to: type) + [payload]) { () -> Swift.Result<Result, AutoCodingError> in
      do throws(AutoCodingError) { return .success(try body()) } catch { return .failure(error) }
    }
    return try outcome.get()
  }

  /// The types that are being flattened, if a type is one of them, which is then the last; or else that type alone.
  static func chain(to type: Any.Type) -> [Any.Type] {
    chain.last.map { $0 == type } == true ? chain : [type]
  }

  /// Returns why an enum cannot be flattened; nil for another type.
  func problem(ofEnum map: TypeMap.Storage, _ name: String) -> (explanation: String, remedy: String)? {
    guard case .enumeration(let cases) = map.shape else { return nil }
    let short = _typeName(map.type, qualified: false)
    guard let tags = cases.tags else {
      return (
        "\(name) is an enum without a caseKey",
        "Give \(short) one in typeRules, such as TypeRules(caseKey: \"type\"), or remove .flattened from the rule."
      )
    }
    for (position, content) in tags.contents.enumerated() {
      let place = "the value of the case '\(cases.layout.cases[position].name.withoutBackticks)' of \(name)"
      switch content {
      case .values: continue
      case .properties(let map, _):
        if map.flattening?.rest != nil {
          return (
            "\(place) has a dictionary for all other keys",
            "Move the dictionary to \(_typeName(type, qualified: false)), or remove .flattened from one of the rules."
          )
        }
        if keyStyle == nil, let problem = problem(of: map, TypeLookup.name(of: map.type)) { return problem }
      case .own:
        return (
          "\(place) has its own code, or a property for the name of the case",
          "Remove that code or property, give \(short) a contentKey in typeRules, or remove .flattened from the rule."
        )
      case .whole:
        return (
          "\(place) is the whole object",
          "Give that case no value\(tags.key.hasIntegerTags ? "" : ", or a struct of properties that unknown cases have"), or remove "
            + ".flattened from the rule."
        )
      }
    }
    return nil
  }

  /// A key or key path, and what has it.
  typealias Claim = (path: PropertyPath, place: String)

  /// The paths of an entry. Those of an enum are the first keys of its cases: what is under them is the enum's alone.
  func claims(of index: Int) -> [Claim] {
    guard let part = entries[index].flattenedEnum else {
      return entries[index].paths.map { ($0, origins[index].property.place) }
    }
    guard let cases = parts[part].map.cases?.takeUnretainedValue(), let tags = cases.tags else { return [] }
    let name = TypeLookup.name(of: cases.type)
    return tags.ownKeys.sorted { $0.key < $1.key }.map { key, position in
      let owner = position.map { "the case '\(cases.layout.cases[$0].name.withoutBackticks)' of \(name)" }
      return (PropertyPath(key), owner ?? "the cases of \(name)")
    }
  }
}
