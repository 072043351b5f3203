/// A declared type on the way to a value, to which the type that a coder was asked for does not lead; see `TypeScope`.
final class DeclaredStep: Sendable {
  let codec: Codec
  let outer: DeclaredStep?

  init(_ codec: Codec, outer: DeclaredStep?) { (self.codec, self.outer) = (codec, outer) }
}
