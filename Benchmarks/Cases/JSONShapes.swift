import AutoCoding
import Foundation

/// `AutoJSONEncoder` and `AutoJSONDecoder` with values of many shapes, against Foundation's coders and the compiler's `Codable`.
struct JSONShapes: JSONPairs {
  let name = "JSON shapes"
  let baseline = SideName.synth

  func suite() -> Suite {
    Suite(
      name: name, sides: [SideName.auto, baseline], baseline: baseline,
      floor: Floor(side: SideName.auto, worstCase: 1, geometricMean: 1),
      cases: models() + plain() + dictionaries() + arrays() + small() + smallPlain())
  }

  private func models() -> [Case] {
    let text = #"{"id":7,"name":"\u041f\u0440\u0438\u0432\u0435\u0442, \u4f60\u597d \ud83d\ude00"}"#
    let escaped = Data("[\(Array(repeating: text, count: 1000).joined(separator: ","))]".utf8)
    return cases(
      "1,000 plain repositories", JSONFloors(encode: 3.6, decode: 3.3), [Synth.Repository].self, [Synth.Repository].self
    ) { try Synth.Repository.samples(1000) }
      + cases(
        "a model with 1,000 plain repositories", JSONFloors(encode: 3.6, decode: 3.3), Auto.Shapes.Page.self,
        Synth.Shapes.Page.self
      ) { Synth.Shapes.Page(title: "All", repositories: try Synth.Repository.samples(1000)) }
      + cases(
        "any JSON, tried type by type", JSONFloors(encode: 3.5, decode: 2.5), TriedJSON.self, TriedJSON.self
      ) { try JSONDecoder().decode(TriedJSON.self, from: JSONEncoder().encode(Synth.Repository.samples(1000))) }
      + cases(
        "1,000 times four raw values", JSONFloors(encode: 42, decode: 20), [Auto.Shapes.Choices].self,
        [Synth.Shapes.Choices].self
      ) { (0..<1000).map(Synth.Shapes.Choices.sample) }
      + cases(
        "1,000 records of Foundation's types", JSONFloors(encode: 16, decode: 8), [Auto.Shapes.Values].self,
        [Synth.Shapes.Values].self
      ) { (0..<1000).map(Self.values) }
      // The compiler writes no `Codable` for subclasses. These are written by hand.
      + cases(
        "1,000 objects as their base class", JSONFloors(encode: 18, decode: 14), [Auto.Animal].self, Hand.Animals.self
      ) { Hand.Animals.samples(1000) }
      + cases(
        "1,000 texts with escapes", JSONFloors(decode: 8), text: escaped, [Auto.Shapes.Pair].self,
        [Synth.Shapes.Pair].self
      ) { try JSONDecoder().decode([Synth.Shapes.Pair].self, from: escaped) }
      + cases(
        "100 texts of 2 KB", JSONFloors(encode: 5, decode: 5), [Auto.Shapes.Pair].self, [Synth.Shapes.Pair].self
      ) { LongTexts.synth(100) }
      + cases(
        "100 plain texts of 2 KB", JSONFloors(encode: 3.2, decode: 2.7), [Synth.Shapes.Pair].self,
        [Synth.Shapes.Pair].self
      ) { LongTexts.synth(100) }
  }

  private func plain() -> [Case] {
    typealias Contacts = [PlainShapes.Contact]
    func contacts() -> Contacts { (0..<1000).map(PlainShapes.Contact.init) }
    return cases(
      "1,000 plain contacts", JSONFloors(encode: 3.2, decode: 2.6), Contacts.self, Contacts.self, value: contacts)
      + cases(
        "1,000 plain contacts, sorted", JSONFloors(encode: 2.7, decode: 2.6), formatting: .sortedKeys, Contacts.self,
        Contacts.self, value: contacts)
      + cases(
        "1,000 plain values of nested containers", JSONFloors(encode: 3.4, decode: 3.1), [PlainShapes.Spot].self,
        [PlainShapes.Spot].self
      ) { (0..<1000).map(PlainShapes.Spot.init) }
      + cases(
        "1,000 plain values that are tried as two types", JSONFloors(encode: 2.3, decode: 1.7),
        [PlainShapes.Counters].self, [PlainShapes.Counters].self
      ) { (0..<1000).map(PlainShapes.Counters.init) }
      + cases(
        "a plain object of 2,000 keys", JSONFloors(encode: 2.2, decode: 2.3), PlainShapes.Counts.self,
        PlainShapes.Counts.self
      ) { PlainShapes.Counts(count: 2000) }
      + cases(
        "1,000 times four plain raw values", JSONFloors(encode: 3.2, decode: 4), [Synth.Shapes.Choices].self,
        [Synth.Shapes.Choices].self
      ) { (0..<1000).map(Synth.Shapes.Choices.sample) }
      + cases(
        "1,000 models of ours with four plain raw values", JSONFloors(encode: 42, decode: 20),
        [Auto.Shapes.PlainChoices].self, [Synth.Shapes.Choices].self
      ) { (0..<1000).map(Synth.Shapes.Choices.sample) }
      + cases(
        "10,000 plain raw values", JSONFloors(encode: 10, decode: 7), [Synth.Shapes.State].self,
        [Synth.Shapes.State].self
      ) { (0..<10_000).map { Synth.Shapes.State.allCases[$0 % 3] } }
  }

  private func dictionaries() -> [Case] {
    func places() -> [String: Synth.Place] {
      Dictionary(
        uniqueKeysWithValues: (0..<20_000).map {
          ("key\($0)", Synth.Place(city: "Zürich", latitude: Double($0) / 8, longitude: 8.5))
        })
    }
    func counts() -> [String: Int] { Dictionary(uniqueKeysWithValues: (0..<1000).map { ("key\($0)", $0 * 7919) }) }
    return cases(
      "[String: Struct] of 20,000", JSONFloors(encode: 24, decode: 10), [String: Auto.Place].self,
      [String: Synth.Place].self, value: places)
      + cases(
        "[String: Struct] of 20,000, sorted", JSONFloors(encode: 15, decode: 10), formatting: .sortedKeys,
        [String: Auto.Place].self, [String: Synth.Place].self, value: places)
      + cases(
        "[String: Int] of 20,000 addresses, sorted", JSONFloors(encode: 10, decode: 5), formatting: .sortedKeys,
        [String: Int].self, [String: Int].self
      ) {
        // Most of them begin alike, in three ways.
        Dictionary(
          uniqueKeysWithValues: (0..<20_000).map { ("\($0 % 3).example.com/path/of/\($0 * 7919 % 20_011)", $0) })
      }
      + cases(
        "[String: Int] of 1,000", JSONFloors(encode: 36, decode: 10), [String: Int].self, [String: Int].self,
        value: counts)
      + cases(
        "[String: [String: Int]] of 100", JSONFloors(encode: 28, decode: 9), [String: [String: Int]].self,
        [String: [String: Int]].self
      ) {
        Dictionary(uniqueKeysWithValues: (0..<100).map { ("key\($0)", ["first": $0, "second": -$0, "third": 7]) })
      }
      + cases(
        "[Int: String] of 1,000", JSONFloors(encode: 20, decode: 8), [Int: String].self, [Int: String].self
      ) { Dictionary(uniqueKeysWithValues: (0..<1000).map { ($0, "value \($0)") }) }
  }

  private func arrays() -> [Case] {
    cases("[Int?] of 10,000", JSONFloors(encode: 90, decode: 27), [Int?].self, [Int?].self) {
      (0..<10_000).map { $0 % 3 == 0 ? nil : $0 * 7919 }
    }
      + cases("[Bool] of 10,000", JSONFloors(encode: 100, decode: 25), [Bool].self, [Bool].self) {
        (0..<10_000).map { $0 % 3 == 0 }
      }
      + cases("[Double] of 10,000, 17 digits", JSONFloors(encode: 24, decode: 16), [Double].self, [Double].self) {
        var random = SplitMix64(seed: 7)
        return (0..<10_000).map { _ in Double.random(in: 0..<1, using: &random) }
      }
  }

  private func small() -> [Case] {
    func pair() -> Synth.Shapes.Pair { Synth.Shapes.Pair(id: 7919, name: "Object number 1") }
    return cases(
      "1 mixed object, coder for the call", JSONFloors(encode: 19, decode: 16), isNew: true, Auto.Mixed.self,
      Synth.Mixed.self
    ) { Synth.Mixed.sample(1) }
      + cases(
        "1 mixed object, coder with options for the call", JSONFloors(encode: 15, decode: 12), isNew: true,
        options: .choices, Auto.Mixed.self, Synth.Mixed.self
      ) { Synth.Mixed.sample(1) }
      + cases(
        "two fields", JSONFloors(encode: 9.5, decode: 15), Auto.Shapes.Pair.self, Synth.Shapes.Pair.self, value: pair)
      + cases(
        "two fields, coder for the call", JSONFloors(encode: 7, decode: 11), isNew: true, Auto.Shapes.Pair.self,
        Synth.Shapes.Pair.self, value: pair)
  }

  /// Small plain values, with options that hold closures, and with keys that are absent.
  private func smallPlain() -> [Case] {
    typealias Visit = PlainShapes.Visit
    func visit() -> Visit { Visit(id: 7919, name: "Ada", at: Date(timeIntervalSince1970: 1_700_000_000)) }
    return cases(
      "1 plain visit, custom dates", JSONFloors(encode: 2.5, decode: 2.2), options: .closures, Visit.self, Visit.self,
      value: visit)
      + cases(
        "1 plain visit, custom dates, coder for the call", JSONFloors(encode: 1.4, decode: 1.7), isNew: true,
        options: .closures, Visit.self, Visit.self, value: visit)
      + cases(
        "1,000 plain contacts of few keys", JSONFloors(decode: 2.5), text: Data(fewKeys.utf8),
        [PlainShapes.Sparse].self, [PlainShapes.Sparse].self
      ) { try JSONDecoder().decode([PlainShapes.Sparse].self, from: Data(fewKeys.utf8)) }
  }

  private var fewKeys: String {
    let objects = (0..<1000).map { #"{"id":\#($0),"node_id":"MDU6TGFiZWw=","url":"/labels/\#($0)","color":"f29513"}"# }
    return "[\(objects.joined(separator: ","))]"
  }

  private static func values(_ index: Int) -> Synth.Shapes.Values {
    let byte = UInt8(truncatingIfNeeded: index)
    return Synth.Shapes.Values(
      id: UUID(uuid: (byte, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, byte)),
      url: URL(fileURLWithPath: "/objects/\(index)"), data: Data(repeating: byte, count: 48),
      price: Decimal(index) / 4, tags: [index, index + 1, index + 2], names: [index: "name", -index - 1: "other"])
  }
}
