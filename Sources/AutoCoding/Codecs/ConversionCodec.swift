/// A value that is coded as a value of another type: raw values, and text that is no `String`.
package class ConversionCodec: Codec, @unchecked Sendable {
  /// How the other type is coded.
  package let representation: Codec

  init(type: Any.Type, representation: Codec, codable: CodableAccess?) {
    self.representation = representation
    super.init(type: type, kind: .conversion, codable: codable)
  }

  /// Calls `body` with the address of the other type's value.
  package func withRepresentation(
    of address: UnsafeRawPointer, _ body: (UnsafeRawPointer) throws -> Void
  ) throws {}

  /// Makes a value from the other type's value, which is taken.
  package func initialize(
    _ address: UnsafeMutableRawPointer, taking representation: UnsafeMutableRawPointer
  ) throws {}
}

private final class TypedConversionCodec<Value, Representation>: ConversionCodec, @unchecked Sendable {
  private let represent: (Value) -> Representation
  private let make: (Representation) -> Value?

  init(
    representation: Codec, codable: CodableAccess? = codableAccess(to: Value.self),
    represent: @escaping (Value) -> Representation,
    make: @escaping (Representation) -> Value?
  ) {
    self.represent = represent
    self.make = make
    super.init(type: Value.self, representation: representation, codable: codable)
  }

  override func withRepresentation(of address: UnsafeRawPointer, _ body: (UnsafeRawPointer) throws -> Void) throws {
    try withUnsafePointer(to: represent(address.value(as: Value.self))) { try body($0) }
  }

  override func initialize(_ address: UnsafeMutableRawPointer, taking representation: UnsafeMutableRawPointer) throws {
    let representation = representation.take(as: Representation.self)
    guard let value = make(representation) else {
      throw DecodingError.invalidRepresentation(representation, of: Value.self)
    }
    address.initialize(with: value)
  }
}

extension DecodingError {
  /// The error for a raw value that no value of the type has, worded as the standard library does.
  static func invalidRepresentation(
    _ representation: Any, of type: Any.Type, codingPath: [any CodingKey] = []
  ) -> DecodingError {
    .dataCorrupted(
      Context(
        codingPath: codingPath,
        debugDescription:
          "Cannot initialize \(type) from invalid \(Swift.type(of: representation)) value \(representation)"))
  }
}

/// The codec of a type that is coded as its raw value.
func conversionCodec<Value: RawRepresentable>(ofRawValuesOf type: Value.Type, representation: Codec) -> ConversionCodec
{
  TypedConversionCodec<Value, Value.RawValue>(
    representation: representation, represent: { $0.rawValue }, make: { Value(rawValue: $0) })
}

/// The codec of a property wrapper that does not show in data, whether or not it is Codable.
func conversionCodec<Wrapper: CodedPropertyWrapper>(ofWrapper type: Wrapper.Type, wrapped: Codec) -> ConversionCodec {
  TypedConversionCodec<Wrapper, Wrapper.WrappedValue>(
    representation: wrapped, codable: nil, represent: { $0.wrappedValue }, make: { Wrapper(wrappedValue: $0) })
}

extension Substring: ComposedType {
  static func makeCodec(_ codec: (Any.Type) throws -> Codec) throws -> Codec {
    TypedConversionCodec<Substring, String>(
      representation: try codec(String.self), represent: { String($0) }, make: { $0[...] })
  }
}

extension Character: ComposedType {
  static func makeCodec(_ codec: (Any.Type) throws -> Codec) throws -> Codec {
    TypedConversionCodec<Character, String>(
      representation: try codec(String.self), represent: { String($0) }, make: { $0.count == 1 ? $0.first : nil })
  }
}
