#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The walk that decodes data: here codecs and a format meet.
///
/// For all functions, the address is uninitialized. On return it holds a value of the codec's type; after an error it
/// is uninitialized still.
extension CodingReader {
  /// Reads a value.
  @inline(never)
  package mutating func decode(into address: UnsafeMutableRawPointer, as codec: Codec) throws {
    switch codec.kind {
    case .optional:
      let codec = unsafeDowncast(codec, to: OptionalCodec.self)
      if try readNull() { return codec.initializeNull(address) }
      if codec.isNilForUndecodable || rules.readsUndecodableAsNil { return try decodeOrNil(into: address, as: codec) }
      try decode(into: address, as: codec.wrapped)
      codec.wrap(address)
    case .record: try decodeNested(into: address, as: unsafeDowncast(codec, to: RecordCodec.self))
    case .sequence: try decodeSequence(into: address, as: unsafeDowncast(codec, to: SequenceCodec.self))
    case .dictionary: try decodeDictionary(into: address, as: unsafeDowncast(codec, to: DictionaryCodec.self))
    case .existential: try readExistential(into: address, as: codec)
    case .tuple: try decodeTuple(into: address, as: unsafeDowncast(codec, to: TupleCodec.self))
    case .conversion:
      let codec = unsafeDowncast(codec, to: ConversionCodec.self)
      if let wrapper = codec.wrapper, try readDefault(of: wrapper, into: address) { return }
      try codec.representation.withTemporaryValue { memory in
        try decode(into: memory, as: codec.representation)
        try codec.initialize(address, taking: memory)
      }
    case .codable:
      if let wrapper = codec.wrapper, try readDefault(of: wrapper, into: address) { return }
      try readCodable(into: address, as: unsafeDowncast(codec, to: CodableCodec.self).access)
    default: try decodeLeaf(into: address, kind: codec.kind)
    }
  }

  /// Reads null for a property wrapper that replaces null by a value. Otherwise returns false and reads nothing.
  private mutating func readDefault(
    of wrapper: WrapperRules, into address: UnsafeMutableRawPointer
  ) throws -> Bool {
    guard wrapper.replacesNull, try readNull() else { return false }
    guard wrapper.initializeForNull(address) else {
      throw DecodingError.valueNotFound(Any.self, .init("Found null, but wrapperForMissingKey is nil now."))
    }
    return true
  }

  /// Reads a leaf. Precondition: `kind` is a leaf.
  @inline(__always)
  package mutating func decodeLeaf(into address: UnsafeMutableRawPointer, kind: Codec.Kind) throws {
    switch kind {
    case .bool: address.initialize(with: try readBool())
    case .int: address.initialize(with: try readInteger(as: Int.self))
    case .int8: address.initialize(with: try readInteger(as: Int8.self))
    case .int16: address.initialize(with: try readInteger(as: Int16.self))
    case .int32: address.initialize(with: try readInteger(as: Int32.self))
    case .int64: address.initialize(with: try readInteger(as: Int64.self))
    case .uint: address.initialize(with: try readInteger(as: UInt.self))
    case .uint8: address.initialize(with: try readInteger(as: UInt8.self))
    case .uint16: address.initialize(with: try readInteger(as: UInt16.self))
    case .uint32: address.initialize(with: try readInteger(as: UInt32.self))
    case .uint64: address.initialize(with: try readInteger(as: UInt64.self))
    case .int128:
      if #available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *) {
        address.initialize(with: try readInteger(as: Int128.self))
      }
    case .uint128:
      if #available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *) {
        address.initialize(with: try readInteger(as: UInt128.self))
      }
    case .float: address.initialize(with: try readFloat())
    case .double: address.initialize(with: try readDouble())
    case .string: address.initialize(with: try readString())
    case .date: address.initialize(with: try readDate())
    case .data: address.initialize(with: try readData())
    case .url: address.initialize(with: try readURL())
    case .uuid: address.initialize(with: try readUUID())
    case .decimal: address.initialize(with: try readDecimal())
    case .optional, .sequence, .dictionary, .record, .existential, .tuple, .conversion, .codable: break
    }
  }
}

extension CodingReader {
  package mutating func readExistential(into address: UnsafeMutableRawPointer, as codec: Codec) throws {
    try readCodable(into: address, as: unsafeDowncast(codec, to: ExistentialCodec.self).access)
  }
}

extension CodingReader {
  /// Reads a value one nesting level deeper.
  ///
  /// - Throws: `DecodingError` if that is too deep.
  mutating func nested<Value>(_ read: (inout Self) throws -> Value) throws -> Value {
    let level = try NestedLevel.enter(toDecodeWithin: limits)
    defer { extendLifetime(level) }
    return try read(&self)
  }
}
