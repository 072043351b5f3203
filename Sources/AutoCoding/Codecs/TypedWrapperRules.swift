/// The rules of a ``CodedPropertyWrapper`` for its key.
final class TypedWrapperRules<Wrapper: CodedPropertyWrapper>: WrapperRules, @unchecked Sendable {
  /// Whether null may be a value.
  private let acceptsNull: Bool
  /// Whether the wrapper itself decides what null means.
  private let hasOwnCode: Bool

  init(hasOwnMakeWrapper: Bool) {
    acceptsNull = Conformances.includes(Wrapper.WrappedValue.self, (any AnyOptional.Type).self)
    hasOwnCode = hasOwnMakeWrapper || Conformances.includes(Wrapper.self, (any Decodable.Type).self)
    super.init(hasDefault: Wrapper.wrapperForMissingKey != nil)
  }

  override func isLeftOut(_ address: UnsafeRawPointer) -> Bool {
    hasDefault && address.assumingMemoryBound(to: Wrapper.self).pointee.isLeftOut
  }

  override var replacesNull: Bool { hasDefault && (!acceptsNull || hasOwnCode) }

  override func initializeForNull(_ address: UnsafeMutableRawPointer) -> Bool {
    if acceptsNull, hasOwnCode, let wrapper = try? Wrapper.makeWrapper(from: NullDecoder()) {
      address.initialize(with: wrapper)
      return true
    }
    return initializeDefault(address)
  }

  override func initializeDefault(_ address: UnsafeMutableRawPointer) -> Bool {
    guard let wrapper = Wrapper.wrapperForMissingKey else { return false }
    address.initialize(with: wrapper)
    return true
  }
}
