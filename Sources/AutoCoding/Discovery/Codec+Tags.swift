/// Values that are written as text or an integer, which may be the name of a class or case.
extension Codec {
  /// Whether a value may be a tag.
  ///
  /// - Parameter byOwnCode: Whether types with their own code count, which ``tag(at:)`` cannot see.
  func mayBe(_ tag: PropertyKey.Tag, byOwnCode: Bool) -> Bool {
    switch concrete {
    case .optional(let codec): codec.wrapped.mayBe(tag, byOwnCode: byOwnCode)
    case .record(let codec): codec.decodingDefault == .rawValue && codec.rawValue.mayBe(tag, byOwnCode: byOwnCode)
    case .conversion(let codec): codec.representation.mayBe(tag, byOwnCode: byOwnCode)
    default:
      tag.isType(type) || kind == .codable && (byOwnCode || hasRawValue(of: tag))
    }
  }

  private func hasRawValue(of tag: PropertyKey.Tag) -> Bool {
    func isTag<Value: RawRepresentable>(_: Value.Type) -> Bool { tag.isType(Value.RawValue.self) }
    return Conformances.cast(type, to: (any RawRepresentable.Type).self).map { isTag($0) } ?? false
  }

  /// Returns the text that the value at an address is written as, or its integer as text; nil if it is nil, or neither.
  func tag(at address: UnsafeRawPointer) throws -> String? {
    switch concrete {
    case .optional(let codec):
      return codec.isNil(address) ? nil : try codec.wrapped.tag(at: address)
    case .record(let codec): return codec.decodingDefault == .rawValue ? try codec.rawValue.tag(at: address) : nil
    case .conversion(let codec):
      var tag: String?
      try codec.withRepresentation(of: address) { tag = try codec.representation.tag(at: $0) }
      return tag
    default:
      if kind == .string { return address.value(as: String.self) }
      if let integer = kind.withLeafType(IntegerText(address: address)) ?? nil { return integer }
      // An enum of the standard library's code: one with code by hand may write anything, so a decoder checks the tag.
      let rawValue = (codable?.value(at: address) as? any RawRepresentable)?.rawValue
      return rawValue as? String ?? (rawValue as? any FixedWidthInteger).map { "\($0)" }
    }
  }

  /// Reads an integer as text.
  private struct IntegerText: LeafVisitor {
    let address: UnsafeRawPointer

    func visit<Value: Codable & Hashable>(_ type: Value.Type) -> String? { nil }
    func visit<Integer: FixedWidthInteger & Codable>(integer type: Integer.Type) -> String? {
      String(address.value(as: type))
    }
  }
}

extension PropertyKey.Tag {
  /// Whether values of a type may be such tags.
  fileprivate func isType(_ type: Any.Type) -> Bool {
    switch self {
    case .text: type == String.self
    case .integer: type is any FixedWidthInteger.Type
    }
  }
}
