import AutoCoding
import Foundation
import Testing

/// What cannot be coded is refused before anything is written or read, with names and the remedy.
struct RefusedPropertyTests {
  private struct Handler: AutoCoding {
    var name = "n"
    var onChange: (Int) -> Void = { _ in }
  }

  private final class HandlerObject: AutoCoding {
    var name = "n"
    let onChange: ((String) -> Bool)? = nil
  }

  @Test func functions() {
    expectRefused(Handler(), "Handler", "onChange", "Int", "->", "unEncodedProperties")
    expectRefused(HandlerObject(), "HandlerObject", "onChange", "String", "Bool", "unEncodedProperties")
  }

  private struct Inherited: AutoCoding {
    var handlers = [Handler()]
  }

  @Test func nestedModelIsNamed() {
    let attempts: [() throws -> Void] = [
      { _ = try jsonText(Inherited()) }, { _ = try jsonValue(Inherited.self, #"{"handlers":[{}]}"#) },
    ]
    for attempt in attempts {
      let error = #expect(throws: AutoCodingError.self) { try attempt() }
      let text = error.map { String(describing: $0) } ?? ""
      #expect(text.contains("Handler") && text.contains("onChange"))
    }
  }

  private class Base: AutoCoding {
    var action: () -> Int = { 1 }
  }

  private final class Sub: Base {
    var count = 1
  }

  @Test func declaringClassIsNamed() {
    expectRefused(Sub(), "Base", "action")
  }

  private struct Pointers: AutoCoding {
    var raw = UnsafeRawPointer(bitPattern: 16)
    var buffer: UnsafeMutableBufferPointer<Int> = UnsafeMutableBufferPointer(start: nil, count: 0)
    var selfType: Any.Type = Int.self
    var tuple = (1, "a")
    var anything: Any = 1
    var existential: any Codable = 1
    var error: (any Error)?
    var plain = NotCodable()
    var plains = [NotCodable()]
    var mapped = ["a": NotCodable()]
    var keyed = [NotCodable(): 1]
  }

  private struct NotCodable: Hashable {
    var inner = 1
  }

  @Test func allProblemsAtOnce() {
    expectRefused(
      Pointers(), "Pointers", "raw", "buffer", "selfType", "plain",
      "plains", "mapped", "keyed", "NotCodable", "unEncodedProperties")
  }

  private final class References: AutoCoding {
    weak var weakly: References?
    unowned(unsafe) var unsafely: References?
    unowned var safely: References?
    var name = "n"
  }

  @Test func references() {
    expectRefused(References(), "References", "unsafely", "safely")
  }

  @propertyWrapper
  private struct Clamped {
    var wrappedValue: Int
  }

  private struct Wrapping: AutoCoding {
    @Clamped var level = 5
  }

  @Test func wrappers() {
    expectRefused(Wrapping(), "Wrapping", "level", "Clamped")
  }

  private struct Everything: AutoCoding {
    var first = 1
    var second = 2
    var action: () -> Void = {}
    var pointer = UnsafeRawPointer(bitPattern: 16)
    static var unEncodedProperties: Set<String> { ["misspelt"] }
    static var propertyKeys: [String: String] { ["first": "second"] }
  }

  @Test func problemsOfAllKindsAtOnce() {
    expectRefused(Everything(), "Everything", "action", "pointer", "misspelt", "first", "second")
  }

  /// The error is the same at each use, not only at the first.
  @Test func errorIsRepeated() {
    let errors = (0..<3).map { _ in DifferentialOutcome { try TypeMap(reflecting: Everything.self) }.error }
    #expect(Set(errors).count == 1 && errors[0] != nil)
  }

  private struct Fine: AutoCoding {
    var action: @Sendable () -> Int = { 1 }
    var name = "n"
    static var unEncodedProperties: Set<String> { ["action"] }
  }

  @Test func listedFunctionIsFine() throws {
    #expect(try jsonText(Fine()) == #"{"name":"n"}"#)
    #expect(throws: AutoCodingError.self) { try jsonValue(Fine.self, #"{"name":"n"}"#) }
  }
}
