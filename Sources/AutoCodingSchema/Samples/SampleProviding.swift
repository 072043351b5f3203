import AutoCoding

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// A type that makes its own samples, for ``AutoCoding/ModelValue/sample(of:seed:)``.
///
/// Adopt it for a type whose code accepts only few values, such as a checksum or a path that must exist:
///
/// ```swift
/// extension ISBN: SampleProviding {
///   static func sample(seed: UInt64) -> ISBN { ISBN(prefix: 978, number: Int(seed % 1_000_000)) }
/// }
/// ```
public protocol SampleProviding {
  /// Returns a value that encoders and decoders accept.
  ///
  /// - Parameter seed: A number that determines the contents. It differs from one value of a sample to the next.
  /// - Throws: Any error; the sample that the value is for is then not made.
  static func sample(seed: UInt64) throws -> Self
}

extension JSONValue: SampleProviding {
  /// Returns an object with a text and a number.
  public static func sample(seed: UInt64) -> JSONValue {
    ["text": .string("text \(seed)"), "number": JSONValue(seed)]
  }
}

// Foundation's own code refuses most contents for these types, or traps.

extension Locale: SampleProviding {
  /// Returns one of three locales.
  public static func sample(seed: UInt64) -> Locale {
    Locale(identifier: ["en_US", "de_AT", "ja_JP"][Int(seed % 3)])
  }
}

extension TimeZone: SampleProviding {
  /// Returns a time zone with a fixed number of hours before that of Greenwich.
  public static func sample(seed: UInt64) -> TimeZone { TimeZone(secondsFromGMT: 3600 * Int(seed % 12)) ?? .gmt }
}

extension Calendar: SampleProviding {
  /// Returns one of three calendars, in a locale and time zone that do not depend on the system's.
  public static func sample(seed: UInt64) -> Calendar {
    var calendar = Calendar(identifier: [.gregorian, .iso8601, .buddhist][Int(seed % 3)])
    calendar.locale = .sample(seed: seed)
    calendar.timeZone = .sample(seed: seed)
    return calendar
  }
}

extension DateComponents: SampleProviding {
  /// Returns a year, month and day.
  public static func sample(seed: UInt64) -> DateComponents {
    DateComponents(year: 2000 + Int(seed % 100), month: 1 + Int(seed % 12), day: 1 + Int(seed % 28))
  }
}

extension URLComponents: SampleProviding {
  /// Returns the components of an address.
  public static func sample(seed: UInt64) throws -> URLComponents {
    var components = URLComponents()
    components.scheme = "https"
    components.host = "example.com"
    components.path = "/\(seed)"
    return components
  }
}
