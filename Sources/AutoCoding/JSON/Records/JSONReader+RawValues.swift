/// Reads enums that are coded as their raw values.
extension JSONReader {
  /// Returns the byte of a case at the cursor; nil if the type's codec has to read the value. The cursor's place is then
  /// undefined.
  @inline(__always)
  func readCase(of cases: UnsafePointer<JSONCases>, at cursor: inout JSONCursor) -> UInt8? {
    guard let byte = cases.pointee.read(at: &cursor), !cases.pointee.enterLevels || canEnterLevel() else { return nil }
    return byte
  }

  /// Whether a value that enters a level may be read without calling its code. If not, that fails, and says why.
  private func canEnterLevel() -> Bool {
    do {
      let level = try NestedLevel.enter(toDecodeWithin: limits)
      extendLifetime(level)
      return true
    } catch {
      return false
    }
  }

  /// Reads a value of an enum without calling its code; returns false, and reads nothing, if it has to be called.
  mutating func readCase(of plainEnum: PlainEnum, into address: UnsafeMutableRawPointer) -> Bool {
    guard let cases = JSONCases.prepared(for: plainEnum) else { return false }
    var cursor = cursor
    cursor.skipSpace()
    guard let byte = readCase(of: cases, at: &cursor) else { return false }
    address.storeBytes(of: byte, as: UInt8.self)
    next = cursor.place.assumingMemoryBound(to: UInt8.self)
    return true
  }
}
