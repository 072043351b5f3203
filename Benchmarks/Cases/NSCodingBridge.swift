import AutoCodingFoundation
import Foundation

/// `AutoCodingObject` against `NSSecureCoding` written by hand, with Foundation's archiver and unarchiver on both sides.
struct NSCodingBridge {
  /// Larger arrays take Foundation's archiver quadratic time, in which nothing else would show.
  private static let count = 100

  func suite() -> Suite {
    let cases =
      cases(
        "flat objects", BridgedFlat.self, HandArchiveFlat.self, BridgedFlat.samples, HandArchiveFlat.samples,
        { $0.combine(into: &$1) }, { $0.combine(into: &$1) })
      + cases(
        "mixed objects", BridgedMixed.self, HandArchiveMixed.self, BridgedMixed.samples, HandArchiveMixed.samples,
        { $0.combine(into: &$1) }, { $0.combine(into: &$1) })
      + cases(
        "mixed objects with a struct", BridgedStructured.self, HandArchiveMixed.self, BridgedStructured.samples,
        HandArchiveMixed.samples, { $0.combine(into: &$1) }, { $0.combine(into: &$1) })
      + cases(
        "objects of a class hierarchy", BridgedHead.self, HandArchiveHead.self, BridgedHead.samples,
        HandArchiveHead.samples, { $0.combine(into: &$1) }, { $0.combine(into: &$1) })
      + cases(
        "nodes that share nodes", BridgedNode.self, HandArchiveNode.self, BridgedNode.samples, HandArchiveNode.samples,
        { $0.combine(into: &$1) }, { $0.combine(into: &$1) })
    return Suite(
      name: "NSCoder bridge", sides: [SideName.auto, SideName.hand], baseline: SideName.hand,
      floor: Floor(side: SideName.auto, worstCase: 1.05, geometricMean: 1.05), cases: cases)
  }

  private func cases<A: NSObject & NSSecureCoding, H: NSObject & NSSecureCoding>(
    _ name: String, _: A.Type, _: H.Type, _ auto: @escaping (Int) -> [A], _ hand: @escaping (Int) -> [H],
    _ combineAuto: @escaping (A, inout Hasher) -> Void, _ combineHand: @escaping (H, inout Hasher) -> Void
  ) -> [Case] {
    func fingerprint<Object>(_ objects: [Object], _ combine: (Object, inout Hasher) -> Void) -> Int {
      var hasher = Hasher()
      for object in objects { combine(object, &hasher) }
      return hasher.finalize()
    }
    let title = "\(Self.count) \(name)"
    return [
      Case(name: title, coder: "NSKeyedArchiver", operation: "encode", objects: Self.count) {
        let autoObjects = auto(Self.count)
        let handObjects = hand(Self.count)
        return Work(
          bytes: try archive(autoObjects).count,
          sides: [
            Side(SideName.auto, operation: { try archive(autoObjects) }) {
              fingerprint(try unarchive([A].self, $0), combineAuto)
            },
            Side(SideName.hand, operation: { try archive(handObjects) }) {
              fingerprint(try unarchive([H].self, $0), combineHand)
            },
          ])
      },
      Case(name: title, coder: "NSKeyedUnarchiver", operation: "decode", objects: Self.count) {
        let autoData = try archive(auto(Self.count))
        let handData = try archive(hand(Self.count))
        return Work(
          bytes: autoData.count,
          sides: [
            Side(SideName.auto, operation: { try unarchive([A].self, autoData) }) { fingerprint($0, combineAuto) },
            Side(SideName.hand, operation: { try unarchive([H].self, handData) }) { fingerprint($0, combineHand) },
          ])
      },
    ]
  }
}

private func archive(_ objects: [some NSObject]) throws -> Data {
  try NSKeyedArchiver.archivedData(withRootObject: objects as NSArray, requiringSecureCoding: true)
}

private func unarchive<Object: NSObject & NSSecureCoding>(_ type: [Object].Type, _ data: Data) throws -> [Object] {
  // What a class written by hand has in itself has to be allowed here, where the array is decoded.
  let classes: [AnyClass] = [NSArray.self, NSString.self, NSDate.self, Object.self, HandArchivePlace.self]
  let found = try NSKeyedUnarchiver.unarchivedObject(ofClasses: classes, from: data)
  guard let objects = found as? [Object] else { throw Failure("NSKeyedUnarchiver found \(String(describing: found))") }
  return objects
}
