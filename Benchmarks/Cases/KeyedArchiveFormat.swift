import AutoCoding
import Foundation

/// `KeyedArchiveEncoder` and `KeyedArchiveDecoder` against `NSKeyedArchiver` and `NSKeyedUnarchiver` with `NSSecureCoding`
/// written by hand.
struct KeyedArchiveFormat {
  /// Whether there are cases that take Foundation seconds: its archiver's time is quadratic in the number of containers that
  /// differ.
  let isThorough: Bool

  /// How many times as fast as the baseline writing and reading have to be.
  private struct Factors {
    var encode: Double?
    var decodeOwn: Double?
    var decodeFoundation: Double?
  }

  func suite() -> Suite {
    let small = 1_000
    let large = 10_000
    var cases = flat(small, Factors(encode: 400, decodeOwn: 40, decodeFoundation: 25))
    cases += mixed(small, Factors(encode: 200))
    cases += mixed(1, Factors(encode: 170, decodeOwn: 28, decodeFoundation: 28))
    cases += hierarchy(small)
    cases += nodes(isThorough ? small : small / 5)
    // No larger number of shared nodes: Foundation's time is quadratic in it, and is minutes for each of 10,000.
    if isThorough { cases += flat(large) + mixed(large) + hierarchy(large) }
    return Suite(
      name: "keyed archive", sides: [SideName.auto, SideName.hand], baseline: SideName.hand,
      floor: Floor(side: SideName.auto, worstCase: 1, geometricMean: 1), cases: cases)
  }

  private func flat(_ count: Int, _ factors: Factors = Factors()) -> [Case] {
    cases(
      "\(count.grouped) flat objects", count, factors, auto: { Auto.ArchiveFlat.samples(count) },
      hand: { HandArchiveFlat.samples(count) }, { $0.combine(into: &$1) }, { $0.combine(into: &$1) })
  }

  private func mixed(_ count: Int, _ factors: Factors = Factors()) -> [Case] {
    cases(
      count == 1 ? "1 mixed object" : "\(count.grouped) mixed objects", count, factors,
      auto: { Auto.ArchiveMixed.samples(count) },
      hand: { HandArchiveMixed.samples(count) }, { $0.combine(into: &$1) }, { $0.combine(into: &$1) })
  }

  private func hierarchy(_ count: Int) -> [Case] {
    cases(
      "\(count.grouped) objects of a class hierarchy", count, Factors(), auto: { Auto.ArchiveHead.samples(count) },
      hand: { HandArchiveHead.samples(count) }, { $0.combine(into: &$1) }, { $0.combine(into: &$1) })
  }

  private func nodes(_ count: Int) -> [Case] {
    cases(
      "\(count.grouped) nodes that share nodes", count, Factors(), auto: { Auto.ArchiveNode.samples(count) },
      hand: { HandArchiveNode.samples(count) }, { $0.combine(into: &$1) }, { $0.combine(into: &$1) })
  }

  /// - Parameters:
  ///   - combineAuto: Adds what an object says to a hash, as `combineHand` does.
  private func cases<A: AutoCoding & AnyObject, H: NSObject & NSSecureCoding>(
    _ name: String, _ count: Int, _ factors: Factors, auto: @escaping () -> [A], hand: @escaping () -> [H],
    _ combineAuto: @escaping (A, inout Hasher) -> Void, _ combineHand: @escaping (H, inout Hasher) -> Void
  ) -> [Case] {
    let encoder = KeyedArchiveEncoder()
    let decoder = KeyedArchiveDecoder()

    func fingerprint(_ objects: [A]) -> Int {
      var hasher = Hasher()
      for object in objects { combineAuto(object, &hasher) }
      return hasher.finalize()
    }
    func fingerprint(_ objects: [H]) -> Int {
      var hasher = Hasher()
      for object in objects { combineHand(object, &hasher) }
      return hasher.finalize()
    }
    /// Of an archive: what both sides read in it, which has to be the same.
    func fingerprint(_ data: Data) throws -> Int {
      let found = fingerprint(try decoder.decode([A].self, from: data))
      guard try found == fingerprint(unarchive([H].self, data)) else {
        throw Failure("the two sides read an archive differently")
      }
      return found
    }

    func decoding(_ which: String, factor: Double?, _ data: @escaping () throws -> Data) -> Case {
      Case(
        name: name, coder: "keyed archive", operation: "decode \(which)", objects: count,
        floor: factor.map { 1 / $0 }
      ) {
        let data = try data()
        return Work(
          bytes: data.count,
          sides: [
            Side(SideName.auto, operation: { try decoder.decode([A].self, from: data) }) {
              fingerprint($0)
            },
            Side(SideName.hand, operation: { try unarchive([H].self, data) }) { fingerprint($0) },
          ])
      }
    }

    return [
      Case(
        name: name, coder: "keyed archive", operation: "encode", objects: count, floor: factors.encode.map { 1 / $0 }
      ) {
        let autoObjects = auto()
        let handObjects = hand()
        return Work(
          bytes: try encoder.encode(autoObjects).count,
          sides: [
            Side(SideName.auto, operation: { try encoder.encode(autoObjects) }) {
              try fingerprint($0)
            },
            Side(SideName.hand, operation: { try archive(handObjects) }) { try fingerprint($0) },
          ])
      },
      decoding("own bytes", factor: factors.decodeOwn) { try encoder.encode(auto()) },
      decoding("Foundation's bytes", factor: factors.decodeFoundation) { try archive(hand()) },
    ]
  }

}

private func archive(_ objects: [some NSObject]) throws -> Data {
  try NSKeyedArchiver.archivedData(withRootObject: objects as NSArray, requiringSecureCoding: true)
}

private func unarchive<Object: NSObject & NSSecureCoding>(_ type: [Object].Type, _ data: Data) throws -> [Object] {
  let classes: [AnyClass] = [
    NSArray.self, NSString.self, NSDate.self, Object.self, HandArchivePlace.self,
  ]
  let found = try NSKeyedUnarchiver.unarchivedObject(ofClasses: classes, from: data)
  guard let objects = found as? [Object] else { throw Failure("NSKeyedUnarchiver found \(String(describing: found))") }
  return objects
}
