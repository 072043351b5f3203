import AutoCoding

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// A type of a library whose own code refuses most contents, traps, or makes something of little use of them.
protocol BuiltInSample {
  /// Returns a value. It depends on the seed alone, and not on the system.
  static func builtIn(seed: UInt64) -> Self
}

extension JSONValue: BuiltInSample {
  static func builtIn(seed: UInt64) -> JSONValue {
    ["text": .string("text \(seed)"), "number": JSONValue(seed)]
  }
}

extension JSONObject: BuiltInSample {
  static func builtIn(seed: UInt64) -> JSONObject {
    ["text": .string("text \(seed)"), "number": JSONValue(seed)]
  }
}

extension JSONNumber: BuiltInSample {
  static func builtIn(seed: UInt64) -> JSONNumber { JSONNumber(seed) }
}

extension Locale: BuiltInSample {
  static func builtIn(seed: UInt64) -> Locale {
    Locale(identifier: ["en_US", "de_AT", "ja_JP"][Int(seed % 3)])
  }
}

extension TimeZone: BuiltInSample {
  static func builtIn(seed: UInt64) -> TimeZone { TimeZone(secondsFromGMT: 3600 * Int(seed % 12)) ?? .gmt }
}

extension Calendar: BuiltInSample {
  static func builtIn(seed: UInt64) -> Calendar {
    var calendar = Calendar(identifier: [.gregorian, .iso8601, .buddhist][Int(seed % 3)])
    calendar.locale = .builtIn(seed: seed)
    calendar.timeZone = .builtIn(seed: seed)
    return calendar
  }
}

extension DateComponents: BuiltInSample {
  static func builtIn(seed: UInt64) -> DateComponents {
    DateComponents(year: 2000 + Int(seed % 100), month: 1 + Int(seed % 12), day: 1 + Int(seed % 28))
  }
}

extension URLComponents: BuiltInSample {
  static func builtIn(seed: UInt64) -> URLComponents {
    var components = URLComponents()
    components.scheme = "https"
    components.host = "example.com"
    components.path = "/\(seed)"
    return components
  }
}
