import AutoCoding
import Foundation
import Testing

/// A key that is no number, in a dictionary with numbers for keys: the same kind of error from all decoders.
struct NumberKeyErrorTests {
  struct Model: AutoCoding { var numbers: [Int: [Int]] }
  struct Twin: Codable { var numbers: [Int: [Int]] }

  private func check(_ name: String, _ decode: () throws -> Void) throws {
    let error = try #require(throws: DecodingError.self, "\(name)") { try decode() }
    guard case .typeMismatch(let type, let context) = error else {
      Issue.record("\(name): \(error)")
      return
    }
    #expect(type == Int.self && context.codingPath.map(\.stringValue) == ["numbers", "x"], "\(name): \(context)")
  }

  @Test func kinds() throws {
    let text = Data(#"{"numbers":{"1":[2],"x":[1]}}"#.utf8)
    try check("Foundation") { _ = try JSONDecoder().decode(Twin.self, from: text) }
    try check("AutoJSON, plain") { _ = try AutoJSONDecoder().decode(Twin.self, from: text) }
    try check("AutoJSON") { _ = try AutoJSONDecoder().decode(Model.self, from: text) }
    try check("bridge") { _ = try JSONDecoder().decode(Model.self, from: text) }
    try check("dictionary") { _ = try DictionaryDecoder().decode(Model.self, from: ["numbers": ["x": [1]]]) }
    let list = try PropertyListSerialization.data(fromPropertyList: ["numbers": ["x": [1]]], format: .xml, options: 0)
    try check("property list") { _ = try AutoPropertyListDecoder().decode(Model.self, from: list) }
    try check("property list, plain") { _ = try AutoPropertyListDecoder().decode(Twin.self, from: list) }
    try check("PropertyListDecoder") { _ = try PropertyListDecoder().decode(Twin.self, from: list) }
  }
}
