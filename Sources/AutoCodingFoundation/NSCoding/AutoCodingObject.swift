import AutoCoding
import Foundation

/// A base class for models that Foundation's archivers know, with no code for it.
///
/// ```swift
/// class Book: AutoCodingObject {
///   var title = ""
///   var pages: Int?
/// }
/// let data = try NSKeyedArchiver.archivedData(withRootObject: book, requiringSecureCoding: true)
/// ```
///
/// A subclass is `NSSecureCoding`, `AutoCoding` and `DefaultInitializable` at once, and so are those below
/// it. What decides how a class is coded is declared here as `open class var`, so that a subclass overrides it, and the
/// compiler checks that it does. The lists of a class and its superclasses are joined; no call of `super` is needed.
///
/// A key that is missing in an archive leaves the property as `init()` set it. A value of the wrong type fails the coder,
/// with an error that names the property. A subclass that declares initializers of its own declares `required init()`
/// too; `init(coder:)` is inherited then. Under default isolation to the main actor, subclasses are `nonisolated class`.
open class AutoCodingObject: NSObject, NSSecureCoding, AutoCoding, DefaultInitializable {
  /// True: values are decoded only as what the properties declare.
  open class var supportsSecureCoding: Bool { true }

  /// The names of stored properties that are neither written nor read. Empty.
  ///
  /// A subclass overrides it as a set; the compiler refuses an array.
  open class var unEncodedProperties: Set<String> { [] }
  /// Keys that differ from the property's name, by property name. Empty.
  open class var propertyKeys: [String: String] { [:] }
  /// Rules of stored properties by property name: former keys, transformers and more. Empty.
  open class var propertyRules: PropertyRules { [:] }
  /// Rules of the class as a whole. Empty.
  open class var typeRules: TypeRules { TypeRules() }
  /// Names that older archives used for the class, a set as well. They are read, never written. Empty.
  open class var formerTypeNames: Set<String> { [] }
  /// The version of the class's stored form. 0.
  open class var archiveVersion: Int { 0 }
  /// Changes properties that an older version has written. Changes nothing.
  ///
  /// Foundation's unarchiver throws where that would have to be done; `KeyedArchiveDecoder` does it.
  open class func migrate(_ properties: inout ArchivedProperties, from version: Int) throws {}

  /// The name under which data refers to the class: the one that Foundation's archivers use, which on Apple platforms is
  /// that of `@objc(Name)` where there is one. Else "Module.Type", or "Module.Outer.Type".
  ///
  /// Foundation's archivers do not ask for it: overriding it changes archives of `KeyedArchiveEncoder` alone.
  open class var archivedTypeName: String {
    #if canImport(ObjectiveC)
    let name = NSStringFromClass(self)
    // The runtime's name of a nested or private class is a mangled one.
    if !name.hasPrefix("_Tt") { return name }
    #endif
    return TypeLookup.name(of: self)
  }

  /// Makes an object with every property at its default.
  public required override init() { super.init() }

  /// Makes an object from what a coder has for it.
  ///
  /// Where that fails, the coder has the error. `NSKeyedUnarchiver` on Linux forgets the error of an object that is nil;
  /// there the object is returned with its defaults, and `unarchivedObject(ofClass:from:)` throws.
  public required convenience init?(coder: NSCoder) {
    guard CoderBridge.isExpected(Self.self, by: coder) else { return nil }
    self.init()
    guard CoderBridge.decodeProperties(of: self, from: coder) else { return nil }
  }

  /// Encodes every stored property, superclasses' first.
  open func encode(with coder: NSCoder) {
    CoderBridge.encodeProperties(of: self, with: coder)
  }

  #if !canImport(ObjectiveC)
  /// The class itself, where Foundation has a name for it. It has none for nested, private and generic classes, and would
  /// stop the process; encoding one of those fails with an error.
  open override var classForKeyedArchiver: AnyClass? {
    CoderBridge.hasArchivableName(type(of: self)) ? type(of: self) : AutoCodingObject.self
  }
  #endif

  /// Called once after every stored property has been decoded. Does nothing.
  ///
  /// - Throws: Whatever makes the decoded object unacceptable; decoding fails with it.
  open func didDecode() throws {}
}
