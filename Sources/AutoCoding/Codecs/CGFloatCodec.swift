/// The codec of `CGFloat`, which is written as the number that it holds, as its own code does: a `Double`, or a `Float`
/// on platforms of 32 bits.
///
/// This module does not import the module that declares the type, and knows it by its name.
final class CGFloatCodec: ConversionCodec, @unchecked Sendable {
  /// Returns nil for any other type.
  ///
  /// - Parameter codec: Returns the codec of a number's type.
  convenience init?(_ type: Any.Type, access: CodableAccess, codec: (Any.Type) throws -> Codec) rethrows {
    let operations = ValueOperations(type)
    guard operations.size <= 8, Metadata(type).kind == .structure,
      ["Foundation.CGFloat", "CoreFoundation.CGFloat", "CoreGraphics.CGFloat"].contains(
        _typeName(type, qualified: true))
    else { return nil }
    let number: Any.Type = operations.size == 8 ? Double.self : Float.self
    self.init(type: type, representation: try codec(number), codable: access)
  }

  override func withRepresentation(of address: UnsafeRawPointer, _ body: (UnsafeRawPointer) throws -> Void) throws {
    try body(address)
  }

  override func initialize(
    _ address: UnsafeMutableRawPointer, taking representation: UnsafeMutableRawPointer
  ) throws {
    address.copyMemory(from: representation, byteCount: ValueOperations(type).size)
  }
}
