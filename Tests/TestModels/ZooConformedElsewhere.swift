import AutoCoding
import ThirdPartyModels

extension ThirdPartyPoint: AutoCoding {}
extension ThirdPartyAccount: AutoCoding {}
extension ThirdPartyDirection: AutoCoding {}
extension ThirdPartyLevel: AutoCoding {}
extension ThirdPartyRecord: AutoCoding {}

extension Zoo {
  package struct ThirdPartyProperties: AutoCoding, Equatable {
    let point: ThirdPartyPoint
    let accounts: [ThirdPartyAccount]
    let direction: ThirdPartyDirection?
    let level: ThirdPartyLevel
    let record: ThirdPartyRecord
  }
}

extension Twin {
  struct Point: Codable, Equatable {
    let x: Double
    var y: Double
  }

  struct Account: Codable, Equatable {
    let name: String
    var balance: Int
    var history: [String]
  }

  enum Direction: Codable, CaseIterable { case north, south }

  enum Level: String, Codable, CaseIterable { case low = "LOW", high = "HIGH" }

  struct Record: Codable, Equatable {
    let name: String
    var number: Int?
  }

  struct ThirdPartyProperties: Codable, Equatable {
    let point: Point
    let accounts: [Account]
    let direction: Direction?
    let level: Level
    let record: Record
  }
}

extension Zoo {
  private static func points<R>(_ make: (Double, Double) -> R) -> [R] {
    [make(1.5, -2), make(-0.0, .leastNonzeroMagnitude)]
  }

  private static func accounts<R>(_ make: (String, Int, [String]) -> R) -> [R] {
    [make("a", .min, ["b", ""]), make("", 0, [])]
  }

  private static func records<R>(_ make: (String, Int?) -> R) -> [R] {
    [make("a", 1), make("", nil)]
  }

  private static func properties() -> [ThirdPartyProperties] {
    [
      ThirdPartyProperties(
        point: points(ThirdPartyPoint.init)[0], accounts: accounts(ThirdPartyAccount.init), direction: .south,
        level: .high, record: ThirdPartyRecord(name: "r", number: nil))
    ]
  }

  private static func propertyTwins() -> [Twin.ThirdPartyProperties] {
    [
      Twin.ThirdPartyProperties(
        point: points(Twin.Point.init)[0], accounts: accounts(Twin.Account.init), direction: .south, level: .high,
        record: Twin.Record(name: "r", number: nil))
    ]
  }

  static var conformedElsewhere: [any ZooSpecimen] {
    [
      Specimen("another module's struct", points(ThirdPartyPoint.init), points(Twin.Point.init)),
      Specimen("another module's final class", accounts(ThirdPartyAccount.init), accounts(Twin.Account.init)),
      Specimen(cases: "another module's enum", ThirdPartyDirection.self, Twin.Direction.self),
      Specimen(cases: "another module's raw-value enum", ThirdPartyLevel.self, Twin.Level.self),
      Specimen("another module's Codable struct", records(ThirdPartyRecord.init), records(Twin.Record.init)),
      Specimen("another module's types inside", properties(), propertyTwins()),
    ]
  }
}

/// A model whose `DefaultInitializable` conformance is added in another module.
package struct DefaultsStatedElsewhere: AutoCoding, Equatable {
  package var name = "none"
  package var count = 7
  package init() {}
}

/// A class in the same situation, for subclasses of other modules.
open class DefaultsStatedElsewhereBase: AutoCoding {
  package var name = "none"
  package var count = 7
  /// Sets the defaults.
  public required init() {}
}
