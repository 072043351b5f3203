import AutoCoding
import Foundation
import Testing

/// Advice on types that cannot be coded is advice that can be followed.
struct RemedyTests {
  struct Box<Content> { var content: Content }
  struct Outer { struct Inner {} }
  private struct Hidden {}

  private struct Pointer: AutoCoding { var value: UnsafePointer<Int> }
  private struct Hashed: AutoCoding { var value: AnyHashable }
  private struct Handle: AutoCoding { var value: FileHandle }
  private struct Text: AutoCoding { var value: AttributedSubstring }
  private struct Pair: AutoCoding { var value: (Int, UnsafeRawPointer) }
  private struct Function: AutoCoding { var value: () -> Int }
  private struct Meta: AutoCoding { var value: [Int.Type] }
  private struct Generic: AutoCoding { var value: Box<Int> }
  private struct Conditional: AutoCoding { var value: [Crate<Hidden>] }
  private struct Nested: AutoCoding { var value: Outer.Inner? }
  private struct Secret: AutoCoding { var value: Hidden }

  private class Owner {}
  private actor Worker { init() {} }
  private actor Coded: AutoCoding { init() {} }
  private struct Constant: AutoCoding { let value = NSLock() }
  private struct Lazy: AutoCoding { lazy var value = NSLock() }
  private class Unowned: AutoCoding {
    unowned var value: Owner
    init(_ value: Owner) { self.value = value }
  }
  private struct ConstantModel: AutoCoding { let value = Hidden() }
  private struct Employer: AutoCoding { var value: Worker? }
  private enum Payload: AutoCoding { case one(NSLock) }
  private enum ModelPayload: AutoCoding { case one(Hidden) }
  private struct Callback: AutoCoding { @Transient var value: () -> Void = {} }

  private static let leaveOut = "Name the property in unEncodedProperties or mark it @Transient."
  private static let transformOrName = transformed("state", "")
  private static let transformOrLeaveOut = transformed("state", "mark it @Transient, ")

  private static func transformed(_ verb: String, _ wrapper: String) -> String {
    """
    \(verb) a transformer by .transformed(by:) in propertyRules, or leave the property out: name it in unEncodedProperties, \
    \(wrapper)or make it .excluded in propertyRules.
    """
  }

  private func problem(_ type: any AutoCoding.Type) throws -> AutoCodingError.Problem {
    let error = try #require(throws: AutoCodingError.self) { try TypeMap(reflecting: type) }
    #expect(!error.description.contains("0x") && !error.description.contains("$"), "\(error)")
    return try #require(error.problems.first)
  }

  @Test("a type that nobody can extend is left out")
  func foreign() throws {
    let types: [(any AutoCoding.Type, String)] = [
      (Pointer.self, "'UnsafePointer<Int>' is neither AutoCoding nor Codable."),
      (Hashed.self, "'AnyHashable' is neither AutoCoding nor Codable."),
      (Handle.self, "'FileHandle' is neither AutoCoding nor Codable."),
      (Text.self, "'AttributedSubstring' is neither AutoCoding nor Codable."),
      (Pair.self, "'UnsafeRawPointer' is neither AutoCoding nor Codable."),
      (Function.self, "'() -> Int' is a function, which cannot be stored."),
      (Meta.self, "'Int.Type' is a metatype, which cannot be stored."),
    ]
    for (type, explanation) in types {
      let problem = try problem(type)
      #expect(problem.code == .notCodable && problem.explanation == explanation)
      let canBeTransformed = explanation.contains("neither")
      #expect(
        problem.remedy == (canBeTransformed ? Self.transformed("State", "mark it @Transient, ") : Self.leaveOut),
        "\(type)")
    }
  }

  @Test("a generic type needs Codable beside AutoCoding")
  func generic() throws {
    #expect(
      try problem(Generic.self).remedy == """
        Declare 'extension RemedyTests.Box: Codable, AutoCoding where T: Codable {}' with the type's own parameters in \
        place of T, \(Self.transformOrLeaveOut)
        """)
  }

  @Test("a generic type that is Codable for other arguments needs no other declaration")
  func conditional() throws {
    let arguments = "Make its generic arguments AutoCoding or Codable, since its own conformance depends on them"
    let problem = try problem(Conditional.self)
    #expect(problem.explanation == "'Crate<Hidden>' is neither AutoCoding nor Codable.")
    #expect(problem.remedy == "\(arguments), \(Self.transformOrLeaveOut)")
    let error = try #require(throws: AutoCodingError.self) { try TypeMap(reflecting: Crate<Hidden>.self) }
    #expect(error.problems.first?.remedy == "\(arguments).")
  }

  @Test("a nested type is named as an extension has to name it, and a private one where it is declared")
  func nested() throws {
    #expect(
      try problem(Nested.self).remedy
        == "Declare 'extension RemedyTests.Outer.Inner: AutoCoding {}', \(Self.transformOrLeaveOut)")
    #expect(
      try problem(Secret.self).remedy
        == "Declare 'RemedyTests.Hidden: AutoCoding' in its own declaration, \(Self.transformOrLeaveOut)")
  }

  @Test("no wrapper is advised if the compiler takes none")
  func withoutWrapper() throws {
    let types: [any AutoCoding.Type] = [Constant.self, Lazy.self, Unowned.self]
    for type in types {
      let remedy =
        type == Unowned.self
        ? "Name the property in unEncodedProperties." : Self.transformed("State", "")
      #expect(try problem(type).remedy == remedy, "\(type)")
    }
    #expect(
      try problem(ConstantModel.self).remedy
        == "Declare 'RemedyTests.Hidden: AutoCoding' in its own declaration, \(Self.transformOrName)")
  }

  @Test("a value of a case cannot be left out")
  func payload() throws {
    #expect(
      try problem(Payload.self).remedy == """
        Remove it from the case, register a transformer of the type by TypeMap.registerTransformers(_:), or write \
        init(from:) and encode(to:) for the enum.
        """)
    #expect(
      try problem(ModelPayload.self).remedy == """
        Declare 'RemedyTests.Hidden: AutoCoding' in its own declaration, register a transformer of the type by \
        TypeMap.registerTransformers(_:), or write init(from:) and encode(to:) for the enum.
        """)
  }

  @Test("an actor cannot be made codable")
  func actors() throws {
    let property = try problem(Employer.self)
    #expect(property.explanation == "'Worker' is an actor, whose state only its own code can access.")
    #expect(property.remedy == Self.leaveOut)
    #expect(
      try problem(Coded.self).remedy == "Keep its state in a struct that conforms to AutoCoding, and code that.")
  }

  @Test("a function is offered no default, which it cannot have")
  func functionWithoutDefault() throws {
    let error = try #require(throws: AutoCodingError.self) { try AutoJSONDecoder().decode(Callback.self, from: "{}") }
    #expect(
      error.problems.first?.remedy == "Make the property Optional, or conform Callback to DefaultInitializable.")
  }

  // What the remedy for generic types says, as the compiler sees it.
  struct Crate<Content> { var content: Content }

  @Test func followed() throws {
    let data = try AutoJSONEncoder().encode(Crate(content: [1, 2]))
    #expect(String(decoding: data, as: UTF8.self) == #"{"content":[1,2]}"#)
    #expect(try AutoJSONDecoder().decode(Crate<[Int]>.self, from: data).content == [1, 2])
  }
}

extension RemedyTests.Crate: Codable, AutoCoding where Content: Codable {}
