/// The stored properties of a type, as reflection found them once, and how each of them is coded.
///
/// ```swift
/// print(try TypeMap(reflecting: Person.self))
/// ```
///
/// Printing a map gives a table of properties, types and keys, with the reason for each property that is left out.
public struct TypeMap: Sendable {
  package let storage: Storage

  package init(_ storage: Storage) {
    self.storage = storage
  }

  /// The type that was reflected on.
  public var type: Any.Type { storage.type }

  /// The stored properties, superclasses' first, in the order in which they are coded; those included that are left
  /// out. An enum has none.
  public var properties: [Property] { storage.properties }

  /// Why values of the type can be encoded, but not decoded; nil if they can be decoded.
  public var decodingError: AutoCodingError? {
    if case .impossible(let error) = storage.construction { error } else { nil }
  }

  /// What kind of type a map is of.
  package enum Shape: Sendable {
    case structure
    case object(AnyClass)
    case enumeration(Cases)
    /// Coded as its raw value.
    case rawValue(Any.Type)
  }

  /// How an instance is made when decoding.
  package enum Construction: Sendable {
    /// From decoded properties alone, without an initializer.
    case memberwise
    /// By `init()`; decoded properties are assigned afterwards.
    case defaults(any DefaultInitializable.Type)
    /// Not at all: the type is encode-only.
    case impossible(AutoCodingError)
  }

  /// A property that is left out, and its initial value if an instance is made without `init()`.
  package struct UncodedProperty: Sendable {
    package let offset: Int
    /// Initializes the property at its address.
    package let initialize: @Sendable (UnsafeMutableRawPointer) -> Void
    /// Destroys the property, if an object is abandoned before it is complete.
    package let destroy: @Sendable (UnsafeMutableRawPointer) -> Void
    /// The operations on the property's memory if the initial value is a rule's, which replaces that of `init()`.
    package let replacement: ValueOperations?

    package init(
      offset: Int, replacement: ValueOperations? = nil,
      initialize: @escaping @Sendable (UnsafeMutableRawPointer) -> Void,
      destroy: @escaping @Sendable (UnsafeMutableRawPointer) -> Void
    ) {
      self.replacement = replacement
      self.offset = offset
      self.initialize = initialize
      self.destroy = destroy
    }
  }

  /// A weak reference to an object of a class that can be coded.
  package struct WeakReference: Sendable {
    package let key: PropertyKey
    private let offset: Int
    /// The declared class. The object may be of a subclass.
    package let type: AnyClass
    /// Whether the property is a `weak var`.
    package let isVariable: Bool

    package init(key: PropertyKey, offset: Int, type: AnyClass, isVariable: Bool) {
      self.key = key
      self.offset = offset
      self.type = type
      self.isVariable = isVariable
    }

    /// The object that the property of the object at `base` refers to.
    package func object(in base: UnsafeRawPointer) -> AnyObject? { WeakStorage.object(at: base + offset) }

    /// Makes the property of the object at `base` refer to an object.
    package func setObject(_ object: AnyObject?, in base: UnsafeMutableRawPointer) {
      WeakStorage.setObject(object, at: base + offset)
    }
  }
}
