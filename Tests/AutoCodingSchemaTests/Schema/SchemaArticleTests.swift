import AutoCoding
import AutoCodingSchema
import Foundation
import Testing

/// The examples of the article Schemas. What they print is compared with the article itself.
struct SchemaArticleTests {
  struct Person: AutoCoding {
    let name: String
    let age: UInt8
    let mail: String?
    static let propertyRules: PropertyRules = ["mail": .described("Where the bill goes.")]
  }

  struct Forecast: AutoCoding {
    enum Unit: String, AutoCoding { case celsius, fahrenheit }
    let city: String
    let unit: Unit?
    static let propertyRules: PropertyRules = ["city": .described("The name of the city, in English.")]
  }

  struct Customer: AutoCoding { let name: String; let address: Address }
  struct Address: AutoCoding { let street: String; let city: String? }

  struct Order: AutoCoding { let created: Date }

  @Test func overview() throws {
    print(try JSONSchema(of: Person.self))
    #expect(try JSONSchema(of: Person.self).description == Self.blocks(of: "json")[0])
  }

  @Test func parametersOfAToolCall() throws {
    let tool: JSONValue = [
      "name": "forecast", "strict": true,
      "parameters": try JSONSchema(of: Forecast.self, options: .init(dialect: .strict)).value,
    ]
    #expect(tool["name"] == "forecast" && tool["strict"] == true)
    #expect(try Self.text(try #require(tool["parameters"])) == Self.blocks(of: "json")[1])
    let arguments = Data(#"{"city": "Paris", "unit": null}"#.utf8)
    #expect(try AutoJSONDecoder().decode(Forecast.self, from: arguments).city == "Paris")
  }

  @Test func componentOfAnOpenAPIDescription() throws {
    let description: JSONValue = [
      "openapi": "3.1.0", "components": ["schemas": try JSONSchema.components(of: [Customer.self])],
    ]
    #expect(description["openapi"] == "3.1.0")
    #expect(try Self.text(try #require(description["components"]?["schemas"])) == Self.blocks(of: "json")[2])
  }

  @Test func coders() throws {
    let encoder = AutoJSONEncoder()
    let decoder = AutoJSONDecoder()
    decoder.dateDecodingStrategy = .iso8601
    decoder.unknownKeys = .refuse
    let input = try JSONSchema(of: Order.self, for: .decoding(by: decoder))
    let output = try JSONSchema(of: Order.self, for: .encoding(by: encoder))
    #expect(input.value["additionalProperties"] == false)
    #expect(input.value["properties"]?["created"]?["format"] == "date-time")
    #expect(output.value["properties"]?["created"]?["type"] == "number")
  }

  /// Every paragraph of Swift in the article is in this file.
  @Test func articleIsCompiled() throws {
    let source = Self.trimmed(try String(contentsOfFile: #filePath, encoding: .utf8))
    let paragraphs = try Self.blocks(of: "swift").flatMap { $0.components(separatedBy: "\n\n") }
    for paragraph in paragraphs {
      let isCompiled = source.contains(Self.trimmed(paragraph))
      #expect(isCompiled, "\(paragraph)")
    }
    #expect(paragraphs.count >= 7)
  }

  // MARK: The article

  /// The blocks of code in a language.
  private static func blocks(of language: String) throws -> [String] {
    let article = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("../../../Sources/AutoCodingSchema/AutoCodingSchema.docc/Schemas.md")
    let text = try String(contentsOf: article.standardizedFileURL, encoding: .utf8)
    return text.components(separatedBy: "```\(language)\n").dropFirst().map { $0.components(separatedBy: "\n```")[0] }
  }

  /// The lines without their indentation, each with its end.
  private static func trimmed(_ text: String) -> String {
    text.split(separator: "\n").map { $0.drop { $0 == " " } + "\n" }.joined()
  }

  private static func text(_ value: JSONValue) throws -> String {
    let encoder = AutoJSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .withoutEscapingSlashes]
    return try encoder.encodeToString(value)
  }
}
