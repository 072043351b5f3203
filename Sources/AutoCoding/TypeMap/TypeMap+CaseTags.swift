extension TypeMap {
  /// How the cases of an enum are named if its `typeRules` have a case key.
  package final class CaseTags: Sendable {
    package let key: PropertyKey
    /// The key of the object that has the values of a case; nil if they are beside the tag.
    package let contentKey: String?
    /// What is beside the tag of each case.
    package let contents: [Content]

    /// What is beside the tag of a case.
    package enum Content: Sendable {
      /// The values of the payload, as a map of it; no properties if there is no payload.
      case values(Storage)
      /// The properties of the payload, a struct with this codec.
      case properties(Storage, Codec)
      /// What the payload's own `Codable` code encodes.
      case own(CodableAccess)
      /// Nothing: the payload of the case for unknown data is the whole value, its tag included.
      case whole(Codec)
    }

    package init(key: PropertyKey, contentKey: String?, contents: [Content]) {
      self.key = key
      self.contentKey = contentKey
      self.contents = contents
    }
  }
}

extension TypeMap.CaseTags {
  /// The first keys of the objects of all cases, and the case that has each; nil for the key that names the case.
  package var ownKeys: [String: Int?] {
    var keys: [String: Int?] = [key.stringValue: nil]
    for (position, content) in contents.enumerated() {
      for key in content.map?.firstKeys ?? [] where keys[key] == nil { keys[key] = position }
    }
    return keys
  }

  /// The first keys of all cases that are known although nothing has them, such as those of properties that are left out.
  package var ignoredKeys: Set<String> {
    contents.reduce(into: []) { $0.formUnion($1.map?.objectIndex.ignoredKeys ?? []) }
  }

  /// The keys that strategies of coders convert.
  package var convertedKeys: Set<String> {
    contents.reduce(into: [key.stringValue]) { keys, content in
      guard let map = content.map else { return }
      keys.formUnion(map.objectIndex.hasFixedKeys ? map.objectIndex.convertedKeys : map.firstKeys)
    }
  }
}

extension TypeMap.CaseTags.Content {
  /// The map of what is beside the tag; nil if the payload's own code codes it.
  package var map: TypeMap.Storage? {
    switch self {
    case .values(let map), .properties(let map, _): map
    case .own, .whole: nil
    }
  }
}

extension TypeMap.Cases {
  /// Whether the case for unknown data takes a value although it was not found out which case the data names: it is no
  /// object, or what names the case is of another type.
  func takesUnknown(after error: any Error) -> Bool {
    guard takesAnyTag, let tags else { return false }
    return error.isOfNull || error.isOfOtherType || tags.key.hasIntegerTags && error.isOfUnfitNumber(under: tags.key)
  }

  /// Whether the case for unknown data takes the whole value, or what it knows of an object.
  var takesAnyTag: Bool {
    guard let unknown, let tags else { return false }
    return switch tags.contents[unknown] {
    case .whole, .properties: true
    case .values, .own: false
    }
  }
}

extension TypeMap.CaseTags: CustomStringConvertible {
  /// A line of the printed map.
  package var description: String {
    "case key: \"\(key.stringValue)\"" + (key.hasIntegerTags ? ", with integers" : "")
      + (contentKey.map { ", content key: \"\($0)\"" } ?? "")
  }
}

extension TypeMap.Cases {
  /// Returns the position of the case that data names, or that the type has for unknown cases.
  ///
  /// - Parameters:
  ///   - tag: The value under the case key; nil if the data has none.
  ///   - keys: Keys of the object, for errors.
  /// - Throws: `DecodingError`, with the key in its path if there is a tag.
  package func position(
    tagged tag: String?, _ tags: TypeMap.CaseTags, keys: @autoclosure () -> [String]
  ) throws -> Int {
    if let match = tag.flatMap(index.match) { return match.position }
    if let unknown { return unknown }
    let name = _typeName(type, qualified: false)
    let key = tags.key.stringValue
    guard let tag else {
      throw DecodingError.keyNotFound(
        tags.key,
        .init(
          """
          The data does not name a case of \(name) (\(knownTags)): the key "\(key)" is missing, which is the caseKey in \
          typeRules. \(keys().asKeysOfObject) Correct the data or the caseKey, or name a case for such data by unknownCase in typeRules.
          """))
    }
    throw DecodingError.dataCorrupted(
      .init(
        codingPath: [tags.key],
        debugDescription: """
          The data names the case '\(tag.shortened)', which \(name) does not have (\(knownTags)), by its caseKey "\(key)". \
          \(keys().asKeysOfObject) Add the case, state the name as the former one of another case by .formerly in \
          propertyRules, or name a case for such data by unknownCase in typeRules.
          """))
  }

  /// The names of the cases.
  var knownTags: String { index.keys.map { "'\($0.stringValue)'" }.listed }
}
