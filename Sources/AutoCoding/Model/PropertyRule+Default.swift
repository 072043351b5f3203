extension PropertyRule {
  // MARK: Defaults

  /// The value of a property whose key is missing.
  ///
  /// ```swift
  /// struct Settings: AutoCoding {
  ///   let user: String
  ///   var volume: Double
  ///   var recent: [String]
  ///   static var propertyRules: PropertyRules { ["volume": .default(0.5), "recent": .default([])] }
  /// }
  /// ```
  ///
  /// The type needs no `init()`. If it has one, the rule wins over it. A property that is left out takes the value
  /// whenever a value of the type is decoded. For an Optional, null in the data is nil, not the default.
  ///
  /// A number is taken by every numeric type that holds it exactly, `[]` and `[:]` by every collection that has such a
  /// literal. The type map refuses any other value that is not of the property's type.
  public static func `default`(
    _ literal: DefaultLiteral, fileID: String = #fileID, line: Int = #line, column: Int = #column
  ) -> PropertyRule {
    PropertyRule(.defaultValue(.literal(literal)), fileID, line, column)
  }

  /// The value of a property whose key is missing.
  ///
  /// The type needs no `init()`. If it has one, the rule wins over it. The expression is evaluated for each value that
  /// needs it, so `UUID()`, `Date()` and objects are new each time. It must be of the property's type, or of what an
  /// Optional or property wrapper wraps: `.default(Status.active)`.
  @_disfavoredOverload
  public static func `default`<Value>(
    _ value: @autoclosure @escaping @Sendable () -> Value, fileID: String = #fileID, line: Int = #line,
    column: Int = #column
  ) -> PropertyRule {
    PropertyRule(.defaultValue(.expression(TypedDefault(value))), fileID, line, column)
  }

  /// The rule, and the value of a property whose key is missing: a literal.
  public func `default`(
    _ literal: DefaultLiteral, fileID: String = #fileID, line: Int = #line, column: Int = #column
  ) -> PropertyRule {
    adding(.default(literal, fileID: fileID, line: line, column: column))
  }

  /// The rule, and the value of a property whose key is missing. The expression is evaluated for each value that needs
  /// it.
  @_disfavoredOverload
  public func `default`<Value>(
    _ value: @autoclosure @escaping @Sendable () -> Value, fileID: String = #fileID, line: Int = #line,
    column: Int = #column
  ) -> PropertyRule {
    adding(PropertyRule(.defaultValue(.expression(TypedDefault(value))), fileID, line, column))
  }

  /// The property is left out when its value equals its default, as with `if tags != [] { try container.encode(…) }`.
  ///
  /// ```swift
  /// static var propertyRules: PropertyRules { ["tags": .default([]).omitsDefault, "retries": .default(3).omitsDefault] }
  /// ```
  ///
  /// A missing key is read as the default, so nothing is lost as long as the default stays the same. The property has to have
  /// one, by the rule `.default` or by its type's `init()`, and its type has to be `Equatable`: values are compared by `==`. A
  /// text or number that is the property's own value, or in an Optional, is also compared by its bytes or its sign; those within
  /// collections and models are not.
  ///
  /// The default of a rule is made anew for each value that is written. `init()` is called twice, at the first use: a default
  /// that is another one each time is written. A value whose type may refer to objects is left out only if it is nil or an empty
  /// collection. A lazy property, a reference to an object, the tag of a class and a property of a wrapper that is not
  /// `Equatable` are refused. An update by data without the key leaves the property as it is. For all properties of a type, see
  /// ``TypeRules``.
  public static var omitsDefault: PropertyRule { PropertyRule([Statement(kind: .omitsDefault, location: nil)]) }

  /// The rule, for a property that is left out when its value equals its default.
  public var omitsDefault: PropertyRule { adding(.omitsDefault) }

  /// The property is neither written nor read, and has this value after decoding: `"draft": .excluded(default: "")`.
  ///
  /// A struct without `init()` can be decoded if each property that is left out is Optional or has a default. For a
  /// property that is marked with ``Transient``, say `.default(…)` alone: metadata does not have its initial value.
  public static func excluded(
    default literal: DefaultLiteral, fileID: String = #fileID, line: Int = #line, column: Int = #column
  ) -> PropertyRule {
    PropertyRule(.excluded, fileID, line, column).default(literal, fileID: fileID, line: line, column: column)
  }

  /// The property is neither written nor read, and has this value after decoding. The expression is evaluated for each
  /// decoded value.
  @_disfavoredOverload
  public static func excluded<Value>(
    default value: @autoclosure @escaping @Sendable () -> Value, fileID: String = #fileID, line: Int = #line,
    column: Int = #column
  ) -> PropertyRule {
    PropertyRule(.excluded, fileID, line, column)
      .adding(PropertyRule(.defaultValue(.expression(TypedDefault(value))), fileID, line, column))
  }

  /// A literal as the default of a property: a number, text, `nil`, `[]` or `[:]`.
  ///
  /// It takes part in the choice of an overload only: write the literal itself, as in `.default(0)`. The property's type
  /// makes its value of it.
  public struct DefaultLiteral: Sendable, ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral,
    ExpressibleByStringLiteral, ExpressibleByNilLiteral, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral,
    CustomStringConvertible
  {
    enum Content: Hashable, Sendable {
      case integer(Int)
      case floatingPoint(Double)
      case text(String)
      case null
      case emptyArray
      case emptyDictionary
    }

    let content: Content

    /// Creates an integer, which every numeric type takes that holds it exactly.
    public init(integerLiteral value: Int) { content = .integer(value) }
    /// Creates a number with a fraction, which every floating-point type and `Decimal` take.
    public init(floatLiteral value: Double) { content = .floatingPoint(value) }
    /// Creates text, which every type takes that has string literals.
    public init(stringLiteral value: String) { content = .text(value) }
    /// Creates nil, which every Optional takes.
    public init(nilLiteral: ()) { content = .null }
    /// Creates `[]`, which every collection with array literals takes. Arrays with elements are expressions.
    public init(arrayLiteral elements: Never...) { content = .emptyArray }
    /// Creates `[:]`, which every collection with dictionary literals takes. Those with elements are expressions.
    public init(dictionaryLiteral elements: (Never, Never)...) { content = .emptyDictionary }

    /// The literal as Swift writes it.
    public var description: String {
      switch content {
      case .integer(let value): "\(value)"
      case .floatingPoint(let value): "\(value)"
      case .text(let value): "\"\(value)\""
      case .null: "nil"
      case .emptyArray: "[]"
      case .emptyDictionary: "[:]"
      }
    }
  }
}

/// A default as a rule states it.
enum DefaultContent: Sendable {
  case literal(PropertyRule.DefaultLiteral)
  case expression(PropertyDefault)

  /// Whether this and the content of a rule made at the same place are the same. Expressions at one place are.
  func isSame(as other: DefaultContent) -> Bool {
    switch (self, other) {
    case (.literal(let literal), .literal(let other)): literal.content == other.content
    case (.expression, .expression): true
    case (.literal, .expression), (.expression, .literal): false
    }
  }
}

/// Makes the default of a property. The subclasses know its type.
package class PropertyDefault: @unchecked Sendable {
  /// The type of the values.
  final let type: Any.Type

  init(type: Any.Type) { self.type = type }

  /// Initializes the uninitialized address with a new value.
  package func initialize(_ address: UnsafeMutableRawPointer) {}
}

/// Makes the default of a property by an expression.
final class TypedDefault<Value>: PropertyDefault, @unchecked Sendable {
  private let make: @Sendable () -> Value

  init(_ make: @escaping @Sendable () -> Value) {
    self.make = make
    super.init(type: Value.self)
  }

  override func initialize(_ address: UnsafeMutableRawPointer) { address.initialize(with: make()) }
}
