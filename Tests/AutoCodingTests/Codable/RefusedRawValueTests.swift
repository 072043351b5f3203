import AutoCoding
import Foundation
import Testing

/// How often a type's `init(rawValue:)` is called for a raw value that it refuses.
@Suite("Refused raw values", .serialized)
struct RefusedRawValueTests {
  private struct Small: RawRepresentable, AutoCoding {
    let rawValue: Int
    nonisolated(unsafe) static var calls: [Int] = []
    init?(rawValue: Int) {
      Self.calls.append(rawValue)
      guard rawValue < 5 else { return nil }
      self.rawValue = rawValue
    }
  }

  private struct One: AutoCoding { var value: Small }
  private struct Maybe: AutoCoding { var value: Small? }
  private struct Many: AutoCoding { var value: [Small] }
  private struct Named: AutoCoding { var value: [String: Small] }
  private struct Nested: AutoCoding { var value: One }

  @Test(
    "it is called once, and the error has the path",
    arguments: [TestCoder.foundationJSON, .foundationPropertyList, .json, .dictionary])
  func calls(coder: TestCoder) throws {
    func expect<Value: AutoCoding>(_ type: Value.Type, _ good: Any, _ bad: Any, _ calls: [Int], at path: String) throws
    {
      func decode(_ value: Any) throws {
        switch coder {
        case .foundationPropertyList:
          let data = try PropertyListSerialization.data(fromPropertyList: value, format: .binary, options: 0)
          _ = try coder.decode(type, from: .data(data))
        case .dictionary: _ = try coder.decode(type, from: .value(value))
        default: _ = try coder.decode(type, from: .data(try JSONSerialization.data(withJSONObject: value)))
        }
      }
      // What is known of a type is learned when it is first decoded.
      for _ in 0..<3 { try decode(good) }
      Small.calls = []
      let error = #expect(throws: DecodingError.self) { try decode(bad) }
      #expect(Small.calls == calls, "\(type)")
      guard case .dataCorrupted(let context) = error else {
        Issue.record("\(String(describing: error))")
        return
      }
      #expect(context.codingPath.map { $0.intValue.map(String.init) ?? $0.stringValue }.joined(separator: ".") == path)
      #expect(context.debugDescription == "Cannot initialize Small from invalid Int value 9")
    }
    try expect(One.self, ["value": 1], ["value": 9], [9], at: "value")
    try expect(Maybe.self, ["value": 1], ["value": 9], [9], at: "value")
    try expect(Many.self, ["value": [1, 2]], ["value": [1, 2, 9, 3]], [1, 2, 9], at: "value.2")
    try expect(Named.self, ["value": ["a": 1]], ["value": ["a": 9]], [9], at: "value.a")
    try expect(Nested.self, ["value": ["value": 1]], ["value": ["value": 9]], [9], at: "value.value")
  }

  @Test("what is no raw value at all is the container's error")
  func others() throws {
    for text in [#"{"value": "x"}"#, #"{"value": null}"#, "{}", #"{"value": 1.5}"#] {
      struct Codables: Codable { var value: Int }
      let expected = #expect(throws: DecodingError.self) {
        try JSONDecoder().decode(Codables.self, from: Data(text.utf8))
      }
      let found = #expect(throws: DecodingError.self) { try JSONDecoder().decode(One.self, from: Data(text.utf8)) }
      #expect(kind(found) == kind(expected), "\(text)")
    }
    #expect(try JSONDecoder().decode(Maybe.self, from: Data(#"{"value": null}"#.utf8)).value == nil)
  }

  private func kind(_ error: DecodingError?) -> String { String(describing: error).prefix { $0 != "(" }.description }
}
