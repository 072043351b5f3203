/// The way from a type's map to any `Encoder` and back.
///
/// Stored properties are passed to the coder's containers as synthesized `Codable` would pass them, so that coders, their
/// strategies and their errors work as they do for any other type.
enum CodableBridge {
  static func encode<Value: AutoCoding>(_ value: Value, to encoder: any Encoder) throws {
    let type = Swift.type(of: value)
    if Swift.type(of: encoder) == CodingProbe.self, let probe = encoder as? CodingProbe {
      throw probe.report(type)
    }
    let map = try TypeMap.storage(for: type)._withUnsafeGuaranteedRef { $0 }
    try withUnsafePointer(to: value) { try encode(UnsafeRawPointer($0), map: map, to: encoder) }
  }

  static func decode<Value: AutoCoding>(_ type: Value.Type, from decoder: any Decoder) throws -> Value {
    if Swift.type(of: decoder) == CodingProbe.self, let probe = decoder as? CodingProbe {
      throw probe.report(type)
    }
    let map = try TypeMap.storage(for: type)._withUnsafeGuaranteedRef { $0 }
    var value = try withTemporaryMemory(
      size: MemoryLayout<Value>.size, alignment: MemoryLayout<Value>.alignment
    ) { memory in
      try decode(into: memory, map: map, from: decoder)
      return memory.take(as: type)
    }
    try value.didDecode()
    return value
  }

  private static func encode(_ address: UnsafeRawPointer, map: TypeMap.Storage, to encoder: any Encoder) throws {
    switch map.shape {
    case .structure: try encodeProperties(of: address, map: map, to: encoder)
    case .object: try encodeProperties(of: address.value(as: UnsafeRawPointer.self), map: map, to: encoder)
    case .enumeration(let cases): try encodeCase(at: address, map: map, cases: cases, to: encoder)
    // Has conformances of its own, in AutoCoding+RawRepresentable.swift.
    case .rawValue: break
    }
  }

  private static func decode(
    into address: UnsafeMutableRawPointer, map: TypeMap.Storage, from decoder: any Decoder
  ) throws {
    switch map.shape {
    case .structure, .object: try decodeProperties(into: address, map: map, from: decoder)
    case .enumeration(let cases): try decodeCase(into: address, map: map, cases: cases, from: decoder)
    case .rawValue: throw AutoCodingError(type: map.type, problems: [])
    }
  }
}
