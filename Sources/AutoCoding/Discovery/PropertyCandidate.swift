/// A stored property on its way into a map.
struct PropertyCandidate {
  let child: TypeMirror.Child
  let declaringType: Any.Type
  /// The position of the declaring class in the chain, base first.
  let level: Int
  /// The name in the source.
  let name: String

  var key: String
  var formerKeys: [String] = []
  var exclusion: TypeMap.Property.Exclusion?

  init(_ child: TypeMirror.Child, declaringType: Any.Type, level: Int, name: String) {
    self.child = child
    self.declaringType = declaringType
    self.level = level
    self.name = name
    key = name
  }

  init(_ child: TypeMirror.Child, declaringType: Any.Type, level: Int) {
    self.child = child
    self.declaringType = declaringType
    self.level = level
    if child.type is any TransientProperty.Type {
      name = String(child.label.dropFirst())
      exclusion = .transient
    } else if child.label.hasPrefix(Self.lazyPrefix) {
      name = String(child.label.dropFirst(Self.lazyPrefix.count))
    } else {
      name = child.label.withoutBackticks
    }
    key = name
  }

  /// What the compiler puts before the name of a `lazy` property's storage, which is Optional.
  private static let lazyPrefix = "$__lazy_storage_$_"

  /// The Optional that the property's storage is, or wraps; nil is what it holds where it is left out.
  var storedOptional: Any.Type? {
    let type = (child.type as? any TransientProperty.Type)?.valueType ?? child.type
    return Metadata(type).kind == .optional ? type : nil
  }

  func codec() throws -> Codec {
    switch child.ownership {
    case .strong: break
    case .weak: throw CodecDiscovery.Failure("Weak references are not coded yet.")
    case .unowned, .unmanaged: throw CodecDiscovery.Failure("Unowned references cannot be stored.")
    }
    if isWrapped { throw CodecDiscovery.Failure("Property wrappers are not coded yet.") }
    let codec = try CodecDiscovery.codec(for: child.type)
    guard let optional = codec as? OptionalCodec, !child.isDeclaredOptional else { return codec }
    return OptionalCodec(type: optional.type, wrapped: optional.wrapped, omitsNil: false)
  }

  /// Whether the storage is a property wrapper's. Nothing in the metadata says so: it is named like one, and its type
  /// stores a wrapped value.
  private var isWrapped: Bool {
    guard child.label.hasPrefix("_"), let mirror = try? TypeMirror(reflecting: child.type) else { return false }
    return mirror.children.contains { ["wrappedValue", "_wrappedValue"].contains($0.label) }
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
