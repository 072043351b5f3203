/// What a manifest says about a property, or about a value of a case.
struct ManifestProperty: Hashable, Sendable, Decodable {
  /// What is written, by its type: `[Shop.Line]?`.
  var type: String
  /// The name in the source; nil if it is not known.
  var name: String?
  /// The transformers and types that convert what is written, in order.
  var via: [String] = []
  /// Whether the property is a weak reference, which only keyed archives have.
  var isWeak = false
  /// Whether the property is only written, or only read; nil if it is both.
  var direction: Direction?
  /// Whether a missing key is nil if there is no default.
  var isOptional: Bool
  /// Whether nil is written as null although the property ``isOptional``.
  var writesNil = false
  /// Whether a missing key leaves a default.
  var hasDefault = false
  /// The default of a rule or wrapper, as JSON; nil if it is not known or differs each time.
  var defaultValue: String?
  /// The default that `init()` sets, as JSON. A manifest that was read from a file does not have it.
  var initialValue = Unrecorded<String>()
  /// Whether null is read as a missing key.
  var readsNullAsMissing = false
  /// The default that is left out when it is written, as JSON; `"?"` if it cannot be shown or differs each time; nil if none
  /// is left out.
  var omitted: String?
  /// Keys that older data uses, in the order in which they are tried, as in `propertyKeys`.
  var former: [String] = []
  /// Whether the property was added after the type was recorded for the first time, or left out before, so that older data
  /// may lack it.
  var isAdded = false
  /// The value that older data without the key has, as JSON: one that is not left out any more.
  var missing: String?

  enum Direction: String, Hashable, Sendable, Codable {
    case decodedOnly = "decoded only"
    case encodedOnly = "encoded only"
  }

  /// A value that takes no part in comparisons of manifests, since their text does not have it.
  struct Unrecorded<Value: Sendable>: Hashable, Sendable {
    var value: Value?

    static func == (one: Self, other: Self) -> Bool { true }
    func hash(into hasher: inout Hasher) {}
  }

  /// What ``via`` is for a property whose own properties are in the object around it.
  static let flattened = "flattened"
  /// Nil as JSON.
  static let null = "null"

  init(type: String) {
    self.type = type
    isOptional = type.hasSuffix("?")
  }

  enum CodingKeys: String, CodingKey {
    case type, name, via
    case isWeak = "weak"
    case direction
    case isOptional = "optional"
    case writesNil
    case hasDefault = "default"
    case defaultValue
    case readsNullAsMissing = "defaultForNull"
    case omitted, former
    case isAdded = "added"
    case missing
  }

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    self.init(type: try container.decode(String.self, forKey: .type))
    name = try container.decodeIfPresent(String.self, forKey: .name)
    via = try container.decodeIfPresent([String].self, forKey: .via) ?? []
    isWeak = try container.decodeIfPresent(Bool.self, forKey: .isWeak) ?? false
    direction = try container.decodeIfPresent(Direction.self, forKey: .direction)
    isOptional = try container.decodeIfPresent(Bool.self, forKey: .isOptional) ?? isOptional
    writesNil = try container.decodeIfPresent(Bool.self, forKey: .writesNil) ?? false
    hasDefault = try container.decodeIfPresent(Bool.self, forKey: .hasDefault) ?? false
    defaultValue = try container.decodeIfPresent(String.self, forKey: .defaultValue)
    readsNullAsMissing = try container.decodeIfPresent(Bool.self, forKey: .readsNullAsMissing) ?? false
    omitted = try container.decodeIfPresent(String.self, forKey: .omitted)
    former = try container.decodeIfPresent([String].self, forKey: .former) ?? []
    isAdded = try container.decodeIfPresent(Bool.self, forKey: .isAdded) ?? false
    missing = try container.decodeIfPresent(String.self, forKey: .missing)
  }

  var isWritten: Bool { direction != .decodedOnly }
  var isRead: Bool { direction != .encodedOnly }
  var isFlattened: Bool { via == [Self.flattened] }
  /// Whether nil can be written, as null or by leaving out the key.
  var mayBeNil: Bool { type.hasSuffix("?") }
  /// Whether the property is a dictionary that has all keys of the object around it that nothing else has.
  var isRest: Bool { isFlattened && type.hasPrefix("[") }
  /// Whether the key must be there.
  var isRequired: Bool { isRead && !isOptional && !hasDefault && !isRest }

  /// The value that is left out when it is written, as ``omitted``; nil if none is.
  var leftOut: String? {
    guard isWritten else { return nil }
    return omitted ?? (isOptional && !writesNil ? Self.null : nil)
  }

  /// Whether data of the property as it is may lack the key.
  var mayBeMissing: Bool { !isWritten || leftOut != nil }

  /// The value that data without the key is read as, as JSON; nil if it is not known, or the key is required.
  var meaningOfMissing: String? {
    guard hasDefault else { return isOptional ? Self.null : nil }
    return defaultValue ?? (omitted == Self.unknown ? nil : omitted) ?? initialValue.value
  }

  /// The text for a default that cannot be shown or differs each time.
  static let unknown = "?"
}
