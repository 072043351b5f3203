import AutoCoding
import Foundation
import Testing

/// Two properties whose keys become the same in snake case: one would be lost, so they are refused.
@Suite("Equal keys in snake case")
struct JSONEqualSnakeCaseKeyTests {
  struct Model: AutoCoding {
    var id = 1
    var Id = 2
  }
  struct Outer: AutoCoding {
    var models = [Model()]
    var more = ["a": Model()]
  }
  struct Renamed: AutoCoding {
    var id = 1
    var Id = 2
    static var propertyKeys: [String: String] { ["Id": "other"] }
  }

  @Test(
    "encoding is refused, and names the keys", arguments: [JSONEncoder.OutputFormatting(), .sortedKeys, .prettyPrinted])
  func refused(formatting: JSONEncoder.OutputFormatting) throws {
    let encoder = AutoJSONEncoder()
    encoder.outputFormatting = formatting
    encoder.keyEncodingStrategy = .convertToSnakeCase
    for value in [Model(), Outer()] as [any Encodable] {
      let error = try #require(throws: EncodingError.self) { try encoder.encode(value) }
      #expect("\(error)".contains(#"The keys "id" and "Id" of"#), "\(error)")
    }
    #expect(try encoder.encode(Renamed()).count > 10)
    encoder.keyEncodingStrategy = .useDefaultKeys
    #expect(try encoder.encode(Model()).count > 10)
  }
}
