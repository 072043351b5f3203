import AutoCodingFoundation
import Foundation

// The models of `FoundationFixtureTests`. Their names and properties are in data of older versions: do not change them.

struct FixturePlace: AutoCoding, Equatable {
  var name: String
  var position: (x: Double, y: Double)
  static func == (first: Self, second: Self) -> Bool { first.name == second.name && first.position == second.position }
}

enum FixtureState: AutoCoding, Equatable {
  case idle, moving(speed: Double)
}

/// A property of each kind that archivers keep in another way.
class FixtureVehicle: AutoCodingObject {
  var name = ""
  var wheels = 0
  var weight: Float?
  var built: Date?
  var image = Data()
  var tags: Set<String> = []
  var counts: [String: Int] = [:]
  var place: FixturePlace?
  var places: [FixturePlace] = []
  var state = FixtureState.idle
  var trailer: FixtureVehicle?
  var others: [FixtureVehicle] = []
}

final class FixtureTruck: FixtureVehicle {
  var load: Decimal = 0
  override class var archiveVersion: Int { 2 }
}

final class FixtureSettings: StoredObject {
  var name = ""
  var sizes: [Int] = []
  var place: FixturePlace?
}

struct FixtureWindow: AutoCoding, Equatable {
  var title = ""
  var frame: [Double] = []
  var opened: Date?
}

struct FixtureTimeline: AutoCoding, Equatable {
  var posts: [String] = []
  var place: FixturePlace?
}
