/// From which a default that is left out comes.
enum OmissionSource {
  /// A rule of the property.
  case rule(TypeMap.DefaultValue)
  /// The property at an offset of an instance that `init()` makes.
  case initializer(any DefaultInitializable.Type, offset: Int)
}

extension OmittedDefault {
  /// Returns what compares properties of a type with their default; nil if the type is not `Equatable`.
  static func comparing(_ type: Any.Type, _ source: OmissionSource) -> OmittedDefault? {
    func number<Value: BinaryFloatingPoint>(_: Value.Type, isOptional: Bool) -> OmittedDefault {
      // Minus zero equals zero, and is another value.
      isOptional
        ? EquatableDefault<Value?>(source) { $0 == $1 && $0?.sign == $1?.sign }
        : EquatableDefault<Value>(source) { $0 == $1 && $0.sign == $1.sign }
    }
    func other<Value: Equatable>(_: Value.Type) -> OmittedDefault { EquatableDefault<Value>(source) { $0 == $1 } }
    let wrapped = Conformances.cast(type, to: (any AnyOptional.Type).self)?.wrappedType
    if let numberType = Conformances.cast(wrapped ?? type, to: (any BinaryFloatingPoint.Type).self) {
      return number(numberType, isOptional: wrapped != nil)
    }
    // Texts of other scalars may be equal.
    if type == String.self { return EquatableDefault<String>(source) { $0.utf8.elementsEqual($1.utf8) } }
    if type == Substring.self { return EquatableDefault<Substring>(source) { $0.utf8.elementsEqual($1.utf8) } }
    if type == String?.self {
      return EquatableDefault<String?>(source) { $0 == $1 && ($0 ?? "").utf8.elementsEqual(($1 ?? "").utf8) }
    }
    if type == Substring?.self {
      return EquatableDefault<Substring?>(source) { $0 == $1 && ($0 ?? "").utf8.elementsEqual(($1 ?? "").utf8) }
    }
    return Conformances.cast(type, to: (any Equatable.Type).self).map { other($0) }
  }
}

/// Compares a property of a known type with its default.
private final class EquatableDefault<Value>: OmittedDefault, @unchecked Sendable {
  private let source: OmissionSource
  private let areEqual: (Value, Value) -> Bool
  /// The default of `init()`, set at its first use.
  private let initial = AtomicReference<KnownDefault<Value>>()

  init(_ source: OmissionSource, _ areEqual: @escaping (Value, Value) -> Bool) {
    self.source = source
    self.areEqual = areEqual
  }

  override func isDefault(_ address: UnsafeRawPointer, as codec: Codec) -> Bool {
    let value = address.assumingMemoryBound(to: Value.self)
    switch source {
    case .rule(let rule):
      let isEqual = withUnsafeTemporaryAllocation(of: Value.self, capacity: 1) { slot in
        guard let place = slot.baseAddress else { return false }
        rule.initialize(place)
        defer { place.deinitialize(count: 1) }
        return areEqual(value.pointee, place.pointee)
      }
      return isEqual && hasNoObjects(value.pointee, codec)
    case .initializer(let type, let offset):
      // While an instance is being made, all values are written.
      guard let initial = initial(of: type, offset) else { return false }
      return areEqual(value.pointee, initial) && hasNoObjects(value.pointee, codec)
    }
  }

  /// The default that `init()` gives; nil if it is another one each time.
  private func initial(of type: any DefaultInitializable.Type, _ offset: Int) -> Value? {
    if let known = initial.value { return known._withUnsafeGuaranteedRef { $0.value } }
    func made() -> Value? {
      DefaultInstance.read(of: type) { ($0 + offset).assumingMemoryBound(to: Value.self).pointee }
    }
    guard let first = made(), let second = made() else { return nil }
    let known = KnownDefault(areEqual(first, second) ? first : nil)
    initial.store(known)
    return known.value
  }

  /// Whether a value refers to no objects, whose identity would be lost.
  private func hasNoObjects(_ value: Value, _ codec: Codec) -> Bool { !codec.refersToObjects || Self.isEmpty(value) }

  private static func isEmpty(_ value: Any) -> Bool {
    if let optional = value as? any AnyOptional { return optional.wrappedValue.map(isEmpty) ?? true }
    return (value as? any Collection)?.isEmpty ?? false
  }
}

private final class KnownDefault<Value>: @unchecked Sendable {
  let value: Value?
  init(_ value: Value?) { self.value = value }
}
