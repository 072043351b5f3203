import AutoCoding
import AutoCodingSchema
import Foundation
import TestModels
import TestSupport
import Testing

/// Schemas of the type zoo, against what the encoder writes and what the decoder reads.
struct SchemaZooTests {
  /// The number of mutants of each document. `.ci/test-schema` sets 1000.
  static let mutantCount =
    ProcessInfo.processInfo.environment["AUTOCODING_SCHEMA_MUTANTS"].flatMap { Int($0) }
    ?? (TestEffort.isThorough ? 5 : 1)
  /// The folder to which schemas and documents are written; none are if it is not set.
  static let folder = ProcessInfo.processInfo.environment["AUTOCODING_SCHEMA_FOLDER"]

  /// Options of an encoder and a decoder that belong together.
  enum Options: CaseIterable {
    case defaults, snakeCase, iso8601, nulls, refusal, all

    func encoder() -> AutoJSONEncoder {
      let encoder = AutoJSONEncoder()
      encoder.nonConformingFloatEncodingStrategy = .convertToString(
        positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
      if self == .snakeCase || self == .all { encoder.keyEncodingStrategy = .convertToSnakeCase }
      if self == .iso8601 || self == .all { encoder.dateEncodingStrategy = .iso8601 }
      if self == .nulls || self == .all { encoder.nilEncodingStrategy = .null }
      return encoder
    }

    func decoder() -> AutoJSONDecoder {
      let decoder = AutoJSONDecoder()
      decoder.nonConformingFloatDecodingStrategy = .convertFromString(
        positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
      if self == .snakeCase || self == .all { decoder.keyDecodingStrategy = .convertFromSnakeCase }
      if self == .iso8601 || self == .all { decoder.dateDecodingStrategy = .iso8601 }
      if self == .refusal || self == .all { decoder.unknownKeys = .refuse }
      return decoder
    }
  }

  @Test(arguments: Options.allCases) func whatIsEncodedIsValid(options: Options) throws {
    let visitor = Visitor(options)
    // The other validator gets all documents.
    let turn = Options.allCases.firstIndex(of: options) ?? 0
    for specimen in Self.folder == nil ? TestEffort.part(of: Zoo.all, turn: turn) : Zoo.all {
      try specimen.accept(visitor)
    }
    #expect(visitor.invalid == [])
    #expect(visitor.differences == [])
    #expect(visitor.documentCount > 100)
    #expect(visitor.mutantCount >= visitor.documentCount * Self.mutantCount)
  }

  private final class Visitor: ZooVisitor {
    let options: Options
    var invalid: [String] = []
    var differences: [String] = []
    var documentCount = 0
    var mutantCount = 0

    /// Keys of Foundation's values that stop the process: an `IndexSet` with a negative range, a `CharacterSet` of an
    /// unknown kind, `URLComponents` with a negative port.
    private static let fatalKeys = ["indexes", "characters", "components"]

    init(_ options: Options) { self.options = options }

    func visit<Auto, Twin>(_ specimen: Specimen<Auto, Twin>) throws {
      let encoder = options.encoder()
      let decoder = options.decoder()
      // A value tells whether its type has its own `encode(to:)`.
      let documents = try specimen.samples.map { try JSONValue(encoding: $0.auto, by: encoder) }
      let written = try JSONSchema(of: Auto.self, for: .encoding(by: encoder)).value
      let read = try JSONSchema(of: Auto.self, for: .decoding(by: decoder)).value
      let writtenValidator = SchemaValidator(root: written)
      let readValidator = SchemaValidator(root: read)
      let takesUnknownCases = try ModelManifest(of: [Auto.self]).description.contains("\"unknownCase\"")
      var random = Mutants(seed: 1)
      var mutants: [JSONValue] = []
      for document in documents {
        documentCount += 1
        if !writtenValidator.accepts(document) {
          invalid.append("\(specimen.name), encoding: \(document) by \(written)")
        }
        let isRefused = { (try? document.decode(Auto.self, by: decoder)) == nil }
        if !readValidator.accepts(document), options == .defaults || !isRefused() {
          invalid.append("\(specimen.name), decoding: \(document) by \(read)")
        }
        // Small documents have few mutants, which are drawn again and again.
        var met: Set<JSONValue> = []
        for _ in 0..<SchemaZooTests.mutantCount {
          mutantCount += 1
          var mutant: JSONValue
          repeat {
            mutant = random.mutant(of: document)
          } while Self.fatalKeys.contains { mutant[$0] != document[$0] }
          guard met.insert(mutant).inserted else { continue }
          let outcome = Outcome(decoding: mutant, as: Auto.self, by: decoder)
          let differs = outcome.decodes != readValidator.accepts(mutant)
          let isKnown = differs && outcome.mayDiffer(mutant, from: read, takesUnknownCases: takesUnknownCases)
          mutants.append(["value": mutant, "decodes": .bool(outcome.decodes), "mayDiffer": .bool(isKnown)])
          if differs, !isKnown {
            differences.append(
              "\(specimen.name): \(mutant) \(outcome.error.map { "\($0)" } ?? "decodes") by \(read)")
          }
        }
      }
      guard let folder = SchemaZooTests.folder, options == .defaults else { return }
      let file: JSONValue = [
        "name": .string(specimen.name), "encoding": written, "decoding": read, "documents": .array(documents),
        "mutants": .array(mutants),
      ]
      let name = specimen.name.map { $0.isLetter || $0.isNumber ? $0 : "_" }
      try AutoJSONEncoder().encode(file).write(
        to: URL(fileURLWithPath: folder).appendingPathComponent(String(name) + ".json"))
    }
  }
}

/// What a decoder makes of a document, and whether a schema may say otherwise.
struct Outcome {
  /// The error; nil if the document decodes.
  let error: (any Error)?
  var decodes: Bool { error == nil }

  init<Value: Decodable>(decoding document: JSONValue, as type: Value.Type, by decoder: AutoJSONDecoder) {
    do {
      _ = try document.decode(type, by: decoder)
      error = nil
    } catch {
      self.error = error
    }
  }

  /// Whether a difference from what the schema says is one that the article lists.
  func mayDiffer(_ document: JSONValue, from schema: JSONValue, takesUnknownCases: Bool = false) -> Bool {
    switch error {
    // A decoder takes an element of a set twice, and names of cases that the schema does not have.
    case nil: takesUnknownCases || SchemaValidator(root: schema, ignored: ["uniqueItems"]).accepts(document)
    // What is said in code: notations of text, numbers beyond their type, conditions of initializers; and all that
    // types with `Codable` code of their own refuse.
    case DecodingError.dataCorrupted?: true
    case let failure as DecodingError: Self.isOpen(schema, schema, failure.path[...])
    default: false
    }
  }

  /// Whether the schema says nothing of a value on the way along a path, or notes what it cannot say.
  private static func isOpen(_ schema: JSONValue, _ root: JSONValue, _ path: ArraySlice<String>) -> Bool {
    guard case .object(let members) = schema else { return schema == true }
    if members.isEmpty || members["$comment"] != nil { return true }
    if let reference = members["$ref"]?.string {
      let target = reference == "#" ? root : root["$defs"]?[String(reference.dropFirst(8))]
      return isOpen(target ?? true, root, path)
    }
    let alternatives = members["oneOf"]?.array ?? members["anyOf"]?.array ?? []
    if alternatives.contains(where: { isOpen($0, root, path) }) { return true }
    guard let step = path.first else { return false }
    // A path has the keys of the model, which a decoder may have converted.
    let member = members["properties"]?.object?.first { $0.key == step || $0.key.camelCased == step }?.value
    let parts = [member, members["items"], members["additionalProperties"]].compactMap(\.self)
    return (parts + (members["prefixItems"]?.array ?? [])).contains { $0 != true && isOpen($0, root, path.dropFirst()) }
  }
}

extension DecodingError {
  /// The keys and indices of the path.
  fileprivate var path: [String] {
    switch self {
    case .typeMismatch(_, let context), .valueNotFound(_, let context), .keyNotFound(_, let context),
      .dataCorrupted(let context):
      context.codingPath.map(\.stringValue)
    @unknown default: []
    }
  }
}

extension String {
  /// The text with each letter that follows an underscore in upper case, and without underscores.
  fileprivate var camelCased: String {
    let words = split(separator: "_")
    return (words.first.map(String.init) ?? self) + words.dropFirst().map(\.capitalized).joined()
  }
}
