import AutoCoding
import Foundation
import Testing

private enum Outcome<Success, Failure>: AutoCoding {
  case success(Success)
  case failure(Failure)
}

private enum Sides<First, Second>: AutoCoding {
  case first(First)
  case second(value: Second)
  case both(First, Second)
  indirect case boxed(First)
}

private enum Voided: AutoCoding { case done(Void), count(Int) }
private enum Uninhabited: AutoCoding { case none(Never), count(Int) }

private enum Problem: Error, AutoCoding, Equatable { case missing(String), unknown }

private struct Holder: AutoCoding {
  var answer: Result<Int, Problem>
  var done: Result<Void, Problem>?
  var any: Result<Int, any Error>
  var table: [String: Result<Int?, Problem>] = [:]
}

private final class Part: AutoCoding {
  var name: String
  init(_ name: String) { self.name = name }
}

private final class Shelf: AutoCoding {
  var parts: [Result<Part, Problem>]
  var first: Part
  init(_ part: Part) { (parts, first) = ([.success(part), .failure(.unknown), .success(part)], part) }
}

private struct Unfit: AutoCoding {
  var callback: Result<() -> Void, Problem>
  var pointer: Result<Int, PlainError>
  var number: Int
}

private struct PlainError: Error {}
private struct VoidProperty: AutoCoding { var nothing: Void = () }

/// A program may have a conformance of its own for the standard library's type; here for one of its arguments alone.
public struct Seconds: Codable, Equatable {
  /// The number of seconds.
  public var value: Double
}
extension Result: @retroactive Encodable where Success == Seconds, Failure == Never {
  /// Encodes the number alone.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(get().value)
  }
}
extension Result: @retroactive Decodable where Success == Seconds, Failure == Never {
  /// Decodes the number alone.
  public init(from decoder: any Decoder) throws {
    self = .success(Seconds(value: try decoder.singleValueContainer().decode(Double.self)))
  }
}
private struct Timed: AutoCoding { var duration: Result<Seconds, Never> }

/// Enums and generics.
struct EnumGenericsTests {
  // MARK: Never

  @Test("a case of Never is refused as its own Codable does", arguments: TestCoder.allCases)
  func never(_ coder: TestCoder) throws {
    guard case .success(7) = try coder.roundTrip(Outcome<Int, Never>.success(7)) else {
      Issue.record("another case")
      return
    }
    struct Written: AutoCoding {
      struct Payload: AutoCoding { var _0 = 1 }
      var failure = Payload()
      static var archivedTypeName: String { Outcome<Int, Never>.archivedTypeName }
    }
    let error = try #require(throws: DecodingError.self) {
      try coder.decode(Outcome<Int, Never>.self, from: coder.encode(Written()))
    }
    guard case .typeMismatch(let type, let context) = error else {
      Issue.record("\(error)")
      return
    }
    #expect("\(type)" == "Never")
    #expect(context.codingPath.map(\.stringValue) == ["failure", "_0"])
    #expect(context.debugDescription.contains("Unable to decode an instance of Never"))
  }

  @Test("Never where the type is not generic", arguments: TestCoder.allCases)
  func plainNever(_ coder: TestCoder) throws {
    guard case .count(3) = try coder.roundTrip(Uninhabited.count(3)) else {
      Issue.record("another case")
      return
    }
    if TestCoder.jsonLike.contains(coder) {
      #expect(throws: DecodingError.self) { try coder.decode(Uninhabited.self, fromJSON: #"{"none":{"_0":1}}"#) }
    }
  }

  // MARK: Void

  @Test("() is an empty record", arguments: TestCoder.allCases)
  func void(_ coder: TestCoder) throws {
    func check<Value: AutoCoding>(_ value: Value, _ json: String) throws {
      #expect(String(describing: try coder.roundTrip(value)) == String(describing: value))
      if TestCoder.jsonLike.contains(coder) { #expect(try coder.jsonText(of: value) == json) }
    }
    try check(Voided.done(()), #"{"done":{}}"#)
    try check(Voided.count(1), #"{"count":{"_0":1}}"#)
    try check(Outcome<Void, Int>.success(()), #"{"success":{}}"#)
    try check(Outcome<Void, Int>.failure(1), #"{"failure":{"_0":1}}"#)
    try check(Outcome<Void, Void>.failure(()), #"{"failure":{}}"#)
    try check(Outcome<Void?, Never>.success(nil), #"{"success":{"_0":null}}"#)
    try check(Outcome<Void?, Never>.success(()), #"{"success":{"_0":{}}}"#)
    try check(Sides<Void, Int>.both((), 2), #"{"both":{"_0":{},"_1":2}}"#)
    try check(Sides<Void, Void>.second(value: ()), #"{"second":{"value":{}}}"#)
    try check(Sides<Void, String>.boxed(()), #"{"boxed":{}}"#)
  }

  @Test("a property of type () is refused: reflection gives that type for a noncopyable one")
  func voidProperty() throws {
    let error = try #require(throws: AutoCodingError.self) { try TypeMap(reflecting: VoidProperty.self) }
    #expect(error.problems.map(\.property) == ["nothing"])
  }

  // MARK: Result

  @Test("Result is coded by its shape", arguments: TestCoder.allCases)
  func result(_ coder: TestCoder) throws {
    let values: [(Holder, String)] = [
      (
        Holder(answer: .success(1), done: .success(()), any: .success(2), table: ["k": .success(nil)]),
        #"""
        {"answer":{"success":{"_0":1}},"any":{"success":{"_0":2}},"done":{"success":{}},\#
        "table":{"k":{"success":{"_0":null}}}}
        """#
      ),
      (
        Holder(answer: .failure(.missing("x")), done: nil, any: .success(3)),
        #"{"answer":{"failure":{"_0":{"missing":{"_0":"x"}}}},"any":{"success":{"_0":3}},"table":{}}"#
      ),
      (Holder(answer: .failure(.unknown), done: .failure(.unknown), any: .failure(Problem.unknown)), ""),
    ]
    for (value, json) in values {
      #expect(String(describing: try coder.roundTrip(value)) == String(describing: value))
      if TestCoder.jsonLike.contains(coder), !json.isEmpty { #expect(try coder.jsonText(of: value) == json) }
    }
  }

  @Test("objects within a Result keep their identity in archives")
  func identity() throws {
    let shelf = Shelf(Part("p"))
    let read = try TestCoder.keyedArchive.roundTrip(shelf)
    #expect(try read.parts[0].get() === read.first)
    #expect(try read.parts[2].get() === read.first)
    #expect(throws: Problem.unknown) { try read.parts[1].get() }
    let copy = try ModelValue.copy(of: shelf)
    #expect(try copy.parts[0].get() === copy.first)
    #expect(copy.first !== shelf.first)
    #expect(try ModelValue.areEqual(copy, shelf))
  }

  @Test("a Result of what cannot be coded is a problem of the property")
  func unfit() throws {
    let error = try #require(throws: AutoCodingError.self) { try TypeMap(reflecting: Unfit.self) }
    #expect(error.problems.map(\.property) == ["callback", "pointer"])
    #expect(error.problems.map(\.code) == [.notCodable, .notCodable])
    #expect(error.description.contains("PlainError"))
  }

  @Test("a conformance of the program's own comes first", arguments: TestCoder.jsonLike)
  func ownConformance(_ coder: TestCoder) throws {
    let value = Timed(duration: .success(Seconds(value: 1.5)))
    #expect(try coder.jsonText(of: value) == #"{"duration":1.5}"#)
    #expect(try coder.roundTrip(value).duration == value.duration)
  }

  @Test("errors name Result as the program does")
  func names() throws {
    let text = #"{"answer":{},"any":{"success":{"_0":1}}}"#
    let error = try #require(throws: DecodingError.self) { try TestCoder.json.decode(Holder.self, fromJSON: text) }
    #expect("\(error)".contains("the name of a case of Result<Int, Problem> (success, failure)"), "\(error)")
    #expect(try String(describing: TypeMap(reflecting: Holder.self)).contains("Result<Int, Problem>"))
  }
}
