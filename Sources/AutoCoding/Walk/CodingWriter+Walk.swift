#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The walk that encodes a value: here codecs and a format meet.
///
/// Precondition for all functions: the address holds an initialized value of the codec's type.
extension CodingWriter {
  /// Writes the value at the address.
  @inline(never)
  package mutating func encode(_ address: UnsafeRawPointer, as codec: Codec) throws {
    switch codec.kind {
    case .optional:
      let codec = unsafeDowncast(codec, to: OptionalCodec.self)
      if codec.isNil(address) { return try writeNull() }
      beginOptional()
      try encode(address, as: codec.wrapped)
    case .record: try encodeNested(address, as: unsafeDowncast(codec, to: RecordCodec.self))
    case .sequence: try encodeSequence(address, as: unsafeDowncast(codec, to: SequenceCodec.self))
    case .dictionary: try encodeDictionary(address, as: unsafeDowncast(codec, to: DictionaryCodec.self))
    case .existential: try writeExistential(address, as: codec)
    case .tuple: try encodeTuple(address, as: unsafeDowncast(codec, to: TupleCodec.self))
    case .conversion:
      let codec = unsafeDowncast(codec, to: ConversionCodec.self)
      try codec.withRepresentation(of: address) { try encode($0, as: codec.representation) }
    case .codable: try writeCodable(address, unsafeDowncast(codec, to: CodableCodec.self).access)
    default: try encodeLeaf(address, kind: codec.kind)
    }
  }

  /// Writes the leaf at the address. Precondition: `kind` is a leaf.
  @inline(__always)
  package mutating func encodeLeaf(_ address: UnsafeRawPointer, kind: Codec.Kind) throws {
    switch kind {
    case .bool: try write(address.value(as: Bool.self))
    case .int: try write(address.value(as: Int.self))
    case .int8: try write(address.value(as: Int8.self))
    case .int16: try write(address.value(as: Int16.self))
    case .int32: try write(address.value(as: Int32.self))
    case .int64: try write(address.value(as: Int64.self))
    case .uint: try write(address.value(as: UInt.self))
    case .uint8: try write(address.value(as: UInt8.self))
    case .uint16: try write(address.value(as: UInt16.self))
    case .uint32: try write(address.value(as: UInt32.self))
    case .uint64: try write(address.value(as: UInt64.self))
    case .int128:
      if #available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *) {
        try write(address.value(as: Int128.self))
      }
    case .uint128:
      if #available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *) {
        try write(address.value(as: UInt128.self))
      }
    case .float: try write(address.value(as: Float.self))
    case .double: try write(address.value(as: Double.self))
    case .string: try write(address.value(as: String.self))
    case .date: try write(address.value(as: Date.self))
    case .data: try write(address.value(as: Data.self))
    case .url: try write(address.value(as: URL.self))
    case .uuid: try write(address.value(as: UUID.self))
    case .decimal: try write(address.value(as: Decimal.self))
    case .optional, .sequence, .dictionary, .record, .existential, .tuple, .conversion, .codable: break
    }
  }
}

extension CodingWriter {
  package mutating func writeCodable(_ address: UnsafeRawPointer, _ access: CodableAccess) throws {
    try writeOwnCode(of: address, access)
  }

  /// Writes a value by its own `encode(to:)`, or the raw value of an enum whose code is known; see ``PlainEnum``.
  package mutating func writeOwnCode(of address: UnsafeRawPointer, _ access: CodableAccess) throws {
    if let plainEnum = access.plainEnum, plainEnum.encoding.contains(address.load(as: UInt8.self)),
      NestedLevel.canEnter(within: limits)
    {
      return try encode(address, as: plainEnum.rawValues)
    }
    try writeByOwnCode(address, access)
  }

  package mutating func writeByOwnCode(_ address: UnsafeRawPointer, _ access: CodableAccess) throws {
    if let value = access.value(at: address) { try writeCodable(value) } else { try writeNull() }
  }

  private mutating func write(bigInteger digits: String) throws {
    if #available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *) {
      if let value = Int128(digits) { return try write(value) }
      if let value = UInt128(digits) { return try write(value) }
    }
    throw EncodingError.invalidValue(digits, .init("The integer \(digits) has more than 128 bits."))
  }

  /// Writes a tree.
  package mutating func write(_ tree: CodedTree) throws {
    switch tree {
    case .null: try writeNull()
    case .bool(let value): try write(value)
    case .int(let value): try write(value)
    case .uint(let value): try write(value)
    case .bigInteger(let digits): try write(bigInteger: digits)
    case .float(let value): try write(value)
    case .double(let value): try write(value)
    case .string(let value): try write(value)
    case .date(let value): try write(value)
    case .data(let value): try write(value)
    case .url(let value): try write(value)
    case .uuid(let value): try write(value)
    case .decimal(let value): try write(value)
    case .array(let elements):
      try NestedLevel.encoding(tree, limits: limits, codingPath: { [] }) {
        try beginArray(count: elements.count)
        for element in elements { try write(element) }
        try endArray()
      }
    case .dictionary(let pairs):
      try NestedLevel.encoding(tree, limits: limits, codingPath: { [] }) {
        try beginDictionary(count: pairs.count)
        for pair in pairs {
          try writeKey(pair.key)
          try write(pair.value)
        }
        try endMembers()
      }
    case .object(let object): try write(.dictionary(object.values))
    }
  }
}
