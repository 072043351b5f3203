/// The rules for stored properties of a type: a literal of names with a ``PropertyRule`` for each.
///
/// A name that appears twice, or that is not a stored property, causes an ``AutoCodingError`` when the type is first
/// used.
public struct PropertyRules: ExpressibleByDictionaryLiteral, Sendable {
  /// In the order of the literal, duplicate names included.
  let entries: [(name: String, rule: PropertyRule)]

  /// Creates rules from a literal: `["name": .key("fullName"), "session": .excluded]`.
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
