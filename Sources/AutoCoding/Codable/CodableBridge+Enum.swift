extension CodableBridge {
  static func encodeCase(
    at address: UnsafeRawPointer, map: TypeMap.Storage, cases: PropertyIndex, to encoder: any Encoder
  ) throws {
    let tag = Int(ValueOperations(map.type).enumTag(address))
    var container = encoder.container(keyedBy: PropertyKey.self)
    _ = container.nestedContainer(keyedBy: PropertyKey.self, forKey: cases.keys[tag])
  }

  static func decodeCase(
    into address: UnsafeMutableRawPointer, map: TypeMap.Storage, cases: PropertyIndex, from decoder: any Decoder
  ) throws {
    let container = try decoder.container(keyedBy: DynamicKey.self)
    let keys = container.allKeys.filter { cases.match($0.stringValue) != nil }
    guard keys.count == 1, let key = keys.first, let match = cases.match(key.stringValue) else {
      throw map.caseCountMismatch(codingPath: container.codingPath)
    }
    _ = try container.nestedContainer(keyedBy: DynamicKey.self, forKey: key)
    ValueOperations(map.type).injectTag(UInt32(match.position), at: address)
  }
}
