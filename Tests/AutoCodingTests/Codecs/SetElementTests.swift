import AutoCoding
import Foundation
import Testing

/// Sets of other elements than leaves, of which no code is specialized.
struct SetElementTests {
  private enum Color: String, AutoCoding, CaseIterable { case red, green, blue, yellow, black }
  private enum PlainColor: String, Codable, CaseIterable { case red, green, blue }
  private enum Step: AutoCoding, Hashable { case wait, move(by: Int), say(String) }
  private struct Point: AutoCoding, Hashable { var x = 0, name = "" }
  private struct PlainPoint: Codable, Hashable { var x = 0, name = "" }
  private struct Sets: AutoCoding, Equatable {
    var colors: Set<Color> = [], plainColors: Set<PlainColor> = [], steps: Set<Step> = [], points: Set<Point> = []
    var plainPoints: Set<PlainPoint> = [], maybe: Set<Point>?, nested: Set<Set<Point>> = [], pairs: Set<[Color]> = []
  }
  private struct Twin: Codable {
    var colors: Set<PlainColorTwin>, plainColors: Set<PlainColor>, points: Set<PlainPoint>, plainPoints: Set<PlainPoint>
    var maybe: Set<PlainPoint>?, nested: Set<Set<PlainPoint>>
  }
  private enum PlainColorTwin: String, Codable { case red, green, blue, yellow, black }

  private static func sets(_ count: Int) -> Sets {
    Sets(
      colors: Set(Color.allCases.prefix(count)), plainColors: Set(PlainColor.allCases.prefix(count)),
      steps: Set((0..<count).flatMap { [.wait, .move(by: $0), .say("a text too long to be stored inline \($0)")] }),
      points: Set((0..<count).map { Point(x: $0, name: "a name too long to be stored inline \($0)") }),
      plainPoints: Set((0..<count).map { PlainPoint(x: $0, name: "n\($0)") }),
      maybe: count % 2 == 0 ? nil : [Point(x: count)], nested: Set((0..<count).map { [Point(x: $0), Point(x: -1)] }),
      pairs: Set((0..<count).map { Array(Color.allCases.prefix($0)) }))
  }

  @Test("any number of elements comes back", arguments: [0, 1, 2, 5, 100]) func counts(_ count: Int) throws {
    let sets = Self.sets(count)
    for _ in 0..<3 {
      let json = try AutoJSONEncoder().encode(sets)
      #expect(try AutoJSONDecoder().decode(Sets.self, from: json) == sets)
      #expect(try JSONDecoder().decode(Sets.self, from: json) == sets)
      let twin = try JSONDecoder().decode(Twin.self, from: json)
      #expect(twin.points.count == sets.points.count && twin.colors.count == sets.colors.count)
      #expect(Set(twin.points.map { Point(x: $0.x, name: $0.name) }) == sets.points)
      #expect(try AutoPropertyListDecoder().decode(Sets.self, from: AutoPropertyListEncoder().encode(sets)) == sets)
      #expect(try KeyedArchiveDecoder().decode(Sets.self, from: KeyedArchiveEncoder().encode(sets)) == sets)
      #expect(try DictionaryDecoder().decode(Sets.self, from: DictionaryEncoder().encode(sets)) == sets)
    }
  }

  /// Equal to any other with the same number.
  private struct Numbered: AutoCoding, Hashable {
    var number: Int, text: String
    static func == (left: Numbered, right: Numbered) -> Bool { left.number == right.number }
    func hash(into hasher: inout Hasher) { hasher.combine(number) }
  }
  private struct PlainNumbered: Codable, Hashable {
    var number: Int, text: String
    static func == (left: PlainNumbered, right: PlainNumbered) -> Bool { left.number == right.number }
    func hash(into hasher: inout Hasher) { hasher.combine(number) }
  }

  @Test("of equal elements the first is kept, as in Foundation") func equalElements() throws {
    let text = "[" + (0..<300).map { #"{"number":\#($0 % 70),"text":"\#($0)"}"# }.joined(separator: ",") + "]"
    let twin = try JSONDecoder().decode(Set<PlainNumbered>.self, from: Data(text.utf8))
    for _ in 0..<3 {
      let set = try AutoJSONDecoder().decode(Set<Numbered>.self, from: text)
      #expect(set.count == 70 && set.map(\.text).sorted() == twin.map(\.text).sorted())
      #expect(set.allSatisfy { $0.text == "\($0.number)" })
    }
  }

  private final class Counted: AutoCoding, DefaultInitializable, Hashable {
    nonisolated(unsafe) static var count = 0
    var number = 0
    init() { Self.count += 1 }
    deinit { Self.count -= 1 }
    static func == (left: Counted, right: Counted) -> Bool { left.number == right.number }
    func hash(into hasher: inout Hasher) { hasher.combine(number) }
  }

  @Test("elements live as long as their sets") func lifetimes() throws {
    do {
      let text = "[" + (0..<50).map { #"{"number":\#($0 % 20)}"# }.joined(separator: ",") + "]"
      let set = try AutoJSONDecoder().decode(Set<Counted>.self, from: text)
      #expect(set.count == 20 && Counted.count == 20)
      let copy = try AutoJSONDecoder().decode(Set<Counted>.self, from: AutoJSONEncoder().encode(set))
      #expect(copy == set && Counted.count == 40)
      #expect(throws: DecodingError.self) {
        try AutoJSONDecoder().decode(Set<Counted>.self, from: #"[{"number":1},{"number":2},{"number":"x"}]"#)
      }
      #expect(Counted.count == 40)
    }
    #expect(Counted.count == 0)
  }
}
