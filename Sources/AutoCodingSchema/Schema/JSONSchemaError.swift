import AutoCoding

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The reasons why there is no schema of a type: all that a dialect cannot say, or a coder's option that no schema describes.
public struct JSONSchemaError: Error, Sendable, CustomStringConvertible {
  /// One thing that a schema cannot say.
  public struct Problem: Sendable, CustomStringConvertible {
    /// The names of the properties that lead to it: `orders[].note`. Empty for the type itself.
    public let path: String
    /// The type of the property, or the type itself.
    public let type: Any.Type
    /// The finding, in a sentence.
    public let explanation: String
    /// How to fix the problem, in a sentence.
    public let remedy: String

    /// The place, the finding and the remedy, in one line.
    public var description: String {
      "\(path.isEmpty ? "" : path + ": ")\(_typeName(type, qualified: false)): \(explanation) \(remedy)"
    }
  }

  /// The type whose schema was asked for.
  public let type: Any.Type
  /// All problems of the type. Never empty.
  public let problems: [Problem]

  /// The problems, each on a line.
  public var description: String {
    let lines = problems.map { "\n  \($0)" }.joined()
    return "There is no such schema of \(_typeName(type, qualified: false)):\(lines)"
  }
}

extension JSONSchemaError: LocalizedError {
  /// The same as ``description``. `localizedDescription` returns it.
  public var errorDescription: String? { description }
}
