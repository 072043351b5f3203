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

  private func update<Value: AutoCoding>(
    _ value: inout Value, from text: String, _ coder: Coder, skipping: Bool = true
  ) throws {
    switch coder {
    case .json:
      let decoder = AutoJSONDecoder()
      decoder.collectionUpdates = .merge
      decoder.leniency = skipping ? .skipsUndecodableElements : []
      try decoder.update(&value, from: text)
    case .dictionary:
      let decoder = DictionaryDecoder()
      decoder.collectionUpdates = .merge
      decoder.leniency = skipping ? .skipsUndecodableElements : []
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

  private class Owner: AutoCoding, DefaultInitializable {
    var name = "o"
    var part = Part()
    var inner = [Inner()]
    required init() {}
  }

  private struct Part: AutoCoding {
    var n = 1
    var back: Owner?
  }

  private final class Inner: AutoCoding, Identifiable {
    var id = 1
    var n = 1
    var back: Owner?
    init() {}
  }

  @Test("a change is not lost if data within a value refers back to the object that has it", arguments: Coder.allCases)
  private func references(coder: Coder) throws {
    let owner = Owner()
    owner.part.back = owner
    owner.inner[0].back = owner
    defer { (owner.part.back, owner.inner[0].back) = (nil, nil) }
    var value = owner
    for (text, path) in [
      (#"{"part":{"n":2,"back":{"part":{"n":3}}}}"#, ["part"]),
      (#"{"name":"a","part":{"back":{"name":"b"}}}"#, ["name"]),
      (#"{"inner":[{"id":1,"n":4,"back":{"inner":[{"id":1,"n":2}]}}]}"#, ["inner", "Index 0", "n"]),
      (#"{"name":"a","inner":[{"id":1,"back":{"part":{"back":{"name":"c"}}}}]}"#, ["name"]),
    ] {
      let error = #expect(throws: DecodingError.self, "\(text)") {
        try update(&value, from: text, coder, skipping: false)
      }
      #expect(error?.path == path)
      #expect(error.map { "\($0)".contains("sets the property of an existing object to different values") } == true)
      #expect(owner.name == "o" && owner.part.n == 1 && owner.inner.map(\.n) == [1] && owner.inner[0].back === owner)
    }
    // The same name twice is no other.
    let text = #"{"part":{"n":2,"back":{"name":"b","inner":[{"id":1,"n":5,"back":{"name":"b"}}]}}}"#
    try update(&value, from: text, coder, skipping: false)
    #expect(value === owner && owner.name == "b" && owner.part.n == 2 && owner.inner.map(\.n) == [5])
    try update(&value, from: #"{"part":{"n":3},"name":"c"}"#, coder)
    #expect(owner.name == "c" && owner.part.n == 3)
  }
}
