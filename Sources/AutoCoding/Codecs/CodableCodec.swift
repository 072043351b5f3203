/// A type with its own `Codable` code, which every format calls.
package final class CodableCodec: Codec, @unchecked Sendable {
  /// The type's conformance: ``Codec/codable`` without the Optional.
  package let access: CodableAccess

  init(type: Any.Type, access: CodableAccess, wrapper: WrapperRules? = nil) {
    self.access = access
    super.init(type: type, kind: .codable, codable: access, wrapper: wrapper)
  }
}
