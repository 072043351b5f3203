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

  /// Nil if it is inherited.
  private(set) var keyStyle: KeyStyle?
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
  public init(
    keyStyle: KeyStyle? = nil, fileID: String = #fileID, line: Int = #line, column: Int = #column
  ) {
    self.keyStyle = keyStyle
    location = RuleLocation(fileID: fileID, line: line, column: column)
  }

  /// Whether no argument was given.
  var isEmpty: Bool { keyStyle == nil }

  /// Returns the rules of a subclass, with the superclass's rules for those that it does not set.
  func inheriting(_ above: TypeRules) -> TypeRules {
    var rules = isEmpty ? above : self
    rules.keyStyle = keyStyle ?? above.keyStyle
    return rules
  }
}
