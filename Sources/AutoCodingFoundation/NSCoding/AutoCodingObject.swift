import AutoCoding
import Foundation

/// A base class for models that Foundation's archivers can archive without further code.
///
/// ```swift
/// class Book: AutoCodingObject {
///   var title = ""
///   var pages: Int?
/// }
/// let data = try NSKeyedArchiver.archivedData(withRootObject: book, requiringSecureCoding: true)
/// ```
///
/// A subclass is `NSSecureCoding`, `AutoCoding` and `DefaultInitializable`, and so are its subclasses. The requirements
/// of `AutoCoding` are declared here as `open class var`, so that a subclass can override them and the compiler checks
/// the override. The lists of a class and its superclasses are joined; do not call `super`.
///
/// If a key is missing in an archive, the property keeps the value that `init()` set. A value of the wrong type fails
/// the coder, with an error that names the property. A subclass that declares other initializers must declare
/// `required init()` too; it then inherits `init(coder:)`. If the module's default isolation is the main actor, declare
/// subclasses `nonisolated class`.
///
/// Objects are copied, compared, hashed and described by their coded properties, as by `ModelValue`. A subclass may
/// override each of these members; override `isEqual(_:)` and `hash` together. Do not change an object while it is in a
/// set or a key of a dictionary: its hash changes with it.
open class AutoCodingObject: NSObject, NSSecureCoding, NSCopying, AutoCoding, DefaultInitializable, OverridableCalls {
  /// True: only values of the declared types are decoded.
  open class var supportsSecureCoding: Bool { true }

  /// The names of stored properties that are neither written nor read. The default is empty.
  ///
  /// Declare an override as a set; the compiler rejects an array.
  open class var unEncodedProperties: Set<String> { [] }
  /// Keys that differ from the property's name, by property name. The default is empty.
  open class var propertyKeys: [String: String] { [:] }
  /// Rules of stored properties by property name: former keys, transformers and more. The default is empty.
  open class var propertyRules: PropertyRules { [:] }
  /// Rules of the class as a whole. The default is empty.
  open class var typeRules: TypeRules { TypeRules() }
  /// Names that older archives used for the class. They are read, never written. The default is empty. Declare an
  /// override as a set.
  open class var formerTypeNames: Set<String> { [] }
  /// The version of the class's stored form. The default is 0.
  open class var archiveVersion: Int { 0 }
  /// Converts properties that an older version has written. The default changes nothing.
  ///
  /// All decoders of this library call it. Foundation's unarchiver throws if data needs a migration.
  ///
  /// - Throws: Any error that rejects the data; decoding then fails with it.
  open class func migrate(_ properties: inout ArchivedProperties, from version: Int) throws {}

  /// The name under which data refers to the class: the one that Foundation's archivers use. On Apple platforms that is
  /// the name of `@objc(Name)`, if given. Otherwise it is "Module.Type" or "Module.Outer.Type".
  ///
  /// Foundation's archivers do not use this property: overriding it affects only archives of `KeyedArchiveEncoder`.
  open class var archivedTypeName: String {
    #if canImport(ObjectiveC)
    let name = NSStringFromClass(self)
    // The runtime's name of a nested or private class is mangled.
    if !name.hasPrefix("_Tt") { return name }
    #endif
    return TypeLookup.name(of: self)
  }

  /// Creates an object with all properties at their defaults.
  public required override init() { super.init() }

  /// Decodes an object.
  ///
  /// If decoding fails, the coder has the error. On Linux, `NSKeyedUnarchiver` drops the error if this initializer
  /// returns nil. So there it returns an object with its defaults, and `unarchivedObject(ofClass:from:)` throws.
  public required convenience init?(coder: NSCoder) {
    guard CoderBridge.isExpected(Self.self, by: coder) else { return nil }
    self.init()
    guard CoderBridge.decodeProperties(of: self, from: coder) else { return nil }
  }

  /// Encodes all stored properties, those of superclasses first.
  ///
  /// Only Foundation's archivers call it and `init(coder:)`. What an override adds is not in the archives of
  /// `KeyedArchiveEncoder` or in any other format: store it in a property.
  open func encode(with coder: NSCoder) {
    CoderBridge.encodeProperties(of: self, with: coder)
  }

  #if !canImport(ObjectiveC)
  /// The class itself, if Foundation has a name for it. Foundation has none for nested, private and generic classes and
  /// would stop the process; encoding such a class fails with an error instead.
  open override var classForKeyedArchiver: AnyClass? {
    CoderBridge.hasArchivableName(type(of: self)) ? type(of: self) : AutoCodingObject.self
  }
  #endif

  /// Called once after all stored properties were decoded. The default does nothing.
  ///
  /// - Throws: Any error that rejects the decoded object; decoding then fails with it.
  open func didDecode() throws {}

  /// Called once after all stored properties were decoded. The default calls ``didDecode()``: override one of the two.
  ///
  /// - Parameter context: Has the decoder's `userInfo`. Foundation's unarchivers have none.
  /// - Throws: Any error that rejects the decoded object; decoding then fails with it.
  open func didDecode(in context: DecodingContext) throws { try didDecode() }

  /// Called before the object is encoded. The default does nothing.
  ///
  /// - Throws: Any error that keeps the object from being encoded; encoding then fails with it.
  open func willEncode() throws {}

  /// Returns a copy of the object, with copies of all objects that it refers to, as `ModelValue.copy(of:)` makes it.
  ///
  /// Properties that are not coded have their defaults, and `didDecode()` is called.
  ///
  /// - Parameter zone: Ignored.
  /// - Returns: The copy. If the object cannot be copied, the `NSError` that says why, since `NSCopying` cannot throw;
  ///   `ModelValue.copy(of:)` throws it.
  open func copy(with zone: NSZone? = nil) -> Any { ObjectValues.copy(of: self) }

  /// Returns whether an object is of the same class and has equal coded properties, including all objects that they
  /// refer to, as `ModelValue.areEqual(_:_:)` finds out.
  ///
  /// An object that cannot be compared, since its class cannot be coded, equals only itself.
  ///
  /// - Complexity: As for `ModelValue.areEqual(_:_:)`; O(1) for the object itself.
  open override func isEqual(_ object: Any?) -> Bool {
    guard let other = object.flatMap({ exactObject($0, ofClass: type(of: self)) }) else { return false }
    // Safe: it is of the same class.
    return other === self || ObjectValues.areEqual(self, unsafeDowncast(other, to: AutoCodingObject.self)) ?? false
  }

  /// A hash of the coded properties that agrees with ``isEqual(_:)``. Of objects that they refer to, only the classes
  /// count.
  ///
  /// - Complexity: O(*n*), where *n* is the number of the object's properties and the elements in them.
  open override var hash: Int { ObjectValues.hash(of: self) ?? ObjectIdentifier(self).hashValue }

  /// The coded properties as an indented tree of text, as `ModelValue.description(of:)` shows them.
  open override var description: String { ObjectValues.description(of: self) ?? super.description }
}
