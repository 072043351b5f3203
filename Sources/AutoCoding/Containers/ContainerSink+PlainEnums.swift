/// Encodes enums with raw values that conform to `Codable` alone; see ``PlainEnum``.
extension ContainerSink {
  /// Whether a value can be encoded without calling the enum's code.
  @inline(__always)
  final func isKnown<Value>(_ value: Value, _ plainEnum: Unmanaged<PlainEnum>) -> Bool {
    plainEnum._withUnsafeGuaranteedRef { plainEnum in
      guard plainEnum.encoding.areAny else { return false }
      return plainEnum.encoding.contains(PlainEnum.tag(of: value))
    }
  }

  /// Encodes a value of an enum without calling its code.
  final func encodeCase<Value: Encodable>(
    _ value: Value, _ plainEnum: PlainEnum, in made: Int32, _ path: () -> ContainerPath
  ) throws {
    // The type's code enters a level.
    try NestedLevel.encoding(value, limits: limits, codingPath: { path().keys }) {
      do {
        try withUnsafePointer(to: value) { value in
          let codec = plainEnum.rawValues
          try codec.withRepresentation(of: value) { set(try leaf($0, kind: codec.representation.kind), at: made) }
        }
      } catch {
        throw ContainerPath.locating(error, at: path())
      }
    }
  }

  /// Calls the code of an enum, and learns whether it is the standard library's.
  @inline(never)
  final func encodeWatched<Value: Encodable>(
    _ value: Value, _ plainEnum: PlainEnum, _ encoder: any Encoder
  ) throws {
    let watch = CallWatch(encoding: Value.self)
    try value.encode(to: WatchedEncoder(encoder: encoder, watch: watch))
    plainEnum.learnEncoding(value, watch)
  }
}
