import AutoCodingFoundation
import Foundation

/// Bytes of which one can tell whether they are whole.
public enum Payload {
  /// The bytes of a number: itself, and as many more as it says, in an order that only it has.
  public static func data(_ number: UInt64, count: Int? = nil) -> Data {
    var bytes = withUnsafeBytes(of: number.bigEndian) { Array($0) }
    var state = number
    for _ in 0..<(count ?? Int(number &* 2_654_435_761 % 9973)) {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      bytes.append(UInt8(truncatingIfNeeded: state >> 33))
    }
    return Data(bytes)
  }

  /// Whether the bytes are those of some number.
  public static func isWhole(_ data: Data) -> Bool {
    guard data.count >= 8 else { return false }
    return self.data(data.prefix(8).reduce(0) { $0 << 8 | UInt64($1) }) == data
  }
}

/// An object that is saved while its process is killed.
public final class Record: StoredObject {
  /// A part that is an object.
  public final class Part: AutoCoding {
    var index = 0
    var text = ""
  }

  /// How often the object was saved.
  public var number = 0
  private var text = ""
  private var parts: [Part] = []

  /// Sets the number, and everything that depends on it.
  public func set(_ number: Int) {
    self.number = number
    text = Self.text(number)
    parts = (0..<(number % 7)).map { index in
      let part = Part()
      part.index = index
      part.text = Self.text(number + index)
      return part
    }
  }

  /// Whether everything is as ``set(_:)`` has left it.
  public var isWhole: Bool {
    text == Self.text(number) && parts.map(\.index) == Array(0..<(number % 7))
      && parts.allSatisfy { $0.text == Self.text(number + $0.index) }
  }

  private static func text(_ number: Int) -> String {
    number == 0 ? "" : String(repeating: "\(number) ", count: number * 7919 % 4001)
  }
}

/// What should not have been found.
public struct Fault: Error, CustomStringConvertible {
  /// What was found.
  public let description: String

  /// - Parameter description: What was found.
  public init(_ description: String) {
    self.description = description
  }
}
