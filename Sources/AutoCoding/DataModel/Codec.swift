/// Describes how values of one Swift type are coded.
///
/// A codec has the ``Kind`` of its type in the data model; its subclass, in Codecs, gives access to the parts of a
/// value. It knows no format: the walk takes it to each format through ``CodingWriter`` and ``CodingReader``. Codecs
/// are immortal.
package class Codec: @unchecked Sendable {
  /// The data model: the kinds of values that a format must be able to write and read.
  package enum Kind: UInt8, Sendable {
    // Leaves: a format writes each of them as a unit.
    case bool
    case int, int8, int16, int32, int64, int128
    case uint, uint8, uint16, uint32, uint64, uint128
    case float, double
    case string
    case date, data, url, uuid, decimal

    /// Nil, or a value of another codec: `OptionalCodec`.
    case optional
    /// Values of one codec in order: `SequenceCodec`.
    case sequence
    /// Keys with values: `DictionaryCodec`.
    case dictionary
    /// A value of a type that conforms to AutoCoding, by the type's map: `RecordCodec`.
    case record
    /// A value whose declared type is `Any`, `AnyObject` or protocols: `ExistentialCodec`.
    case existential
    /// The elements of a tuple: `TupleCodec`.
    case tuple
    /// A value that is coded as a value of another type: `ConversionCodec`.
    case conversion
    /// A value of a type with its own `Codable` code, which is called: `CodableCodec`.
    case codable

    /// Whether a format writes the value as a unit.
    package var isLeaf: Bool { rawValue <= Kind.decimal.rawValue }

    /// Whether the value is an integer of any size.
    package var isInteger: Bool {
      switch self {
      case .int, .int8, .int16, .int32, .int64, .int128, .uint, .uint8, .uint16, .uint32, .uint64, .uint128: true
      default: false
      }
    }

    /// Whether values are booleans or numbers that property lists and archives hold inline, in at most 9 bytes.
    @inline(__always)
    package var isInlineLeaf: Bool {
      switch self {
      case .bool, .int, .int8, .int16, .int32, .int64, .uint8, .uint16, .uint32, .float, .double: true
      default: false
      }
    }
  }

  /// The Swift type whose values are coded.
  package let type: Any.Type
  package let kind: Kind
  /// The type's own `Codable` conformance, if it has one.
  package let codable: CodableAccess?
  /// The wrapper's rules for its key, if the type is a property wrapper that has some.
  package let wrapper: WrapperRules?

  /// Whether values may refer to objects: 1 if they may, -1 if not, 0 if this is not known yet.
  let references = AtomicCount()
  /// What values consist of; 0 if this is not known yet.
  let parts = AtomicCount()
  /// Whether values may hold one whose own code is called: 1 if they may, -1 if not, 0 if this is not known yet.
  let ownCode = AtomicCount()
  /// The models that values may hold, once they are known.
  let knownModels = AtomicReference<ModelTypes>()

  /// Whether values have the type `Array`, and ``ArrayStorage`` can access their elements.
  package var hasElementsInPlace: Bool { false }

  /// The codecs of the parts of a value; empty for a model whose map cannot be made.
  package var children: [Codec] { [] }

  package init(type: Any.Type, kind: Kind, codable: CodableAccess?, wrapper: WrapperRules? = nil) {
    self.wrapper = wrapper
    self.type = type
    self.kind = kind
    self.codable = codable
  }

  /// Calls `body` with uninitialized memory for a value of the type, which `body` must leave uninitialized.
  @inline(__always)
  package final func withTemporaryValue<Result>(
    _ body: (UnsafeMutableRawPointer) throws -> Result
  ) rethrows -> Result {
    try ValueOperations(type).withTemporaryValue(body)
  }
}

/// The types of models.
final class ModelTypes: Sendable {
  let types: Set<ObjectIdentifier>

  init(_ types: Set<ObjectIdentifier>) { self.types = types }
}
