/// Finds what tells whether a property has its default, for the rule `.omitsDefault`.
struct OmissionDiscovery {
  /// The type whose map is made; nil for the values of a case, which no `init()` sets.
  let type: (any AutoCoding.Type)?
  let typeRules: TypeRules

  /// Sets what tells whether the property has its default, if a rule leaves defaults out.
  ///
  /// - Returns: The problem, if the property's own rule cannot be followed.
  func apply(to candidate: inout PropertyCandidate) -> AutoCodingError.Problem? {
    guard candidate.exclusion == nil, candidate.omitsDefault || typeRules.omitsDefaults ?? false else { return nil }
    let found = omission(of: candidate)
    switch found {
    case .success(let omission): candidate.omission = omission
    case .failure(let obstacle) where candidate.omitsDefault:
      return .init(
        .invalidRule, type: candidate.declaringType, property: candidate.name, propertyType: candidate.child.type,
        explanation: "propertyRules says that its default is left out, but \(obstacle.explanation).",
        remedy: obstacle.remedy)
    // The type's rule is for the properties that can follow it.
    case .failure: break
    }
    return nil
  }

  private struct Obstacle: Error {
    let explanation: String
    let remedy: String
  }

  private func omission(of candidate: PropertyCandidate) -> Result<OmittedDefault, Obstacle> {
    let remove = "Remove .omitsDefault."
    guard candidate.child.ownership == .strong, !candidate.isLazy, !candidate.isFlattened else {
      return .failure(.init(explanation: "a lazy or unowned property has no default of that kind", remedy: remove))
    }
    let property = candidate.child.type
    guard !(Self.unwrapped(property) is AnyClass) else {
      return .failure(.init(explanation: "it refers to an object, which has an identity", remedy: remove))
    }
    let source: OmissionSource
    if let value = candidate.defaultValue {
      source = .rule(value)
    } else if candidate.isRequired || candidate.direction == .decodedOnly {
      return .failure(.init(explanation: "its key is always written", remedy: remove))
    } else if let type, let initializable = Conformances.cast(type, to: (any DefaultInitializable.Type).self) {
      source = .initializer(initializable, offset: candidate.child.offset)
    } else {
      let other = type.map { ", or conform \(_typeName($0, qualified: false)) to DefaultInitializable" } ?? ""
      return .failure(
        .init(
          explanation: "neither a rule nor init() gives it one",
          remedy: "Add a default to the rule, .omitsDefault.default(…)\(other)."))
    }
    guard let omission = Self.omission(of: property, source) else {
      return .failure(
        .init(
          explanation: "its values cannot be compared",
          remedy: "Conform \(_typeName(property, qualified: false)) to Equatable, or remove .omitsDefault."))
    }
    return .success(omission)
  }

  private static func unwrapped(_ type: Any.Type) -> Any.Type {
    Conformances.cast(type, to: (any AnyOptional.Type).self)?.wrappedType ?? type
  }

  private static func omission(of type: Any.Type, _ source: OmissionSource) -> OmittedDefault? {
    func number<Value: BinaryFloatingPoint>(_: Value.Type) -> OmittedDefault {
      // Minus zero equals zero.
      EquatableDefault<Value>(source) { $0 == $1 && $0.sign == $1.sign }
    }
    func other<Value: Equatable>(_: Value.Type) -> OmittedDefault { EquatableDefault<Value>(source) { $0 == $1 } }
    if let type = Conformances.cast(type, to: (any BinaryFloatingPoint.Type).self) { return number(type) }
    return Conformances.cast(type, to: (any Equatable.Type).self).map { other($0) }
  }
}

/// From which a default that is left out comes.
private enum OmissionSource {
  case rule(TypeMap.DefaultValue)
  /// The property at an offset of an instance that `init()` makes.
  case initializer(any DefaultInitializable.Type, offset: Int)
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

  override func isDefault(_ address: UnsafeRawPointer) -> Bool {
    let value = address.assumingMemoryBound(to: Value.self)
    switch source {
    case .rule(let rule):
      return withUnsafeTemporaryAllocation(of: Value.self, capacity: 1) { slot in
        guard let place = slot.baseAddress else { return false }
        rule.initialize(place)
        defer { place.deinitialize(count: 1) }
        return areEqual(value.pointee, place.pointee)
      }
    case .initializer(let type, let offset):
      // While an instance is being made, all values are written.
      guard let initial = initial(of: type, offset) else { return false }
      return areEqual(value.pointee, initial)
    }
  }

  private func initial(of type: any DefaultInitializable.Type, _ offset: Int) -> Value? {
    if let known = initial.value { return known._withUnsafeGuaranteedRef { $0.value } }
    let found = DefaultInstance.read(of: type) { ($0 + offset).assumingMemoryBound(to: Value.self).pointee }
    guard let found else { return nil }
    initial.store(KnownDefault(found))
    return found
  }
}

private final class KnownDefault<Value>: @unchecked Sendable {
  let value: Value
  init(_ value: Value) { self.value = value }
}
