import AutoCoding
import Foundation

/// Whether values of a codec can be read from the entries of an archive, without the coder that decodes it.
enum Directness: Comparable {
  case never
  /// An object can be had that was decoded before.
  case decoded
  /// Every value, if it was archived as it is expected.
  case always

  init(_ codec: Codec) {
    var outer: Set<ObjectIdentifier> = []
    self.init(codec, within: &outer)
  }

  private init(_ codec: Codec, within outer: inout Set<ObjectIdentifier>) {
    switch codec {
    case let codec as OptionalCodec: self.init(codec.wrapped, within: &outer)
    case let codec as SequenceCodec: self.init(codec.element, within: &outer)
    case let codec as RecordCodec where codec.isClass:
      self = codec.type is any (NSObject & NSSecureCoding).Type ? .decoded : .never
    case let codec as RecordCodec:
      // A type that contains itself is not looked through twice, nor read without the coder.
      guard codec.decodingDefault == .structure, outer.insert(ObjectIdentifier(codec)).inserted,
        let map = try? codec.map
      else {
        self = .never
        return
      }
      self = map._withUnsafeGuaranteedRef { map in
        guard case .structure = map.shape, map.versions == nil else { return .never }
        return map.operations.allSatisfy { Directness($0.codec, within: &outer) == .always } ? .always : .never
      }
      outer.remove(ObjectIdentifier(codec))
    default:
      switch codec.kind {
      case .string, .date, .data, .bool, .int, .int8, .int16, .int32, .int64, .uint, .uint8, .uint16, .uint32, .uint64,
        .float, .double:
        self = .always
      default: self = .never
      }
    }
  }
}
