import AutoCoding
import Foundation

/// Copies, comparisons and differences by type maps, against those written by hand, and against a round
/// trip through JSON, the way without such code.
enum Values {
  /// There and back, or there twice, by Foundation's coders.
  private static let json = "JSON round trip"
  /// The same by this library's.
  private static let autoJSON = "AutoJSON round trip"

  static var suite: Suite {
    let count = 1_000
    let tree = { Branch.sample(levels: 5) }
    return Suite(
      name: "values", sides: [SideName.auto, SideName.hand, json, autoJSON], baseline: SideName.hand,
      floor: Floor(side: SideName.auto, worstCase: 1, geometricMean: 10),
      cases: [
        copying(
          "one object", objects: 1, floor: 7, make: { Ticket.samples(1)[0] }, hand: { $0.copied() }, size: \.tags.count
        ),
        copying(
          "array of objects", objects: count, floor: 2.5, make: { Ticket.samples(count) },
          hand: { $0.map { $0.copied() } },
          size: \.count),
        copying("tree of objects", objects: tree().size, floor: 2.5, make: tree, hand: { $0.copied() }, size: \.size),
        copyingAgainstJSON(floor: 0.85),
        comparing("one object", objects: 1, floor: 6, make: { Ticket.samples(1)[0] }, hand: { $0.isEqual(to: $1) }),
        comparing(
          "array of objects", objects: count, floor: 4, make: { Ticket.samples(count) },
          hand: { $0.count == $1.count && zip($0, $1).allSatisfy { $0.isEqual(to: $1) } }),
        comparing("tree of objects", objects: tree().size, floor: 3, make: tree, hand: { $0.isEqual(to: $1) }),
        comparing(
          "array of structs", objects: count, floor: 6, make: { Auto.Mixed.samples(count) }, hand: { $0 == $1 }),
        difference(objects: count, floor: 12), differenceOfEqual(objects: count, floor: 2),
      ])
  }

  private static func copying<Value: Codable>(
    _ name: String, objects: Int, floor: Double, make: @escaping () -> Value, hand: @escaping (Value) -> Value,
    size: @escaping (Value) -> Int
  ) -> Case {
    Case(name: name, coder: "values", operation: "copy", objects: objects, floor: floor) {
      let value = make()
      let (encoder, decoder) = (JSONEncoder(), JSONDecoder())
      let (autoEncoder, autoDecoder) = (AutoJSONEncoder(), AutoJSONDecoder())
      return Work(
        bytes: nil,
        sides: [
          Side(SideName.auto, operation: { try ModelValue.copy(of: value) }, fingerprint: size),
          Side(SideName.hand, operation: { hand(value) }, fingerprint: size),
          Side(
            json, operation: { try decoder.decode(Value.self, from: encoder.encode(value)) }, fingerprint: size),
          Side(
            autoJSON, operation: { try autoDecoder.decode(Value.self, from: autoEncoder.encode(value)) },
            fingerprint: size),
        ])
    }
  }

  /// - Parameter floor: The time that a copy may take, in times of a round trip through JSON by this library, which is the side
  ///   "by hand".
  private static func copyingAgainstJSON(floor: Double) -> Case {
    let tree = { Branch.sample(levels: 6) }
    return Case(
      name: "tree of objects, against AutoJSON", coder: "values", operation: "copy", objects: tree().size, floor: floor
    ) {
      let value = tree()
      let (encoder, decoder) = (AutoJSONEncoder(), AutoJSONDecoder())
      return Work(
        bytes: nil,
        sides: [
          Side(SideName.auto, operation: { try ModelValue.copy(of: value) }, fingerprint: \.size),
          Side(
            SideName.hand, operation: { try decoder.decode(Branch.self, from: encoder.encode(value)) },
            fingerprint: \.size),
        ])
    }
  }

  private static func comparing<Value: Codable>(
    _ name: String, objects: Int, floor: Double, make: @escaping () -> Value,
    hand: @escaping (Value, Value) -> Bool
  ) -> Case {
    Case(name: name, coder: "values", operation: "compare", objects: objects, floor: floor) {
      // Made twice, so that they share no memory.
      let (first, second) = (make(), make())
      let (encoder, autoEncoder) = (JSONEncoder(), AutoJSONEncoder())
      encoder.outputFormatting = .sortedKeys
      func fingerprint(_ isEqual: Bool) throws -> Int {
        guard isEqual else { throw Failure("equal values are said to be different") }
        return 1
      }
      return Work(
        bytes: nil,
        sides: [
          Side(
            SideName.auto, operation: { try ModelValue.areEqual(first, second) },
            fingerprint: fingerprint),
          Side(SideName.hand, operation: { hand(first, second) }, fingerprint: fingerprint),
          Side(
            json, operation: { try encoder.encode(first) == encoder.encode(second) }, fingerprint: fingerprint),
          Side(
            autoJSON, operation: { try autoEncoder.encode(first) == autoEncoder.encode(second) },
            fingerprint: fingerprint),
        ])
    }
  }

  private static func difference(objects count: Int, floor: Double) -> Case {
    Case(
      name: "array of objects, one changed", coder: "values", operation: "difference", objects: count, floor: floor
    ) {
      let (old, new) = (Ticket.samples(count), Ticket.samples(count))
      new[count / 2].title = "changed"
      let encoder = JSONEncoder()
      encoder.outputFormatting = .sortedKeys
      return Work(
        bytes: nil,
        sides: [
          Side(
            SideName.auto, operation: { try ModelDifference(from: old, to: new) },
            fingerprint: { difference in
              guard difference.changes.count == 1 else { throw Failure("\(difference)") }
              return 1
            }),
          // Which tells the object, and not the property.
          Side(
            SideName.hand,
            operation: { zip(old, new).enumerated().filter { !$0.element.0.isEqual(to: $0.element.1) }.map(\.offset) },
            fingerprint: \.count),
          // Which tells that there is a difference, and not which.
          Side(json, operation: { try encoder.encode(old) != encoder.encode(new) }, fingerprint: { $0 ? 1 : 0 }),
        ])
    }
  }

  /// - Parameter floor: The time that the difference may take, in times of the comparison by maps, which is the side "by
  ///   hand".
  private static func differenceOfEqual(objects count: Int, floor: Double) -> Case {
    Case(
      name: "array of objects, equal, against areEqual", coder: "values", operation: "difference", objects: count,
      floor: floor
    ) {
      let (old, new) = (Ticket.samples(count), Ticket.samples(count))
      return Work(
        bytes: nil,
        sides: [
          Side(
            SideName.auto, operation: { try ModelDifference(from: old, to: new) },
            fingerprint: { $0.isEmpty ? 1 : 0 }),
          Side(SideName.hand, operation: { try ModelValue.areEqual(old, new) }, fingerprint: { $0 ? 1 : 0 }),
        ])
    }
  }
}
