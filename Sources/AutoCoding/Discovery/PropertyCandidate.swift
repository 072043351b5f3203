import Observation

/// A stored property on its way into a map.
struct PropertyCandidate {
  let child: TypeMirror.Child
  let declaringType: Any.Type
  /// The position of the declaring class in the chain, base first.
  let level: Int
  /// The name in the source, as far as metadata tells it.
  private(set) var name: String

  var path: PropertyPath {
    didSet { isKeyDeclared = true }
  }
  var formerPaths: [PropertyPath] = []
  var exclusion: TypeMap.Property.Exclusion?
  var transformer: DeclaredTransformer?

  /// A transformer that the type names, and what names it.
  struct DeclaredTransformer {
    let type: any PropertyTransformer.Type
    let source: String
  }

  /// Whether this is a property of a struct or class, and no element of a tuple or payload.
  private var isStored = false
  /// Whether the storage is known to be a property wrapper's.
  private(set) var isWrapper = false
  /// Whether the type says which key the property has.
  private var isKeyDeclared = false
  /// What the storage is named like, where nothing tells whether it belongs to a property wrapper.
  private(set) var wrapperName: String?

  init(_ child: TypeMirror.Child, declaringType: Any.Type, level: Int, name: String) {
    self.child = child
    self.declaringType = declaringType
    self.level = level
    self.name = name
    path = PropertyPath(name)
  }

  /// The stored properties that a type itself declares.
  static func candidates(of mirror: TypeMirror, level: Int) -> [PropertyCandidate] {
    let isObservable = mirror.children.contains { $0.label == registrarName }
    return mirror.children.map { child in
      var candidate = PropertyCandidate(
        child, declaringType: mirror.subjectType, level: level, name: child.label.withoutBackticks)
      candidate.isStored = true
      candidate.recognise(isObservable: isObservable)
      return candidate
    }
  }

  /// What the compiler puts before the name of a `lazy` property's storage, which is Optional.
  private static let lazyPrefix = "$__lazy_storage_$_"
  /// The storage that `@Observable` adds to a class, whose other storage it names with an underscore.
  private static let registrarName = "_$observationRegistrar"

  private mutating func recognise(isObservable: Bool) {
    let plainName = String(child.label.dropFirst())
    if child.type is any TransientProperty.Type {
      name = plainName
      exclusion = .transient
    } else if child.label.hasPrefix(Self.lazyPrefix) {
      name = String(child.label.dropFirst(Self.lazyPrefix.count))
    } else if child.label == Self.registrarName {
      exclusion = .observationRegistrar
    } else if child.label.hasPrefix("_"), !plainName.isEmpty {
      if isObservable && child.isVariable || isPropertyWrapper {
        name = plainName
        isWrapper = isPropertyWrapper
      } else if mayBePropertyWrapper {
        wrapperName = plainName
      }
    }
    if child.ownership == .weak { exclusion = exclusion ?? .weakReference }
    path = PropertyPath(name)
    isKeyDeclared = false
  }

  /// Makes the key from the name, unless the type says which it is.
  mutating func makeKey(_ key: (String) -> String) {
    guard !isKeyDeclared else { return }
    path = PropertyPath(key(name))
    isKeyDeclared = false
  }

  /// Whether a policy of the type that names `name` means this property.
  func isNamed(_ name: String) -> Bool {
    self.name == name || wrapperName == name
  }

  // MARK: Property wrappers

  /// Whether the storage is a property wrapper's for certain.
  private var isPropertyWrapper: Bool {
    if child.type is any CodedPropertyWrapper.Type { return true }
    guard let mirror = try? TypeMirror(reflecting: child.type) else { return false }
    return mirror.children.contains { ["wrappedValue", "_wrappedValue"].contains($0.label) }
  }

  /// Whether the storage may be a property wrapper's. Nothing in the metadata says so; the standard library's types and
  /// models are none.
  private var mayBePropertyWrapper: Bool {
    guard [.structure, .class, .enumeration].contains(Metadata(child.type).kind) else { return false }
    return Codec.leaf(for: child.type) == nil && !(child.type is any ComposedType.Type)
      && !(child.type is any AutoCoding.Type) && !TypeLookup.isToolchain(child.type)
  }

  // MARK: Values

  /// What the property starts with where it is left out and there is no `init()`; nil where nothing tells.
  var initialValue: (@Sendable (UnsafeMutableRawPointer) -> Void)? {
    if exclusion == .observationRegistrar {
      if #available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *), child.type == ObservationRegistrar.self {
        return { $0.initialize(with: ObservationRegistrar()) }
      }
      return nil
    }
    let type = (child.type as? any TransientProperty.Type)?.valueType ?? child.type
    guard Metadata(type).kind == .optional else { return nil }
    let operations = ValueOperations(type)
    if child.ownership == .strong { return { operations.injectTag(1, at: $0) } }
    return { operations.zero($0) }
  }

  /// The property as a reference that formats with identity keep: weak, and to an object of a class that is coded.
  var weakReference: TypeMap.WeakReference? {
    guard exclusion == .weakReference,
      let wrapped = (child.type as? any AnyOptional.Type)?.wrappedType as? AnyClass,
      wrapped is any AutoCoding.Type
    else { return nil }
    return TypeMap.WeakReference(key: PropertyKey(path.joined), offset: child.offset, type: wrapped)
  }

  func codec() throws -> Codec {
    switch child.ownership {
    case .strong: break
    case .weak: throw CodecDiscovery.Failure("Weak references cannot be stored here.")
    case .unowned, .unmanaged: throw CodecDiscovery.Failure("Unowned references cannot be stored.")
    }
    // Reflection gives `()` for the type of a noncopyable property.
    if isStored, child.type == Void.self { throw CodecDiscovery.Failure("'()' has nothing to store.") }
    if let wrapperName, !isKeyDeclared {
      throw CodecDiscovery.Failure(
        "The storage may be that of a property wrapper '@… var \(wrapperName)', or of a property of that name.",
        remedy: "Adopt CodedPropertyWrapper in \(_typeName(child.type, qualified: false)), or state the key: "
          + "propertyKeys [\"\(wrapperName)\": …].")
    }
    if let transformer {
      return try CodecDiscovery.codec(for: child.type, by: transformer, omitsNil: child.isDeclaredOptional)
    }
    let codec = try CodecDiscovery.codec(for: child.type)
    guard let optional = codec as? OptionalCodec, !child.isDeclaredOptional else { return codec }
    return OptionalCodec(type: optional.type, wrapped: optional.wrapped, omitsNil: false)
  }
}

extension String {
  /// A raw identifier without the backticks that metadata shows and source code's keys do not.
  var withoutBackticks: String {
    guard count > 2, hasPrefix("`"), hasSuffix("`") else { return self }
    // Metadata has no-break spaces where the source has spaces.
    return String(dropFirst().dropLast().map { $0 == "\u{a0}" ? " " : $0 })
  }
}

/// ``Transient``, whatever it wraps.
protocol TransientProperty {
  static var valueType: Any.Type { get }
}

extension Transient: TransientProperty {
  static var valueType: Any.Type { Value.self }
}
