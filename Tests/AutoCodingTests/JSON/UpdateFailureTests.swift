import AutoCoding
import Foundation
import Testing

/// What an update leaves if it fails, or skips what it cannot decode.
struct UpdateFailureTests {
  private struct Logged: AutoCoding, Equatable {
    var a = 1
    @Transient var log: String? = "kept"
    mutating func didDecode() throws {
      log = "changed"
      if a < 0 { throw CocoaError(.coderReadCorrupt) }
    }
  }

  private struct Outer: AutoCoding, Equatable {
    var inner = Logged()
    var n = 0
  }

  private struct Item: AutoCoding, Identifiable, Hashable {
    var id: Int
    var n: Int
  }

  private final class Box: AutoCoding, Identifiable, Hashable {
    var id = 1
    var n = 1
    var text: String? = "t"
    init() {}
    static func == (one: Box, other: Box) -> Bool { one.n == other.n && one.text == other.text }
    func hash(into hasher: inout Hasher) { hasher.combine(n) }
  }

  private struct Collections: AutoCoding, Equatable {
    var numbers = ["a": 1, "b": 2]
    var items = ["x": Item(id: 1, n: 1)]
    var list = [Item(id: 1, n: 1), Item(id: 2, n: 2)]
    var nested = ["x": ["a": 1]]
    var boxes = [Box()]
  }

  enum Coder: CaseIterable { case json, dictionary }

  private func update<Value: AutoCoding>(_ value: inout Value, from text: String, _ coder: Coder) throws {
    switch coder {
    case .json:
      let decoder = AutoJSONDecoder()
      decoder.collectionUpdates = .merge
      decoder.leniency = .skipsUndecodableElements
      try decoder.update(&value, from: text)
    case .dictionary:
      let decoder = DictionaryDecoder()
      decoder.collectionUpdates = .merge
      decoder.leniency = .skipsUndecodableElements
      let object = try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any]
      try decoder.update(&value, from: try #require(object))
    }
  }

  @Test("a struct whose didDecode() throws keeps what that has changed", arguments: Coder.allCases)
  func didDecode(coder: Coder) throws {
    var logged = Logged()
    #expect(throws: CocoaError.self) { try update(&logged, from: #"{"a":-1}"#, coder) }
    #expect(logged == Logged())
    try update(&logged, from: #"{"a":5}"#, coder)
    #expect(logged.a == 5 && logged.log == "changed")
    var outer = Outer()
    #expect(throws: (any Error).self) { try update(&outer, from: #"{"inner":{"a":3},"n":"x"}"#, coder) }
    #expect(outer == Outer())
  }

  @Test(
    "an entry or element that cannot be decoded is skipped, and the existing entry stays", arguments: Coder.allCases)
  func skipped(coder: Coder) throws {
    let texts = [
      #"{"numbers":{"a":"bad"}}"#, #"{"items":{"x":5}}"#, #"{"items":{"x":{"n":"bad"}}}"#, #"{"nested":{"x":5}}"#,
      #"{"nested":{"x":{"a":"bad"}}}"#,
    ]
    for text in texts {
      var value = Collections()
      try update(&value, from: text, coder)
      #expect(value == Collections(), "\(text)")
    }
    var value = Collections()
    try update(&value, from: #"{"numbers":{"a":"bad","c":3},"list":[{"id":1,"n":"bad"},{"id":2,"n":7}]}"#, coder)
    #expect(value.numbers == ["a": 1, "b": 2, "c": 3])
    #expect(value.list == [Item(id: 2, n: 7)])
    // What was changed of an object before the error is undone.
    let box = value.boxes[0]
    try update(&value, from: #"{"boxes":[{"id":1,"text":"new","n":"bad"}]}"#, coder)
    #expect(value.boxes.isEmpty && box.text == "t" && box.n == 1)
  }
}
