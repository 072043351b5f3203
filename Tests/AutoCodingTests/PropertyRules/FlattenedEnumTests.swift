import AutoCoding
import Foundation
import Testing

/// `.flattened` of an enum whose cases are named under a case key.
struct FlattenedEnumTests {
  private typealias Event = FlattenedEnums.Event
  private typealias Payload = FlattenedEnums.Payload
  private typealias Inner = FlattenedEnums.Inner
  private typealias MaybeInner = FlattenedEnums.MaybeInner
  private typealias Outer = FlattenedEnums.Outer
  private typealias Top = FlattenedEnums.Top

  private static let outer = Outer(
    id: 1, inner: Inner(name: "n", adjacent: .size(width: 1, height: 2)), payload: .push(commits: 2, refName: nil),
    rest: ["z": 1], last: true)

  @Test("the bytes are those of a twin that does it by hand, with all options of JSON")
  func bytes() throws {
    let strategies: [(JSONEncoder.KeyEncodingStrategy, JSONDecoder.KeyDecodingStrategy)] = [
      (.useDefaultKeys, .useDefaultKeys), (.convertToSnakeCase, .convertFromSnakeCase),
      (.custom { $0[$0.count - 1] }, .custom { $0[$0.count - 1] }),
    ]
    let formattings: [JSONEncoder.OutputFormatting] = [
      .sortedKeys, [.sortedKeys, .prettyPrinted], [.sortedKeys, .prettyPrinted, .withoutEscapingSlashes],
    ]
    for (event, twin) in FlattenedEnums.pairs {
      for (keys, decodedKeys) in strategies {
        for formatting in formattings {
          let reference = JSONEncoder()
          reference.keyEncodingStrategy = keys
          reference.outputFormatting = formatting
          let expected = String(decoding: try reference.encode(twin), as: UTF8.self)
          #expect(String(decoding: try reference.encode(event), as: UTF8.self) == expected)
          let encoder = AutoJSONEncoder()
          encoder.keyEncodingStrategy = keys
          encoder.outputFormatting = formatting
          #expect(try encoder.encodeToString(event) == expected)

          let decoder = JSONDecoder()
          decoder.keyDecodingStrategy = decodedKeys
          #expect(try decoder.decode(Event.self, from: Data(expected.utf8)) == event)
          let auto = AutoJSONDecoder()
          auto.keyDecodingStrategy = decodedKeys
          auto.unknownKeys = .refuse
          #expect(try auto.decode(Event.self, from: expected) == event)
        }
      }
    }
  }

  @Test("every coder gives a value back", arguments: TestCoder.allCases)
  func roundTrip(coder: TestCoder) throws {
    func check<Value: Codable & Equatable>(_ values: [Value]) throws {
      #expect(try coder.roundTrip(values) == values)
      for value in values { #expect(try coder.roundTrip(value) == value) }
    }
    try check(FlattenedEnums.pairs.map(\.0))
    try check(FlattenedEnums.pairs.map { FlattenedEnums.Maybe(id: 1, payload: $0.0.payload) } + [.init(id: 2)])
    try check(FlattenedEnums.pairs.map { FlattenedEnums.Defaulted(id: 1, payload: $0.0.payload) })
    try check(FlattenedEnums.pairs.map { FlattenedEnums.Ruled(id: 1, payload: $0.0.payload) })
    try check([FlattenedEnums.Number(id: 1, numbered: .one(size: 4)), .init(id: 2, numbered: .two)])
    let issue = FlattenedEnums.Issue(title: "t")
    let adjacent: [FlattenedEnums.Adjacent] = [.text("x"), .size(width: 1, height: 2), .none, .issues([issue])]
    try check(adjacent.map { Inner(name: "n", adjacent: $0) })
    try check(adjacent.map { MaybeInner(id: 1, inner: Inner(name: "n", adjacent: $0)) } + [MaybeInner(id: 2)])
    try check(
      adjacent.map { Top(deep: .inner(Inner(name: "n", adjacent: $0)), x: 1) } + [.init(deep: .other(flag: true), x: 2)]
    )
    try check([Self.outer])
  }

  @Test("the members are at the place of the property")
  func order() throws {
    let text =
      #"{"id":1,"name":"n","t":"size","c":{"width":1,"height":2},"type":"push","commits":2,"z":1,"last":true}"#
    #expect(try AutoJSONEncoder().encodeToString(Self.outer) == text)
    let top = Top(deep: .inner(Self.outer.inner), x: 1)
    #expect(
      try AutoJSONEncoder().encodeToString(top)
        == #"{"kind":"inner","name":"n","t":"size","c":{"width":1,"height":2},"x":1}"#)
    let encoder = AutoJSONEncoder()
    encoder.outputFormatting = .prettyPrinted
    let event = Event(id: 1, payload: .push(commits: 3, refName: nil), place: "x")
    #expect(
      try encoder.encodeToString(event) == """
        {
          "id" : 1,
          "type" : "push",
          "commits" : 3,
          "place" : "x"
        }
        """)
    encoder.outputFormatting = []
    encoder.nilEncodingStrategy = .null
    #expect(
      try encoder.encodeToString(Event(id: 1, payload: .push(commits: 3, refName: nil)))
        == #"{"id":1,"type":"push","commits":3,"refName":null,"place":null}"#)
  }

  @Test("any order of keys", arguments: TestCoder.jsonLike)
  func anyOrder(coder: TestCoder) throws {
    let event = try coder.decode(
      Event.self, fromJSON: #"{"commits":3,"x":{"type":"star"},"place":"p","id":1,"type":"push"}"#)
    #expect(event == Event(id: 1, payload: .push(commits: 3, refName: nil), place: "p"))
    let text =
      #"{"z":1,"last":true,"c":{"height":2,"width":1},"commits":2,"title":5,"name":"n","t":"size","id":1,"type":"push"}"#
    #expect(try coder.decode(Outer.self, fromJSON: text) == Self.outer)
    let nested = #"{"c":{"width":1,"height":2},"x":1,"t":"size","name":"n","kind":"inner"}"#
    #expect(try coder.decode(Top.self, fromJSON: nested) == Top(deep: .inner(Self.outer.inner), x: 1))
  }

  // MARK: Missing names

  @Test("an Optional is nil without the name of a case, and a default stays", arguments: TestCoder.jsonLike)
  func missing(coder: TestCoder) throws {
    typealias Maybe = FlattenedEnums.Maybe
    for text in [#"{"id":1}"#, #"{"id":1,"commits":3}"#, #"{"type":null,"id":1,"commits":3}"#] {
      #expect(try coder.decode(Maybe.self, fromJSON: text) == Maybe(id: 1))
      #expect(try coder.decode(FlattenedEnums.Defaulted.self, fromJSON: text) == .init())
      #expect(
        try coder.decode(FlattenedEnums.Ruled.self, fromJSON: text)
          == .init(id: 1, payload: .push(commits: 9, refName: nil))
      )
    }
    #expect(try coder.jsonText(of: Maybe(id: 1)) == #"{"id":1}"#)
    #expect(try coder.jsonText(of: Maybe(id: 1, payload: .star)) == #"{"id":1,"type":"star"}"#)
    // A model that may be missing is there if its enum is.
    #expect(try coder.decode(MaybeInner.self, fromJSON: #"{"id":1,"c":5}"#) == MaybeInner(id: 1))
    func error(_ text: String) -> String? {
      DifferentialOutcome { try coder.decode(MaybeInner.self, fromJSON: text) }.error
    }
    #expect(error(#"{"id":1,"t":"none"}"#) == "keyNotFound name at ")
    #expect(error(#"{"id":1,"name":"n"}"#) == "keyNotFound t at ")
  }

  @Test("the case for unknown data", arguments: TestCoder.jsonLike)
  func unknown(coder: TestCoder) throws {
    typealias Opened = FlattenedEnums.Opened
    typealias Tag = FlattenedEnums.Tag
    #expect(try coder.decode(Opened.self, fromJSON: #"{"id":4,"type":"z"}"#) == Opened(id: 4, open: .unknown))
    #expect(try coder.decode(Opened.self, fromJSON: #"{"id":4}"#) == Opened(id: 4, open: .unknown))
    #expect(
      try coder.decode(Opened.self, fromJSON: #"{"size":2,"id":4,"type":"sized"}"#)
        == Opened(id: 4, open: .sized(size: 2)))
    for text in [
      #"{"type":"z","label":"l","id":4}"#, #"{"label":"l","id":4}"#, #"{"label":"l","id":4,"type":5}"#,
    ] {
      #expect(try coder.decode(Tag.self, fromJSON: text) == Tag(id: 4, labeled: .other(.init(label: "l"))))
    }
  }

  @Test("integers as names, former names and former keys", arguments: TestCoder.jsonLike)
  func names(coder: TestCoder) throws {
    typealias Number = FlattenedEnums.Number
    #expect(try coder.jsonText(of: Number(id: 1, numbered: .one(size: 4))) == #"{"id":1,"n":1,"size":4}"#)
    #expect(
      try coder.decode(Number.self, fromJSON: #"{"old":5,"n":11,"id":1}"#) == .init(id: 1, numbered: .one(size: 5)))
    #expect(try coder.decode(Number.self, fromJSON: #"{"n":1,"id":1}"#) == .init(id: 1, numbered: .one(size: 3)))
  }

  // MARK: Damaged data and other keys

  @Test("errors have the path of the object", arguments: TestCoder.jsonLike)
  func damage(coder: TestCoder) throws {
    for (text, expected) in [
      (#"{"id":1}"#, "keyNotFound type at [0]"), (#"{"id":1,"type":"z"}"#, "dataCorrupted at [0].type"),
      (#"{"id":1,"type":null}"#, "valueNotFound String at [0].type"),
      (#"{"id":1,"type":5}"#, "typeMismatch at [0].type"),
      (#"{"id":1,"type":"push"}"#, "keyNotFound commits at [0]"),
      (#"{"type":"push","commits":"x","id":1}"#, "typeMismatch at [0].commits"),
      (#"{"type":"push","commits":null,"id":1}"#, "valueNotFound Int at [0].commits"),
      (#"{"type":"issue","id":1}"#, "keyNotFound title at [0]"),
      (#"{"type":"star","id":"x"}"#, "typeMismatch at [0].id"),
    ] {
      let found = DifferentialOutcome { try coder.decode([Event].self, fromJSON: "[\(text)]") }.error
      let twin = DifferentialOutcome {
        try JSONDecoder().decode([FlattenedEnums.EventTwin].self, from: Data("[\(text)]".utf8))
      }
      #expect(found?.prefix(8) == expected.prefix(8), "\(text)")
      #expect(found == twin.error || coder != .foundationJSON, "\(text)")
    }
    do {
      _ = try coder.decode(Event.self, fromJSON: #"{"id":1}"#)
      Issue.record("a name is missing")
    } catch DecodingError.keyNotFound(let key, let context) {
      #expect(key.stringValue == "type")
      #expect(context.debugDescription.contains(#"does not name a case of Payload ('push', 'issue', 'star')"#))
    }
  }

  @Test("the keys of all cases are known, and those of nested models are checked", arguments: [false, true])
  func unknownKeys(usesContainers: Bool) throws {
    let decoder = AutoJSONDecoder()
    decoder.unknownKeys = .refuse
    if usesContainers { decoder.keyDecodingStrategy = .custom { $0[$0.count - 1] } }
    func path<Value: AutoCoding>(_ type: Value.Type, _ text: String) -> String? {
      do {
        _ = try decoder.decode(type, from: text)
        return nil
      } catch DecodingError.dataCorrupted(let context) {
        return context.codingPath.map(\.stringValue).joined(separator: ".")
      } catch {
        return "\(error)"
      }
    }
    #expect(path(Event.self, #"{"id":1,"type":"star","title":5,"commits":"x"}"#) == nil)
    #expect(path(Event.self, #"{"id":1,"type":"star","titel":5}"#) == "titel")
    #expect(path(Inner.self, #"{"name":"n","t":"size","c":{"width":1,"height":2,"z":3}}"#) == "c.z")
    #expect(path(Inner.self, #"{"t":"issues","c":[{"title":"x","z":1}],"name":"n"}"#) == "c.Index 0.z")
    #expect(path(Outer.self, #"{"id":1,"name":"n","t":"none","type":"star","last":true,"z":3}"#) == nil)

    decoder.unknownKeys = .report
    var issues: [AutoJSONDecoder.Issue] = []
    let text = #"{"y":1,"name":"n","t":"issues","c":[{"title":"x","z":1}]}"#
    _ = try decoder.decode(Inner.self, from: Data(text.utf8), reporting: &issues)
    #expect(Set(issues.map { $0.codingPath.map(\.stringValue).joined(separator: ".") }) == ["y", "c.Index 0.z"])
    #expect(issues.count == 2)
  }

  @Test("a dictionary for all other keys has none of the enum's", arguments: TestCoder.jsonLike)
  func otherKeys(coder: TestCoder) throws {
    for key in ["type", "commits", "title", "c"] {
      var outer = Self.outer
      outer.rest = [key: 1]
      #expect(throws: EncodingError.self, "\(key)") { try coder.encode(outer) }
    }
    let text = #"{"id":1,"name":"n","t":"none","type":"star","last":true,"title":3,"body":{},"y":[1]}"#
    #expect(try coder.decode(Outer.self, fromJSON: text).rest == ["y": [1]])
  }

  @Test("duplicate keys count as in any object")
  func duplicates() throws {
    let text = #"{"id":1,"type":"push","commits":1,"commits":2,"type":"push","refName":"a","id":2}"#
    let decoder = AutoJSONDecoder()
    #expect(try decoder.decode(Event.self, from: text) == Event(id: 1, payload: .push(commits: 1, refName: "a")))
    decoder.duplicateKeys = .useLast
    #expect(try decoder.decode(Event.self, from: text) == Event(id: 2, payload: .push(commits: 2, refName: "a")))
    let names = #"{"id":1,"type":"push","type":"star","commits":1}"#
    #expect(try decoder.decode(Event.self, from: names).payload == .star)
    decoder.duplicateKeys = .throw
    #expect(throws: DecodingError.self) { try decoder.decode(Event.self, from: names) }
  }

  @Test("lenient decoding holds for the values of cases")
  func leniency() throws {
    let decoder = AutoJSONDecoder()
    decoder.leniency = .all
    var issues: [AutoJSONDecoder.Issue] = []
    let text = #"{"id":"1","type":"push","commits":"2","refName":{}}"#
    let event = try decoder.decode(Event.self, from: Data(text.utf8), reporting: &issues)
    #expect(event == Event(id: 1, payload: .push(commits: 2, refName: nil)))
    #expect(Set(issues.map { $0.codingPath[0].stringValue }) == ["id", "commits", "refName"])
  }

  // MARK: Hierarchies, maps and selections

  @Test("classes that are named by tags", arguments: TestCoder.jsonLike)
  func hierarchies(coder: TestCoder) throws {
    let dog = FlattenedEnums.Dog()
    dog.payload = .issue(.init(title: "t"))
    dog.adjacent = .text("x")
    let text = try coder.jsonText(of: [dog, FlattenedEnums.Animal()] as [FlattenedEnums.Animal])
    #expect(
      text
        == #"[{"animal":"dog","c":"x","name":"a","t":"text","title":"t","type":"issue"},{"animal":"some","name":"a"}]"#)
    let back = try coder.decode([FlattenedEnums.Animal].self, fromJSON: text)
    #expect((back[0] as? FlattenedEnums.Dog)?.adjacent == .text("x"))
    #expect(back[0].payload == dog.payload && back[1].payload == nil)
  }

  @Test("the printed map names the keys of all cases")
  func map() throws {
    let map = try TypeMap(reflecting: Event.self)
    #expect(map.properties.map(\.isFlattened) == [false, true, false])
    #expect(map.description.contains(#"flattened: "type", "body", "commits", "refName", "title""#))
    #expect(try TypeMap(reflecting: MaybeInner.self).description.contains(#"flattened: "name", "t", "c""#))
  }

  @Test("an encoder that writes some properties knows the keys")
  func selections() throws {
    let encoder = AutoJSONEncoder()
    encoder.includedProperties = ["id", "payload"]
    let event = Event(id: 1, payload: .push(commits: 3, refName: "r"), place: "x")
    #expect(try encoder.encodeToString(event) == #"{"id":1,"type":"push","commits":3,"refName":"r"}"#)
    encoder.includedProperties = ["inner.adjacent"]
    #expect(try encoder.encodeToString(Self.outer) == #"{"t":"size","c":{"width":1,"height":2}}"#)
    encoder.includedProperties = ["payload.commits"]
    #expect(throws: EncodingError.self) { try encoder.encode(event) }
    encoder.includedProperties = nil
    encoder.omittedProperties = ["payload"]
    #expect(try encoder.encodeToString(event) == #"{"id":1,"place":"x"}"#)
  }

  @Test("copies and differences")
  func values() throws {
    let event = Event(id: 1, payload: .star)
    #expect(try ModelValue.copy(of: event) == event)
    let other = Event(id: 1, payload: .push(commits: 1, refName: nil))
    let patch = try ModelDifference(from: event, to: other).jsonMergePatch()
    #expect(try AutoJSONDecoder().decode(JSONValue.self, from: patch) == ["type": "push", "commits": 1])
    var updated = event
    try AutoJSONDecoder().update(&updated, from: patch)
    #expect(updated == other)
    // A patch names the case that is changed.
    let third = Event(id: 1, payload: .push(commits: 2, refName: nil))
    let within = try ModelDifference(from: other, to: third).jsonMergePatch()
    #expect(try AutoJSONDecoder().decode(JSONValue.self, from: within) == ["type": "push", "commits": 2])
    try AutoJSONDecoder().update(&updated, from: within)
    #expect(updated == third)
    var outer = Self.outer
    outer.inner.adjacent = .size(width: 1, height: 3)
    let nested = try ModelDifference(from: Self.outer, to: outer).jsonMergePatch()
    #expect(
      try AutoJSONDecoder().decode(JSONValue.self, from: nested) == ["t": "size", "c": ["width": 1, "height": 3]])
    let same = try ModelDifference(from: third, to: Event(id: 2, payload: third.payload)).jsonMergePatch()
    #expect(try AutoJSONDecoder().decode(JSONValue.self, from: same) == ["id": 2])
  }
}
