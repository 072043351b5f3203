/// Arrays, sets and dictionaries.
extension KeyedArchiveReader {
  mutating func beginArray() throws -> Int? { try beginElements([Any].self) }
  mutating func beginSet() throws -> Int? { try beginElements(Set<AnyHashable>.self) }

  private mutating func beginElements(_ expected: Any.Type) throws -> Int? {
    let object = try resolved()
    let kind = try list.kind(of: object)
    if kind == .array {
      return begin(.elements(try list.array(object)), count: try list.array(object).count)
    }
    guard kind == .dictionary else { throw mismatch(expected) }
    let pairs = try list.dictionary(object)
    let found = try archivedClass(of: pairs)
    guard found?.foundation == .array || found?.foundation == .set else { throw mismatch(expected) }
    if let elements = try value(of: "NS.objects", in: pairs) {
      let elements = try list.array(elements)
      return begin(.elements(elements), count: elements.count)
    }
    let elements = try listedElements(of: pairs)
    return begin(.listed(elements), count: elements.count)
  }

  private mutating func begin(_ contents: Frame.Contents, count: Int) -> Int {
    frames.append(Frame(contents: contents))
    return count
  }

  /// The elements under `NS.object.0`, `NS.object.1` and so on, which is how archives had them once.
  private func listedElements(of pairs: PropertyListReader.Pairs) throws -> [UInt32] {
    var found: [Int: UInt32] = [:]
    let prefix = "NS.object."
    for index in 0..<pairs.count {
      let key = try list.string(try list.key(index, of: pairs))
      guard key.hasPrefix(prefix), let position = Int(key.dropFirst(prefix.count)) else { continue }
      found[position] = try list.value(index, of: pairs)
    }
    return try (0..<found.count).map { position in
      guard let element = found[position] else { throw corrupted("A collection has no element \(position).") }
      return element
    }
  }

  mutating func beginDictionary() throws -> Int? {
    let object = try resolved()
    guard try list.kind(of: object) == .dictionary else { throw mismatch([AnyHashable: Any].self) }
    let pairs = try list.dictionary(object)
    guard try archivedClass(of: pairs)?.foundation == .dictionary else { throw mismatch([AnyHashable: Any].self) }
    guard let keyList = try value(of: "NS.keys", in: pairs), let valueList = try value(of: "NS.objects", in: pairs)
    else { throw corrupted("A dictionary lacks NS.keys or NS.objects.") }
    let keys = try list.array(keyList)
    let values = try list.array(valueList)
    guard keys.count == values.count else {
      throw corrupted("A dictionary has \(keys.count) keys and \(values.count) values.")
    }
    return begin(.pairs(keys: keys, values: values), count: keys.count)
  }

  mutating func hasNextElement() throws -> Bool {
    guard let frame = frames.last else { return false }
    let next = frame.next
    switch frame.contents {
    case .record: throw corrupted("Expected a collection.")
    case .elements(let elements):
      guard next < elements.count else { break }
      current = try list.element(next, of: elements)
      return try advance()
    case .listed(let elements):
      guard next < elements.count else { break }
      current = elements[next]
      return try advance()
    case .pairs(let keys, let values):
      guard next < 2 * keys.count else { break }
      current = try next % 2 == 0 ? list.element(next / 2, of: keys) : list.element(next / 2, of: values)
      return try advance()
    }
    frames.removeLast()
    return false
  }

  private mutating func advance() throws -> Bool {
    frames[frames.count - 1].next += 1
    try spend()
    return true
  }

  /// Not called: keys are values here.
  mutating func nextKey() throws -> String? {
    try hasNextElement() ? try readString() : nil
  }

  /// What is passed over is not looked at.
  mutating func skipValue() throws {}
}
