/// A declared type on the way to a value that the type that the coder was asked for does not lead to; see `TypeScope`.
final class DeclaredStep: Sendable {
  let codec: Codec
  let outer: DeclaredStep?

  init(_ codec: Codec, outer: DeclaredStep?) { (self.codec, self.outer) = (codec, outer) }
}
