import AutoCoding

extension ModelManifest: CustomStringConvertible {
  /// The manifest as canonical JSON: a line for each property, in the order of their keys. It is the same on every
  /// machine.
  public var description: String {
    var text = "{\n  \"format\": \(hasNames ? Self.format : 1),\n  \"models\": ["
    text += models.map { "\n    \(Self.quoted($0))" }.joined(separator: ",")
    text += (models.isEmpty ? "" : "\n  ") + "],\n  \"types\": {"
    text += types.sorted { $0.key < $1.key }.map { "\n    \(Self.quoted($0)): {\($1.text)\n    }" }
      .joined(separator: ",")
    return text + (types.isEmpty ? "" : "\n  ") + "}\n}\n"
  }

  /// The number of the notation. In format 1, there are no names of properties and cases.
  private static let format = 2

  fileprivate static func quoted(_ text: String) -> String { "\(JSONValue.string(text))" }

  private struct File: Decodable {
    let format: Int
    let models: [String]
    let types: [String: ManifestType]
  }

  private struct Header: Decodable { let format: Int }

  /// Reads the text of a manifest, as ``description`` and ``write(to:samples:)`` make it.
  ///
  /// - Parameter text: The text. Members that this version does not know are skipped.
  /// - Throws: `DecodingError` if the text is not that of a manifest, or of a later format.
  public init(text: String) throws {
    let decoder = AutoJSONDecoder()
    let format = try decoder.decode(Header.self, from: text).format
    guard format <= Self.format else {
      throw DecodingError.dataCorrupted(
        .init(
          codingPath: [DynamicKey("format")],
          debugDescription: """
            The manifest has format \(format), and this version of AutoCoding knows formats up to \(Self.format). Update \
            AutoCoding.
            """))
    }
    let file = try decoder.decode(File.self, from: text)
    self.init(
      models: file.models, types: format == 1 ? file.types : file.types.mapValues(\.withNames), hasNames: format > 1)
  }
}

extension ManifestType {
  /// The members, each on its own line.
  fileprivate var text: String {
    var members = [("kind", ModelManifest.quoted(kind.rawValue))]
    func add(_ key: String, _ text: String?) { if let text { members.append((key, ModelManifest.quoted(text))) } }
    func add(_ key: String, _ value: Bool) { if value { members.append((key, "true")) } }
    add("removed", isRemoved)
    if !formerNames.isEmpty { members.append(("formerNames", formerNames.text)) }
    add("superclass", superclass)
    if version > 0 { members.append(("version", "\(version)")) }
    add("migrates", migrates)
    add("encodeOnly", isEncodeOnly)
    add("typeKey", typeKey)
    add("unknownTypes", takesUnknownTypes)
    if !tags.isEmpty { members.append(("tags", tags.mapValues(ModelManifest.quoted).text)) }
    add("caseKey", caseKey)
    add("contentKey", contentKey)
    add("integerTags", hasIntegerTags)
    add("untaggedCases", hasUntaggedCases)
    add("rawType", rawType)
    add("keyForm", keyForm?.rawValue)
    for (key, cases) in [("cases", cases), ("removedCases", removedCases)] where !cases.isEmpty {
      members.append((key, cases.mapValues { "{" + $0.texts.members.joined(separator: ", ") + "}" }.text))
    }
    if !caseForms.isEmpty {
      members.append(("caseForms", caseForms.mapValues { ModelManifest.quoted($0.rawValue) }.text))
    }
    let otherNames = caseNames.filter { $0.key != $0.value }
    if !otherNames.isEmpty { members.append(("caseNames", otherNames.mapValues(ModelManifest.quoted).text)) }
    if !formerCases.isEmpty { members.append(("formerCases", formerCases.mapValues(ModelManifest.quoted).text)) }
    add("unknownCase", unknownCase)
    for (key, properties) in [("properties", properties), ("removedProperties", removedProperties)]
    where !properties.isEmpty {
      members.append((key, properties.texts.text))
    }
    return members.map { "\n      \"\($0)\": \($1)" }.joined(separator: ",")
  }

  /// The type with the names that the text leaves out, since they are the same as the keys.
  fileprivate var withNames: ManifestType {
    var type = self
    type.properties = properties.withNames
    type.removedProperties = removedProperties.withNames
    type.cases = cases.mapValues(\.withNames)
    type.removedCases = removedCases.mapValues(\.withNames)
    for key in Array(cases.keys) + removedCases.keys where caseNames[key] == nil { type.caseNames[key] = key }
    return type
  }
}

extension ManifestProperty {
  /// The members in braces, on one line.
  fileprivate func text(under key: String) -> String {
    var members = ["\"type\": \(ModelManifest.quoted(type))"]
    if let name, name != key { members.append("\"name\": \(ModelManifest.quoted(name))") }
    if !via.isEmpty { members.append("\"via\": \(via.text)") }
    if isWeak { members.append("\"weak\": true") }
    if let direction { members.append("\"direction\": \(ModelManifest.quoted(direction.rawValue))") }
    if isOptional != mayBeNil { members.append("\"optional\": \(isOptional)") }
    if writesNil { members.append("\"writesNil\": true") }
    if hasDefault { members.append("\"default\": true") }
    if let defaultValue { members.append("\"defaultValue\": \(ModelManifest.quoted(defaultValue))") }
    if readsNullAsMissing { members.append("\"defaultForNull\": true") }
    if let omitted { members.append("\"omitted\": \(ModelManifest.quoted(omitted))") }
    if !former.isEmpty { members.append("\"former\": \(former.text)") }
    if isAdded { members.append("\"added\": true") }
    if let missing { members.append("\"missing\": \(ModelManifest.quoted(missing))") }
    return "{" + members.joined(separator: ", ") + "}"
  }
}

extension [String: ManifestProperty] {
  /// The properties with the names that the text leaves out.
  fileprivate var withNames: Self {
    var properties = self
    for (key, property) in self where property.name == nil { properties[key]?.name = key }
    return properties
  }

  fileprivate var texts: [String: String] {
    [String: String](uniqueKeysWithValues: map { ($0.key, $0.value.text(under: $0.key)) })
  }
}

extension [String] {
  fileprivate var text: String { "[" + map(ModelManifest.quoted).joined(separator: ", ") + "]" }
}

extension [String: String] {
  /// The members, in the order of their keys.
  fileprivate var members: [String] { sorted { $0.key < $1.key }.map { "\(ModelManifest.quoted($0)): \($1)" } }
  /// The members in braces, each on its own line.
  fileprivate var text: String { "{" + members.map { "\n        \($0)" }.joined(separator: ",") + "\n      }" }
}
