/// How a value is coded that a container is handed; found once for each type.
enum ContainerRoute {
  /// By its codec, straight between memory and the format.
  case walk(Unmanaged<Codec>)
  /// As a dictionary with text keys, which are data: no key strategy applies to them.
  case textKeyed
  /// By its own `Codable` code, over containers.
  case own

  /// What is known of a type, whatever the options are.
  private struct Known {
    let codec: Unmanaged<Codec>?
    let isTextKeyed: Bool
    let isModel: Bool
  }

  private static let known = TypeTable<Known>()

  /// - Parameter isDirect: Whether types with a map are walked. If not, a strategy of the caller's is told the path of every
  ///   value, and containers know it.
  /// - Throws: ``AutoCodingError`` for a type that cannot be coded.
  @inline(__always)
  static func of(_ type: Any.Type, isDirect: Bool) throws -> ContainerRoute {
    let known = try known.value(for: type) ?? find(type)
    if let reference = known.codec {
      let isWalked = reference._withUnsafeGuaranteedRef { codec in
        switch codec.kind {
        case .codable: false
        case .record: isDirect && unsafeDowncast(codec, to: RecordCodec.self).decodingDefault != nil
        case .sequence, .dictionary, .optional, .tuple, .existential, .conversion: isDirect
        default: true
        }
      }
      if isWalked { return .walk(reference) }
    }
    return known.isTextKeyed ? .textKeyed : .own
  }

  @inline(never)
  private static func find(_ type: Any.Type) throws -> Known {
    let codec = try Discovery.codecIfAny(for: type)
    return known.insert(
      Known(codec: codec, isTextKeyed: type is any TextKeyed.Type, isModel: type is any AutoCoding.Type), for: type)
  }

  /// Whether a type is AutoCoding, which enters a level of nesting by itself.
  @inline(__always)
  static func isModel(_ type: Any.Type) throws -> Bool { try (known.value(for: type) ?? find(type)).isModel }
}

/// A dictionary whose keys are text.
private protocol TextKeyed {}
extension Dictionary: TextKeyed where Key == String {}

/// A dictionary with text keys whose values can be encoded.
protocol TextKeyedEncodable {
  func encodeMembers(in encoder: ContainerEncoder) throws
}

extension Dictionary: TextKeyedEncodable where Key == String, Value: Encodable {
  func encodeMembers(in encoder: ContainerEncoder) throws {
    for (key, value) in self { try encoder.set(value, forText: key) }
  }
}

/// A dictionary with text keys whose values can be decoded.
protocol TextKeyedDecodable {
  static func members(of decoder: ContainerDecoder) throws -> Any
}

extension Dictionary: TextKeyedDecodable where Key == String, Value: Decodable {
  static func members(of decoder: ContainerDecoder) throws -> Any {
    var members: [String: Value] = [:]
    try decoder.forEachMember { key, child in members[key] = try child.decode(Value.self) }
    return members
  }
}

/// The hash by which keys are compared before their text is.
enum KeyHash {
  /// - Parameter bytes: A key in UTF-8.
  @inline(__always)
  static func of(_ bytes: UnsafeBufferPointer<UInt8>) -> UInt32 {
    let count = bytes.count
    guard count > 0, let first = UnsafeRawPointer(bytes.baseAddress) else { return 0 }
    var word: UInt64
    if count >= 8 {
      word = first.loadUnaligned(as: UInt64.self)
      let last = first.loadUnaligned(fromByteOffset: count &- 8, as: UInt64.self)
      word = (word &* 0x9e37_79b9_7f4a_7c15) ^ last
      // Names with the same beginning and end differ in the middle.
      word ^= UInt64(first.load(fromByteOffset: count &>> 1, as: UInt8.self)) &<< 32
    } else if count >= 4 {
      let low = UInt64(first.loadUnaligned(as: UInt32.self))
      let high = UInt64(first.loadUnaligned(fromByteOffset: count &- 4, as: UInt32.self))
      word = low | high &<< 32
    } else {
      word = UInt64(bytes[0]) | UInt64(bytes[count &>> 1]) &<< 8 | UInt64(bytes[count &- 1]) &<< 16
    }
    word = (word ^ UInt64(truncatingIfNeeded: count)) &* 0xd6e8_feb8_6659_fd93
    return UInt32(truncatingIfNeeded: word &>> 32)
  }

  @inline(__always)
  static func of(_ key: String) -> UInt32 {
    var key = key
    return key.withUTF8 { of($0) }
  }
}
