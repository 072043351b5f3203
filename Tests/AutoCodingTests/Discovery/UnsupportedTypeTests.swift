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

  private struct Handle: ~Copyable {
    var descriptor: Int32 = 42
  }

  /// The handle lies in what looks like padding.
  private class Connection: AutoCoding {
    var isOpen = true
    var handle = Handle()
    var port = 80
    required init() {}
    class var propertyRules: PropertyRules { ["handle": .excluded] }
  }

  private final class MadeConnection: Connection, DefaultInitializable {}

  private final class StatedConnection: Connection {
    override class var propertyRules: PropertyRules { ["handle": .excluded(default: ())] }
  }

  private final class CodedConnection: AutoCoding {
    var isOpen = true
    var handle = Handle()
    var port = 80
    init() {}
  }

  @Test("a noncopyable property that looks like padding is set by init() alone", arguments: TestCoder.allCases)
  func noncopyable(coder: TestCoder) throws {
    let made = try coder.roundTrip(MadeConnection())
    #expect(made.isOpen && made.handle.descriptor == 42 && made.port == 80)
    let unset = #expect(throws: AutoCodingError.self) { try coder.roundTrip(Connection()) }
    #expect(unset?.problems.map(\.code) == [.encodeOnly])
    let stated = #expect(throws: AutoCodingError.self) { try TypeMap(reflecting: StatedConnection.self) }
    #expect(stated?.description.contains("reflection reports '()' in place of a noncopyable type") == true)
    let coded = #expect(throws: AutoCodingError.self) { try TypeMap(reflecting: CodedConnection.self) }
    #expect(coded?.description.contains("or noncopyable, which reflection does not show") == true)
  }
}
