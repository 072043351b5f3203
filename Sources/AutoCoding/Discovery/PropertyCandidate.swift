import Observation

/// A stored property before it is added to a map.
struct PropertyCandidate {
  let child: TypeMirror.Child
  let declaringType: Any.Type
  /// The position of the declaring class in the chain, base first.
  let level: Int
  /// The name in the source, as far as metadata has it.
  private(set) var name: String

  var path: PropertyPath {
    didSet { isKeyDeclared = true }
  }
  var formerPaths: [PropertyPath] = []
  /// The declaration that states the first of the former paths.
  var formerSource: String?
  var exclusion: TypeMap.Property.Exclusion?
  var transformer: DeclaredTransformer?
  var declaredDefault: DeclaredDefault?
  var direction: PropertyRule.Direction?
  var documentation: String?
  /// Whether the property's own properties are coded in the object around it.
  var isFlattened = false
  /// Whether a missing key is an error although `init()` sets a value.
  var isRequired = false
  /// Whether nil is written as null.
  var encodesNil = false
  /// Whether nil of all properties of the type is written as null.
  private(set) var encodesNilByType = false
  /// Whether a value that equals the default is left out.
  var omitsDefault = false
  /// What tells whether the value is the default that is left out; see ``OmissionDiscovery``.
  var omission: OmittedDefault?
  /// What the type and its superclasses state about it, without what a class below has replaced.
  var statements: [DeclaredRules.Statement] = []
  /// What is made of values that cannot be decoded.
  var recoveries: Set<ErrorRecovery> = []
  /// The declared default, made for the property's type; see ``makeDefault()``.
  var defaultValue: TypeMap.DefaultValue?

  /// A transformer that the type declares, and the declaration that names it.
  struct DeclaredTransformer {
    let type: any PropertyTransformer.Type
    let source: String
  }

  /// A default that the type declares, and the declaration that states it.
  struct DeclaredDefault {
    let content: DefaultContent
    let source: String
  }

  /// Whether this is a property of a struct or class rather than an element of a tuple or payload.
  private var isStored = false
  /// Whether the storage certainly belongs to a property wrapper.
  private(set) var isWrapper = false
  /// Whether the type declares the property's key.
  private(set) var isKeyDeclared = false
  /// The name of the wrapped property, if the storage may or may not belong to a property wrapper.
  private(set) var wrapperName: String?
  /// The name of the storage that `@Observable` makes for the property. A property that the macro leaves alone may have it.
  private var observedStorage: String?

  init(_ child: TypeMirror.Child, declaringType: Any.Type, level: Int, name: String) {
    self.child = child
    self.declaringType = declaringType
    self.level = level
    self.name = name
    path = PropertyPath(name)
  }

  /// How a type can leave a property out.
  enum PossibleExclusion {
    case namedOrTransient
    /// By name only: the compiler takes no property wrapper at `let`, `lazy` and `unowned`.
    case named
    /// Not at all: a value of a payload is part of its case.
    case none
  }

  var possibleExclusion: PossibleExclusion {
    if !isStored { return .none }
    let takesWrapper = child.isVariable && child.ownership == .strong && !isLazy
    return takesWrapper ? .namedOrTransient : .named
  }

  /// Whether the storage is that of a `lazy` property.
  var isLazy: Bool { child.label.hasPrefix(Self.lazyPrefix) }

  /// Whether the property may be of a noncopyable type, in place of which reflection reports `()`. If its bytes lie in what
  /// looks like padding, no gap shows it.
  var mayBeNoncopyable: Bool { isStored && child.type == Void.self }

  /// Whether a value of a payload has neither a label nor a key.
  var isUnlabeled: Bool { child.label.isEmpty && !isKeyDeclared }

  /// Adds the stored properties that a type itself declares.
  static func add(of mirror: TypeMirror, level: Int, to candidates: inout [PropertyCandidate]) {
    let isObservable = mirror.children.contains { $0.label == registrarName }
    for child in mirror.children {
      var candidate = PropertyCandidate(
        child, declaringType: mirror.subjectType, level: level, name: child.label.withoutBackticks)
      candidate.isStored = true
      candidate.recognize(isObservable: isObservable)
      candidates.append(candidate)
    }
  }

  /// The compiler's prefix for the storage of a `lazy` property, which is Optional.
  private static let lazyPrefix = "$__lazy_storage_$_"
  /// The registrar that `@Observable` adds to a class. The macro prefixes the names of other storage with an
  /// underscore.
  private static let registrarName = "_$observationRegistrar"

  private mutating func recognize(isObservable: Bool) {
    // Without the backticks that metadata has around the name of a wrapper's storage, too.
    let label = name
    var plainName: String { String(label.dropFirst()) }
    let isLeaf = Codec.leaf(for: child.type) != nil
    if !isLeaf, Conformances.includes(child.type, (any TransientProperty.Type).self) {
      name = plainName
      exclusion = .transient
    } else if label.hasPrefix(Self.lazyPrefix) {
      name = String(label.dropFirst(Self.lazyPrefix.count))
    } else if label == Self.registrarName {
      exclusion = .observationRegistrar
    } else if label.hasPrefix("_"), !plainName.isEmpty {
      let isPropertyWrapper = !isLeaf && isPropertyWrapper
      if isObservable && child.isVariable || isPropertyWrapper {
        name = plainName
        isWrapper = isPropertyWrapper
        if !isPropertyWrapper { observedStorage = label }
      } else if !isLeaf, mayBePropertyWrapper {
        wrapperName = plainName
      }
    }
    if child.ownership == .weak { exclusion = exclusion ?? .weakReference }
    path = PropertyPath(name)
    isKeyDeclared = false
  }

  /// Makes the key from the name, unless the type declares a key.
  mutating func makeKey(_ key: (String) -> String) {
    guard !isKeyDeclared else { return }
    path = PropertyPath(key(name))
    isKeyDeclared = false
  }

  /// Writes nil as null, if the property is one that may be nil. A `lazy` property is not, unless its type is Optional:
  /// its storage is nil until the value is made.
  mutating func encodeNil() {
    var type = child.type
    if isLazy {
      type = Conformances.cast(type, to: (any AnyOptional.Type).self)?.wrappedType ?? type
    }
    encodesNilByType = Metadata(type).kind == .optional && !isFlattened
  }

  /// Whether a policy for `name` applies to this property.
  func isNamed(_ name: String) -> Bool {
    self.name == name || wrapperName == name || observedStorage == name
  }

  // MARK: Property wrappers

  /// Whether the storage certainly belongs to a property wrapper.
  private var isPropertyWrapper: Bool {
    if Conformances.includes(child.type, (any CodedPropertyWrapper.Type).self) { return true }
    guard let mirror = try? TypeMirror(reflecting: child.type) else { return false }
    return mirror.children.contains { ["wrappedValue", "_wrappedValue"].contains($0.label) }
  }

  /// Whether the storage may belong to a property wrapper. Metadata does not say. Types of the standard library are not
  /// wrappers. A model may be one if its `init(from:)` is handwritten, as in a wrapper that is coded as its value.
  private var mayBePropertyWrapper: Bool {
    guard [.structure, .class, .enumeration].contains(Metadata(child.type).kind),
      !Conformances.includes(child.type, (any ComposedType.Type).self), !TypeLookup.isToolchain(child.type)
    else { return false }
    guard let model = Conformances.cast(child.type, to: (any AutoCoding.Type).self) else { return true }
    return CodingProbe.decodingDefault(of: model) == nil
  }

  // MARK: Values

  /// The initial value of a property that is left out, if there is no `init()`; nil if it is unknown.
  var initialValue: (@Sendable (UnsafeMutableRawPointer) -> Void)? {
    if let defaultValue { return { defaultValue.initialize($0) } }
    if exclusion == .observationRegistrar {
      if #available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *), child.type == ObservationRegistrar.self {
        return { $0.initialize(with: ObservationRegistrar()) }
      }
      return nil
    }
    guard let stored = child.storedType else { return nil }
    let type = Conformances.cast(stored, to: (any TransientProperty.Type).self)?.valueType ?? stored
    guard Metadata(type).kind == .optional else { return nil }
    let operations = ValueOperations(type)
    if child.ownership == .strong { return { operations.injectTag(1, at: $0) } }
    return { operations.zero($0) }
  }

  /// The weak reference that formats with identity keep, if the property is one to an object of a class that is coded.
  var weakReference: TypeMap.WeakReference? {
    guard exclusion == .weakReference,
      let wrapped = Conformances.cast(child.type, to: (any AnyOptional.Type).self)?.wrappedType as? AnyClass,
      Conformances.includes(wrapped, (any AutoCoding.Type).self)
    else { return nil }
    return TypeMap.WeakReference(
      key: PropertyKey(path.joined), offset: child.offset, type: wrapped, isVariable: child.isVariable)
  }

  /// Whether nil is left out: not if the property is declared as a generic parameter, or would be decoded as a default.
  var omitsNil: Bool {
    isDeclaredOptional && !encodesNil && !encodesNilByType
      && (direction == .encodedOnly || defaultValue?.isNil ?? true)
  }

  private var isDeclaredOptional: Bool { child.isDeclaredOptional || isFlattened }

  /// The transformer that is registered for the property's type, or nil.
  var registeredTransformer: DeclaredTransformer? { CodecDiscovery.registeredTransformer(for: child.type) }

  func codec() throws -> Codec {
    let codec = try codecOfStorage()
    if isRequired, codec.kind == .optional || codec.wrapper?.hasDefault == true {
      let value = codec.kind == .optional ? "a missing key is nil" : "its wrapper has a value for a missing key"
      throw CodecDiscovery.Failure(
        "propertyRules says that its key is required, but \(value).",
        remedy: "Remove .required, or give the property another type.", code: .invalidRule)
    }
    if encodesNil, codec.kind != .optional { throw onlyForOptionals("its nil is encoded", ".encodesNil") }
    guard isLazy, let storage = codec.optional,
      let value = storage.wrapped.optional
    else { return recoveries.isEmpty ? codec : try recovering(codec) }
    let recovering = recoveries.isEmpty ? value : try recovering(value)
    return OptionalCodec(storageOfLazy: storage.type, wrapped: recovering.optional ?? value)
  }

  /// Returns a codec that recovers from what cannot be decoded, as the rule says. It belongs to this property alone.
  private func recovering(_ codec: Codec) throws -> Codec {
    if recoveries.contains(.skippedByProperty), !(codec.optional?.wrapped ?? codec).skipUndecodable() {
      throw CodecDiscovery.Failure(
        "propertyRules says that it \(ErrorRecovery.skippedByProperty.claim ?? ""), but it is no array, set or dictionary.",
        remedy: "Give the property such a type, or an Optional of one, or remove .skipsUndecodableElements.",
        code: .invalidRule)
    }
    if recoveries.contains(.defaultForNull), codec.readsNullByItself {
      throw CodecDiscovery.Failure(
        "propertyRules says that it \(ErrorRecovery.defaultForNull.claim ?? ""), but null is a value of its type.",
        remedy: "Remove .defaultForNull, or give the property another type.", code: .invalidRule)
    }
    guard recoveries.contains(.nilForProperty) else { return codec }
    guard let optional = codec.optional else {
      throw onlyForOptionals("it \(ErrorRecovery.nilForProperty.claim ?? "")", ".nilForUndecodable")
    }
    return OptionalCodec(
      type: optional.type, wrapped: optional.wrapped, omitsNil: omitsNil, isDeclared: isDeclaredOptional,
      isNilForUndecodable: true)
  }

  private func onlyForOptionals(_ claim: String, _ rule: String) -> CodecDiscovery.Failure {
    if let transformer, Metadata(child.type).kind == .optional {
      let isNil = rule == ".nilForUndecodable"
      return CodecDiscovery.Failure(
        "propertyRules says that \(claim), but \(TypeLookup.name(of: transformer.type)) stores its Optional as a value of another "
          + "type.",
        remedy: isNil
          ? "Write .default(nil).defaultForUndecodable, or remove \(rule)."
          : "Let the transformer store nil as null, or remove \(rule).", code: .invalidRule)
    }
    return CodecDiscovery.Failure(
      "propertyRules says that \(claim), but only an Optional can be nil.",
      remedy: "Make the property Optional, or remove \(rule).", code: .invalidRule)
  }

  private func codecOfStorage() throws -> Codec {
    switch child.ownership {
    case .strong: break
    case .weak: throw CodecDiscovery.Failure("Weak references cannot be stored here.")
    case .unowned, .unmanaged: throw CodecDiscovery.Failure("Unowned references cannot be stored.")
    }
    if mayBeNoncopyable {
      throw CodecDiscovery.Failure(
        "Its type is '()', which has nothing to store, or noncopyable, which reflection does not show.")
    }
    if let wrapperName, !isKeyDeclared {
      throw CodecDiscovery.Failure(
        "The storage may be that of a property wrapper '@… var \(wrapperName)', or of a property of that name.",
        remedy: "Adopt CodedPropertyWrapper in \(_typeName(child.type, qualified: false)), or state the key: "
          + "propertyKeys [\"\(wrapperName)\": …].")
    }
    if let transformer = transformer ?? registeredTransformer {
      guard child.storedType == child.type else {
        throw CodecDiscovery.Failure(
          "The metatype of a struct or enum takes no memory, so it has no value to transform.")
      }
      if Metadata(child.type).holdsFunction {
        throw CodecDiscovery.Failure("A function is stored in a form that a transformer cannot take.")
      }
      return try CodecDiscovery.codec(for: child.type, by: transformer, omitsNil: omitsNil)
    }
    let codec = try CodecDiscovery.codec(for: child.type)
    guard let optional = codec.optional, !omitsNil else { return codec }
    return OptionalCodec(
      type: optional.type, wrapped: optional.wrapped, omitsNil: false, isDeclared: isDeclaredOptional)
  }
}

/// ``Transient`` with any wrapped type.
protocol TransientProperty: DefaultableWrapper {}

extension Transient: TransientProperty {
  static var valueType: Any.Type { Value.self }

  static func makeDefault(_ value: PropertyDefault) -> PropertyDefault {
    WrappedDefault<Value, Self>(value) { Transient(wrappedValue: $0) }
  }
}
