/// Nil, or a value of the wrapped codec, which is stored at the Optional's own address.
package final class OptionalCodec: Codec, @unchecked Sendable {
  package let wrapped: Codec
  package override var children: [Codec] { [wrapped] }
  /// Whether null stands for nil of the wrapped Optional: so it does for a `lazy` property, whose storage is nil until its
  /// value was computed.
  package let nullIsWrapped: Bool
  /// Whether a value that cannot be decoded is nil, as the property's rule says.
  package let isNilForUndecodable: Bool
  private let operations: ValueOperations

  /// - Parameters:
  ///   - omitsNil: Whether a nil property of this type is left out, as an Optional is.
  ///   - isDeclared: Whether the property is declared as an Optional.
  init(
    type: Any.Type, wrapped: Codec, omitsNil: Bool = true, isDeclared: Bool = true, isNilForUndecodable: Bool = false
  ) {
    self.wrapped = wrapped
    self.isNilForUndecodable = isNilForUndecodable
    nullIsWrapped = false
    operations = ValueOperations(type)
    // A transformer or wrapper stores a value as another type, whether or not the value's own type is Codable.
    let isCodable = wrapped.codable != nil
    super.init(
      type: type, kind: .optional,
      codable: isCodable ? optionalAccess(wrapping: wrapped, omitsNil: omitsNil, isDeclared: isDeclared) : nil)
  }

  /// The codec of a `lazy` property's storage.
  ///
  /// - Parameter wrapped: The codec of the property's type.
  init(storageOfLazy type: Any.Type, wrapped: OptionalCodec) {
    self.wrapped = wrapped
    isNilForUndecodable = wrapped.isNilForUndecodable
    nullIsWrapped = true
    operations = ValueOperations(type)
    super.init(
      type: type, kind: .optional,
      codable: wrapped.codable == nil ? nil : lazyOptionalAccess(wrapping: wrapped.wrapped))
  }

  // An Optional is an enum whose case with a payload comes first.

  package func isNil(_ address: UnsafeRawPointer) -> Bool {
    operations.enumTag(address) != 0
  }

  package func initializeNil(_ address: UnsafeMutableRawPointer) {
    operations.injectTag(1, at: address)
  }

  /// Initializes the value for which null stands.
  @inline(__always)
  package func initializeNull(_ address: UnsafeMutableRawPointer) {
    if nullIsWrapped { initializeWrappedNil(address) } else { initializeNil(address) }
  }

  @inline(never)
  private func initializeWrappedNil(_ address: UnsafeMutableRawPointer) {
    unsafeDowncast(wrapped, to: OptionalCodec.self).initializeNil(address)
    wrap(address)
  }

  /// Turns the wrapped value at the address into an Optional.
  package func wrap(_ address: UnsafeMutableRawPointer) {
    operations.injectTag(0, at: address)
  }
}

extension Optional: TransformableCollection {
  static var transformableType: Any.Type { Wrapped.self }

  static func makeCodec(_ codec: (Any.Type) throws -> Codec, value: (Any.Type) throws -> Codec) throws -> Codec {
    OptionalCodec(type: Self.self, wrapped: try value(Wrapped.self))
  }
}
