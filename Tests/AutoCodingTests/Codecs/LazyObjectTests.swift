import AutoCoding
import Foundation
import Testing

/// `lazy` properties of existing objects. In optimized code, a value that has become nil again would be read as one.
struct LazyObjectTests {
  private final class Model: AutoCoding, DefaultInitializable {
    var name = ""
    lazy var count = 7
    lazy var title: String? = "none"
    init() {}
  }

  private struct Part: AutoCoding, DefaultInitializable {
    lazy var count = 7
  }

  private func isLost(_ error: (any Error)?, _ key: String) -> Bool {
    let context: (path: [any CodingKey], text: String)?
    if let error = error as? DecodingError, case .dataCorrupted(let found) = error {
      context = (found.codingPath, found.debugDescription)
    } else if let error = error as? EncodingError, case .invalidValue(_, let found) = error {
      context = (found.codingPath, found.debugDescription)
    } else {
      context = nil
    }
    return context?.path.map(\.stringValue) == [key]
      && context?.text.contains("The property is lazy and has a value, which an existing object cannot lose.") == true
  }

  @Test("null takes no computed value away")
  func nullInUpdates() throws {
    let text = #"{"name":"new","count":null}"#
    let updates: [(inout Model) throws -> Void] = [
      { try AutoJSONDecoder().update(&$0, from: text) },
      { try DictionaryDecoder().update(&$0, from: ["name": "new", "count": NSNull()]) },
      { try AutoJSONDecoder().update(&$0, from: #"{"$version":0,"name":"new","count":null}"#) },
    ]
    for update in updates {
      var model = Model()
      #expect(model.count == 7)
      let error = #expect(throws: DecodingError.self) { try update(&model) }
      #expect(isLost(error, "count"))
      #expect(model.count == 7)
      #expect(model.name == "")

      var other = Model()
      try update(&other)
      #expect(other.name == "new")
      #expect(other.count == 7)
    }
  }

  @Test("null is a value of a lazy Optional")
  func optionals() throws {
    var model = Model()
    #expect(model.title == "none")
    try AutoJSONDecoder().update(&model, from: #"{"title":null}"#)
    #expect(model.title == nil)
    try AutoJSONDecoder().update(&model, from: #"{"title":"x"}"#)
    #expect(model.title == "x")
    try DictionaryDecoder().update(&model, from: ["title": NSNull()])
    #expect(model.title == nil)
  }

  @Test("A difference takes no computed value away")
  func differences() throws {
    let old = Model()
    let new = Model()
    (new.name, new.count) = ("new", 9)
    let edit = try ModelDifference(from: old, to: new)
    var model = Model()
    try edit.apply(to: &model)
    #expect(model.count == 9)
    let error = #expect(throws: EncodingError.self) { try edit.reversed().apply(to: &model) }
    #expect(isLost(error, "count"))
    #expect(model.count == 9)
    #expect(model.name == "new")
  }

  @Test("Differences have the nil of a lazy Optional")
  func differencesOfOptionals() throws {
    let old = Model()
    #expect(old.title == "none")
    let new = Model()
    new.title = nil
    let edit = try ModelDifference(from: old, to: new)
    var model = Model()
    try edit.apply(to: &model)
    #expect(model.title == nil)
    try edit.reversed().apply(to: &model)
    #expect(model.title == "none")
    let uncomputed = try ModelDifference(from: old, to: Model())
    let error = #expect(throws: EncodingError.self) { try uncomputed.apply(to: &model) }
    #expect(isLost(error, "title"))
    #expect(model.title == "none")
  }

  @Test("A struct's value is computed anew")
  func structs() throws {
    var part = Part()
    part.count = 8
    try AutoJSONDecoder().update(&part, from: #"{"count":null}"#)
    #expect(part.count == 7)
  }
}
