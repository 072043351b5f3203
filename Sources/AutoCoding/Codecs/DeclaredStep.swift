/// A declared type on the path to a value whose type the root type does not lead to; see `TypeScope`.
final class DeclaredStep: Sendable {
  let codec: Codec
  let outer: DeclaredStep?

  init(_ codec: Codec, outer: DeclaredStep?) { (self.codec, self.outer) = (codec, outer) }
}
