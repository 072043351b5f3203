/// What a manifest says about a type.
struct ManifestType: Hashable, Sendable, Decodable {
  enum Kind: String, Hashable, Sendable, Codable {
    case structure = "struct"
    case object = "class"
    case enumeration = "enum"
    /// Coded as its raw value.
    case rawValue = "raw value"
    /// Decoded by its own `init(from:)`.
    case ownCode = "own code"
  }

  var kind: Kind
  /// Whether no model leads to the type any more, but older data has values of it under keys that were removed.
  var isRemoved = false
  /// The names that older data uses for the type, in order.
  var formerNames: [String] = []
  var superclass: String?
  /// The type's own version, and whether it converts data of lower ones.
  var version = 0
  var migrates = false
  /// Whether values can only be encoded.
  var isEncodeOnly = false
  /// The key that names the class of an object, and whether an unknown name means the declared class.
  var typeKey: String?
  var takesUnknownTypes = false
  /// The names under the type key, with their classes.
  var tags: [String: String] = [:]
  var caseKey: String?
  var contentKey: String?
  /// Whether the tags of classes or cases are written as integers.
  var hasIntegerTags = false
  /// Whether data does not name the cases.
  var hasUntaggedCases = false
  /// The properties by key, those of superclasses included. Keys and paths are as in `propertyKeys`, with backslashes.
  var properties: [String: ManifestProperty] = [:]
  /// The properties that older data has under keys that are not used any more.
  var removedProperties: [String: ManifestProperty] = [:]
  /// The values of each case by key. Cases of a type with a raw value go by that value, and have none.
  var cases: [String: [String: ManifestProperty]] = [:]
  /// The values that older data has for cases that are gone, and those that are gone from cases that are still there.
  var removedCases: [String: [String: ManifestProperty]] = [:]
  /// How data has the values of each case by key, if there are any and the key of the case is not above them; empty if it
  /// is not known.
  var caseForms: [String: CaseForm] = [:]
  /// The names of the cases in the source by key, those of removed cases included; empty if they are not known.
  var caseNames: [String: String] = [:]
  /// The keys of cases that older data uses, with the current ones.
  var formerCases: [String: String] = [:]
  /// The key of the case that unknown ones are read as.
  var unknownCase: String?
  var rawType: String?
  /// What dictionaries have the values as, if they are keys of any.
  var keyForm: KeyForm?

  /// What is written for the keys of a dictionary.
  enum KeyForm: String, Hashable, Sendable, Codable {
    /// Text: the dictionary is an object.
    case text
    /// Separate values: the dictionary is an array of keys and values.
    case element
  }

  /// How data has the values of a case.
  enum CaseForm: String, Hashable, Sendable, Decodable {
    /// The only value stands by itself: its properties are beside the tag, or it is what is under the content key.
    case alone
    /// Each value is under a key.
    case keyed
    /// The values are elements of an array.
    case list
    /// The value is the whole object, with its tag.
    case whole
  }

  init(kind: Kind) { self.kind = kind }

  enum CodingKeys: String, CodingKey {
    case kind
    case isRemoved = "removed"
    case formerNames, superclass, version, migrates
    case isEncodeOnly = "encodeOnly"
    case typeKey
    case takesUnknownTypes = "unknownTypes"
    case tags, caseKey, contentKey, rawType, keyForm
    case hasIntegerTags = "integerTags"
    case hasUntaggedCases = "untaggedCases"
    case cases, removedCases, caseForms, caseNames, formerCases, unknownCase
    case properties, removedProperties
  }

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    kind = try container.decode(Kind.self, forKey: .kind)
    isRemoved = try container.decodeIfPresent(Bool.self, forKey: .isRemoved) ?? false
    formerNames = try container.decodeIfPresent([String].self, forKey: .formerNames) ?? []
    superclass = try container.decodeIfPresent(String.self, forKey: .superclass)
    version = try container.decodeIfPresent(Int.self, forKey: .version) ?? 0
    migrates = try container.decodeIfPresent(Bool.self, forKey: .migrates) ?? false
    isEncodeOnly = try container.decodeIfPresent(Bool.self, forKey: .isEncodeOnly) ?? false
    typeKey = try container.decodeIfPresent(String.self, forKey: .typeKey)
    takesUnknownTypes = try container.decodeIfPresent(Bool.self, forKey: .takesUnknownTypes) ?? false
    tags = try container.decodeIfPresent([String: String].self, forKey: .tags) ?? [:]
    caseKey = try container.decodeIfPresent(String.self, forKey: .caseKey)
    contentKey = try container.decodeIfPresent(String.self, forKey: .contentKey)
    hasIntegerTags = try container.decodeIfPresent(Bool.self, forKey: .hasIntegerTags) ?? false
    hasUntaggedCases = try container.decodeIfPresent(Bool.self, forKey: .hasUntaggedCases) ?? false
    rawType = try container.decodeIfPresent(String.self, forKey: .rawType)
    keyForm = try container.decodeIfPresent(KeyForm.self, forKey: .keyForm)
    cases = try container.decodeIfPresent([String: [String: ManifestProperty]].self, forKey: .cases) ?? [:]
    removedCases =
      try container.decodeIfPresent([String: [String: ManifestProperty]].self, forKey: .removedCases) ?? [:]
    caseForms = try container.decodeIfPresent([String: CaseForm].self, forKey: .caseForms) ?? [:]
    caseNames = try container.decodeIfPresent([String: String].self, forKey: .caseNames) ?? [:]
    formerCases = try container.decodeIfPresent([String: String].self, forKey: .formerCases) ?? [:]
    unknownCase = try container.decodeIfPresent(String.self, forKey: .unknownCase)
    properties = try container.decodeIfPresent([String: ManifestProperty].self, forKey: .properties) ?? [:]
    removedProperties =
      try container.decodeIfPresent([String: ManifestProperty].self, forKey: .removedProperties) ?? [:]
  }
}
