extension JSONReader {
  /// Ends the use of a source for the text. A decoder that code has kept keeps the text's options.
  mutating func leaveSource() {
    guard var source = spareSource.take() else { return }
    guard source.report == nil, isKnownUniquelyReferenced(&source) else { return }
    source.leaveText()
    spareSource = source
  }

  /// Returns a source of the next value, which is skipped.
  ///
  /// - Parameter walked: The members that the value's code leaves to the walk.
  mutating func containerSource(_ walked: JSONWalkedMembers?) throws -> JSONContainerSource {
    if lines == nil { lines = JSONLineTable() }
    guard let source = spareSource.takeReusable() else { return try JSONContainerSource(with: &self, walked) }
    if !isSourceCurrent { update(source) }
    try source.restart(with: &self, walked)
    return source
  }

  /// Ends the use of a source for a value.
  mutating func leave(_ source: consuming JSONContainerSource) {
    source.close()
    spareSource = source
  }

  /// Calls `decode` with a decoder of the next value, which is skipped.
  ///
  /// - Parameter walked: The members that the value's code leaves to the walk.
  mutating func decodingOwn<Value>(
    _ walked: JSONWalkedMembers? = nil, _ decode: (ContainerDecoder) throws -> Value
  ) throws -> Value {
    let source = try containerSource(walked)
    let value: Value
    do {
      value = try source.withRootDecoder(.init(trackedPath), decode)
    } catch {
      leave(source)
      throw error.dropping(trackedPath)
    }
    leave(source)
    return value
  }

  mutating func readCodable(into address: UnsafeMutableRawPointer, as access: CodableAccess) throws {
    if type(of: access) == JSONValueAccess.self { return address.initialize(with: try readJSONValue()) }
    if let plainEnum = access.plainEnum, plainEnum.decoding.areAny, readCase(of: plainEnum, into: address) {
      return
    }
    if let numbers = access.numbers, numbers._withUnsafeGuaranteedRef({ readNumbers(into: address, $0) }) { return }
    // The decoder enters a level, as for every type with its own code.
    let owner = Unmanaged.passUnretained(access)
    try decodingOwn(JSONWalkedMembers(of: access)) { decoder in
      try owner._withUnsafeGuaranteedRef { try $0.decode(into: address, in: decoder) }
    }
  }

  /// Reads a value with a codec of its type.
  mutating func value<Value>(_ type: Value.Type, as codec: Codec) throws -> Value {
    try withValue(of: type) { try readValue(into: $0, as: codec) }
  }
}
