import Foundation

extension Int {
  /// With thousands separators: 10,000.
  var grouped: String {
    var digits = String(magnitude)
    var groups: [String] = []
    while digits.count > 3 {
      groups.insert(String(digits.suffix(3)), at: 0)
      digits.removeLast(3)
    }
    return (self < 0 ? "-" : "") + ([digits] + groups).joined(separator: ",")
  }
}

extension Double {
  func fixed(_ digits: Int) -> String {
    String(format: "%.\(digits)f", self)
  }

  /// A number of nanoseconds in a unit that keeps it short.
  var asTime: String {
    switch self {
    case ..<1e3: "\(fixed(0)) ns"
    case ..<1e6: "\((self / 1e3).fixed(2)) µs"
    case ..<1e9: "\((self / 1e6).fixed(2)) ms"
    default: "\((self / 1e9).fixed(2)) s"
    }
  }

  /// A ratio, with more digits if it is small.
  var asRatio: String { fixed(self < 0.1 ? 5 : 3) }

  var asPercent: String {
    "\((self * 100).fixed(1))%"
  }
}

extension Estimate {
  /// The value with its interval.
  var text: String {
    "\(value.asRatio) [\(lower.asRatio), \(upper.asRatio)]"
  }
}
