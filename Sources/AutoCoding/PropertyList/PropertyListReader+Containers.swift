extension PropertyListReader {
  /// The references of an array or a set. Read each by ``PropertyListReader/element(_:of:)``.
  package struct Elements: Sendable {
    package let count: Int
    /// The position of the first one. All of them lie within the objects.
    let start: Int
  }

  /// The references of a dictionary. Read each by ``PropertyListReader/key(_:of:)`` and
  /// ``PropertyListReader/value(_:of:)``.
  package struct Pairs: Sendable {
    package let count: Int
    /// The positions of the first key and the first value. All references lie within the objects.
    let keys: Int
    let values: Int
  }

  package func array(_ object: UInt32) throws -> Elements {
    try elements(of: object, marker: PropertyListMarker.array, expected: "an array")
  }

  /// Reads a set. Whether its elements are unique is not checked.
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

  /// Reads a dictionary. Whether its keys are unique, or strings, is not checked.
  @inline(__always)
  package func dictionary(_ object: UInt32) throws -> Pairs {
    let contents = try contents(of: object)
    guard contents.marker == PropertyListMarker.dictionary else {
      try failUnexpected(at: contents.position, expected: "a dictionary")
    }
    let end = try end(of: contents, size: referenceSize &* 2)
    // The first half are keys.
    let values = contents.start &+ (end &- contents.start) / 2
    return Pairs(count: contents.count, keys: contents.start, values: values)
  }

  /// Returns the object at an index of an array or set of this reader.
  @inline(__always)
  package func element(_ index: Int, of elements: Elements) throws -> UInt32 {
    guard index >= 0, index < elements.count else { try failNoElement(index, of: elements.count) }
    return try reference(at: elements.start &+ index &* referenceSize)
  }

  /// Returns the key at an index of a dictionary of this reader.
  @inline(__always)
  package func key(_ index: Int, of pairs: Pairs) throws -> UInt32 {
    guard index >= 0, index < pairs.count else { try failNoElement(index, of: pairs.count) }
    return try reference(at: pairs.keys &+ index &* referenceSize)
  }

  /// Returns the value at an index of a dictionary of this reader.
  @inline(__always)
  package func value(_ index: Int, of pairs: Pairs) throws -> UInt32 {
    guard index >= 0, index < pairs.count else { try failNoElement(index, of: pairs.count) }
    return try reference(at: pairs.values &+ index &* referenceSize)
  }

  /// Whether two dictionaries refer to the same key objects in the same order, and so have the same shape.
  package func hasSameKeys(_ pairs: Pairs, _ other: Pairs) -> Bool {
    guard pairs.count == other.count else { return false }
    // Both were checked to lie within the objects, and neither changes.
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

  /// Returns the size of an object in bytes, without the objects to which it refers.
  ///
  /// In a valid property list each byte belongs to one object. The sizes of overlapping objects may add up to any
  /// number, which code that follows references must detect.
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

  /// - Precondition: `position` is within the objects.
  @inline(__always)
  private func reference(at position: Int) throws -> UInt32 {
    let reference = loadBigEndian(position) &>> referenceShift
    guard reference < UInt64(objectCount) else {
      try failReference(reference, at: position)
    }
    return UInt32(truncatingIfNeeded: reference)
  }
}
