extension JSONReader {
  /// Reads the whole text as one value.
  mutating func document<T: Decodable>(_ type: T.Type) throws -> T {
    let value: T
    let route = try ContainerDispatch.of(type, isDirect: true, isWithin: false, in: options.context)
    let scope = TypeScope.enter(root: route.codec, context: options.context)
    defer { scope.end() }
    if case .walk(let reference) = route {
      value = try reference._withUnsafeGuaranteedRef { codec in
        pathTracking.begin(codec)
        return try rootValue(type, as: codec)
      }
    } else if T.self == JSONValue.self {
      value = try anyJSON(as: type)
    } else {
      value = try decodingDocument(JSONWalkedMembers(of: type)) { try $0.decode(type) }
    }
    try finish()
    return value
  }

  /// Reads the text as a ``JSONValue``. Not inlined, so that other types pay for no metadata. Precondition: that is the type.
  @inline(never)
  mutating func anyJSON<T>(as type: T.Type) throws -> T {
    try withValue(of: type) { $0.initialize(with: try readJSONValue()) }
  }

  /// Calls `decode` with a decoder of the whole text. Text that is not JSON is refused before any `Codable` code runs.
  mutating func decodingDocument<Value>(
    _ walked: JSONWalkedMembers? = nil, _ decode: (ContainerDecoder) throws -> Value
  ) throws -> Value {
    let source = try containerSource(walked)
    defer { leave(source) }
    try finish()
    return try source.withRootDecoder { try decode($0) }
  }
}
