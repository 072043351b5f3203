/// A type whose stored properties are coded automatically, with no code of its own.
///
/// Conforming is one line. Reflection finds the stored properties of the type and of every superclass once, and
/// keeps them in a ``TypeMap``; any `Encoder` and `Decoder` then works on the type, and writes what the compiler's
/// synthesized `Codable` would write for a type of that shape.
///
/// ```swift
/// struct Coordinate: AutoCoding { let latitude: Double; let longitude: Double }
/// ```
///
/// Every requirement has a default. In a class, declare a requirement as `class var` **in the class that conforms**,
/// and `override` it below: Swift never calls a `class var` that first appears in a subclass of the conforming class.
/// ``Transient`` marks the property itself and has no such rule. In a struct or enum, declare requirements in the extension
/// that conforms: there, the compiler warns of a name that is nearly right.
///
/// If a module's default isolation is the main actor, write `nonisolated class` for a subclass of a class that conforms,
/// and `nonisolated extension` for an extension that conforms.
public protocol AutoCoding: Codable, SendableMetatype {
  /// A nested enum that says which stored properties are coded and under which keys, as for synthesized `Codable`: a
  /// case for each, named as the property; its `stringValue` is the key, and its `intValue` the one of formats with integers
  /// for keys. A property without a case is left out, and the others are coded in the order of the cases.
  ///
  /// Declaring one is up to the type; ``propertyKeys`` and ``unEncodedProperties`` say the same. It must be as accessible
  /// as the type is: the compiler would remove a private one from an optimized build without a trace, and so refuses it.
  ///
  /// What the extension of a protocol says is ignored, as the compiler ignores it. To be told from that, an alias in a type
  /// that conforms to protocols of its own has to stand for an enum nested in the type.
  associatedtype CodingKeys = AutoCodingKeys

  /// What ``unEncodedProperties`` is declared as: a set or an array of names. The compiler infers it.
  associatedtype UnEncodedProperties: Collection<String> = Set<String>

  /// What ``formerTypeNames`` is declared as: a set or an array of names. The compiler infers it.
  associatedtype FormerTypeNames: Collection<String> = Set<String>

  /// The names of stored properties that are neither written nor read, as a set or an array. The default is empty.
  ///
  /// The lists of a class and its superclasses are joined; no call of `super` is needed. A name that is no stored
  /// property is refused with an ``AutoCodingError`` when the type is first used. A subclass overrides the property with the
  /// type that it has in the class above.
  static var unEncodedProperties: UnEncodedProperties { get }

  /// Keys that differ from the property's name, by property name. The default is empty.
  ///
  /// A key with dots leads through nested objects: `["city": "address.city", "zip": "address.zip"]` writes and reads
  /// `{"address": {"city": …, "zip": …}}`, without a type for the address. Properties that begin alike share an object,
  /// which is written where the first of them is, and left out where all of them are. An object that is missing in the
  /// data is a missing key to its properties; null in its place is null to each of them.
  ///
  /// For a dot that is part of a key put a backslash before it (`"address\\.city"` in source code), and for a backslash
  /// before a dot another one. Keyed archives have no such objects: they take a path as one key with dots. So are dots in a
  /// nested ``CodingKeys`` part of a key, as in synthesized `Codable`.
  static var propertyKeys: [String: String] { get }

  /// All else that is said of stored properties, by property name. The default is empty.
  ///
  /// ```swift
  /// static var propertyRules: PropertyRules {
  ///   ["name": .key("fullName").formerly("nick"), "when": .transformed(by: Seconds.self), "session": .excluded]
  /// }
  /// ```
  ///
  /// The rules of a class and its superclasses are joined; no call of `super` is needed. A rule for an inherited property
  /// refines that of the superclass: what it says replaces what was said, and the rest stays. A name that is no stored
  /// property, a name that is there twice, and rules that contradict one another, ``propertyKeys`` or
  /// ``unEncodedProperties`` are refused with an ``AutoCodingError`` when the type is first used.
  static var propertyRules: PropertyRules { get }

  /// What is said of the type as a whole. The default says nothing.
  ///
  /// ```swift
  /// static let typeRules = TypeRules(keyStyle: .snakeCase)
  /// ```
  ///
  /// A subclass inherits what its own rules do not say.
  static var typeRules: TypeRules { get }

  /// The name under which data refers to the type. The default is "Module.Type", or "Module.Outer.Type", where the module is
  /// that of the outermost type.
  ///
  /// It is written where a value's type is not the declared one, and in keyed archives. A subclass does not inherit it:
  /// the name belongs to the class that declares it alone.
  static var archivedTypeName: String { get }

  /// Names that older data used for the type, as a set or an array. They are read, never written. The default is empty.
  static var formerTypeNames: FormerTypeNames { get }

  /// The version of the type's stored form; 0 unless it is declared.
  ///
  /// Raise it when properties change so that older data is no longer understood, and let ``migrate(_:from:)`` change
  /// that. A version above 0 is written with every value, under `$version`. Data of a newer version than the type's is an
  /// error, unless the decoder's `acceptsNewerVersions` says otherwise.
  ///
  /// In a class each level has its own: declare it in the class that conforms, and `override` it below. A level that says
  /// the same as the class above it, and does not override ``migrate(_:from:)``, has none of its own.
  static var archiveVersion: Int { get }

  /// Changes properties that an older version has written, before they are decoded. The default changes nothing.
  ///
  /// It is called where data is of a lower version than ``archiveVersion``; in a class for each level that overrides it,
  /// base first, with the level's own version. **Do not call `super`.**
  ///
  /// ```swift
  /// static func migrate(_ properties: inout ArchivedProperties, from version: Int) throws {
  ///   if version < 1 { properties.renameKey("mail", to: "email") }
  ///   if version < 2 {
  ///     let name = try properties.decode(String.self, forKey: "name").split(separator: " ", maxSplits: 1)
  ///     try properties.encode(String(name.first ?? ""), forKey: "firstName")
  ///     try properties.encode(String(name.last ?? ""), forKey: "lastName")
  ///     properties.removeValue(forKey: "name")
  ///   }
  /// }
  /// ```
  ///
  /// Keyed archives, JSON and dictionaries of this library's own decoders are migrated. Another decoder, such as
  /// `JSONDecoder`, cannot be; it throws where data would have to.
  ///
  /// - Parameters:
  ///   - properties: All of the record's, superclasses' and subclasses' included, by their keys in the data.
  ///   - version: What the data has for this type, or for this level of a class; 0 where it says nothing.
  /// - Throws: Whatever makes the data unacceptable; decoding fails with it.
  static func migrate(_ properties: inout ArchivedProperties, from version: Int) throws

  /// Called once after every stored property has been decoded. The default does nothing.
  ///
  /// - Throws: Whatever makes the decoded value unacceptable; decoding fails with it.
  mutating func didDecode() throws
}

/// The ``AutoCoding/CodingKeys`` of a type that declares none: a property's key is its name.
public enum AutoCodingKeys: CodingKey {}

/// A type that can be made without arguments, so that decoding starts from its defaults.
///
/// A key that is missing in the data leaves the property as `init()` set it.
public protocol DefaultInitializable: SendableMetatype {
  /// Makes a value with every property at its default.
  init()
}

extension AutoCoding where UnEncodedProperties == Set<String> {
  /// Empty: every stored property is coded.
  public static var unEncodedProperties: Set<String> { [] }
}

extension AutoCoding where FormerTypeNames == Set<String> {
  /// Empty: the type was never called anything else.
  public static var formerTypeNames: Set<String> { [] }
}

extension AutoCoding {
  /// Empty: a property's key is its name.
  public static var propertyKeys: [String: String] { [:] }
  /// Empty: nothing else is said of properties.
  public static var propertyRules: PropertyRules { [:] }
  /// Empty: nothing is said of the type as a whole.
  public static var typeRules: TypeRules { TypeRules() }
  /// The type's name with that of its module.
  public static var archivedTypeName: String { TypeLookup.name(of: Self.self) }
  /// 0: nothing is written.
  public static var archiveVersion: Int { 0 }
  /// Changes nothing.
  public static func migrate(_ properties: inout ArchivedProperties, from version: Int) throws {}
  /// Does nothing.
  public mutating func didDecode() throws { ThreadState.noteDefault(of: Self.self) }
}
