/// A value declared only by protocols: a model, named by its type or, for `Any`, a value of a kind that JSON has.
package final class ExistentialCodec: Codec, @unchecked Sendable {
  let layout: ExistentialLayout
  private let decoding: ExistentialAccess

  /// Whether any value is allowed.
  package var isAny: Bool { layout.isAny }

  /// Whether a class or protocol is declared, which restricts the values; otherwise ``TypeScope`` does.
  package var isDeclared: Bool { layout.isConstrained }

  /// Whether values of a type are allowed.
  package func admits(_ type: Any.Type) -> Bool { layout.admits(type) }

  /// Stores a value as the existential type.
  ///
  /// - Throws: `DecodingError.typeMismatch` if the existential cannot hold it.
  package func initialize(_ address: UnsafeMutableRawPointer, with value: Any) throws {
    guard layout.initialize(address, with: value) else {
      throw DecodingError.typeMismatch(
        type, .init("\(TypeLookup.name(of: Swift.type(of: value))) does not fit \(type)."))
    }
  }

  /// The access for a format that calls `Codable` code.
  package var access: CodableAccess { decoding }

  private let codecOfModel: @Sendable (any AutoCoding.Type) throws -> RecordCodec

  /// Decodes a value of the codec into an address.
  typealias Decode =
    @Sendable (_ codec: ExistentialCodec, _ address: UnsafeMutableRawPointer, _ decoder: any Decoder) throws -> Void

  init(
    layout: ExistentialLayout, codecOfModel: @escaping @Sendable (any AutoCoding.Type) throws -> RecordCodec,
    decode: @escaping Decode
  ) {
    self.layout = layout
    self.codecOfModel = codecOfModel
    decoding = ExistentialAccess(decode)
    super.init(type: layout.type, kind: .existential, codable: nil)
    decoding.codec = self
  }

  /// Returns the codec of a model that a value may be.
  func codec(of type: any AutoCoding.Type) throws -> RecordCodec { try codecOfModel(type) }

  /// Returns the value at the address without boxing it twice.
  package func contents(at address: UnsafeRawPointer) -> Any { layout.value(at: address) }

  private final class ExistentialAccess: CodableAccess, @unchecked Sendable {
    unowned(unsafe) var codec: ExistentialCodec?
    private let decode: Decode

    init(_ decode: @escaping Decode) { self.decode = decode }

    override func decode(into address: UnsafeMutableRawPointer, from decoder: any Decoder) throws {
      if let codec { try decode(codec, address, decoder) }
    }
  }
}
