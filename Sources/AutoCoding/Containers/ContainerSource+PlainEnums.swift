/// Decodes enums with raw values that conform to `Codable` alone; see ``PlainEnum``.
extension ContainerSource {
  /// Returns the case of a value that can be decoded without calling the enum's code.
  @inline(__always)
  final func tag(of plainEnum: Unmanaged<PlainEnum>, at position: Int) -> UInt8? {
    guard position != Self.null else { return nil }
    return plainEnum._withUnsafeGuaranteedRef { plainEnum in
      guard plainEnum.decoding.areAny, let tag = tag(of: plainEnum, at: position), plainEnum.decoding.contains(tag)
      else { return nil }
      return tag
    }
  }

  final func decodeCase<Value>(_ type: Value.Type, _ tag: UInt8, _ path: () -> ContainerPath) throws -> Value {
    // The type's code enters a level.
    let level = try nestedLevel(path)
    defer { extendLifetime(level) }
    return try withValue(of: type) { $0.storeBytes(of: tag, as: UInt8.self) }
  }

  /// Calls the code of an enum, and learns whether it is the standard library's.
  @inline(never)
  final func decodeWatched<Value: Decodable>(
    _ type: Value.Type, _ plainEnum: PlainEnum, _ decoder: ContainerDecoder
  ) throws -> Value {
    let watch = CallWatch(decoding: type)
    let value = try type.init(from: WatchedDecoder(decoder: decoder, watch: watch))
    plainEnum.learnDecoding(value, watch) {
      decoder.position == Self.null ? nil : tag(of: plainEnum, at: decoder.position)
    }
    return value
  }
}
