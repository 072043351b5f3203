/// The parts of the output that some properties are: what is kept of an object, or of each element of an array.
///
/// It is not changed any more when all its properties were found.
final class SelectedParts: @unchecked Sendable {
  /// Those of an encoder's two options.
  struct Pair: Sendable {
    /// Nil if all is included.
    let included: SelectedParts?
    let omitted: SelectedParts
  }

  /// Whether a property is selected with all that is in it.
  var isWhole = false
  /// Whether the parts are those of a property, and whether key paths lead through them. An object that is there for key
  /// paths alone is left out if nothing is in it, as encoders do.
  var isOfProperty = false
  var isOnKeyPath = false
  var isNeededForMembers: Bool { isOnKeyPath && !isOfProperty }
  /// What is selected in each value of a dictionary.
  private(set) var values: SelectedParts?
  /// What is selected in each value of a dictionary that is written as an array of keys and values in turn.
  private(set) var alternateValues: SelectedParts?
  /// Selections name few properties, so a search by their texts beats a hash table.
  private var members: [(key: [UInt8], parts: SelectedParts)] = []
  /// What paths lead to in the objects of each type. All of these have the same parts.
  private var objects: [ObjectIdentifier: SelectedKeys] = [:]
  /// A bit for each length of a selected key. Most other keys have another length.
  private var lengths: UInt64 = 0

  var isEmpty: Bool { members.isEmpty && values == nil && alternateValues == nil }

  /// What is selected in each value of a dictionary, which is an object or else an array.
  func values(ofObject isObject: Bool) -> SelectedParts {
    let known = isObject ? values : alternateValues
    let parts = known ?? SelectedParts()
    if isObject { values = parts } else { alternateValues = parts }
    return parts
  }

  /// What paths lead to in the objects of a type.
  func keys(ofObjects map: TypeMap.Storage) -> SelectedKeys {
    if let known = objects[ObjectIdentifier(map)] { return known }
    let keys = SelectedKeys(map)
    objects[ObjectIdentifier(map)] = keys
    return keys
  }

  /// Returns why some value would be left out or kept that no path leads to: values of several types have these parts,
  /// and the keys of one mean something else in another. Returns nil if there is no such value.
  func conflict(_ options: JSONEncodingOptions) -> String? {
    if [values != nil, alternateValues != nil, !objects.isEmpty].filter({ $0 }).count > 1 {
      return "leads to a dictionary in some values, and to a type with properties in others."
    }
    if objects.count > 1 {
      let all = objects.values.sorted { TypeLookup.name(of: $0.map.type) < TypeLookup.name(of: $1.map.type) }
      for keys in all {
        for other in all where other !== keys {
          guard let path = keys.conflict(with: other, options) else { continue }
          return
            "leads to \"\(path.joined(separator: "."))\" of \(TypeLookup.name(of: keys.map.type)), which is another "
            + "property of \(TypeLookup.name(of: other.map.type))."
        }
      }
    }
    for parts in members.map(\.parts) + [values, alternateValues].compactMap({ $0 }) {
      if let conflict = parts.conflict(options) { return conflict }
    }
    return nil
  }

  func member(_ key: String) -> SelectedParts {
    var key = key
    return key.withUTF8 { key in
      if let known = member(key) { return known }
      let parts = SelectedParts()
      members.append((Array(key), parts))
      lengths |= Self.bit(ofLength: key.count)
      return parts
    }
  }

  /// Returns the parts of a member, whose key is UTF-8.
  func found(under key: UnsafeBufferPointer<UInt8>) -> SelectedParts? { member(key) ?? values }

  private func member(_ key: UnsafeBufferPointer<UInt8>) -> SelectedParts? {
    guard lengths & Self.bit(ofLength: key.count) != 0 else { return nil }
    return members.first { $0.key.count == key.count && $0.key.elementsEqual(key) }?.parts
  }

  private static func bit(ofLength count: Int) -> UInt64 { 1 &<< UInt64(truncatingIfNeeded: count) }
}
