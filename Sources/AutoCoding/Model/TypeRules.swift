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

    /// The unchanged name. Use it to override the key style of a superclass.
    public static let original = KeyStyle(description: "original")
    /// `homeAddress` as `home_address` and `myURL` as `my_url`, as `JSONEncoder.KeyEncodingStrategy` converts them.
    public static let snakeCase = KeyStyle(description: "snakeCase")
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
  /// ``AutoCoding/propertyKeys``, a ``PropertyRule`` or a nested `CodingKeys` gives is taken as it is. A key strategy
  /// of a coder is applied on top, as to any key: leave that at its default. An enum has no key style.
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
