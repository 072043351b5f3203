/// What a type says of its stored properties: a literal of their names and a ``PropertyRule`` for each.
///
/// A name that is there twice is an ``AutoCodingError`` when the type is first used, and so is one that is no stored
/// property.
public struct PropertyRules: ExpressibleByDictionaryLiteral, Sendable {
  /// In the order of the literal, with every name that is there twice.
  let entries: [(name: String, rule: PropertyRule)]

  /// Makes rules from a literal: `["name": .key("fullName"), "session": .excluded]`.
  public init(dictionaryLiteral elements: (String, PropertyRule)...) {
    entries = elements.map { (name: $0, rule: $1) }
  }

  /// Whether these are the very rules that others are, rather than others of the same content.
  ///
  /// A class that does not override its superclass's rules has the same. `.excluded` has no place in the source, so
  /// rules that say nothing else are told by their content.
  func isSame(as other: PropertyRules) -> Bool {
    entries.count == other.entries.count
      && zip(entries, other.entries).allSatisfy { $0.name == $1.name && $0.rule.isSame(as: $1.rule) }
  }
}
