import AutoCoding
import Foundation
import Testing

struct Unsupported: AutoCoding {
  var result: Result<Int, NSError> = .success(1)
  var pairs: KeyValuePairs<String, Int> = ["a": 1]
  var pointer = UnsafeRawPointer(bitPattern: 8)
  var typed = UnsafeMutablePointer<Int>(bitPattern: 8)
  var opaque = OpaquePointer(bitPattern: 8)
  var metatype: Any.Type = Int.self
  var function: @Sendable (Int) -> Int = { $0 }
  var inline: InlineArray<3, Int> = [1, 2, 3]
}

struct UnsupportedIgnored: AutoCoding, DefaultInitializable {
  var kept = 1
  var pointer = UnsafeRawPointer(bitPattern: 8)
  var metatype: Any.Type = Int.self
  var function: (Int) -> Int = { $0 + 1 }
  @Transient var inline: InlineArray<3, Int> = [1, 2, 3]
  static var unEncodedProperties: Set<String> { ["pointer", "metatype", "function"] }
}

/// Properties that cannot be stored.
struct UnsupportedTypeTests {
  @Test("what cannot be stored is a named error until it is left out")
  func unsupported() throws {
    let error = try #require(throws: AutoCodingError.self) { try TypeMap(reflecting: Unsupported.self) }
    #expect(
      error.problems.map(\.property)
        == ["result", "pairs", "pointer", "typed", "opaque", "metatype", "function"])
    #expect(try jsonText(UnsupportedIgnored()) == #"{"kept":1}"#)
    let back = try jsonValue(UnsupportedIgnored.self, #"{"kept":5,"pointer":1}"#)
    #expect(back.kept == 5 && back.function(1) == 2 && back.inline[2] == 3 && back.metatype == Int.self)
  }
}
