#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Values for errors, which apps print. On Linux, printing a date that is not-a-number stops the process, and so does
/// printing a value that contains one.
package enum PrintableValue {
  private static let maximumDepth = 64
  private static let maximumCount = 10_000

  /// Returns the value, or what stands for it if it cannot be printed: the number of a date, or the type of a value that
  /// contains such a date, or is too large to tell.
  package static func of(_ value: Any) -> Any {
    var count = 0
    guard isRisky(value, depth: 0, &count) else { return value }
    return (value as? Date)?.timeIntervalSinceReferenceDate ?? type(of: value)
  }

  private static func isRisky(_ value: Any, depth: Int, _ count: inout Int) -> Bool {
    if let date = value as? Date { return date.timeIntervalSinceReferenceDate.isNaN }
    count += 1
    guard depth < maximumDepth, count < maximumCount else { return true }
    // An object is printed by its own description, or by the name of its class. That of Foundation's collections prints
    // their elements.
    if type(of: value) is AnyClass {
      guard let parts = FoundationObject.collection(value) else { return false }
      return isRisky(parts, depth: depth + 1, &count)
    }
    return Mirror(reflecting: value).children.contains { isRisky($0.value, depth: depth + 1, &count) }
  }
}
