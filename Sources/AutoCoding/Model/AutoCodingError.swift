#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The reasons why a type cannot be coded automatically.
///
/// Bad data is reported by `DecodingError` and `EncodingError`. This error is about the types of a program, and is the
/// same at every use of the type. All problems of a type are reported at once. To find those of all types, call
/// ``TypeMap/validateAll(inModules:encodeOnly:also:dsoHandle:)``.
public struct AutoCodingError: Error, Sendable, CustomStringConvertible {
  /// The kind of a problem.
  ///
  /// A *policy* is a member by which a type says how it is coded, such as ``AutoCoding/unEncodedProperties``.
  public struct Code: Hashable, Sendable, CustomStringConvertible {
    /// The code's name.
    public let description: String

    /// The Swift runtime does not behave as this library expects. Nothing was read or written.
    public static let unsupportedRuntime = Code(description: "unsupportedRuntime")
    /// Reflection cannot account for all of a type's stored properties.
    public static let notReflectable = Code(description: "notReflectable")
    /// The type does not conform to ``AutoCoding``.
    public static let notAutoCoding = Code(description: "notAutoCoding")
    /// A stored property has a type that cannot be coded.
    public static let notCodable = Code(description: "notCodable")
    /// A policy of the type names something that is not a stored property.
    public static let unknownProperty = Code(description: "unknownProperty")
    /// An instance member has the name of a policy that must be static, or the reverse.
    public static let misplacedPolicy = Code(description: "misplacedPolicy")
    /// A policy has no effect: it is of another type, or the class that conforms does not declare it, so that Swift
    /// never calls the subclass's.
    public static let ignoredPolicy = Code(description: "ignoredPolicy")
    /// The name of a member is almost that of a policy.
    public static let misspelledPolicy = Code(description: "misspelledPolicy")
    /// A rule of a type or property contradicts another, or has nothing to apply to.
    public static let invalidRule = Code(description: "invalidRule")
    /// Two properties would be stored under one key.
    public static let duplicateKey = Code(description: "duplicateKey")
    /// A property has an invalid key.
    public static let invalidKey = Code(description: "invalidKey")
    /// A superclass has `Codable` code that does not handle its subclasses' properties.
    public static let codableSuperclass = Code(description: "codableSuperclass")
    /// A superclass has stored properties that reflection cannot see.
    public static let hiddenSuperclass = Code(description: "hiddenSuperclass")
    /// The versions of a type cannot be determined, or its data has no place for them.
    public static let invalidVersion = Code(description: "invalidVersion")
    /// Two types would have the same name.
    public static let duplicateName = Code(description: "duplicateName")
    /// Coding keys cannot be used: the type's `CodingKeys` are not a plain enum, or it is unknown whether the type
    /// itself declares them; or an enum of keys for a payload, or in a subclass, would be missing in an optimized
    /// build.
    public static let hiddenCodingKeys = Code(description: "hiddenCodingKeys")
    /// The type can be encoded, but not decoded.
    public static let encodeOnly = Code(description: "encodeOnly")
    /// The type is listed as encode-only, but can be decoded.
    public static let decodable = Code(description: "decodable")
    /// Validation found no types to validate.
    public static let nothingToValidate = Code(description: "nothingToValidate")
  }

  /// One problem of a type.
  public struct Problem: Sendable, CustomStringConvertible {
    /// The kind of problem.
    public let code: Code
    /// The type that declares the property, or the type itself if the problem is not about one property.
    public let type: Any.Type
    /// The stored property's name, if the problem is about one property.
    public let property: String?
    /// The stored property's type, if the problem is about one property.
    public let propertyType: Any.Type?
    /// The finding, in a sentence.
    public let explanation: String
    /// How to fix the problem, in a sentence.
    public let remedy: String
    /// Whether the problem is told from the type that was asked about, so that an error with it is not kept for others.
    package let dependsOnRoot: Bool

    package init(
      _ code: Code, type: Any.Type, property: String? = nil, propertyType: Any.Type? = nil, explanation: String,
      remedy: String, dependsOnRoot: Bool = false
    ) {
      self.dependsOnRoot = dependsOnRoot
      self.code = code
      self.type = type
      self.property = property
      self.propertyType = propertyType
      self.explanation = explanation
      self.remedy = remedy
    }

    /// The place, the finding and the remedy, in one line.
    public var description: String { "\(place): \(explanation) \(remedy)" }

    /// The type, and the property and its type if the problem is about one.
    package var place: String {
      var place = TypeLookup.name(of: type)
      if let property { place += ".\(property)" }
      if let propertyType { place += ": \(_typeName(propertyType, qualified: false))" }
      return place
    }
  }

  /// The type that was used. In an error about several types, the first type with a problem.
  public let type: Any.Type
  /// All problems of the type, or of the validated types. Never empty.
  public let problems: [Problem]
  /// The first and last lines of ``description``, if the error is about several types.
  private let frame: (heading: String, notes: [String])?

  package init(type: Any.Type, problems: [Problem]) {
    self.type = type
    self.problems = problems
    frame = nil
  }

  /// All problems of several types.
  package init(type: Any.Type, problems: [Problem], heading: String, notes: [String]) {
    self.type = type
    self.problems = problems
    frame = (heading, notes)
  }

  package init(_ problem: Problem) {
    self.init(type: problem.type, problems: [problem])
  }

  /// All problems, a line each.
  public var description: String {
    if let frame { return ([frame.heading] + problems.map { "- \($0)" } + frame.notes).joined(separator: "\n") }
    let name = TypeLookup.name(of: type)
    let isEncodeOnly = problems.allSatisfy { $0.code == .encodeOnly }
    let head = "\(name) cannot be \(isEncodeOnly ? "decoded" : "coded automatically"):"
    return ([head] + problems.map { "- \($0)" }).joined(separator: "\n")
  }
}

extension AutoCodingError: LocalizedError {
  /// The same as ``description``. `localizedDescription` returns it.
  public var errorDescription: String? { description }
  /// The findings, a line for each problem.
  public var failureReason: String? { problems.map(\.explanation).joined(separator: "\n") }
  /// The remedies, a line for each.
  public var recoverySuggestion: String? {
    var remedies: [String] = []
    for problem in problems where !remedies.contains(problem.remedy) { remedies.append(problem.remedy) }
    return remedies.joined(separator: "\n")
  }
}
