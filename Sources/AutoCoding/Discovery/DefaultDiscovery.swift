/// Makes the defaults that rules state, for the types of the properties.
extension PropertyCandidate {
  /// Whether a default can be stated for the property. A weak or unowned one would not retain it.
  var takesDefault: Bool {
    child.ownership == .strong && child.storedType == child.type && !mayBeNoncopyable
      && DefaultDiscovery.isStoredAsIs(DefaultDiscovery.takenType(of: child.type))
  }

  /// Sets ``defaultValue`` by the declared default.
  ///
  /// - Returns: The problem, if the property's type does not take the default.
  mutating func makeDefault() -> AutoCodingError.Problem? {
    guard let declaredDefault else { return nil }
    let content = declaredDefault.content
    // The only value of a type in whose place another one is stored that both have is nil.
    if child.ownership == .strong, !mayBeNoncopyable, let stored = child.storedType,
      stored == child.type || content.isNil,
      let maker = DefaultDiscovery.maker(of: stored, from: content)
    {
      defaultValue = .init(maker, description: content.shown, isNil: content.isNil)
      return nil
    }
    let type = DefaultDiscovery.takenType(of: child.type)
    let name = DefaultDiscovery.name(of: type)
    let (explanation, remedy): (String, String)
    if child.ownership != .strong {
      (explanation, remedy) = ("which a property that is weak or unowned cannot take", "Remove it.")
    } else if mayBeNoncopyable {
      (explanation, remedy) = (
        "but reflection reports '()' in place of a noncopyable type, whose value it would not be",
        "Remove the default, and conform \(_typeName(declaringType, qualified: false)) to DefaultInitializable: init() sets it."
      )
    } else if !DefaultDiscovery.isStoredAsIs(type) {
      (explanation, remedy) = (
        "but the default of a \(Metadata(type).kind == .metatype ? "metatype" : "function") cannot be stored",
        Metadata(child.type).kind == .optional
          ? "Remove it: the property's default is nil." : "Make the property Optional: its default is nil."
      )
    } else if case .literal(let literal) = content, case .integer = literal.content,
      Conformances.includes(type, (any FixedWidthInteger.Type).self)
    {
      (explanation, remedy) = (
        "which does not fit into \(name)", "State a number that does, or give the property another type."
      )
    } else {
      (explanation, remedy) = ("which is not of type \(name)", "Write .default(\(content.spelling(as: type))).")
    }
    return .init(
      .invalidRule, type: declaringType, property: self.name, propertyType: child.type,
      explanation: "\(declaredDefault.source) gives it \(content.claim), \(explanation).", remedy: remedy)
  }
}

extension DefaultContent {
  fileprivate var isNil: Bool {
    if case .literal(let literal) = self, case .null = literal.content { true } else { false }
  }

  /// What a type map prints.
  fileprivate var shown: String {
    switch self {
    case .literal(let literal): literal.description
    case .expression: "by an expression"
    }
  }

  fileprivate var claim: String {
    switch self {
    case .literal(let literal): "the default \(literal)"
    case .expression(let maker): "a default of type \(_typeName(maker.type, qualified: false))"
    }
  }

  /// What to write as the default of a property of a type.
  fileprivate func spelling(as type: Any.Type) -> String {
    let name = DefaultDiscovery.name(of: type)
    switch self {
    case .literal(let literal):
      switch literal.content {
      case .emptyArray where Conformances.includes(type, (any ExpressibleByDictionaryLiteral.Type).self): return "[:]"
      case .emptyDictionary where Conformances.includes(type, (any ExpressibleByArrayLiteral.Type).self): return "[]"
      default: return making(type)
      }
    case .expression(let maker):
      let isConversion =
        [.structure, .enumeration].contains(Metadata(type).kind)
        && [.structure, .enumeration].contains(
          Metadata(maker.type).kind)
        && !(Conformances.includes(type, (any ExpressibleByArrayLiteral.Type).self)
          && Conformances.includes(maker.type, (any ExpressibleByArrayLiteral.Type).self))
      return isConversion ? making(type) : "… as \(name)"
    }
  }

  private func making(_ type: Any.Type) -> String {
    let name = DefaultDiscovery.name(of: type)
    return Metadata(type).kind == .enumeration ? "\(name).…" : "\(name)(…)"
  }
}

/// A property wrapper of this library, to whose value a rule may give a default.
protocol DefaultableWrapper {
  static var valueType: Any.Type { get }
  /// Returns what makes a wrapper of the default of its value.
  static func makeDefault(_ value: PropertyDefault) -> PropertyDefault
}

extension Transformed: DefaultableWrapper {
  static var valueType: Any.Type { Transformer.Value.self }

  static func makeDefault(_ value: PropertyDefault) -> PropertyDefault {
    WrappedDefault<Transformer.Value, Self>(value) { Transformed(wrappedValue: $0) }
  }
}

enum DefaultDiscovery {
  /// Returns what makes defaults of a property's type; nil if the type does not take the default.
  static func maker(of type: Any.Type, from content: DefaultContent) -> PropertyDefault? {
    if case .expression(let maker) = content, maker.type == type { return isStoredAsIs(type) ? maker : nil }
    if let optional = Conformances.cast(type, to: (any AnyOptional.Type).self) {
      if case .literal(let literal) = content, case .null = literal.content { return NilDefault(type: type) }
      return maker(of: optional.wrappedType, from: content).map { OptionalDefault(type: type, wrapping: $0) }
    }
    if let wrapper = Conformances.cast(type, to: (any DefaultableWrapper.Type).self) {
      return maker(of: wrapper.valueType, from: content).map { wrapper.makeDefault($0) }
    }
    if let wrapper = Conformances.cast(type, to: (any CodedPropertyWrapper.Type).self) {
      return wrapped(wrapper, content)
    }
    guard case .literal(let literal) = content else { return nil }
    switch literal.content {
    case .integer(let value): return integer(value, type)
    case .floatingPoint(let value): return floatingPoint(value, type)
    case .text(let value):
      return Conformances.cast(type, to: (any ExpressibleByStringLiteral.Type).self).flatMap { text(value, $0) }
    case .emptyArray:
      return Conformances.cast(type, to: (any ExpressibleByArrayLiteral.Type).self).map { array($0) }
        ?? collection(type)
    case .emptyDictionary:
      return Conformances.cast(type, to: (any ExpressibleByDictionaryLiteral.Type).self).map { dictionary($0) }
    case .null: return nil
    }
  }

  /// Returns the type of values that a property takes: its own, or what Optionals and wrappers wrap.
  static func takenType(of type: Any.Type) -> Any.Type {
    if let optional = Conformances.cast(type, to: (any AnyOptional.Type).self) {
      return takenType(of: optional.wrappedType)
    }
    if let wrapper = Conformances.cast(type, to: (any DefaultableWrapper.Type).self) {
      return takenType(of: wrapper.valueType)
    }
    if let wrapper = Conformances.cast(type, to: (any CodedPropertyWrapper.Type).self) {
      return takenType(of: wrappedType(of: wrapper))
    }
    return type
  }

  /// The name of a type as source code has it.
  static func name(of type: Any.Type) -> String {
    let name = _typeName(type, qualified: false)
    return Metadata(type).kind == .existential && !["Any", "AnyObject"].contains(name) ? "any \(name)" : name
  }

  /// Whether a property stores values of a type as generic code does. Functions are stored in another form.
  static func isStoredAsIs(_ type: Any.Type) -> Bool {
    switch Metadata(type).kind {
    case .structure, .class, .enumeration, .existential: return true
    case .optional: return !Metadata(type).holdsFunction
    case .tuple: return (try? TypeMirror(reflecting: type))?.children.allSatisfy { isStoredAsIs($0.type) } ?? false
    case .function, .metatype, .other: return false
    }
  }

  // MARK: Literals

  private static func integer(_ value: Int, _ type: Any.Type) -> PropertyDefault? {
    func integer<Value: BinaryInteger>(_: Value.Type) -> PropertyDefault? {
      Value(exactly: value).map { ConstantDefault($0) }
    }
    func floatingPoint<Value: BinaryFloatingPoint>(_: Value.Type) -> PropertyDefault? {
      // By way of Double: Foundation's CGFloat(exactly:) traps for an integer on Linux.
      if let double = Double(exactly: value) { return Value(exactly: double).map { ConstantDefault($0) } }
      return Value.significandBitCount > Double.significandBitCount ? ConstantDefault(Value(value)) : nil
    }
    func other<Value: ExpressibleByIntegerLiteral>(_: Value.Type) -> PropertyDefault? {
      func exact<Literal: FixedWidthInteger>(_: Literal.Type) -> Value.IntegerLiteralType? {
        Literal(exactly: value) as? Value.IntegerLiteralType
      }
      guard let type = Conformances.cast(Value.IntegerLiteralType.self, to: (any FixedWidthInteger.Type).self),
        let literal = exact(type)
      else { return nil }
      return LiteralDefault(literal) { Value(integerLiteral: $0) }
    }
    if let type = Conformances.cast(type, to: (any BinaryInteger.Type).self) { return integer(type) }
    if let type = Conformances.cast(type, to: (any BinaryFloatingPoint.Type).self) { return floatingPoint(type) }
    if let type = Conformances.cast(type, to: (any ExpressibleByIntegerLiteral.Type).self) { return other(type) }
    return nil
  }

  private static func floatingPoint(_ value: Double, _ type: Any.Type) -> PropertyDefault? {
    func floatingPoint<Value: BinaryFloatingPoint>(_: Value.Type) -> PropertyDefault? {
      let converted = Value(value)
      return converted.isFinite == value.isFinite ? ConstantDefault(converted) : nil
    }
    func other<Value: ExpressibleByFloatLiteral>(_: Value.Type) -> PropertyDefault? {
      guard let literal = value as? Value.FloatLiteralType else { return nil }
      return LiteralDefault(literal) { Value(floatLiteral: $0) }
    }
    if let type = Conformances.cast(type, to: (any BinaryFloatingPoint.Type).self) { return floatingPoint(type) }
    if let type = Conformances.cast(type, to: (any ExpressibleByFloatLiteral.Type).self) { return other(type) }
    return nil
  }

  private static func text<Value: ExpressibleByStringLiteral>(_ value: String, _: Value.Type) -> PropertyDefault? {
    guard let literal = value as? Value.StringLiteralType else { return nil }
    return LiteralDefault(literal) { Value(stringLiteral: $0) }
  }

  private static func array<Value: ExpressibleByArrayLiteral>(_: Value.Type) -> PropertyDefault {
    LiteralDefault<Void, Value>(()) { _ in [] }
  }

  private static func dictionary<Value: ExpressibleByDictionaryLiteral>(_: Value.Type) -> PropertyDefault {
    LiteralDefault<Void, Value>(()) { _ in [:] }
  }

  /// Collections without literals, such as `Data`. Text is not meant by `[]`.
  private static func collection(_ type: Any.Type) -> PropertyDefault? {
    func collection<Value: RangeReplaceableCollection>(_: Value.Type) -> PropertyDefault {
      LiteralDefault<Void, Value>(()) { _ in Value() }
    }
    guard let type = Conformances.cast(type, to: (any RangeReplaceableCollection.Type).self),
      !Conformances.includes(type, (any StringProtocol.Type).self)
    else {
      return nil
    }
    return collection(type)
  }

  // MARK: Property wrappers

  private static func wrapped<Wrapper: CodedPropertyWrapper>(
    _: Wrapper.Type, _ content: DefaultContent
  ) -> PropertyDefault? {
    maker(of: Wrapper.WrappedValue.self, from: content).map { maker in
      WrappedDefault<Wrapper.WrappedValue, Wrapper>(maker) { Wrapper(wrappedValue: $0) }
    }
  }

  private static func wrappedType<Wrapper: CodedPropertyWrapper>(of _: Wrapper.Type) -> Any.Type {
    Wrapper.WrappedValue.self
  }
}

/// A number, which is copied.
private final class ConstantDefault<Value>: PropertyDefault, @unchecked Sendable {
  private let value: Value

  /// - Parameter value: A number of a type that threads may share, as all numbers are.
  init(_ value: Value) {
    self.value = value
    super.init(type: Value.self)
  }

  override func initialize(_ address: UnsafeMutableRawPointer) { address.initialize(with: value) }
}

/// A value that its type makes of a literal, anew for each property.
private final class LiteralDefault<Literal, Value>: PropertyDefault, @unchecked Sendable {
  private let literal: Literal
  private let make: (Literal) -> Value

  init(_ literal: Literal, _ make: @escaping (Literal) -> Value) {
    self.literal = literal
    self.make = make
    super.init(type: Value.self)
  }

  override func initialize(_ address: UnsafeMutableRawPointer) { address.initialize(with: make(literal)) }
}

private final class NilDefault: PropertyDefault, @unchecked Sendable {
  override func initialize(_ address: UnsafeMutableRawPointer) { ValueOperations(type).injectTag(1, at: address) }
}

private final class OptionalDefault: PropertyDefault, @unchecked Sendable {
  private let wrapped: PropertyDefault

  init(type: Any.Type, wrapping wrapped: PropertyDefault) {
    self.wrapped = wrapped
    super.init(type: type)
  }

  override func initialize(_ address: UnsafeMutableRawPointer) {
    // The wrapped value is at the Optional's own address.
    wrapped.initialize(address)
    ValueOperations(type).injectTag(0, at: address)
  }
}

/// A property wrapper around the default of its value.
final class WrappedDefault<Value, Wrapper>: PropertyDefault, @unchecked Sendable {
  private let value: PropertyDefault
  private let wrap: (Value) -> Wrapper

  init(_ value: PropertyDefault, _ wrap: @escaping (Value) -> Wrapper) {
    self.value = value
    self.wrap = wrap
    super.init(type: Wrapper.self)
  }

  override func initialize(_ address: UnsafeMutableRawPointer) {
    withTemporaryMemory(size: MemoryLayout<Value>.size, alignment: MemoryLayout<Value>.alignment) { memory in
      value.initialize(memory)
      address.initialize(with: wrap(memory.take(as: Value.self)))
    }
  }
}
