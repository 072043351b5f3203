/// A type whose stored properties are encoded and decoded automatically.
///
/// Conforming is one line. Reflection finds the stored properties of the type and of every superclass once, and
/// keeps them in a ``TypeMap``. The type then works with any `Encoder` and `Decoder`. The output is what the
/// compiler's synthesized `Codable` would write for a type of that shape.
///
/// ```swift
/// struct Coordinate: AutoCoding { let latitude: Double; let longitude: Double }
/// ```
///
/// Every requirement has a default. In a class, declare a requirement as `class var` **in the class that conforms**,
/// and `override` it below: Swift never calls a `class var` that first appears in a subclass of the conforming class.
/// ``Transient`` marks the property itself and has no such rule. In a struct or enum, declare requirements in the
/// extension that conforms: there, the compiler warns about a misspelled name.
///
/// If a module's default isolation is the main actor, write `nonisolated class` for a subclass of a class that
/// conforms, and `nonisolated extension` for an extension that conforms.
public protocol AutoCoding: Codable, SendableMetatype {
  /// A nested enum that lists the coded properties and their keys, as for synthesized `Codable`.
  ///
  /// Each case has the name of a property. The case's `stringValue` is the key, and its `intValue` is the key in
  /// formats with integer keys. A property without a case is left out. The others are coded in the order of the cases.
  ///
  /// The enum is optional: ``propertyKeys`` and ``unEncodedProperties`` can express the same. It must be as accessible
  /// as the type. The compiler rejects a private enum, since it would silently remove the enum from an optimized build.
  ///
  /// `CodingKeys` from a protocol extension is ignored, as the compiler ignores it. At run time, an alias of an enum
  /// outside the type looks the same. On Linux, such an alias is used if the type and its superclasses conform only to
  /// protocols of the toolchain and of this package, and is ignored otherwise; on other platforms it is an
  /// ``AutoCodingError``. An alias of an enum that is nested in the type is always used.
  associatedtype CodingKeys = AutoCodingKeys

  /// The type of ``unEncodedProperties``: a set or an array of names. The compiler infers it.
  associatedtype UnEncodedProperties: Collection<String> = Set<String>

  /// The type of ``formerTypeNames``: a set or an array of names. The compiler infers it.
  associatedtype FormerTypeNames: Collection<String> = Set<String>

  /// The names of stored properties that are neither written nor read, as a set or an array. The default is empty.
  ///
  /// The lists of a class and its superclasses are joined, without a call of `super`. A name that is not a stored
  /// property causes an ``AutoCodingError`` when the type is first used. An override in a subclass must have the same
  /// collection type as in the superclass.
  static var unEncodedProperties: UnEncodedProperties { get }

  /// Keys that differ from the property's name, by property name. The default is empty.
  ///
  /// A key with dots leads through nested objects: `["city": "address.city", "zip": "address.zip"]` writes and reads
  /// `{"address": {"city": …, "zip": …}}`, without a type for the address. Properties whose paths begin alike share an
  /// object. The object is written at the position of the first of them, and left out if all of them are left out. If
  /// the object is missing in the data, the keys of its properties are missing. If it is null, each of its properties
  /// is null.
  ///
  /// A number behind a dot is an index: `"images.0.url"` is read from the first of `{"images": [{"url": …}]}`. Such a path
  /// is only read, since the other elements are unknown: the property is `.decodedOnly` in ``propertyRules``, or the path
  /// is that of a former key. An index that the array does not have is a missing key. If a number is the key of an
  /// object, put a backslash before it (`"images.\\0"` in source code).
  ///
  /// Put a backslash before a dot that is part of a key (`"address\\.city"` in source code), and a second backslash
  /// before a backslash that precedes a dot. Keyed archives have no such objects: there, a path is one key with dots.
  /// Dots in a nested ``CodingKeys`` are also part of the key, as in synthesized `Codable`.
  static var propertyKeys: [String: String] { get }

  /// Rules for stored properties, by property name. The default is empty.
  ///
  /// ```swift
  /// static var propertyRules: PropertyRules {
  ///   ["name": .key("fullName").formerly("nick"), "when": .transformed(by: Seconds.self), "session": .excluded]
  /// }
  /// ```
  ///
  /// An enum has rules for its cases by name, and for their values: `"circle.radius": .key("r")`. A value without a label is
  /// `_0`, `_1` and so on.
  ///
  /// The article *Working with APIs* has a table of what rules can say.
  ///
  /// The rules of a class and its superclasses are joined, without a call of `super`. A rule for an inherited property
  /// refines the superclass's rule: it replaces the parts that it repeats or contradicts, and keeps the rest. A property that a
  /// superclass flattens, or only encodes or only decodes, takes no rule that contradicts that. An ``AutoCodingError`` is
  /// thrown when the type is first used if a name is not a stored property, if a name appears twice, or if rules
  /// contradict one another, ``propertyKeys`` or ``unEncodedProperties``.
  static var propertyRules: PropertyRules { get }

  /// Rules for the type as a whole. The default has none.
  ///
  /// ```swift
  /// static let typeRules = TypeRules(keyStyle: .snakeCase)
  /// ```
  ///
  /// A subclass inherits every rule that it does not set itself.
  static var typeRules: TypeRules { get }

  /// The name under which data refers to the type. The default is "Module.Type", or "Module.Outer.Type", where the
  /// module is that of the outermost type.
  ///
  /// The name is written if a value's type differs from the declared type, and in keyed archives. A subclass
  /// does not inherit it: the name belongs only to the class that declares it.
  static var archivedTypeName: String { get }

  /// Names that older data used for the type, as a set or an array. They are read, never written. The default is empty.
  ///
  /// A former "Module.Type" counts within the names of generic types, too: `Box<Item>` is read from data that names
  /// `App.Box<App.Thing>` if `App.Thing` is a former name of `Item`.
  static var formerTypeNames: FormerTypeNames { get }

  /// The version of the type's stored form. The default is 0.
  ///
  /// Raise it if a change to the properties makes older data unreadable, and convert that data in ``migrate(_:from:)``.
  /// A version above 0 is written with every value, under `$version`. Data of a newer version than the type's is an
  /// error, unless the decoder's `acceptsNewerVersions` is set.
  ///
  /// Each class of a hierarchy has a separate version: declare it in the class that conforms, and `override` it below.
  /// A subclass has no separate version if its version equals its superclass's and it does not override
  /// ``migrate(_:from:)``.
  static var archiveVersion: Int { get }

  /// Changes properties that an older version has written, before they are decoded. The default changes nothing.
  ///
  /// It is called if the data's version is lower than ``archiveVersion``. In a class hierarchy, it is called for each
  /// class that overrides it, base class first, with the data's version for that class. **Do not call `super`.**
  ///
  /// ```swift
  /// static func migrate(_ properties: inout ArchivedProperties, from version: Int) throws {
  ///   if version < 1 { properties.renameKey("mail", to: "email") }
  ///   if version < 2 {
  ///     let name = try properties.decode(String.self, forKey: "name").split(separator: " ", maxSplits: 1)
  ///     try properties.encode(String(name.first ?? ""), forKey: "firstName")
  ///     try properties.encode(String(name.dropFirst().first ?? ""), forKey: "lastName")
  ///     properties.removeValue(forKey: "name")
  ///   }
  /// }
  /// ```
  ///
  /// This library's decoders migrate JSON, property lists, keyed archives and dictionaries. Other decoders, such as
  /// `JSONDecoder`, cannot migrate: they throw if the data needs it.
  ///
  /// - Parameters:
  ///   - properties: All properties of the record, with super- and subclass properties, by their keys in the data.
  ///   - version: The data's version for this type, or for this class of a hierarchy; 0 if the data has none.
  /// - Throws: Whatever makes the data unacceptable; decoding fails with it.
  static func migrate(_ properties: inout ArchivedProperties, from version: Int) throws

  /// Called once after every stored property has been decoded. The default does nothing.
  ///
  /// By then it has been called for the models in the properties. Keyed archives hold graphs of objects: there, all
  /// objects have their properties before the first of these calls.
  ///
  /// - Throws: Whatever makes the decoded value unacceptable; decoding fails with it.
  mutating func didDecode() throws

  /// As ``didDecode()``, with what the caller has passed to the decoder. The default calls ``didDecode()``.
  ///
  /// ```swift
  /// mutating func didDecode(in context: DecodingContext) throws {
  ///   currency = context.userInfo[.currency] as? String ?? currency
  /// }
  /// ```
  ///
  /// Declare one of the two: a type that declares both is refused with an ``AutoCodingError`` when its first value is
  /// decoded.
  ///
  /// - Parameter context: Has the decoder's `userInfo`.
  /// - Throws: Whatever makes the decoded value unacceptable; decoding fails with it.
  mutating func didDecode(in context: DecodingContext) throws

  /// Called before a value is encoded by its properties, its case or its raw value. The default does nothing.
  ///
  /// It is called once each time that a value is encoded, before the calls for the values in its properties. A keyed
  /// archive has an object once, however many references there are to it, and the call comes before anything of the
  /// object is written. An object may change its properties; a struct cannot. Of an enum with raw values, it may be called
  /// once more for the first case, to find out whether there is a `willEncode()`.
  ///
  /// - Throws: Whatever makes the value unfit to be encoded; encoding fails with it.
  func willEncode() throws
}

/// The ``AutoCoding/CodingKeys`` of a type that declares none: a property's key is its name.
public enum AutoCodingKeys: CodingKey {}

/// A type that can be initialized without arguments, so that decoding starts from its defaults.
///
/// A key that is missing in the data leaves the property as `init()` set it.
public protocol DefaultInitializable: SendableMetatype {
  /// Creates a value with every property at its default.
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
  /// Empty: there are no rules for properties.
  public static var propertyRules: PropertyRules { [:] }
  /// Empty: there are no rules for the type as a whole.
  public static var typeRules: TypeRules { TypeRules() }
  /// The type's name with that of its module.
  public static var archivedTypeName: String { TypeLookup.name(of: Self.self) }
  /// 0: nothing is written.
  public static var archiveVersion: Int { 0 }
  /// Changes nothing.
  public static func migrate(_ properties: inout ArchivedProperties, from version: Int) throws {}
  /// Does nothing.
  public mutating func didDecode() throws { ThreadState.noteDefault(.didDecode, of: Self.self) }
}
