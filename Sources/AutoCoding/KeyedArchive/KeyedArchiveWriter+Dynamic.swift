/// Values of dynamic type.
extension KeyedArchiveWriter {
  /// Writes a number as an object, as code by hand does for a value of type `Any`.
  mutating func writeExistential(_ address: UnsafeRawPointer, as codec: Codec) throws {
    let codec = unsafeDowncast(codec, to: ExistentialCodec.self)
    beginOptional()
    try writeDynamic(codec.contents(at: address), as: codec)
  }

  /// Writes a model; an archive names the type of every record.
  mutating func writeModel(at address: UnsafeRawPointer, named name: String, as codec: Codec) throws {
    if let record = codec.record,
      record.isObject || record.decodingDefault != nil && record.encodingDefault(of: address) == .structure
    {
      return try encode(address, as: codec)
    }
    try beginRecord(of: codec.type)
    try writeKey(DynamicValue.valuePropertyKey)
    try encode(address, as: codec)
    try endMembers()
  }
}
