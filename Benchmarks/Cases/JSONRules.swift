import AutoCoding
import Foundation

/// What the rules of properties and types cost: `AutoJSONEncoder` and `AutoJSONDecoder` with models that state rules,
/// against Foundation's coders with the same written by hand.
struct JSONRules: JSONPairs {
  let name = "JSON rules"
  let baseline = SideName.hand

  func suite() -> Suite {
    Suite(
      name: name, sides: [SideName.auto, baseline], baseline: baseline,
      floor: Floor(side: SideName.auto, worstCase: 1, geometricMean: 1),
      cases: enums() + properties() + [selection()])
  }

  private func enums() -> [Case] {
    typealias Rules = Hand.Rules
    return cases(
      "1,000 events with a case key", JSONFloors(encode: 8, decode: 5), [Auto.Rules.Event].self, [Rules.Event].self
    ) {
      (0..<1000).map { (index: Int) -> Rules.Event in
        switch index % 3 {
        case 0: .opened(number: index, title: "Title \(index)")
        case 1: .commented(number: index, body: "A comment of some words", author: "Author \(index % 7)")
        default: .merged(number: index, commit: "0123456789abcdef")
        }
      }
    }
      + cases(
        "1,000 vehicles with a type key", JSONFloors(encode: 12, decode: 9), [Auto.Rules.Vehicle].self,
        [Rules.Vehicle].self
      ) {
        (0..<1000).map { (index: Int) -> Rules.Vehicle in
          if index % 2 == 0 { return .car(name: "Car \(index)", wheels: 4, doors: 3 + index % 3) }
          let load = Double(index) / 4
          return .truck(name: "Truck \(index)", wheels: 8, load: load, axles: [1.5, 2.25, load / 2])
        }
      }
  }

  private func properties() -> [Case] {
    typealias Rules = Hand.Rules
    let sparse = (0..<1000).map { (id: Int) -> String in
      id % 4 == 0 ? "{\"id\":\(id),\"volume\":0.25,\"limit\":7}" : "{\"id\":\(id)}"
    }
    let text = Data("[\(sparse.joined(separator: ","))]".utf8)
    return cases(
      "1,000 flattened models", JSONFloors(encode: 8, decode: 5), [Auto.Rules.Order].self, [Rules.Order].self
    ) {
      (0..<1000).map { index in
        Rules.Order(
          id: index,
          customer: Rules.Customer(name: "Name \(index)", email: "name\(index)@example.org", city: "Zürich"),
          note: "A note of some words")
      }
    }
      + cases(
        "1,000 records of defaults", JSONFloors(decode: 10), text: text, [Auto.Rules.Preferences].self,
        [Rules.Preferences].self
      ) { try JSONDecoder().decode([Rules.Preferences].self, from: text) }
      + cases(
        "1,000 posts with transformers", JSONFloors(encode: 8, decode: 8), [Auto.Rules.Post].self, [Rules.Post].self
      ) {
        (0..<1000).map { index in
          Rules.Post(
            postID: index, publishedAt: Date(timeIntervalSince1970: 1_700_000_000 + Double(index) * 3601),
            viewCount: index * 7919, authorName: "Author \(index % 7)")
        }
      }
  }

  /// A part of each record, against a struct of this part alone.
  private func selection() -> Case {
    Case(name: "a part of 1,000 records", coder: name, operation: "encode", objects: 1, floor: 1 / 1.6) {
      let encoder = AutoJSONEncoder()
      encoder.includedProperties = ["id", "name", "language", "owner.login"]
      let foundationEncoder = JSONEncoder()
      let auto = (0..<1000).map(Auto.Repository.init)
      let hand = try Synth.Repository.samples(1000)
      func fingerprint(_ data: Data) throws -> Int {
        try JSONDecoder().decode([Hand.Rules.Summary].self, from: data).hashValue
      }
      return Work(
        bytes: try encoder.encode(auto).count,
        sides: [
          Side(SideName.auto, operation: { try encoder.encode(auto) }, fingerprint: fingerprint),
          Side(
            baseline, operation: { try foundationEncoder.encode(hand.map(Hand.Rules.Summary.init)) },
            fingerprint: fingerprint),
        ])
    }
  }
}
