/// Rules for a whole type, in ``AutoCoding/typeRules``.
///
/// ```swift
/// struct User: AutoCoding {
///   var firstName = "", lastName = ""
///   static let typeRules = TypeRules(keyStyle: .snakeCase)  // {"first_name": …, "last_name": …}
/// }
/// ```
///
/// Rules that are not given are inherited from the superclass, without a call of `super`.
public struct TypeRules: Sendable {
  /// How keys are made from the names of properties.
  public struct KeyStyle: Hashable, Sendable, CustomStringConvertible {
    /// The style's name.
    public let description: String

    /// The unchanged name. Use it to override the key style of a superclass, or to keep the key strategy of a coder from
    /// the type's keys.
    public static let original = KeyStyle(description: "original")
    /// `homeAddress` as `home_address` and `myURL` as `my_url`, as `JSONEncoder.KeyEncodingStrategy` converts them.
    public static let snakeCase = KeyStyle(description: "snakeCase")
    /// `homeAddress` as `HOME_ADDRESS` and `myURL` as `MY_URL`.
    public static let screamingSnakeCase = KeyStyle(description: "screamingSnakeCase")
    /// `homeAddress` as `home-address` and `myURL` as `my-url`.
    public static let kebabCase = KeyStyle(description: "kebabCase")
    /// `homeAddress` as `HomeAddress`, and `myURL` as `MyURL`.
    public static let pascalCase = KeyStyle(description: "pascalCase")
  }

  /// What is made of an object whose type key is missing, or has a value that is not listed.
  public enum UnknownType: Sendable {
    /// The object is refused with a `DecodingError`. This is the default.
    case error
    /// The object is decoded as the class that is declared for it, such as the base class.
    ///
    /// The keys that only the unknown class has are not kept, and neither is the tag, unless a property holds it: encoded
    /// again, the object has the tag of the declared class, or none if that is not listed. Do not replace the data that it came from with it. To pass on what
    /// the program does not know, keep the data as a ``JSONValue``.
    case base
  }

  /// Nil if it is inherited.
  private(set) var keyStyle: KeyStyle?
  /// Nil if it is inherited, with ``types`` and ``unknownType``.
  private(set) var typeKey: String?
  /// The classes that data may name, under their tags.
  private(set) var types: KeyValuePairs<String, any AutoCoding.Type>
  /// Nil if it is inherited, or not given.
  private(set) var unknownType: UnknownType?
  /// Whether what names a class or a case is an integer; nil if it is inherited, with ``typeKey``.
  private(set) var tagsAreIntegers: Bool?
  /// The key that names the case of an enum; nil if the case is itself a key.
  private(set) var caseKey: String?
  /// The key of the object that has the values of a case; nil if they are beside the name of the case.
  private(set) var contentKey: String?
  /// How the names of an enum's cases are made; nil if they are those of the source.
  private(set) var caseStyle: KeyStyle?
  /// Whether data does not name the case of an enum.
  private(set) var casesAreUntagged: Bool?
  /// The name of the case that unknown cases and raw values are decoded as; nil if they are an error.
  package private(set) var unknownCase: String?
  /// Whether nil is written as null; nil if it is inherited.
  private(set) var encodesNil: Bool?
  /// Whether defaults are left out; nil if it is inherited.
  private(set) var omitsDefaults: Bool?
  /// What the type is for; nil if it is inherited, or not given.
  package private(set) var documentation: String?
  /// Where the rules were made: in the subclass if it gives any argument.
  private(set) var location: RuleLocation

  /// Creates rules for a type. Each argument that is not given is inherited.
  ///
  /// `keyStyle` says how keys are made from the names of properties, those of superclasses included. A key that
  /// ``AutoCoding/propertyKeys``, a ``PropertyRule`` or a nested `CodingKeys` gives is taken as it is. The keys of a type
  /// with a key style are then final: the key strategies of AutoCoding's coders do not convert them. Those of other
  /// coders cannot be prevented. Leave `keyEncodingStrategy` and `keyDecodingStrategy` of `JSONEncoder` and
  /// `JSONDecoder` at their defaults for such a type, since `.convertFromSnakeCase` would hide the key `first_name` from
  /// it. An enum has no key style.
  ///
  /// `typeKey` and `types` let data name the classes of a hierarchy in the way of your API. They are given by its base
  /// class:
  ///
  /// ```swift
  /// class Vehicle: AutoCoding, DefaultInitializable {
  ///   var wheels = 0
  ///   class var typeRules: TypeRules { TypeRules(typeKey: "type", types: ["car": Car.self, "truck": Truck.self]) }
  ///   required init() {}
  /// }
  /// // {"type": "car", "wheels": 4} is a Car, as a property, in a collection and as a root
  /// ```
  ///
  /// Every object of the hierarchy is written with its tag, and data can name the listed classes alone: the base class,
  /// too, has to be listed to be named. A class with several tags is written with the first. To encode an object of a class that is not listed is an `EncodingError`. The tag
  /// may be anywhere in the object. It may be missing only if no listed class is below the declared one. A tag that is
  /// missing or not listed is a `DecodingError`, unless `unknownType` is `.base`: such an object is then of the declared
  /// class, and a base class that is not listed is written without a tag. What the data had is lost when the object is
  /// encoded. A lenient decoder takes such an object as one that
  /// does not fit. A class with its own `encode(to:)` writes its tag itself.
  ///
  /// A property may have the type key: a `String`, or an enum with such raw values, that holds the tag and is written in its
  /// place. Encoding is an `EncodingError` if it has another tag than that of the object's class. If `unknownType` is `.base`,
  /// an object of the base class may have one that is not listed, or none, and so keeps what the data had. Objects that are
  /// declared as a subclass may not: they would be decoded as the base class in other places.
  ///
  /// The tags belong to this hierarchy alone. They replace the key `$class`, and have nothing to do with
  /// ``AutoCoding/archivedTypeName``, under which keyed archives name classes. The type key is no key path; a coder's key
  /// strategy converts it as any other key. An ``AutoCodingError`` is thrown when the type is first used if a listed type
  /// is no subclass, a tag is listed twice, a property has the type key and cannot hold the tag, or a subclass gives
  /// another type key or other types.
  ///
  /// `caseKey` and `contentKey` are the same for the cases of an enum. They are no key paths, either:
  ///
  /// ```swift
  /// enum Shape: AutoCoding {
  ///   case circle(radius: Double), picture(Picture), empty
  ///   static let typeRules = TypeRules(caseKey: "type")
  /// }
  /// // {"type": "circle", "radius": 2}, {"type": "picture", "url": "…", "size": 3}, {"type": "empty"}
  /// // with contentKey: "value": {"type": "circle", "value": {"radius": 2}}, {"type": "empty"}
  /// ```
  ///
  /// Without a `contentKey`, the values of a case need labels or keys by rules, or have to be one struct, whose properties are then
  /// beside the name of the case. A property of it may have the case key: a `String`, or an enum with such raw values, that
  /// holds the name. The struct may have its own `Codable` code if that asks for a keyed container. Such code finds the name
  /// among the keys when it decodes. What the property or the code has under the case key, if anything, has to be the name,
  /// or encoding is an `EncodingError`.
  ///
  /// With a `contentKey`, a single value without a label is under that key itself. Other values are in an object under it,
  /// which is written even if all of them are nil, and may then be missing in data. The name may be anywhere in the
  /// object, and a name that is missing or unknown is a `DecodingError`. Keyed archives write such an enum as any
  /// other. An ``AutoCodingError`` is thrown when the type is first used if values cannot be beside the name, or if one
  /// of them has the case key and cannot hold the name.
  ///
  /// `caseStyle` makes the names of the cases in data from those in the source: with `.pascalCase`, `case lineString` is
  /// `"LineString"`, under the case key or as a key. A name that ``AutoCoding/propertyKeys`` or a ``PropertyRule``
  /// gives is taken as it is, and no key strategy converts the names. The keys of the values stay as they are. A nested
  /// `CodingKeys` is refused beside it.
  ///
  /// `tagsAreIntegers` says that what names the class or the case is a number, as in `{"type": 2, "label": "OK"}`. The tags in
  /// `types` are then integers as text, such as `["1": Row.self, "2": Button.self]`, and so are the names of the cases, which
  /// ``AutoCoding/propertyKeys`` state: `["row": "1", "button": "2"]`. A property that holds the tag is an integer, or an enum
  /// with such raw values. An ``AutoCodingError`` is thrown when the type is first used if a tag is no integer.
  ///
  /// `casesAreUntagged` says that data does not name the case of an enum, but has its value alone:
  ///
  /// ```swift
  /// enum Size: AutoCoding {
  ///   case number(Int), text(String), box(width: Int, height: Int)
  ///   static let typeRules = TypeRules(casesAreUntagged: true)
  /// }
  /// // 12, "12 pt", {"width": 2, "height": 3}
  /// ```
  ///
  /// The cases are tried in their order, and the first that fits is taken, so the one that says most has to come first: an
  /// integer fits a `Double`, too, and any object fits a struct whose properties may all be missing. What a case was encoded
  /// from may so be decoded as an earlier one. One value without a label is itself in the data, values with labels are an
  /// object, several without labels an array, and a case without values is null, which an Optional of the enum takes as nil. If
  /// no case fits, the `DecodingError` says why not. What `didDecode()` throws, and what exceeds a limit, is an error without
  /// another try. Keyed archives write such an enum as any other. It has neither a `caseKey` nor an `unknownCase`; a last case
  /// with a ``JSONValue`` takes all that JSON can have.
  ///
  /// `unknownCase` is the name of a case for data of newer versions of an API:
  ///
  /// ```swift
  /// enum Status: String, AutoCoding {
  ///   case active, closed, other
  ///   static let typeRules = TypeRules(unknownCase: "other")  // "suspended" is read as .other
  /// }
  /// ```
  ///
  /// A raw value that no case has is decoded as that case, and so is an object that names no case, with or without a
  /// `caseKey`. A value of another type, and null, remain errors. What the data had is lost when the value is encoded.
  ///
  /// If no other case has values, and there is neither a `caseKey` nor a raw value, the case may have a `String`, as in `case
  /// unknown(String)`. It keeps a name that no case has, and all values are coded as text: the name of their case. An `Int`
  /// does the same for numbers; the names of the cases are then integers, which
  /// ``AutoCoding/propertyKeys`` state, such as `["active": "1"]`. An unknown name that a case has is that case when it is
  /// decoded again, and ``ModelValue`` takes the two for equal.
  ///
  /// In an enum with a `caseKey`, the case may have one value without a label, as in `case other(JSONValue)`. It is decoded
  /// from the whole object, its tag included, and from data that is no object if it can be, such as null. It is encoded in
  /// place of the object: what it has under the case key is the tag, and if that is the name of another case, it is that case
  /// when it is decoded again. A struct without a property under the case key does not keep the tag: it is written
  /// with the case's own name, unless tags are integers. Keyed archives write it as the value of any other case, and refuse
  /// an unknown one.
  ///
  /// `encodesNil` says that a nil of any Optional property is written as null, as the rule `.encodesNil` does for one.
  /// An enum has no such rule; one of its values may have the rule `.encodesNil`.
  ///
  /// `omitsDefaults` says that a property whose value equals its default is left out, as the rule `.omitsDefault` does for
  /// one. It counts for all properties that have a default and can be compared: not for those that the rule would be
  /// refused for, for those whose own rule says `.encodesNil` or `.encodedOnly`, and, beside `encodesNil`, for Optionals. The
  /// printed type map says which they are. An enum has no such rule.
  ///
  /// `description` says what the type is for. It does not change how the type is coded. A schema of the product
  /// AutoCodingSchema has it.
  public init(
    keyStyle: KeyStyle? = nil, typeKey: String? = nil, types: KeyValuePairs<String, any AutoCoding.Type> = [:],
    unknownType: UnknownType? = nil, caseKey: String? = nil, contentKey: String? = nil,
    caseStyle: KeyStyle? = nil, tagsAreIntegers: Bool? = nil, casesAreUntagged: Bool? = nil, unknownCase: String? = nil,
    encodesNil: Bool? = nil, omitsDefaults: Bool? = nil, description: String? = nil,
    fileID: String = #fileID, line: Int = #line, column: Int = #column
  ) {
    self.keyStyle = keyStyle
    self.typeKey = typeKey
    self.types = types
    self.unknownType = unknownType
    self.caseKey = caseKey
    self.contentKey = contentKey
    self.caseStyle = caseStyle
    self.tagsAreIntegers = tagsAreIntegers
    self.casesAreUntagged = casesAreUntagged
    self.unknownCase = unknownCase
    self.encodesNil = encodesNil
    self.omitsDefaults = omitsDefaults
    documentation = description
    location = RuleLocation(fileID: fileID, line: line, column: column)
  }

  /// Whether no argument was given.
  var isEmpty: Bool {
    keyStyle == nil && typeKey == nil && types.isEmpty && unknownType == nil && caseKey == nil && contentKey == nil
      && caseStyle == nil && tagsAreIntegers == nil && casesAreUntagged == nil && unknownCase == nil
      && encodesNil == nil
      && omitsDefaults == nil && documentation == nil
  }

  /// What names a class or a case in data.
  var tag: PropertyKey.Tag { tagsAreIntegers == true ? .integer : .text }

  /// Returns the rules of a subclass, with the superclass's rules for those that it does not set.
  func inheriting(_ above: TypeRules) -> TypeRules {
    var rules = isEmpty ? above : self
    rules.keyStyle = keyStyle ?? above.keyStyle
    rules.caseKey = caseKey ?? above.caseKey
    rules.contentKey = contentKey ?? above.contentKey
    rules.caseStyle = caseStyle ?? above.caseStyle
    rules.casesAreUntagged = casesAreUntagged ?? above.casesAreUntagged
    rules.unknownCase = unknownCase ?? above.unknownCase
    rules.encodesNil = encodesNil ?? above.encodesNil
    rules.omitsDefaults = omitsDefaults ?? above.omitsDefaults
    rules.documentation = documentation ?? above.documentation
    if typeKey == nil {
      (rules.typeKey, rules.types, rules.unknownType) = (above.typeKey, above.types, above.unknownType)
      rules.tagsAreIntegers = above.tagsAreIntegers
    }
    return rules
  }
}
