/// Arrays, sets and dictionaries.
extension KeyedArchiveReader {
  mutating func beginArray(isOrdered: Bool) throws -> Int? {
    try beginElements(isOrdered ? [Any].self : Set<AnyHashable>.self, repeatsCounted: isOrdered)
  }

  /// - Parameter repeatsCounted: Whether an element of an `NSCountedSet` is repeated by its count, or appears once.
  private mutating func beginElements(_ expected: Any.Type, repeatsCounted: Bool) throws -> Int? {
    let object = try resolved()
    guard try isDictionary(object) else {
      guard try list.kind(of: object) == .array else { throw mismatch(expected) }
      return begin(try list.array(object))
    }
    let pairs = try list.dictionary(object)
    let found = try archivedClass(of: pairs)
    guard found?.foundation == .array || found?.foundation == .set else { throw mismatch(expected) }
    if let elements = try value(of: "NS.objects", in: pairs) { return begin(try list.array(elements)) }
    let elements =
      found?.name == FoundationClass.countedSetName
      ? try countedElements(of: pairs, repeated: repeatsCounted) : try listedElements(of: pairs, found)
    listed.append(elements)
    begin(.listed)
    return elements.count
  }

  private mutating func begin(_ elements: PropertyListReader.Elements) -> Int {
    begin(.elements(elements))
    return elements.count
  }

  /// Returns the elements under `NS.object.0`, `NS.object.1` and so on. Ordered sets use these keys; old archives use
  /// them for every collection.
  private mutating func listedElements(of pairs: PropertyListReader.Pairs, _ found: ArchivedClass?) throws -> [UInt32] {
    let elements = try numberedValues(of: pairs, "NS.object.")
    // Only an empty ordered set has no such key.
    guard !elements.isEmpty || found?.isOrderedSet == true && pairs.count == 1 else {
      throw corrupted("An object of class \(found?.shownName ?? "") has no key for its elements.")
    }
    return try (0..<elements.count).map { position in
      guard let element = elements[position] else { throw corrupted("A collection has no element \(position).") }
      return element
    }
  }

  /// Returns the elements of an `NSCountedSet`, which contains `NS.object0` `NS.count0` times, and so on.
  private mutating func countedElements(of pairs: PropertyListReader.Pairs, repeated: Bool) throws -> [UInt32] {
    let elements = try numberedValues(of: pairs, "NS.object")
    let counts = try numberedValues(of: pairs, "NS.count")
    guard let total = try value(of: "NS.count", in: pairs),
      try list.integer(total).exactly(Int.self) == elements.count, counts.count == elements.count
    else { throw corrupted("An NSCountedSet has \(elements.count) elements, but another NS.count.") }
    let pending = listed.reduce(0) { $0 + $1.count }
    var all: [UInt32] = []
    for position in 0..<elements.count {
      guard let element = elements[position], let number = counts[position],
        let count = try list.integer(number).exactly(Int.self), count > 0
      else { throw corrupted("An NSCountedSet lacks element \(position) or its count.") }
      // Each repetition is a value that will be read, after those of the sets around this one.
      guard count < budget - pending - all.count else { throw exhausted() }
      all.append(contentsOf: repeatElement(element, count: repeated ? count : 1))
    }
    return all
  }

  /// Returns the values whose keys are a prefix and a number.
  private mutating func numberedValues(
    of pairs: PropertyListReader.Pairs, _ prefix: String
  ) throws -> [Int: UInt32] {
    var found: [Int: UInt32] = [:]
    countSearch(among: pairs.count)
    for index in 0..<pairs.count {
      let key = try string(list.key(index, of: pairs))
      guard key.hasPrefix(prefix), let position = Int(key.dropFirst(prefix.count)) else { continue }
      found[position] = try list.value(index, of: pairs)
    }
    return found
  }

  mutating func beginDictionary() throws -> Int? {
    let object = try resolved()
    guard try isDictionary(object) else { throw mismatch([AnyHashable: Any].self) }
    let pairs = try list.dictionary(object)
    guard try archivedClass(of: pairs)?.foundation == .dictionary else { throw mismatch([AnyHashable: Any].self) }
    guard let keyList = try value(of: "NS.keys", in: pairs), let valueList = try value(of: "NS.objects", in: pairs)
    else { throw corrupted("A dictionary lacks NS.keys or NS.objects.") }
    let keys = try list.array(keyList)
    let values = try list.array(valueList)
    guard keys.count == values.count else {
      throw corrupted("A dictionary has \(keys.count) keys and \(values.count) values.")
    }
    begin(.pairs(keys: keys, values: values))
    return keys.count
  }

  mutating func hasNextElement() throws -> Bool {
    let next = frame.next
    switch frame.contents {
    case .none: return false
    case .record: throw corrupted("Expected a collection.")
    case .elements(let elements):
      guard next < elements.count else { break }
      current = try list.element(next, of: elements)
      return try advance()
    case .listed:
      guard let elements = listed.last, next < elements.count else { break }
      current = elements[next]
      return try advance()
    case .pairs(let keys, let values):
      guard next < 2 * keys.count else { break }
      current = try next % 2 == 0 ? list.element(next / 2, of: keys) : list.element(next / 2, of: values)
      return try advance()
    }
    end()
    return false
  }

  @inline(__always)
  private mutating func advance() throws -> Bool {
    frame.next &+= 1
    try spend()
    return true
  }

  /// Never called: in archives, keys are values.
  mutating func nextKey(isText: Bool) throws -> String? {
    try hasNextElement() ? try readString() : nil
  }

  /// Skipped values are not inspected.
  mutating func skipValue() throws {}
}
