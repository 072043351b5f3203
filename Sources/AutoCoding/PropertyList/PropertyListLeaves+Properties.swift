/// The properties of a record that are numbers and booleans.
extension UnsafePointer<PropertyOperation> {
  /// Returns the end of the run of numbers and booleans that begins here and is always written.
  @inline(__always)
  func endOfLeaves(before end: Self) -> Self {
    var operation = self
    while operation < end, operation.pointee.isInlineLeaf { operation += 1 }
    return operation
  }
}

extension PropertyListLeaves {
  /// Adds a property of the record at `base`.
  ///
  /// Precondition: the property's kind is an inline leaf.
  @inline(__always)
  mutating func add(
    _ operation: UnsafePointer<PropertyOperation>, of base: UnsafeRawPointer
  ) -> UInt32 {
    let address = base + operation.pointee.offset
    let integer: Int64
    switch operation.pointee.kind {
    case .bool: return add(bool: address.value(as: Bool.self))
    case .float: return add(float: address.value(as: Float.self))
    case .double: return add(double: address.value(as: Double.self))
    case .int8: integer = Int64(address.value(as: Int8.self))
    case .int16: integer = Int64(address.value(as: Int16.self))
    case .int32: integer = Int64(address.value(as: Int32.self))
    case .uint8: integer = Int64(address.value(as: UInt8.self))
    case .uint16: integer = Int64(address.value(as: UInt16.self))
    case .uint32: integer = Int64(address.value(as: UInt32.self))
    // Int and Int64, by the precondition.
    default: integer = address.value(as: Int64.self)
    }
    return add(integer: integer)
  }
}
