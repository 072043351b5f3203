import AutoCoding
import AutoCodingSchema
import Foundation
import Testing

/// The examples of the article Schemas. What they print is compared with the article itself.
@Suite struct SchemaArticleTests {
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

  /// The blocks of JSON in the article.
  private func printed() throws -> [String] {
    let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    let article = folder.appendingPathComponent("Sources/AutoCodingSchema/AutoCodingSchema.docc/Schemas.md")
    let text = try String(contentsOf: article, encoding: .utf8)
    return text.components(separatedBy: "```json\n").dropFirst().map { $0.components(separatedBy: "\n```")[0] }
  }

  @Test func overview() throws {
    #expect(try JSONSchema(of: Person.self).description == printed()[0])
  }

  @Test func parametersOfAToolCall() throws {
    let schema = try JSONSchema(of: Forecast.self, options: .init(dialect: .strict))
    let tool: JSONValue = ["name": "forecast", "strict": true, "parameters": schema.value]
    #expect(tool["parameters"]?["type"] == "object")
    #expect(try schema.description == printed()[1])
    let arguments = #"{"city": "Paris", "unit": null}"#
    #expect(try AutoJSONDecoder().decode(Forecast.self, from: Data(arguments.utf8)).city == "Paris")
  }

  @Test func componentOfAnOpenAPIDescription() throws {
    let components = try JSONSchema.components(of: [Customer.self])
    let description: JSONValue = ["openapi": "3.1.0", "components": ["schemas": components]]
    #expect(description["components"]?["schemas"]?["Customer"]?["type"] == "object")
    let encoder = AutoJSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .withoutEscapingSlashes]
    #expect(try encoder.encodeToString(components) == printed()[2])
  }

  @Test func coders() throws {
    let decoder = AutoJSONDecoder()
    decoder.dateDecodingStrategy = .iso8601
    decoder.unknownKeys = .refuse
    #expect(try JSONSchema(of: Person.self, for: .decoding(by: decoder)).value["additionalProperties"] == false)
    #expect(try JSONSchema(of: Person.self, for: .encoding(by: AutoJSONEncoder())).value["type"] == "object")
  }
}
