extension PropertyListReader {
  /// The references of an array or a set; ask the reader for each by ``PropertyListReader/element(_:of:)``.
  package struct Elements: Sendable {
    package let count: Int
    /// Where they begin; all of them lie among the objects.
    let start: Int
  }

  /// The references of a dictionary; ask the reader for each by ``PropertyListReader/key(_:of:)`` and
  /// ``PropertyListReader/value(_:of:)``.
  package struct Pairs: Sendable {
    package let count: Int
    /// Where those of the keys, and those of the values, begin; all of them lie among the objects.
    let keys: Int
    let values: Int
  }

  package func array(_ object: UInt32) throws -> Elements {
    try elements(of: object, marker: PropertyListMarker.array, expected: "an array")
  }

  /// A set; whether its elements are different ones is not checked.
  package func set(_ object: UInt32) throws -> Elements {
    try elements(of: object, marker: PropertyListMarker.set, expected: "a set")
  }

  package func orderedSet(_ object: UInt32) throws -> Elements {
    try elements(of: object, marker: PropertyListMarker.orderedSet, expected: "an ordered set")
  }

  @inline(__always)
  private func elements(of object: UInt32, marker: UInt8, expected: String) throws -> Elements {
    let contents = try contents(of: object)
    guard contents.marker == marker else { try failUnexpected(at: contents.position, expected: expected) }
    _ = try end(of: contents, size: referenceSize)
    return Elements(count: contents.count, start: contents.start)
  }

  /// A dictionary; whether its keys are different ones, or strings, is not checked.
  @inline(__always)
  package func dictionary(_ object: UInt32) throws -> Pairs {
    let contents = try contents(of: object)
    guard contents.marker == PropertyListMarker.dictionary else {
      try failUnexpected(at: contents.position, expected: "a dictionary")
    }
    let end = try end(of: contents, size: referenceSize &* 2)
    // Half of it are keys.
    let values = contents.start &+ (end &- contents.start) / 2
    return Pairs(count: contents.count, keys: contents.start, values: values)
  }

  /// The object at an index of an array or a set of this reader's.
  @inline(__always)
  package func element(_ index: Int, of elements: Elements) throws -> UInt32 {
    guard index >= 0, index < elements.count else { try failNoElement(index, of: elements.count) }
    return try reference(at: elements.start &+ index &* referenceSize)
  }

  /// The object that is the key at an index of a dictionary of this reader's.
  @inline(__always)
  package func key(_ index: Int, of pairs: Pairs) throws -> UInt32 {
    guard index >= 0, index < pairs.count else { try failNoElement(index, of: pairs.count) }
    return try reference(at: pairs.keys &+ index &* referenceSize)
  }

  /// The object that is the value at an index of a dictionary of this reader's.
  @inline(__always)
  package func value(_ index: Int, of pairs: Pairs) throws -> UInt32 {
    guard index >= 0, index < pairs.count else { try failNoElement(index, of: pairs.count) }
    return try reference(at: pairs.values &+ index &* referenceSize)
  }

  /// Whether two dictionaries refer to the same objects for keys, in the same order: then they are of one shape.
  package func hasSameKeys(_ pairs: Pairs, _ other: Pairs) -> Bool {
    guard pairs.count == other.count else { return false }
    // Both lie among the objects, and neither is ever changed.
    let size = pairs.values &- pairs.keys
    var index = 0
    while size &- index >= 8 {
      if load(pairs.keys &+ index, size: 8) != load(other.keys &+ index, size: 8) { return false }
      index &+= 8
    }
    while index < size {
      if byte(pairs.keys &+ index) != byte(other.keys &+ index) { return false }
      index &+= 1
    }
    return true
  }

  /// How many bytes an object takes, without what it refers to.
  ///
  /// Sound property lists have each byte in one object. Objects that overlap may add up to any size, which is for whoever
  /// follows references to notice.
  package func size(of object: UInt32) throws -> Int {
    let position = try position(of: object)
    let end: Int
    switch try kind(of: object) {
    case .null, .bool: end = position + 1
    case .integer: end = try integer(at: position).end
    case .real: end = position + (byte(position) == PropertyListMarker.float ? 5 : 9)
    case .date: end = position + 9
    case .uid: end = position + 2 + Int(byte(position) & 0x0F)
    case .data: end = try self.end(of: contents(of: object), size: 1)
    case .string:
      let contents = try contents(of: object)
      end = try self.end(of: contents, size: contents.marker == PropertyListMarker.utf16String ? 2 : 1)
    case .array, .set, .orderedSet: end = try self.end(of: contents(of: object), size: referenceSize)
    case .dictionary: end = try self.end(of: contents(of: object), size: 2 * referenceSize)
    }
    guard end <= tableOffset else { try failTruncated(at: position, size: end - position) }
    return end - position
  }

  /// - Precondition: `position` is among the objects.
  @inline(__always)
  private func reference(at position: Int) throws -> UInt32 {
    let reference = loadBigEndian(position) &>> referenceShift
    guard reference < UInt64(objectCount) else {
      try failReference(reference, at: position)
    }
    return UInt32(truncatingIfNeeded: reference)
  }
}
