import AutoCoding
import Foundation

/// How the properties of a map are coded by way of a coder.
final class CoderPlan: Sendable {
  final class Property: Sendable {
    let key: String
    let formerKeys: [String]
    let expectation: CoderExpectation

    init(_ operation: PropertyOperation) {
      key = operation.key.stringValue
      formerKeys = operation.formerKeys.map(\.stringValue)
      expectation = CoderExpectation(operation.codec)
    }
  }

  /// By the position of the property in the map.
  let properties: [Property]

  private static let plans = Locked<[ObjectIdentifier: CoderPlan]>([:])

  /// The plan of a map, which lives as long as the process.
  static func plan(for map: TypeMap.Storage) -> CoderPlan {
    if let known = plans.withLock({ $0[ObjectIdentifier(map)] }) { return known }
    // Outside the lock: it asks for other types.
    let made = CoderPlan(map)
    return plans.withLock { plans in
      if let known = plans[ObjectIdentifier(map)] { return known }
      plans[ObjectIdentifier(map)] = made
      return made
    }
  }

  private init(_ map: TypeMap.Storage) {
    properties = map.operations.map { Property($0) }
  }
}
