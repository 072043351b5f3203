extension Optional where Wrapped: ContainerSource {
  /// Takes a source to use it for another value, so that code that is called meanwhile does not find it.
  ///
  /// - Returns: Nil if there is none, if a decoder that code has kept would find the values of another one, or if unknown keys
  ///   are reported elsewhere now: code may use another coder, which makes the source, while it is called.
  @inline(__always)
  mutating func takeReusable() -> Wrapped? {
    guard var source = take(), CoderContext.currentReports(to: source.report), isKnownUniquelyReferenced(&source) else {
      return nil
    }
    return source
  }
}
