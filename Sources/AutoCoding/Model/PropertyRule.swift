/// A rule for one stored property of a type, in ``AutoCoding/propertyRules``.
///
/// ```swift
/// static var propertyRules: PropertyRules {
///   ["name": .key("fullName").formerly("nick"), "when": .transformed(by: Seconds.self), "session": .excluded]
/// }
/// ```
///
/// The members chain, in any order. A rule is plain data: the type map checks it, and refuses what contradicts another
/// rule with an ``AutoCodingError`` that names the place in the source where the rule was made.
public struct PropertyRule: Sendable {
  /// The statements of the members, in the order of the chain.
  let statements: [Statement]

  init(_ statements: [Statement]) {
    self.statements = statements
  }

  init(_ kind: Kind, _ fileID: String, _ line: Int, _ column: Int) {
    self.init([Statement(kind: kind, location: RuleLocation(fileID: fileID, line: line, column: column))])
  }

  func adding(_ other: PropertyRule) -> PropertyRule { PropertyRule(statements + other.statements) }

  // MARK: Keys

  /// The key that the property is written and read under.
  ///
  /// A dot leads into a nested object, and a number into an array, as in ``AutoCoding/propertyKeys``.
  public static func key(
    _ key: String, fileID: String = #fileID, line: Int = #line, column: Int = #column
  ) -> PropertyRule {
    PropertyRule(.key(key), fileID, line, column)
  }

  /// The rule, and the key that the property is written and read under.
  public func key(
    _ key: String, fileID: String = #fileID, line: Int = #line, column: Int = #column
  ) -> PropertyRule {
    adding(.key(key, fileID: fileID, line: line, column: column))
  }

  /// Keys that older data used. They are read in this order, and never written.
  ///
  /// The current key wins if data has both, even if the value under the other does not fit. But a former key path must lead
  /// through objects; and a keyed archive is read in the order of its keys, so what is under a former key must fit there if it
  /// precedes the current key. Dots are as in
  /// ``AutoCoding/propertyKeys``. If an ``AutoJSONDecoder`` reads null as a missing key
  /// (``AutoJSONDecoder/Leniency/defaultsForNull``), null under one of the keys passes on to the others. A key that is given
  /// twice, and the current key, are refused when the type is first used. A subclass may make a former key the current one.
  public static func formerly(
    _ key: String, _ others: String..., fileID: String = #fileID, line: Int = #line, column: Int = #column
  ) -> PropertyRule {
    PropertyRule(.formerKeys([key] + others), fileID, line, column)
  }

  /// The rule, and keys that older data used. They are read in this order, and never written.
  public func formerly(
    _ key: String, _ others: String..., fileID: String = #fileID, line: Int = #line, column: Int = #column
  ) -> PropertyRule {
    adding(PropertyRule(.formerKeys([key] + others), fileID, line, column))
  }

  // MARK: Values

  /// Stores the property as a value of another type.
  ///
  /// The transformer is one of the property's type, or of the values in it, if it is an Optional, an array, a set or a
  /// dictionary, at any depth: one of `Date` serves `[String: [Date?]]`. A dictionary's keys are not transformed. To give
  /// a transformer to every property of a type, register it with ``TypeMap/registerTransformers(_:)``.
  public static func transformed(
    by transformer: any PropertyTransformer.Type, fileID: String = #fileID, line: Int = #line, column: Int = #column
  ) -> PropertyRule {
    PropertyRule(.transformer(transformer), fileID, line, column)
  }

  /// The rule, and a transformer that stores the property as a value of another type.
  ///
  /// The transformer is one of the property's type, or of the values in it, if it is an Optional, an array, a set or a
  /// dictionary, at any depth: one of `Date` serves `[String: [Date?]]`. A dictionary's keys are not transformed. To give
  /// a transformer to every property of a type, register it with ``TypeMap/registerTransformers(_:)``.
  public func transformed(
    by transformer: any PropertyTransformer.Type, fileID: String = #fileID, line: Int = #line, column: Int = #column
  ) -> PropertyRule {
    adding(.transformed(by: transformer, fileID: fileID, line: line, column: column))
  }

  /// A missing key is an error, also in a type whose `init()` sets a value: data without it is not the type's.
  ///
  /// A type without `init()` requires all properties that have no default. The rule is refused for an Optional, whose missing
  /// key is nil, and for a property with a default by a rule or wrapper.
  public static var required: PropertyRule { PropertyRule([Statement(kind: .required, location: nil)]) }

  /// The rule, for a property whose missing key is an error, also in a type whose `init()` sets a value.
  public var required: PropertyRule { adding(.required) }

  /// Nil is written as null, as `container.encode(value, forKey:)` writes it, and not left out.
  ///
  /// The property has to be an Optional. A missing key is nil all the same. For all properties, see
  /// ``AutoJSONEncoder/nilEncodingStrategy``. Property lists have no null; there it is the text `$null`, as Foundation
  /// writes it.
  public static var encodesNil: PropertyRule { PropertyRule([Statement(kind: .encodesNil, location: nil)]) }

  /// The rule, for a property whose nil is written as null.
  public var encodesNil: PropertyRule { adding(.encodesNil) }

  /// The property is nil if the value under its key does not fit its type, as with `try? container.decode(…)`.
  ///
  /// It has to be an Optional. The value, or any part of it, may be of another type, lack a key, or name an unknown case.
  /// What exceeds a limit, names an unknown class, is of a newer version, or is thrown by a type's `didDecode()` remains an
  /// error, and so does a value in a keyed archive, whose data is the app's own. `decode(_:from:reporting:)` of an
  /// ``AutoJSONDecoder`` or ``DictionaryDecoder`` reports what was given up, but for models that a type's own `Codable` code
  /// decodes. For all properties, see
  /// ``AutoJSONDecoder/Leniency/nilForUndecodable``.
  public static var nilForUndecodable: PropertyRule {
    PropertyRule([Statement(kind: .recovery(.nilForProperty), location: nil)])
  }

  /// The rule, for a property that is nil if the value under its key does not fit its type.
  public var nilForUndecodable: PropertyRule { adding(.nilForUndecodable) }

  /// The property keeps its default if the value under its key does not fit its type, as with `(try? container.decode(…)) ??
  /// value`.
  ///
  /// It has to have a default: by the rule `.default`, or by its type's `init()`. Null does not fit a type that is not
  /// Optional. An update of a value leaves the property as it is. What remains an error, and what is reported, is as for
  /// ``nilForUndecodable-type.property``. For all properties, see ``AutoJSONDecoder/Leniency/defaultsForUndecodable``.
  public static var defaultForUndecodable: PropertyRule {
    PropertyRule([Statement(kind: .recovery(.defaultForProperty), location: nil)])
  }

  /// The rule, for a property that keeps its default if the value under its key does not fit its type.
  public var defaultForUndecodable: PropertyRule { adding(.defaultForUndecodable) }

  /// Null is read as if the key were missing, as with `container.decodeIfPresent(…) ?? value`.
  ///
  /// The property has to have a default, by the rule `.default` or by its type's `init()`, and a type that null is no value
  /// of: no Optional. Null passes on to former keys, if there are any. A value of another type remains an error. An update of a
  /// value leaves the property as it is. For all properties, see ``AutoJSONDecoder/Leniency/defaultsForNull``.
  public static var defaultForNull: PropertyRule {
    PropertyRule([Statement(kind: .recovery(.defaultForNull), location: nil)])
  }

  /// The rule, for a property that keeps its default if its value is null.
  public var defaultForNull: PropertyRule { adding(.defaultForNull) }

  /// Elements that do not fit their type are left out, and so are the entries of a dictionary.
  ///
  /// The property has to be an array, a set or a dictionary, or an Optional of one. An element is left out as a whole, also for
  /// a value deep within it. Collections within the elements leave nothing out. A key of a dictionary that is none of its type
  /// remains an error if keys are text, as for `[Int: String]`. What else remains an error, and what is
  /// reported, is as for ``nilForUndecodable-type.property``. For all collections, see
  /// ``AutoJSONDecoder/Leniency/skipsUndecodableElements``.
  public static var skipsUndecodableElements: PropertyRule {
    PropertyRule([Statement(kind: .recovery(.skippedByProperty), location: nil)])
  }

  /// The rule, for a collection whose elements are left out if they do not fit their type.
  public var skipsUndecodableElements: PropertyRule { adding(.skipsUndecodableElements) }

  /// The property is neither written nor read, as if ``AutoCoding/unEncodedProperties`` named it.
  public static var excluded: PropertyRule { PropertyRule([Statement(kind: .excluded, location: nil)]) }

  /// The rule, for a property that is neither written nor read.
  ///
  /// It can be combined with a default and a description: the type map refuses any other rule for the property.
  public var excluded: PropertyRule { adding(.excluded) }
}

extension PropertyRule {
  /// The statement of one member of a rule.
  enum Kind: Sendable {
    case key(String)
    case formerKeys([String])
    case transformer(any PropertyTransformer.Type)
    case defaultValue(DefaultContent)
    case direction(Direction)
    case documentation(String)
    case flattened
    case required
    case encodesNil
    case omitsDefault
    /// What is made of a value that cannot be decoded.
    case recovery(ErrorRecovery)
    case excluded
  }

  struct Statement: Sendable {
    let kind: Kind
    /// Nil for a member that is a property, such as `excluded`: it cannot know where it was used.
    let location: RuleLocation?
  }

  /// The first known place of the rule in the source.
  var location: RuleLocation? { statements.lazy.compactMap(\.location).first }

  /// Whether this and another rule are the same: made at the same place, with the same content.
  func isSame(as other: PropertyRule) -> Bool {
    statements.count == other.statements.count
      && zip(statements, other.statements).allSatisfy { $0.location == $1.location && $0.kind.isSame(as: $1.kind) }
  }
}

extension PropertyRule.Kind {
  fileprivate func isSame(as other: PropertyRule.Kind) -> Bool {
    switch (self, other) {
    case (.key(let key), .key(let other)): key == other
    case (.formerKeys(let keys), .formerKeys(let others)): keys == others
    case (.transformer(let transformer), .transformer(let other)): transformer == other
    case (.defaultValue(let content), .defaultValue(let other)): content.isSame(as: other)
    case (.direction(let direction), .direction(let other)): direction == other
    case (.documentation(let text), .documentation(let other)): text == other
    case (.recovery(let recovery), .recovery(let other)): recovery == other
    case (.excluded, .excluded), (.flattened, .flattened), (.required, .required), (.encodesNil, .encodesNil),
      (.omitsDefault, .omitsDefault):
      true
    case (.direction, _), (.documentation, _), (.key, _), (.formerKeys, _), (.transformer, _), (.defaultValue, _),
      (.flattened, _), (.required, _), (.encodesNil, _), (.omitsDefault, _), (.recovery, _), (.excluded, _):
      false
    }
  }
}

/// The place in the source where a rule was made. It tells rules apart whose content cannot be compared.
struct RuleLocation: Hashable, Sendable, CustomStringConvertible {
  let fileID: String
  let line: Int
  let column: Int

  /// "Module/File.swift:12:5"
  var description: String { "\(fileID):\(line):\(column)" }
}
