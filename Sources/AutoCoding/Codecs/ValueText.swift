#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Describes any value for messages and descriptions, like `String(describing:)` but without its traps.
///
/// On Linux `Date.description` traps on a date that is not finite or too large, and so does the description of anything
/// that contains one. Describing a recursive value would use stack for every level.
package enum ValueText {
  private static let maximumDepth = 8
  private static let maximumCount = 100

  package static func describing(_ value: Any) -> String {
    if let text = value as? String { return text }
    var text = ""
    append(value, to: &text, depth: 0)
    return text
  }

  /// Like ``describing(_:)``, but with quotes around text.
  package static func quoting(_ value: Any) -> String {
    (value as? String)?.debugDescription ?? describing(value)
  }

  private static func append(_ value: Any, to text: inout String, depth: Int) {
    if let value = value as? any AnyOptional {
      guard let wrapped = value.wrappedValue else { return text += "nil" }
      return append(wrapped, to: &text, depth: depth)
    }
    // An element of a set of Foundation.
    if type(of: value) == AnyHashable.self, let value = value as? AnyHashable {
      return append(value.base, to: &text, depth: depth)
    }
    switch value {
    case let value as String: text += value.debugDescription
    case let value as Date: text += describing(value)
    case let value as DateInterval: text += "\(describing(value.start)) to \(describing(value.end))"
    case let value as any DateRange: text += value.text
    case let value as AnyHashable where !(value.base is AnyHashable): append(contentsOf: value.base, to: &text, depth)
    default: append(contentsOf: value, to: &text, depth)
    }
  }

  private static func append(contentsOf value: Any, to text: inout String, _ depth: Int) {
    if let value = value as? Date { return text += describing(value) }
    // Objects print their own description or the name of their class. Foundation's collections would print their elements
    // by themselves.
    if type(of: value) is AnyClass {
      guard let parts = FoundationObject.collection(value) else { return text += String(describing: value) }
      return append(Mirror(reflecting: parts), "[", "]", to: &text, depth)
    }
    let mirror = Mirror(reflecting: value)
    switch mirror.displayStyle {
    case .collection, .set, .dictionary: append(mirror, "[", "]", to: &text, depth)
    case .tuple where mirror.children.count > 0: append(mirror, "(", ")", to: &text, depth)
    case .struct where mirror.children.count > 0 && !(value is any CustomStringConvertible):
      append(mirror, "\(type(of: value))(", ")", to: &text, depth)
    case .enum where !(value is any CustomStringConvertible):
      guard let payload = mirror.children.first else { return text += String(describing: value) }
      text += payload.label ?? "\(type(of: value))"
      let values = Mirror(reflecting: payload.value)
      if values.displayStyle == .tuple { return append(values, "(", ")", to: &text, depth) }
      append(Mirror(value, unlabeledChildren: CollectionOfOne(payload.value)), "(", ")", to: &text, depth)
    default: text += String(describing: value)
    }
  }

  private static func append(
    _ mirror: Mirror, _ begin: String, _ end: String, to text: inout String, _ depth: Int
  ) {
    guard depth < maximumDepth else { return text += "…" }
    text += begin
    for (index, child) in mirror.children.enumerated() {
      if index > 0 { text += ", " }
      guard index < maximumCount else {
        text += "…"
        break
      }
      if mirror.displayStyle == .dictionary, let pair = child.value as? (key: AnyHashable, value: Any) {
        append(pair.key, to: &text, depth: depth + 1)
        text += ": "
        append(pair.value, to: &text, depth: depth + 1)
        continue
      }
      if let label = child.label, !label.hasPrefix(".") { text += "\(label): " }
      append(child.value, to: &text, depth: depth + 1)
    }
    text += end
  }

  // MARK: Dates

  /// Describes a date as Foundation does, with as many digits of a second as distinguish it from every other date. A
  /// date outside the years 1 to 9999 is shown as its number.
  package static func describing(_ date: Date) -> String {
    let interval = date.timeIntervalSinceReferenceDate
    guard let (seconds, fraction) = split(interval), (-63_113_904_000..<252_423_993_600).contains(seconds) else {
      return "Date(timeIntervalSinceReferenceDate: \(interval))"
    }
    // Count days from March 1 of the year 0, so that leap days are the last days of a year.
    let (day, second) = (seconds + 730_791 * 86_400).quotientAndRemainder(dividingBy: 86_400)
    let (era, dayOfEra) = day.quotientAndRemainder(dividingBy: 146_097)
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let shifted = (5 * dayOfYear + 2) / 153
    let dayOfMonth = dayOfYear - (153 * shifted + 2) / 5 + 1
    let month = shifted < 10 ? shifted + 3 : shifted - 9
    let year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
    func padded(_ number: Int, _ count: Int = 2) -> String {
      String(repeating: "0", count: max(0, count - "\(number)".count)) + "\(number)"
    }
    let time = "\(padded(second / 3600)):\(padded(second / 60 % 60)):\(padded(second % 60))"
    return "\(padded(year, 4))-\(padded(month))-\(padded(dayOfMonth)) \(time)\(fraction) +0000"
  }

  /// Returns the whole seconds below an interval, and the digits of the fraction after a point, if it is not too long.
  private static func split(_ interval: Double) -> (seconds: Int, fraction: String)? {
    guard interval.magnitude < 1e12 else { return nil }
    let seconds = Int(interval.rounded(.down))
    guard interval != Double(seconds) else { return (seconds, "") }
    // The shortest digits that identify this number.
    let parts = "\(interval.magnitude)".split(separator: "e")
    guard let digits = parts.first?.split(separator: "."), digits.count == 2 || parts.count == 2 else { return nil }
    var fraction = digits.count == 2 ? String(digits[1]) : ""
    if parts.count == 2 {
      guard let exponent = Int(parts[1]), exponent < 0, exponent > -18 else { return nil }
      let significant = String(digits[0]) + (fraction == "0" ? "" : fraction)
      fraction = String(repeating: "0", count: -exponent - 1) + significant
    }
    guard fraction.count <= 18 else { return nil }
    if interval < 0 {
      // The fraction that is missing to the next whole second.
      var power: UInt64 = 1
      for _ in fraction { power *= 10 }
      guard let value = UInt64(fraction) else { return nil }
      let rest = "\(power - value)"
      fraction = String(repeating: "0", count: fraction.count - rest.count) + rest
    }
    return (seconds, "." + fraction)
  }
}

private protocol DateRange {
  var text: String { get }
}

extension Range: DateRange where Bound == Date {
  fileprivate var text: String { "\(ValueText.describing(lowerBound))..<\(ValueText.describing(upperBound))" }
}

extension ClosedRange: DateRange where Bound == Date {
  fileprivate var text: String { "\(ValueText.describing(lowerBound))...\(ValueText.describing(upperBound))" }
}
