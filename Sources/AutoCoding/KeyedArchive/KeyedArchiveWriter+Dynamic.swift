/// Values of dynamic type.
extension KeyedArchiveWriter {
  /// Writes a model; an archive names the type of every record.
  mutating func writeModel(at address: UnsafeRawPointer, named name: String, as codec: Codec) throws {
    if let record = codec as? RecordCodec, record.isObject || record.encodingDefault(of: address) == .structure {
      return try encode(address, as: codec)
    }
    try beginRecord(of: codec.type)
    try writeKey(DynamicValue.valuePropertyKey)
    try encode(address, as: codec)
    try endMembers()
  }
}
