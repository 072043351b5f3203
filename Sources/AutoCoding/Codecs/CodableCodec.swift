/// A type with `Codable` code of its own, which is called in every format.
package final class CodableCodec: Codec, @unchecked Sendable {
  /// The type's conformance; ``Codec/codable`` without the Optional.
  package let access: CodableAccess

  init(type: Any.Type, access: CodableAccess, wrapper: WrapperRules? = nil) {
    self.access = access
    super.init(type: type, kind: .codable, codable: access, wrapper: wrapper)
  }
}
