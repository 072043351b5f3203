/// The codec of `CGFloat`, which is written as the number that it holds, as its own code does: a `Double`, or a `Float`
/// on platforms of 32 bits.
///
/// This module does not import the module that declares the type, and knows it by its name and its only property.
final class CGFloatCodec: ConversionCodec, @unchecked Sendable {
  private static let names: Set = ["Foundation.CGFloat", "CoreFoundation.CGFloat", "CoreGraphics.CGFloat"]

  /// Returns nil for any other type.
  ///
  /// - Parameter codec: Returns the codec of a number's type.
  convenience init?(_ type: Any.Type, access: CodableAccess, codec: (Any.Type) throws -> Codec) rethrows {
    guard Metadata(type).kind == .structure, Self.names.contains(_typeName(type, qualified: true)),
      let properties = try? TypeMirror(reflecting: type).children, properties.count == 1,
      let number = properties.first, number.offset == 0, number.type == Double.self || number.type == Float.self,
      ValueOperations(number.type).size == ValueOperations(type).size
    else { return nil }
    self.init(type: type, representation: try codec(number.type), codable: access)
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
