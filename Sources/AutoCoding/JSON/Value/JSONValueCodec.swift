/// What makes ``JSONReader`` and ``JSONWriter`` read and write values as text, and no `Codable` code be called: the type of
/// this object, which is asked for by nothing but values of other `Codable` types.
final class JSONValueAccess: ValueAccess<JSONValue>, @unchecked Sendable {
  override var readsNull: Bool { true }
  override var hasOwnCode: Bool { false }
}

extension JSONValue: ComposedType {
  static func makeCodec(_ codec: (Any.Type) throws -> Codec) -> Codec {
    CodableCodec(type: JSONValue.self, access: JSONValueAccess())
  }
}
