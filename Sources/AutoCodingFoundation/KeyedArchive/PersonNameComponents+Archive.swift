import AutoCoding
import Foundation

extension PersonNameComponents: ArchivedAsObject {
  package static var archivedClassNames: Set<String> { ["NSPersonNameComponents"] }

  package init(archived object: CodedObject) throws {
    // Apple's archives have the parts in a separate object; those of Foundation on Linux have them inline.
    let key = "NS.nameComponentsPrivate"
    if object.values.contains(where: { $0.key == key }) {
      try object.checkKeys([key])
      self = try object.requiredValue(Parts.self, forKey: key).name
    } else {
      self = try Parts(archived: object).name
    }
  }

  /// The parts of a name.
  private struct Parts: ArchivedAsObject, Decodable {
    static var archivedClassNames: Set<String> { ["_NSPersonNameComponentsData"] }

    let name: PersonNameComponents

    private static let texts: [(key: String, part: WritableKeyPath<PersonNameComponents, String?> & Sendable)] = [
      ("NS.namePrefix", \.namePrefix), ("NS.givenName", \.givenName), ("NS.middleName", \.middleName),
      ("NS.familyName", \.familyName), ("NS.nameSuffix", \.nameSuffix), ("NS.nickname", \.nickname),
    ]

    init(archived object: CodedObject) throws {
      let phonetic = "NS.phoneticRepresentation"
      try object.checkKeys(Set(Self.texts.map(\.key)).union([phonetic]))
      var name = PersonNameComponents()
      for (key, part) in Self.texts { name[keyPath: part] = try object.value(String.self, forKey: key) }
      name.phoneticRepresentation = try object.value(PersonNameComponents.self, forKey: phonetic)
      self.name = name
    }

    init(from decoder: any Decoder) throws {
      throw DecodingError.dataCorrupted(
        .init(
          codingPath: decoder.codingPath, debugDescription: "The parts of a person's name are not an archived object."
        ))
    }
  }
}
