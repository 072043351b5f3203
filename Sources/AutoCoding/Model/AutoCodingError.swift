#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// What is wrong with a type, so that it cannot be coded automatically.
///
/// Bad data is reported by `DecodingError` and `EncodingError`; this error is about the types of a program, and is the
/// same at every use of the type. All problems of a type are reported at once, and those of
/// all types by ``TypeMap/validateAll(inModules:encodeOnly:also:dsoHandle:)``.
public struct AutoCodingError: Error, Sendable, CustomStringConvertible {
  /// The kind of a problem.
  public struct Code: Hashable, Sendable, CustomStringConvertible {
    /// The code's name.
    public let description: String

    /// The runtime does not answer as this library expects. Nothing was read or written.
    public static let unsupportedRuntime = Code(description: "unsupportedRuntime")
    /// Reflection cannot account for all of a type's stored properties.
    public static let notReflectable = Code(description: "notReflectable")
    /// The type does not conform to ``AutoCoding``.
    public static let notAutoCoding = Code(description: "notAutoCoding")
    /// A stored property has a type that cannot be coded.
    public static let notCodable = Code(description: "notCodable")
    /// A policy of the type names something that is no stored property.
    public static let unknownProperty = Code(description: "unknownProperty")
    /// A property of values has the name of what a type declares static to say how it is coded.
    public static let misplacedPolicy = Code(description: "misplacedPolicy")
    /// A type says how it is coded in a place where Swift does not look, or in a declaration of another type.
    public static let ignoredPolicy = Code(description: "ignoredPolicy")
    /// A static member is called almost as what a type declares to say how it is coded.
    public static let misspelledPolicy = Code(description: "misspelledPolicy")
    /// A rule of a type or property contradicts another, or there is nothing that it could change.
    public static let invalidRule = Code(description: "invalidRule")
    /// Two properties would be stored under one key.
    public static let duplicateKey = Code(description: "duplicateKey")
    /// A key of a property cannot be one.
    public static let invalidKey = Code(description: "invalidKey")
    /// A superclass has `Codable` code that knows nothing of its subclasses' properties.
    public static let codableSuperclass = Code(description: "codableSuperclass")
    /// A superclass has stored properties that reflection cannot see.
    public static let hiddenSuperclass = Code(description: "hiddenSuperclass")
    /// The versions of a type cannot be told, or have no place in its data.
    public static let invalidVersion = Code(description: "invalidVersion")
    /// Two types would go by one name.
    public static let duplicateName = Code(description: "duplicateName")
    /// A nested `CodingKeys` cannot be seen, and is not ignored.
    public static let hiddenCodingKeys = Code(description: "hiddenCodingKeys")
    /// The type can be encoded, but not decoded.
    public static let encodeOnly = Code(description: "encodeOnly")
    /// The type is listed among those that cannot be decoded, and can be.
    public static let decodable = Code(description: "decodable")
    /// There are no types where some were to be validated.
    public static let nothingToValidate = Code(description: "nothingToValidate")
  }

  /// One thing that is wrong with a type.
  public struct Problem: Sendable, CustomStringConvertible {
    /// The kind of problem.
    public let code: Code
    /// The type that declares the property, or that is wrong as a whole.
    public let type: Any.Type
    /// The stored property's name, where the problem is one property's.
    public let property: String?
    /// The stored property's type, where the problem is one property's.
    public let propertyType: Any.Type?
    /// What was found, in a sentence.
    public let explanation: String
    /// What to do about it, in a sentence.
    public let remedy: String

    package init(
      _ code: Code, type: Any.Type, property: String? = nil, propertyType: Any.Type? = nil, explanation: String,
      remedy: String
    ) {
      self.code = code
      self.type = type
      self.property = property
      self.propertyType = propertyType
      self.explanation = explanation
      self.remedy = remedy
    }

    /// The place, what was found there, and the remedy, in one line.
    public var description: String {
      var place = TypeLookup.name(of: type)
      if let property { place += ".\(property)" }
      if let propertyType { place += ": \(_typeName(propertyType, qualified: false))" }
      return "\(place): \(explanation) \(remedy)"
    }
  }

  /// The type that was used; in an error about several types the first that has a problem.
  public let type: Any.Type
  /// Everything that is wrong with it, or with the types that were validated; never empty.
  public let problems: [Problem]
  /// What ``description`` begins and ends with, if the error is about several types.
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
  /// As ``description``; what `localizedDescription` says.
  public var errorDescription: String? { description }
  /// What was found, a line for each problem.
  public var failureReason: String? { problems.map(\.explanation).joined(separator: "\n") }
  /// What to do about it, a line for each remedy.
  public var recoverySuggestion: String? {
    var remedies: [String] = []
    for problem in problems where !remedies.contains(problem.remedy) { remedies.append(problem.remedy) }
    return remedies.joined(separator: "\n")
  }
}
