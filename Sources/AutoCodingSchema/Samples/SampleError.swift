import AutoCoding

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The reason why ``AutoCoding/ModelValue/sample(of:seed:)`` cannot make a value.
public struct SampleError: Error, CustomStringConvertible {
  /// The type that was asked for.
  public let root: Any.Type
  /// The type that no value could be made of.
  public let type: Any.Type
  /// The path from the root to the value: keys, cases and indices.
  public let codingPath: [any CodingKey]
  /// The finding, in a sentence.
  public let explanation: String
  /// What to do, in a sentence.
  public let remedy: String
  /// The first error of the type's own code, if that refused the contents.
  public let underlyingError: (any Error)?

  /// The type, the path, the finding and the remedy, in one line.
  public var description: String {
    let path = codingPath.isEmpty ? "" : " at \(codingPath.pathDescription)"
    return "No sample of \(TypeLookup.name(of: root))\(path): \(explanation) \(remedy)"
  }
}

extension SampleError: LocalizedError {
  /// The same as ``description``. `localizedDescription` returns it.
  public var errorDescription: String? { description }
}

/// Ends a branch of a sample that has no value: its types lead to themselves, or an enum has no cases. The nearest
/// Optional, collection or enum catches it.
struct SampleDeadEnd: Error {
  /// What is thrown if there is none.
  let error: SampleError
}
