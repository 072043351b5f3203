/// A point of a module that knows nothing of AutoCoding.
public struct ThirdPartyPoint: Equatable, Sendable {
  /// The horizontal coordinate.
  public let x: Double
  /// The vertical coordinate.
  public var y: Double

  /// Makes a point.
  public init(x: Double, y: Double) {
    self.x = x
    self.y = y
  }
}

/// A final class of a module that knows nothing of AutoCoding.
public final class ThirdPartyAccount: Equatable {
  /// A public property.
  public let name: String
  /// A property that no other module can name.
  var balance: Int
  private var history: [String]

  /// Makes an account.
  public init(name: String, balance: Int, history: [String]) {
    self.name = name
    self.balance = balance
    self.history = history
  }

  /// Two accounts are equal if all they hold is.
  public static func == (left: ThirdPartyAccount, right: ThirdPartyAccount) -> Bool {
    left.name == right.name && left.balance == right.balance && left.history == right.history
  }
}

/// A class others may subclass, of a module that knows nothing of AutoCoding.
open class ThirdPartyVehicle {
  /// How many wheels it has.
  public var wheels: Int
  private let serial: String

  /// Makes a vehicle.
  public init(wheels: Int, serial: String) {
    self.wheels = wheels
    self.serial = serial
  }

  /// What two vehicles are compared by.
  open var state: [AnyHashable] { [wheels, serial] }
}

/// An enum of a module that knows nothing of AutoCoding.
public enum ThirdPartyDirection: CaseIterable, Sendable {
  /// Up.
  case north
  /// Down.
  case south
}

/// A raw-value enum of a module that knows nothing of AutoCoding.
public enum ThirdPartyLevel: String, CaseIterable, Sendable {
  /// The lower one.
  case low = "LOW"
  /// The higher one.
  case high = "HIGH"
}

/// A type that has the compiler's `Codable` already, in a module that knows nothing of AutoCoding.
public struct ThirdPartyRecord: Codable, Equatable, Sendable {
  /// A name.
  public let name: String
  /// A number that may be missing.
  public var number: Int?

  /// Makes a record.
  public init(name: String, number: Int?) {
    self.name = name
    self.number = number
  }
}
