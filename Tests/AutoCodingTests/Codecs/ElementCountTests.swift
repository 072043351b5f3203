import Foundation
import Testing

@testable import AutoCoding

/// A number of elements that does not fit is the fault of the array, and not of an element that is not there.
struct ElementCountTests {
  enum Color: String, AutoCoding { case red, green }

  struct Model: AutoCoding {
    var colors: [Color: Int]?
    var pair: (Int, String)?
  }

  @Test(
    "the path of the error is the array's",
    arguments: [
      (#"{"colors": ["red", 1, "green"]}"#, "colors"), (#"{"colors": ["red"]}"#, "colors"),
      (#"{"pair": [1]}"#, "pair"), (#"{"pair": []}"#, "pair"), (#"{"pair": [1, "a", 2]}"#, "pair"),
    ])
  func path(text: String, property: String) throws {
    let data = Data(text.utf8)
    let dictionary = try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
    let list = try PropertyListSerialization.data(fromPropertyList: dictionary, format: .binary, options: 0)
    let roads: [() throws -> Model] = [
      { try JSONDecoder().decode(Model.self, from: data) }, { try AutoJSONDecoder().decode(Model.self, from: data) },
      { try DictionaryDecoder().decode(Model.self, from: dictionary) },
      { try AutoPropertyListDecoder().decode(Model.self, from: list) },
    ]
    for (index, road) in roads.enumerated() {
      let error = try #require(throws: DecodingError.self) { _ = try road() }
      guard case .dataCorrupted(let context) = error else {
        Issue.record("\(index): \(error)")
        continue
      }
      #expect(context.codingPath.map(\.stringValue) == [property], "\(index)")
    }
  }

  @Test("it leaves an Optional nil, as any value that does not fit")
  func nilForUndecodable() throws {
    let decoder = AutoJSONDecoder()
    decoder.leniency = .nilForUndecodable
    for text in [#"{"colors": ["red"]}"#, #"{"pair": [1]}"#, #"{"pair": [1, "a", 2]}"#] {
      let model = try decoder.decode(Model.self, from: text)
      #expect(model.colors == nil && model.pair == nil)
    }
  }
}
