/// Finds the property whose key is next, by comparing the text in place.
extension JSONReader {
  /// The result of a search for a key.
  struct KeySearch {
    var property: UnsafePointer<JSONProperty>?
    /// The place of the value.
    var value: UnsafeRawPointer
    /// Whether the property is one of the next few of the type.
    var isNear = false
    /// Whether the key certainly belongs to no property. False if this was not determined: near the end of the text, or
    /// if there is more than a space around the colon.
    var isUnknown = false
  }

  /// Finds the property whose key is next: one of the next few of the type, or any.
  ///
  /// Never inlined, so that the caller's loop keeps its registers. It takes addresses, since a cursor would have to be
  /// in memory.
  @inline(never)
  static func search(
    _ record: UnsafePointer<JSONRecord>, at place: UnsafeRawPointer, _ limit: UnsafeRawPointer,
    expecting expected: UnsafePointer<JSONProperty>, after candidate: UnsafePointer<JSONProperty>
  ) -> KeySearch {
    let property = candidate == expected ? expected + 1 : expected
    if property < record.pointee.end, let value = value(of: property, at: place, limit) {
      return KeySearch(property: property, value: value, isNear: true)
    }
    guard limit - place >= record.pointee.lookupByteCount else { return KeySearch(value: place) }
    let first = record.pointee.first
    let position = record.pointee.keys.index(at: place) { isKey(of: first + $0, at: place, limit) }
    guard let position else { return KeySearch(value: place, isUnknown: true) }
    guard let value = value(of: first + position, at: place, limit) else { return KeySearch(value: place) }
    let isNear = (0..<4).contains(first + position - expected)
    return KeySearch(property: first + position, value: value, isNear: isNear)
  }

  /// Returns the place of a property's value if its key is next, followed by a colon with at most a space on each side
  /// of it; otherwise nil.
  @inline(__always)
  static func value(
    of property: UnsafePointer<JSONProperty>, at place: UnsafeRawPointer, _ limit: UnsafeRawPointer
  ) -> UnsafeRawPointer? {
    guard isKey(of: property, at: place, limit) else { return nil }
    var value = place + (property.pointee.keyCount &- 1)
    if _slowPath(value.load(as: UInt8.self) == .space) { value += 1 }
    guard value.load(as: UInt8.self) == .colon else { return nil }
    value += 1
    if _slowPath(value.load(as: UInt8.self) == .space) { value += 1 }
    return value
  }

  /// Whether the key of a property is next, and at least 8 bytes follow it.
  @inline(__always)
  private static func isKey(
    of property: UnsafePointer<JSONProperty>, at place: UnsafeRawPointer, _ limit: UnsafeRawPointer
  ) -> Bool {
    // Without the colon.
    let size = property.pointee.keyCount &- 1
    return limit - place >= size &+ 9
      && JSONCursor.isEqual(UnsafeRawPointer(property.pointee.key), place, count: size)
  }
}
