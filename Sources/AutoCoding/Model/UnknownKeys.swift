/// What a decoder does about a key in the data that the decoded type does not know.
///
/// Set it as `unknownKeys` of ``AutoJSONDecoder``, ``AutoPropertyListDecoder``, ``DictionaryDecoder`` or
/// ``KeyedArchiveDecoder``. A type knows:
/// - the keys of its properties or cases, and of the values that its cases carry, with former keys in
///   ``AutoCoding/propertyRules``;
/// - the keys of properties that are left out on purpose: by ``AutoCoding/unEncodedProperties``,
///   ``AutoCoding/propertyRules``, ``Transient`` or `CodingKeys`, and weak references;
/// - the key of a property that is `.encodedOnly`;
/// - `$class`, `$version`, the type key of a class and the case key of an enum;
/// - every key, if the type has a flattened dictionary.
///
/// A decoder cannot tell which keys handwritten code reads. Keys in the data of a handwritten `init(from:)` or
/// `init(coder:)` are therefore never unknown. Nor are keys in data of an older version that
/// ``AutoCoding/migrate(_:from:)`` has read, changed or asked for. Models within such data are checked like any other, also one
/// that handwritten code decodes from its decoder, or from a single-value container: keys that the code reads beside those
/// of the model are unknown. If AutoCoding decodes a type with a handwritten `encode(to:)`, keys that this method writes beyond
/// those of the properties are unknown. The keys of a dictionary are data.
public enum UnknownKeyStrategy: Hashable, Sendable {
  /// Unknown keys are skipped.
  case ignore
  /// Unknown keys are skipped, and the decoder's `decode(_:from:reporting:)` lists them.
  case report
  /// An unknown key is a `DecodingError`, whose path ends with the key.
  case refuse
}

/// A key in the data that the decoded type does not know, as a decoder reports it.
public struct UnknownKey: Sendable, CustomStringConvertible {
  /// The path of the key's value: keys and indices as they are in the data.
  public let codingPath: [any CodingKey]

  package init(codingPath: [any CodingKey]) {
    self.codingPath = codingPath
  }

  /// The path, as in `people[2].nickname`.
  public var description: String { codingPath.pathDescription }
}
