/// The calls of a type's own `didDecode()`, `didDecode(in:)` and `willEncode()`.
///
/// Nothing in the metadata says which of them a type implements. AutoCoding's defaults note that they were called, so the
/// first value of a type tells.
final class ModelCalls<Value: AutoCoding>: @unchecked Sendable {
  private enum Decoding: UInt8 {
    case unknown, none, plain, inContext, both
  }

  private enum Encoding: UInt8 {
    case unknown, none, own
  }

  private let decoding = AtomicReference<Flag<Decoding>>()
  private let encoding = AtomicReference<Flag<Encoding>>()

  private final class Flag<State: Sendable>: Sendable {
    let state: State
    init(_ state: State) { self.state = state }
  }

  /// Calls the `didDecode` of a value. Returns whether the type has none.
  func didDecode(_ address: UnsafeMutableRawPointer, in context: DecodingContext?) throws -> Bool {
    let value = address.assumingMemoryBound(to: Value.self)
    switch decoding.value?._withUnsafeGuaranteedRef({ $0.state }) ?? .unknown {
    case .none: return true
    case .plain: try value.pointee.didDecode()
    case .inContext: try value.pointee.didDecode(in: context ?? .current)
    case .both: throw Self.refusal
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

  private func findDidDecode(_ value: UnsafeMutablePointer<Value>, _ context: DecodingContext?) throws -> Bool {
    let inContext = DefaultCall<Value>.DidDecodeInContext.self
    _ = ThreadState.takeDefault(of: Value.self)
    try value.pointee.didDecode()
    // The default reports its type, since a `didDecode()` may decode other values.
    guard ThreadState.takeDefault(of: Value.self) else {
      // The default of the other does nothing in a probe.
      try value.pointee.didDecode(in: .probe)
      let isPlain = ThreadState.takeDefault(of: inContext)
      keep(isPlain ? .plain : .both)
      if !isPlain { throw Self.refusal }
      return false
    }
    try value.pointee.didDecode(in: context ?? .current)
    return keep(ThreadState.takeDefault(of: inContext) ? .none : .inContext)
  }

  @discardableResult
  private func keep(_ state: Decoding) -> Bool {
    if decoding.value == nil { decoding.store(Flag(state)) }
    return state == .none
  }

  private static var refusal: AutoCodingError {
    AutoCodingError(type: Value.self, problems: [.init(repeatedDidDecodeIn: Value.self)])
  }

  /// Calls the `willEncode()` of a value. Returns whether the type has none.
  func willEncode(_ address: UnsafeRawPointer) throws -> Bool {
    let value = address.assumingMemoryBound(to: Value.self)
    switch encoding.value?._withUnsafeGuaranteedRef({ $0.state }) ?? .unknown {
    case .none: return true
    case .own: try value.pointee.willEncode()
    case .unknown:
      if let type = Conformances.cast(Value.self, to: (any OverridableCalls.Type).self) {
        // Objects are encoded by the codec of their own class.
        let isNone = Self.overridesNothing(type)
        encoding.store(Flag(isNone ? .none : .own))
        if !isNone { try value.pointee.willEncode() }
        return isNone
      }
      let note = DefaultCall<Value>.WillEncode.self
      _ = ThreadState.takeDefault(of: note)
      try value.pointee.willEncode()
      let isNone = ThreadState.takeDefault(of: note)
      encoding.store(Flag(isNone ? .none : .own))
      return isNone
    }
    return false
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
