extension PropertyListReader {
  /// Reads a number or boolean in its most common form; otherwise returns false and reads nothing.
  @inline(__always)
  func readLeaf(
    _ object: UInt32, into address: UnsafeMutableRawPointer, kind: Codec.Kind
  ) -> Bool {
    guard let position = try? position(of: object) else { return false }
    switch kind {
    case .bool:
      switch byte(position) {
      case PropertyListMarker.true: address.initialize(with: true)
      case PropertyListMarker.false: address.initialize(with: false)
      default: return false
      }
      return true
    case .int: return readInteger(at: position, into: address, as: Int.self)
    case .int8: return readInteger(at: position, into: address, as: Int8.self)
    case .int16: return readInteger(at: position, into: address, as: Int16.self)
    case .int32: return readInteger(at: position, into: address, as: Int32.self)
    case .int64: return readInteger(at: position, into: address, as: Int64.self)
    case .uint8: return readInteger(at: position, into: address, as: UInt8.self)
    case .uint16: return readInteger(at: position, into: address, as: UInt16.self)
    case .uint32: return readInteger(at: position, into: address, as: UInt32.self)
    case .float:
      guard let value = try? exactFloat(at: position) else { return false }
      address.initialize(with: value)
      return true
    case .double:
      guard let value = try? exactDouble(at: position) else { return false }
      address.initialize(with: value)
      return true
    default: return false
    }
  }

  @inline(__always)
  private func readInteger<Integer: FixedWidthInteger & BitwiseCopyable>(
    at position: Int, into address: UnsafeMutableRawPointer, as type: Integer.Type
  ) -> Bool {
    guard let wide = try? smallInteger(at: position), let value = Integer(exactly: wide) else { return false }
    address.initialize(with: value)
    return true
  }
}
