import AutoCoding
import Foundation
import Testing

// Under Foundation's coders, AutoCoding codes models in nested containers, but not the first value of a type: coding that
// one shows whether the type has its own code. So each test codes its values several times.
private enum Sky: String, AutoCoding { case clear, rain }
private enum Level: Int, AutoCoding { case low = 1, high }
private struct Meters: AutoCoding, RawRepresentable, Equatable { var rawValue: Double }
private enum Guess: String, AutoCoding {
  case known, other
  static var typeRules: TypeRules { TypeRules(unknownCase: "other") }
}
private enum Event: AutoCoding, Equatable { case tick, moved(to: Wind, by: Int), named(String) }
private struct Wind: AutoCoding, Equatable { var topSpeed = 1.5, degrees = 7; var gust: Double? }
private struct Stamp: Codable, Equatable {
  var text: String
  init(text: String) { self.text = text }
  init(from decoder: any Decoder) throws {
    let path = decoder.codingPath.map { $0.intValue.map { "\($0)" } ?? $0.stringValue }.joined(separator: "/")
    text = try decoder.singleValueContainer().decode(String.self) + "|" + path
  }
  func encode(to encoder: any Encoder) throws {
    let path = encoder.codingPath.map { $0.intValue.map { "\($0)" } ?? $0.stringValue }.joined(separator: "/")
    var container = encoder.singleValueContainer()
    try container.encode(text + "@" + path)
  }
}
private struct Hour: AutoCoding, Equatable {
  var startTime = 3, sky = Sky.rain, levels = [Level.low, .high], depth = Meters(rawValue: 2.5)
  var wind = Wind(), winds = [Wind(gust: 3), Wind()], maybe: Wind? = Wind(), never: Wind?
  var events = [Event.tick, .moved(to: Wind(), by: 3), .named("x")], guess = Guess.known
  var stamp = Stamp(text: "s"), stamps = [Stamp(text: "a"), Stamp(text: "b")], empty: [Wind] = []
  var mood: Sky? = .clear, height: Meters?, rank: Level? = .high
}
private struct Station: AutoCoding, Equatable {
  var name = "x", heights: [String: Int] = ["a": 1], winds = [Wind(), Wind(gust: 2)], best: Wind? = Wind(), worst: Wind?
  var sky: Sky? = .rain, levels = [Level.low], event = Event.named("e"), nothing: [Wind] = [], range = [1.5]
}
private struct Net: AutoCoding, Equatable {
  var stations = [Station(), Station()], main = Station(), spare: Station? = Station()
}
private struct Grid: AutoCoding, Equatable { var rows = [[Wind()], []], sums = [[1], [2, 3]] }
private struct Grids: AutoCoding, Equatable { var first = Grid(), all = [Grid(), Grid()] }
private struct Day: AutoCoding, Equatable { var hours = [Hour(), Hour()], last = Hour(), byName = ["a": Hour()] }

private class NestingAnimal: AutoCoding {
  var name = ""
  var young: [NestingAnimal] = []
  var friend: NestingAnimal?
  required init() {}
  init(_ name: String, young: [NestingAnimal] = []) { (self.name, self.young) = (name, young) }
}
private final class NestingCat: NestingAnimal {
  var lives = 9
}
private struct Home: AutoCoding { var first = NestingAnimal("f"), animals: [NestingAnimal] = [] }

private final class Calls: @unchecked Sendable { var texts: [String] = [] }
extension CodingUserInfoKey {
  fileprivate static let calls = CodingUserInfoKey(rawValue: "calls").unsafelyUnwrapped
}
/// Records in the decoder's `userInfo` that it was decoded.
private struct CountedTag: Codable {
  var text = ""
  init() {}
  init(from decoder: any Decoder) throws {
    text = try decoder.singleValueContainer().decode(String.self)
    (decoder.userInfo[.calls] as? Calls)?.texts.append(text)
  }
  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(text)
  }
}
private class TaggedNestingAnimal: AutoCoding {
  var tag = CountedTag()
  class var archivedTypeName: String { "TaggedNestingAnimal" }
  required init() {}
}
private final class TaggedNestingCat: TaggedNestingAnimal {
  override class var archivedTypeName: String { "TaggedNestingCat" }
}
private struct TaggedHome: AutoCoding { var animals: [TaggedNestingAnimal] }

/// The same shapes with the compiler's `Codable`.
private enum Plain {
  enum Sky: String, Codable { case clear, rain }
  enum Level: Int, Codable { case low = 1, high }
  struct Meters: Codable, RawRepresentable { var rawValue: Double }
  enum Guess: String, Codable { case known, other }
  enum Event: Codable { case tick, moved(to: Wind, by: Int), named(String) }
  struct Wind: Codable { var topSpeed = 1.5, degrees = 7; var gust: Double? }
  struct Hour: Codable {
    var startTime = 3, sky = Sky.rain, levels = [Level.low, .high], depth = Meters(rawValue: 2.5)
    var wind = Wind(), winds = [Wind(gust: 3), Wind()], maybe: Wind? = Wind(), never: Wind?
    var events = [Event.tick, .moved(to: Wind(), by: 3), .named("x")], guess = Guess.known
    var stamp = Stamp(text: "s"), stamps = [Stamp(text: "a"), Stamp(text: "b")], empty: [Wind] = []
    var mood: Sky? = .clear, height: Meters?, rank: Level? = .high
  }
  struct Station: Codable {
    var name = "x", heights: [String: Int] = ["a": 1], winds = [Wind(), Wind(gust: 2)], best: Wind? = Wind(),
      worst: Wind?
    var sky: Sky? = .rain, levels = [Level.low], event = Event.named("e"), nothing: [Wind] = [], range = [1.5]
  }
  struct Net: Codable { var stations = [Station(), Station()], main = Station(), spare: Station? = Station() }
  struct Grid: Codable { var rows = [[Wind()], []], sums = [[1], [2, 3]] }
  struct Grids: Codable { var first = Grid(), all = [Grid(), Grid()] }
  struct Day: Codable { var hours = [Hour(), Hour()], last = Hour(), byName = ["a": Hour()] }
}

struct NestedContainerTests {
  private static var encoders: [(String, (any Encodable) throws -> Data)] {
    func json(_ configure: (JSONEncoder) -> Void = { _ in }) -> (any Encodable) throws -> Data {
      let encoder = JSONEncoder()
      encoder.outputFormatting = .sortedKeys
      configure(encoder)
      return { try encoder.encode($0) }
    }
    func list(_ format: PropertyListSerialization.PropertyListFormat) -> (any Encodable) throws -> Data {
      let encoder = PropertyListEncoder()
      encoder.outputFormat = format
      return { try encoder.encode($0) }
    }
    return [
      ("JSON", json()), ("pretty JSON", json { $0.outputFormatting = [.prettyPrinted, .sortedKeys] }),
      ("snake case", json { $0.keyEncodingStrategy = .convertToSnakeCase }),
      ("paths as keys", json { $0.keyEncodingStrategy = .custom { PathTextKey($0) } }),
      ("binary property list", list(.binary)), ("XML property list", list(.xml)),
    ]
  }

  @Test func nestedModelsAreEncodedAsByTheCompilersCode() throws {
    for (name, encode) in Self.encoders {
      let expected = try encode(Plain.Day())
      for round in 1...3 { #expect(try encode(Day()) == expected, "\(name), round \(round)") }
      let grids = try encode(Plain.Grids())
      for round in 1...3 { #expect(try encode(Grids()) == grids, "\(name), round \(round)") }
      let net = try encode(Plain.Net())
      for round in 1...3 { #expect(try encode(Net()) == net, "\(name), round \(round)") }
    }
  }

  @Test func nestedModelsAreDecodedAsByTheCompilersCode() throws {
    for (name, encode) in Self.encoders.suffix(2) + Self.encoders.prefix(2) {
      let data = try encode(Plain.Day())
      func decode<Value: Decodable>(_: Value.Type) throws -> Value {
        if name.contains("JSON") { return try JSONDecoder().decode(Value.self, from: data) }
        return try PropertyListDecoder().decode(Value.self, from: data)
      }
      let expected = try encode(decode(Plain.Day.self))
      for round in 1...3 { #expect(try encode(decode(Day.self)) == expected, "\(name), round \(round)") }
      for _ in 1...3 {
        let net = try encode(Net())
        let copy =
          name.contains("JSON")
          ? try JSONDecoder().decode(Net.self, from: net) : try PropertyListDecoder().decode(Net.self, from: net)
        #expect(copy == Net(), "\(name)")
      }
    }
  }

  @Test(arguments: [
    #"{"hours":[],"byName":{},"last":LAST}"#, #"{"hours":[LAST,LAST],"byName":{},"last":LAST}"#,
    #"{"hours":[LAST,null],"byName":{},"last":LAST}"#, #"{"hours":[LAST,3],"byName":{},"last":LAST}"#,
    #"{"hours":null,"byName":{},"last":LAST}"#, #"{"hours":{},"byName":{},"last":LAST}"#,
    #"{"hours":[],"byName":{},"last":null}"#, #"{"hours":[],"byName":{},"last":[]}"#, #"{"hours":[],"byName":{}}"#,
  ]) func errorsAreThoseOfTheCompilersCode(_ template: String) throws {
    let whole =
      #"{"startTime":1,"sky":"rain","levels":[2],"depth":1,"wind":{"topSpeed":1,"degrees":2},"winds":[],"#
      + #""maybe":{"topSpeed":1,"degrees":2},"events":[{"tick":{}}],"guess":"known","stamp":"s","stamps":[],"empty":[]}"#
    let changes = [
      ("", ""), (#""sky":"rain""#, #""sky":"snow""#), (#""sky":"rain""#, #""sky":7"#),
      (#""sky":"rain""#, #""sky":null"#),
      (#""sky":"rain","#, ""), ("[2]", "[2,3]"), ("[2]", "[2,null]"), ("[2]", #"["2"]"#), ("[2]", "2"),
      (#""depth":1"#, #""depth":"1""#), (#""topSpeed":1"#, #""topSpeed":"1""#), (#""winds":[]"#, #""winds":[{}]"#),
      (#""winds":[]"#, #""winds":[{"topSpeed":1,"degrees":2,"gust":[]}]"#), (#""winds":[]"#, #""winds":[null]"#),
      (#"{"tick":{}}"#, #"{"tick":{}},{"moved":{"to":{"degrees":1},"by":2}}"#), (#"{"tick":{}}"#, #"{"tock":{}}"#),
      (#""maybe":{"topSpeed":1,"degrees":2}"#, #""maybe":null"#),
      (#""maybe":{"topSpeed":1,"degrees":2}"#, #""maybe":5"#),
      (#""empty":[]"#, #""empty":[],"mood":"clear","height":2.5,"rank":1"#),
      (#""empty":[]"#, #""empty":[],"mood":"odd""#),
      (#""empty":[]"#, #""empty":[],"mood":null,"height":null"#), (#""empty":[]"#, #""empty":[],"mood":7"#),
      (#""empty":[]"#, #""empty":[],"height":"1""#), (#""empty":[]"#, #""empty":[],"rank":9"#),
      (#""empty":[]"#, #""empty":[],"never":{}"#), (#""empty":[]"#, #""empty":[],"never":{"topSpeed":1,"degrees":2}"#),
      (#""stamps":[]"#, #""stamps":[1]"#), (#""maybe":{"#, #""maybe":{"gust":true,"#), (#""wind":{"#, #""wind":[{"#),
    ]
    for (old, new) in changes {
      let text = template.replacingOccurrences(of: "LAST", with: whole.replacingOccurrences(of: old, with: new))
      let data = Data(text.utf8)
      let expected = DifferentialOutcome { try JSONDecoder().decode(Plain.Day.self, from: data) }
      for round in 1...3 {
        let found = DifferentialOutcome { try JSONDecoder().decode(Day.self, from: data) }
        #expect(found.error == expected.error, "round \(round) of \(text)")
      }
    }
  }

  @Test func encodingErrorsAreThoseOfTheCompilersCode() throws {
    for round in 1...3 {
      var day = Day()
      var plain = Plain.Day()
      for path in ["wind", "winds", "depth", "events"] {
        switch path {
        case "wind": (day.hours[1].wind.topSpeed, plain.hours[1].wind.topSpeed) = (.nan, .nan)
        case "winds": (day.hours[0].winds[1].gust, plain.hours[0].winds[1].gust) = (.infinity, .infinity)
        case "depth": (day.last.depth, plain.last.depth) = (Meters(rawValue: .nan), Plain.Meters(rawValue: .nan))
        default:
          day.hours[0].events[1] = .moved(to: Wind(topSpeed: .nan), by: 1)
          plain.hours[0].events[1] = .moved(to: Plain.Wind(topSpeed: .nan), by: 1)
        }
        let expected = DifferentialOutcome { try JSONEncoder().encode(plain) }
        let found = DifferentialOutcome { try JSONEncoder().encode(day) }
        #expect(found.error == expected.error && expected.error != nil, "\(path), round \(round)")
        (day, plain) = (Day(), Plain.Day())
      }
      var (net, plainNet) = (Net(), Plain.Net())
      (net.stations[1].range, plainNet.stations[1].range) = ([.nan], [.nan])
      let expected = DifferentialOutcome { try JSONEncoder().encode(plainNet) }
      #expect(DifferentialOutcome { try JSONEncoder().encode(net) }.error == expected.error, "round \(round)")
    }
  }

  @Test func objectsKeepTheirClass() throws {
    // Nesting is given up after some objects of a subclass.
    for _ in 1...30 {
      let home = Home(
        first: NestingCat("c"),
        animals: [
          NestingAnimal("a", young: [NestingCat("k"), NestingAnimal("b")]), NestingCat("d"), NestingAnimal("e"),
        ])
      let encoder = PropertyListEncoder()
      encoder.outputFormat = .binary
      for copy in [
        try JSONDecoder().decode(Home.self, from: JSONEncoder().encode(home)),
        try PropertyListDecoder().decode(Home.self, from: PropertyListEncoder().encode(home)),
        try PropertyListDecoder().decode(Home.self, from: encoder.encode(home)),
      ] {
        #expect(copy.first is NestingCat && copy.animals.map { $0 is NestingCat } == [false, true, false])
        #expect(copy.animals[0].young.map { $0 is NestingCat } == [true, false])
        #expect(copy.animals.map(\.name) == ["a", "d", "e"])
      }
    }
  }

  @Test func unknownCasesBecomeTheNamedOne() throws {
    struct Holder: AutoCoding { var guess: Guess, guesses: [Guess] }
    for _ in 1...3 {
      let holder = try JSONDecoder().decode(
        Holder.self, from: Data(#"{"guess":"known","guesses":["known","other"]}"#.utf8))
      #expect(holder.guesses == [.known, .other])
      let unknown = try JSONDecoder().decode(Holder.self, from: Data(#"{"guess":"new","guesses":["newer"]}"#.utf8))
      #expect(unknown.guess == .other && unknown.guesses == [.other])
    }
  }

  @Test func strategiesSeeTheWholePathToKeysOfDictionaries() throws {
    struct Counts: AutoCoding { var byNumber = [1: 2], all = [[3: 4]] }
    struct Holder: AutoCoding { var one = Counts(), many = [Counts()] }
    struct PlainCounts: Codable { var byNumber = [1: 2], all = [[3: 4]] }
    struct PlainHolder: Codable { var one = PlainCounts(), many = [PlainCounts()] }
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    encoder.keyEncodingStrategy = .custom { PathTextKey($0) }
    let expected = try encoder.encode(PlainHolder())
    for round in 1...3 { #expect(try encoder.encode(Holder()) == expected, "round \(round)") }
  }

  @Test func theLastOfEqualKeysWins() throws {
    struct Part: AutoCoding { var someValue = 1, some_value = 2 }
    struct Two: AutoCoding { var somePart = Part(someValue: 3), some_part = Part() }
    struct Arrays: AutoCoding { var someParts = [Part(), Part()], some_parts = [Part()] }
    struct Mixed: AutoCoding { var somePart = 1, some_part = Part() }
    struct Holder: AutoCoding { var two = Two(), arrays = Arrays(), mixed = Mixed() }
    enum Tagged: AutoCoding {
      case one(some_part: Part)
      static var typeRules: TypeRules { TypeRules(caseKey: "somePart") }
    }
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    func text(_ value: some Encodable) throws -> String { String(decoding: try encoder.encode(value), as: UTF8.self) }
    let part = #"{"some_value":2}"#
    for round in 1...3 {
      encoder.keyEncodingStrategy = .convertToSnakeCase
      #expect(try text(Two()) == #"{"some_part":\#(part)}"#, "round \(round)")
      #expect(try text(Arrays()) == #"{"some_parts":[\#(part)]}"#, "round \(round)")
      #expect(try text(Mixed()) == #"{"some_part":\#(part)}"#, "round \(round)")
      #expect(try text(Tagged.one(some_part: Part())) == #"{"some_part":\#(part)}"#, "round \(round)")
      #expect(
        try text(Holder())
          == #"{"arrays":{"some_parts":[\#(part)]},"mixed":{"some_part":\#(part)},"two":{"some_part":\#(part)}}"#,
        "round \(round)")
      encoder.keyEncodingStrategy = .custom { _ in PathTextKey([]) }
      #expect(try text(Mixed()) == #"{"":{"":2}}"#, "round \(round)")
      #expect(try text(Arrays()) == #"{"":[{"":2}]}"#, "round \(round)")
    }
  }

  @Test func codeInElementsOfArraysIsCalledOnce() throws {
    let subclass = #"{"animals":[{"tag":"a"},{"tag":"b"},{"tag":"c","$class":"TaggedNestingCat"},{"tag":"d"}]}"#
    for _ in 1...3 {
      let calls = Calls()
      let decoder = JSONDecoder()
      decoder.userInfo[.calls] = calls
      let home = try decoder.decode(TaggedHome.self, from: Data(subclass.utf8))
      #expect(home.animals.map { $0 is TaggedNestingCat } == [false, false, true, false])
      #expect(home.animals.map(\.tag.text) == ["a", "b", "c", "d"])
      #expect(calls.texts == ["a", "b", "c", "d"])
      calls.texts = []
      #expect(throws: DecodingError.self) {
        try decoder.decode(TaggedHome.self, from: Data(#"{"animals":[{"tag":"a"},{"tag":"b"},null]}"#.utf8))
      }
      #expect(calls.texts == ["a", "b"])
    }
  }

  @Test func cyclesAndDepthAreRefused() throws {
    let animal = NestingAnimal("a")
    for turn in 1...3 {
      animal.young = [NestingAnimal("b", young: [animal])]
      defer { animal.young = [] }
      let error = #expect(throws: EncodingError.self) { try JSONEncoder().encode(animal) }
      guard case .invalidValue(_, let context) = error else { continue }
      #expect(context.debugDescription.contains("contains itself"))
      #expect(context.codingPath.map(\.stringValue) == ["young", "Index 0", "young", "Index 0"])
      // Foundation takes seconds to find the path.
      if turn == 1 { #expect(throws: EncodingError.self) { try PropertyListEncoder().encode(animal) } }
    }
    func nested(_ count: Int) -> NestingAnimal {
      count == 0 ? NestingAnimal("x") : NestingAnimal("y", young: [nested(count - 1)])
    }
    let encoder = JSONEncoder(), decoder = JSONDecoder()
    let data = try encoder.encode(nested(20))
    (encoder.userInfo[.maximumDepth], decoder.userInfo[.maximumDepth]) = (10, 10)
    for _ in 1...3 {
      #expect(throws: EncodingError.self) { try encoder.encode(nested(20)) }
      #expect(throws: DecodingError.self) { try decoder.decode(NestingAnimal.self, from: data) }
      _ = try decoder.decode(NestingAnimal.self, from: encoder.encode(nested(8)))
    }
  }

  @Test func ownCallsAreMade() throws {
    struct Counted: AutoCoding {
      var value = 1
      func willEncode() throws { if value == 13 { throw CancellationError() } }
      mutating func didDecode() throws { value += 100 }
    }
    struct Holder: AutoCoding { var one = Counted(), many = [Counted(), Counted()], maybe: Counted? = Counted() }
    for _ in 1...3 {
      let holder = try JSONDecoder().decode(Holder.self, from: JSONEncoder().encode(Holder()))
      #expect(
        ([holder.one, holder.maybe].compactMap { $0?.value } + holder.many.map(\.value)) == [101, 101, 101, 101])
      #expect(throws: CancellationError.self) { try JSONEncoder().encode(Holder(many: [Counted(value: 13)])) }
    }
  }

  @Test func newerDataIsRefused() throws {
    struct Part: AutoCoding { var value = 1 }
    struct Holder: AutoCoding { var part = Part(), parts = [Part()] }
    for _ in 1...3 {
      _ = try JSONDecoder().decode(Holder.self, from: JSONEncoder().encode(Holder()))
      for text in [
        #"{"part":{"value":1,"$version":2},"parts":[]}"#,
        #"{"part":{"value":1},"parts":[{"value":1},{"value":1,"$version":2}]}"#,
      ] {
        #expect(throws: DecodingError.self) { try JSONDecoder().decode(Holder.self, from: Data(text.utf8)) }
      }
    }
  }
}

private struct PathTextKey: CodingKey {
  let stringValue: String
  var intValue: Int? { nil }
  init(_ path: [any CodingKey]) {
    stringValue = path.map { $0.intValue.map { "\($0)" } ?? $0.stringValue }.joined(separator: "/")
  }
  init?(stringValue: String) { self.stringValue = stringValue }
  init?(intValue: Int) { nil }
}
