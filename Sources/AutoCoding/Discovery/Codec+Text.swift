/// Values that are written as text, in which the name of a class or case may stand.
extension Codec {
  /// Whether a value may be text.
  ///
  /// - Parameter byOwnCode: Whether types with code of their own count, which ``text(at:)`` cannot see.
  func mayBeText(byOwnCode: Bool) -> Bool {
    switch concrete {
    case .optional(let codec): codec.wrapped.mayBeText(byOwnCode: byOwnCode)
    case .record(let codec): codec.decodingDefault == .rawValue && codec.rawValue.mayBeText(byOwnCode: byOwnCode)
    case .conversion(let codec): codec.representation.mayBeText(byOwnCode: byOwnCode)
    default: kind == .string || kind == .codable && (byOwnCode || hasTextAsRawValue)
    }
  }

  private var hasTextAsRawValue: Bool {
    func isText<Value: RawRepresentable>(_: Value.Type) -> Bool { Value.RawValue.self == String.self }
    return Conformances.cast(type, to: (any RawRepresentable.Type).self).map { isText($0) } ?? false
  }

  /// Returns the text that the value at an address is written as; nil if it is nil, or no text.
  func text(at address: UnsafeRawPointer) throws -> String? {
    switch concrete {
    case .optional(let codec):
      return codec.isNil(address) ? nil : try codec.wrapped.text(at: address)
    case .record(let codec): return codec.decodingDefault == .rawValue ? try codec.rawValue.text(at: address) : nil
    case .conversion(let codec):
      var text: String?
      try codec.withRepresentation(of: address) { text = try codec.representation.text(at: $0) }
      return text
    default:
      if kind == .string { return address.value(as: String.self) }
      // An enum of the standard library's code: one with code by hand may write anything, so a decoder checks the tag.
      let value = codable?.value(at: address)
      return (value as? any RawRepresentable)?.rawValue as? String
    }
  }
}
