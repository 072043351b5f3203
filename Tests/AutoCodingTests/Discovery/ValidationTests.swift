import AutoCoding
import Foundation
import MistakenModels
import Testing

private struct Sound: AutoCoding {
  var name = ""
}

private struct Box<Value: Codable>: AutoCoding {
  var value: Value
}

/// Neither `Codable` nor `AutoCoding`.
private struct Handle {
  var number: Int
}

/// What its own code needs no map for.
private struct CodedByHand: AutoCoding {
  var handle: Handle
  var action: (@Sendable () -> Void)?

  enum CodingKeys: String, CodingKey { case number }

  init(number: Int) { handle = Handle(number: number) }
  init(from decoder: any Decoder) throws {
    handle = Handle(number: try decoder.container(keyedBy: CodingKeys.self).decode(Int.self, forKey: .number))
  }
  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(handle.number, forKey: .number)
  }
}

private class CodedByHandBase: AutoCoding {
  let handle: Handle
  required init(from decoder: any Decoder) throws {
    handle = Handle(number: try decoder.singleValueContainer().decode(Int.self))
  }
  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(handle.number)
  }
}

private final class CodedByHandBelow: CodedByHandBase {}

private struct UniqueToken: ~Copyable {
  var number = 1
}

/// What its own code needs no reflection for.
private final class HoldsUniqueToken: AutoCoding {
  let token = UniqueToken()
  let number: Int

  init(number: Int) { self.number = number }
  init(from decoder: any Decoder) throws {
    number = try decoder.singleValueContainer().decode(Int.self)
  }
  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(number)
  }
}

private struct OnlyDecodedByHand: AutoCoding {
  var handle: Handle
  init(from decoder: any Decoder) throws {
    handle = Handle(number: try decoder.singleValueContainer().decode(Int.self))
  }
}

/// Validation of all types.
struct ValidationTests {
  /// What validation throws, without the addresses that the runtime gives to private and local contexts.
  private func failure(_ validate: () throws -> TypeMap.Validation) throws -> AutoCodingError {
    try #require(throws: AutoCodingError.self) { _ = try validate() }
  }

  private func lines(of error: AutoCodingError) -> [String] {
    error.description.replacing(/\(unknown context at \$[0-9a-f]+\)\./, with: "").split(separator: "\n").map(
      String.init)
  }

  #if os(Linux)
  @Test("one error has all problems of all types of a module")
  func mistakes() throws {
    let error = try failure { try TypeMap.validateAll(inModules: ["MistakenModels"], also: [localType]) }
    let found = lines(of: error)
    #if DEBUG
    for (line, expected) in zip(found, Self.expected) { #expect(line == expected) }
    #expect(found.count == Self.expected.count, "\(found)")
    #expect(error.problems.count == 30)
    #else
    // An optimized build has removed some of the declarations that are never called.
    #expect(Set(found.dropFirst()).isSubset(of: Self.expected), "\(found)")
    #expect(found.contains("- MistakenModels.Uncodable.action: \(Self.function)"))
    #expect(error.problems.count >= 15)
    #endif
    #expect(error.errorDescription == error.description)
    #if DEBUG
    #expect(_typeName(error.type, qualified: true) == "MistakenModels.AnotherDictionary")
    #endif
  }

  private static let again = "Correct the name, or choose a less similar one."
  private static let uncalled = """
    Swift never calls it: Base, the class that conforms to AutoCoding, does not declare it.
    """
  private static let function = """
    Optional<@Sendable () -> ()>: '@Sendable () -> ()' is a function, which cannot be stored. \
    Name the property in unEncodedProperties or mark it @Transient.
    """

  private static let expected = [
    "validated 35 types of MistakenModels; 30 problems:",
    "- MistakenModels.AnotherDictionary.propertyRules: It is of type Dictionary<String, AutoCoding.PropertyRule>, and so Swift ignores it. Declare it as 'static var propertyRules: AutoCoding.PropertyRules', or give it another name.",
    "- MistakenModels.AnotherNumber.archiveVersion: It is of type UInt8, and so Swift ignores it. Declare it as 'static var archiveVersion: Int', or give it another name.",
    "- MistakenModels.AnotherType.unEncodedProperties: It is of type String, and so Swift ignores it. Declare it as 'static var unEncodedProperties: Set<String>', or give it another name.",
    "- MistakenModels.AsFunction.unEncodedProperties: It is a function () -> Set<String>, and so Swift ignores it. Declare it as 'static var unEncodedProperties: Set<String>', or give it another name.",
    "- MistakenModels.Below.didDecode: \(uncalled) Declare 'func didDecode() throws' in Base as well, and override it here.",
    "- MistakenModels.Below.encode: \(uncalled) Remove it; or write 'func encode(to encoder: any Encoder) throws' in Base as well, and override it here.",
    "- MistakenModels.Below.migrate: \(uncalled) Declare 'class func migrate(_ properties: inout ArchivedProperties, from version: Int) throws' in Base as well, and override it here.",
    "- MistakenModels.Below.unEncodedProperties: \(uncalled) Declare 'class var unEncodedProperties: Set<String>' in Base as well, and override it here.",
    "- MistakenModels.BothCalls.didDecode: It declares both didDecode() and didDecode(in:), of which a decoder calls only one. Remove didDecode(), and do what it does in didDecode(in:).",
    "- MistakenModels.Extended.archivedVersion: AutoCoding has no requirement of that name, and ignores it. Perhaps 'archiveVersion' is meant. \(again)",
    "- MistakenModels.Extended.didDecodes: AutoCoding has no requirement of that name, and ignores it. Perhaps 'didDecode' is meant. \(again)",
    "- MistakenModels.Extended.migrates: AutoCoding has no requirement of that name, and ignores it. Perhaps 'migrate' is meant. \(again)",
    "- MistakenModels.FurtherBelow.unEncodedProperties: \(uncalled) Declare 'class var unEncodedProperties: Set<String>' in Base as well, and override it here.",
    "- MistakenModels.Hidden.archiveTypeName: AutoCoding has no requirement of that name, and ignores it. Perhaps 'archivedTypeName' is meant. \(again)",
    "- MistakenModels.HoldsBoxed._level: Boxed<Int>: It seems to be the storage of '@Boxed<Int> var level', and its key is \"_level\". Adopt CodedPropertyWrapper in Boxed<Int>, or state the key: propertyKeys [\"_level\": \"level\"].",
    "- MistakenModels.Inheriting.lost: Int: Inheriting inherits an encode(to:) that was written for its superclass, and leaves the property out. Override init(from:) and encode(to:) in Inheriting; or delete those of the superclass, so that AutoCoding codes both classes; or leave the property out: mark it @Transient.",
    "- MistakenModels.LaterDone.didDecode: It is a function () async throws -> (), and so Swift ignores it. Declare it as 'func didDecode() throws', or give it another name.",
    "- MistakenModels.Local.propertyKey: AutoCoding has no requirement of that name, and ignores it. Perhaps 'propertyKeys' is meant. \(again)",
    "- MistakenModels.Misspelt.formerTypeName: AutoCoding has no requirement of that name, and ignores it. Perhaps 'formerTypeNames' is meant. \(again)",
    "- MistakenModels.Misspelt.propertyRule: AutoCoding has no requirement of that name, and ignores it. Perhaps 'propertyRules' is meant. \(again)",
    "- MistakenModels.Misspelt.typerules: AutoCoding has no requirement of that name, and ignores it. Perhaps 'typeRules' is meant. \(again)",
    "- MistakenModels.Misspelt.unencodedProperties: AutoCoding has no requirement of that name, and ignores it. Perhaps 'unEncodedProperties' is meant. \(again)",
    "- MistakenModels.OfValues.propertyKeys: It is an instance member, which does not affect how the type is coded. Declare it as 'static var propertyKeys: Dictionary<String, String>', or give it another name.",
    "- MistakenModels.Pair<Swift.Int>.second: \(function)",
    "- MistakenModels.Pair<Swift.Int>.unEncodedProperties: Swift never calls it: it is in an extension with constraints, and the conformance to AutoCoding has none. Declare it without constraints, and ask for the generic argument in it: 'T.self == Int.self'.",
    "- MistakenModels.Report.rendered: Array<UInt8>: The property is left out, so it has no value after decoding. Conform Report to DefaultInitializable, make the property Optional, or give it a default in propertyRules: \"rendered\": .default(…). If Report is never decoded, name it in 'encodeOnly'.",
    "- MistakenModels.Uncodable.action: \(function)",
    "- MistakenModels.UncodableBase.action: \(function)",
    "- MistakenModels.Unversioned.migrate: It is never called, since archiveVersion is 0. Declare 'static var archiveVersion: Int { 1 }', or remove it.",
    "- MistakenModels.FirstNamesake: Its name 'Namesake' is that of another type as well: MistakenModels.SecondNamesake. Give one of them another archivedTypeName.",
    "not checked: MistakenModels.GenericBelow: It is generic: list its concrete types in 'also'.",
    "not checked: MistakenModels.Unused: It is generic: list its concrete types in 'also'.",
  ]

  #if DEBUG
  @Test("types with both halves of Codable code may have properties that AutoCoding cannot code")
  func codedByHand() throws {
    let types: [any AutoCoding.Type] = [
      CodedByHand.self, CodedByHandBase.self, CodedByHandBelow.self, HoldsUniqueToken.self,
    ]
    let validation = try TypeMap.validateAll(inModules: [], also: types)
    #expect(validation.types.count == 4 && validation.omissions.isEmpty, "\(validation)")
    let error = try failure { try TypeMap.validateAll(inModules: [], also: types + [OnlyDecodedByHand.self]) }
    #expect(error.problems.map(\.property) == ["handle"])
    let value = CodedByHand(number: 7)
    for coder in TestCoder.allCases {
      #expect(try coder.roundTrip(value).handle.number == 7)
      #expect(try coder.roundTrip([HoldsUniqueToken(number: 8)]).first?.number == 8)
    }
  }
  #endif

  @Test("encode-only types are listed, and those that can be decoded are not")
  func encodeOnly() throws {
    let error = try failure {
      try TypeMap.validateAll(inModules: ["MistakenModels"], encodeOnly: [Report.self, MistakenModels.Invoice.self])
    }
    #expect(!error.problems.contains { $0.code == .encodeOnly })
    let decodable = error.problems.filter { $0.code == .decodable }
    #expect(
      decodable.map(\.description) == [
        "MistakenModels.Invoice: It is listed in 'encodeOnly', and can be decoded. Remove it from the list."
      ])
  }

  @Test("modules of the program are validated by default, and not those of this package or the toolchain")
  func defaultModules() throws {
    let error = try failure { try TypeMap.validateAll() }
    let line = try #require(lines(of: error).first)
    for module in ["AutoCodingTests", "MistakenModels", "TestModels"] { #expect(line.contains(module)) }
    for module in ["AutoCoding,", "AutoCodingFoundation,", "Foundation,", "Swift,"] {
      #expect(!line.contains(" \(module)"))
    }
  }

  @Test("a module without types is an error, as is nothing at all")
  func nothing() throws {
    let missing = try failure { try TypeMap.validateAll(inModules: ["MistakenModel", "Swift"]) }
    #expect(missing.problems.map(\.code) == [.nothingToValidate, .nothingToValidate])
    #expect(
      missing.description == """
        validated 0 types; 2 problems:
        - AutoCoding.AutoCoding: No type of module 'MistakenModel' conforms to it. Correct the module's name, or link it into the program.
        - AutoCoding.AutoCoding: No type of module 'Swift' conforms to it. Correct the module's name, or link it into the program.
        """)
    let none = try failure { try TypeMap.validateAll(inModules: []) }
    #expect(
      none.description == """
        validated 0 types; 1 problem:
        - AutoCoding.AutoCoding: No type of the program conforms to it. Name the modules of your types in 'inModules'.
        """)
  }
  #endif

  @Test("types that are given are validated, generic ones with what they are made of")
  func given() throws {
    let validation = try TypeMap.validateAll(inModules: [], also: [Sound.self, Box<Box<Int>>.self])
    #expect(validation.types.map { _typeName($0, qualified: false) } == ["Box<Box<Int>>", "Box<Int>", "Sound"])
    #expect(validation.modules.isEmpty && validation.omissions.isEmpty)
    #expect(validation.description == "validated 3 types")
    #expect(validation.hasReadSymbols && validation.hasEnumeratedTypes)
  }
}
