/// How values of one Swift type are coded.
///
/// A codec says which part of the data model its type maps to (``Kind``); its class, in Codecs, gives access
/// to the parts of a value. It knows no format: a format walks it, generically, through ``CodingWriter`` and
/// ``CodingReader``. Codecs live as long as the process.
package class Codec: @unchecked Sendable {
  /// The data model: what a format has to be able to write and read.
  package enum Kind: UInt8, Sendable {
    // Leaves, which a format writes by themselves.
    case bool
    case int, int8, int16, int32, int64, int128
    case uint, uint8, uint16, uint32, uint64, uint128
    case float, double
    case string
    case date, data, url, uuid, decimal

    /// Nothing, or a value of another codec: `OptionalCodec`.
    case optional
    /// Values of one codec in order: `SequenceCodec`.
    case sequence
    /// Keys with values: `DictionaryCodec`.
    case dictionary
    /// A type that conforms to AutoCoding, as its map says: `RecordCodec`.
    case record
    /// A value of which only protocols are declared: `ExistentialCodec`.
    case existential
    /// The elements of a tuple: `TupleCodec`.
    case tuple
    /// A value that is coded as a value of another type: `ConversionCodec`.
    case conversion
    /// A type with `Codable` code of its own, which is called: `CodableCodec`.
    case codable

    /// Whether a format writes the value by itself.
    package var isLeaf: Bool { rawValue <= Kind.decimal.rawValue }
  }

  /// The Swift type whose values are coded.
  package let type: Any.Type
  package let kind: Kind
  /// The type's own `Codable` conformance, if it has one.
  package let codable: CodableAccess?
  /// What the type says of its key, if it is a property wrapper's that can say it.
  package let wrapper: WrapperRules?

  /// Whether values are of the type `Array`, with elements that ``ArrayStorage`` can reach.
  package var hasElementsInPlace: Bool { false }

  /// The codecs of the values that a value of this type is made of. Those of a model whose map cannot be made are left out.
  package var children: [Codec] { [] }

  package init(type: Any.Type, kind: Kind, codable: CodableAccess?, wrapper: WrapperRules? = nil) {
    self.wrapper = wrapper
    self.type = type
    self.kind = kind
    self.codable = codable
  }
}
