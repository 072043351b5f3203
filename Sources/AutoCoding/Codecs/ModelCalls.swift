/// The calls of a type's own `didDecode()`, `didDecode(in:)` and `willEncode()`.
///
/// Nothing in the metadata says which of them a type implements. AutoCoding's defaults note that they were called, so the
/// first value of a type tells.
///
/// Precondition of all: the values are of one type. The class is not generic, since the runtime would have to make a class
/// for each type.
final class ModelCalls: Sendable {
  private enum Decoding: Int {
    case unknown, none, plain, inContext, both
  }

  private enum Encoding: Int {
    case unknown, none, own
  }

  private let decoding = AtomicCount()
  private let encoding = AtomicCount()

  /// Calls the `didDecode` of a value. Returns whether the type has none.
  func didDecode<Value: AutoCoding>(_ value: UnsafeMutablePointer<Value>, in context: DecodingContext?) throws -> Bool {
    switch Decoding(rawValue: decoding.value) ?? .unknown {
    case .none: return true
    case .plain: try value.pointee.didDecode()
    case .inContext: try value.pointee.didDecode(in: context ?? .current)
    case .both: throw Self.refusal(of: Value.self)
    case .unknown:
      guard Conformances.includes(Value.self, (any OverridableCalls.Type).self) else {
        return try findDidDecode(value, context)
      }
      // The base class declares both. The object's class may be a subclass that overrides them.
      keep(.inContext)
      try value.pointee.didDecode(in: context ?? .current)
    }
    return false
  }

  private func findDidDecode<Value: AutoCoding>(
    _ value: UnsafeMutablePointer<Value>, _ context: DecodingContext?
  ) throws -> Bool {
    ThreadState.forgetDefaults()
    try value.pointee.didDecode()
    // The default reports its type, since a `didDecode()` may decode other values.
    guard ThreadState.takeDefault(.didDecode, of: Value.self) else {
      // The default of the other does nothing in a probe.
      try value.pointee.didDecode(in: .probe)
      let isDefault = ThreadState.takeDefault(.didDecodeInContext, of: Value.self)
      keep(isDefault ? .plain : .both)
      if !isDefault { throw Self.refusal(of: Value.self) }
      return false
    }
    try value.pointee.didDecode(in: context ?? .current)
    return keep(ThreadState.takeDefault(.didDecodeInContext, of: Value.self) ? .none : .inContext)
  }

  @discardableResult
  private func keep(_ state: Decoding) -> Bool {
    if decoding.value == Decoding.unknown.rawValue { decoding.value = state.rawValue }
    return state == .none
  }

  private static func refusal(of type: Any.Type) -> AutoCodingError {
    AutoCodingError(type: type, problems: [.init(repeatedDidDecodeIn: type)])
  }

  /// Calls the `willEncode()` of a value. Returns whether the type has none.
  func willEncode<Value: AutoCoding>(_ value: UnsafePointer<Value>) throws -> Bool {
    switch Encoding(rawValue: encoding.value) ?? .unknown {
    case .none: return true
    case .own:
      try value.pointee.willEncode()
      return false
    case .unknown:
      let isNone: Bool
      if let type = Conformances.cast(Value.self, to: (any OverridableCalls.Type).self) {
        // Objects are encoded by the codec of their own class.
        isNone = Self.overridesNothing(type)
        if !isNone { try value.pointee.willEncode() }
      } else {
        ThreadState.forgetDefaults()
        try value.pointee.willEncode()
        isNone = ThreadState.takeDefault(.willEncode, of: Value.self)
      }
      encoding.value = (isNone ? Encoding.none : .own).rawValue
      return isNone
    }
  }

  /// Whether a class overrides no method of the base class that declares the calls.
  private static func overridesNothing(_ type: any OverridableCalls.Type) -> Bool {
    var base: AnyClass = type
    var below: [AnyClass] = []
    while let next = _getSuperclass(base), Conformances.includes(next, (any OverridableCalls.Type).self) {
      below.append(base)
      base = next
    }
    return ClassMethods.areInherited(from: base, by: below)
  }
}

extension AutoCodingError.Problem {
  /// The problem of a type with both forms of `didDecode`.
  init(repeatedDidDecodeIn type: Any.Type) {
    self.init(
      .ignoredPolicy, type: type, property: "didDecode",
      explanation: "It declares both didDecode() and didDecode(in:), of which a decoder calls only one.",
      remedy: "Remove didDecode(), and do what it does in didDecode(in:).")
  }
}
