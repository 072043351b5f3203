import AutoCoding
import AutoCodingSchema
import Foundation
import Testing

/// For every two forms of an enum, what a check says is what a decoder does with their data.
struct CaseChangeTests {
  enum Basic: AutoCoding {
    case a(x: Int), b
    static let archivedTypeName = "Cases.T"
  }
  enum OptionalValue: AutoCoding {
    case a(x: Int?), b
    static let archivedTypeName = "Cases.T"
  }
  enum TwoValues: AutoCoding {
    case a(x: Int, y: Int), b
    static let archivedTypeName = "Cases.T"
  }
  enum TwoValuesOneOptional: AutoCoding {
    case a(x: Int, y: Int?), b
    static let archivedTypeName = "Cases.T"
  }
  enum NoValues: AutoCoding {
    case a, b
    static let archivedTypeName = "Cases.T"
  }
  enum OneCase: AutoCoding {
    case a(x: Int)
    static let archivedTypeName = "Cases.T"
  }
  enum ThreeCases: AutoCoding {
    case a(x: Int), b, c
    static let archivedTypeName = "Cases.T"
  }
  enum OtherLabel: AutoCoding {
    case a(z: Int), b
    static let archivedTypeName = "Cases.T"
  }
  enum OtherType: AutoCoding {
    case a(x: String), b
    static let archivedTypeName = "Cases.T"
  }
  enum WiderType: AutoCoding {
    case a(x: Int64), b
    static let archivedTypeName = "Cases.T"
  }
  enum NoLabel: AutoCoding {
    case a(Int), b
    static let archivedTypeName = "Cases.T"
  }
  enum OtherNames: AutoCoding {
    case first(x: Int), second
    enum CodingKeys: String, CodingKey { case first = "a", second = "b" }
    static let archivedTypeName = "Cases.T"
  }
  enum Tagged: AutoCoding {
    case a(x: Int), b
    static let archivedTypeName = "Cases.T"
    static let typeRules = TypeRules(caseKey: "type")
  }
  enum TaggedWithContents: AutoCoding {
    case a(x: Int), b
    static let archivedTypeName = "Cases.T"
    static let typeRules = TypeRules(caseKey: "type", contentKey: "value")
  }
  enum Raw: String, AutoCoding {
    case a, b
    static let archivedTypeName = "Cases.T"
  }
  enum RawThree: String, AutoCoding {
    case a, b, c
    static let archivedTypeName = "Cases.T"
  }
  enum RawInteger: Int, AutoCoding {
    case a, b
    static let archivedTypeName = "Cases.T"
  }
  struct AnyRaw: RawRepresentable, AutoCoding {
    let rawValue: String
    static let archivedTypeName = "Cases.T"
  }
  struct Structure: AutoCoding {
    let a: Int
    static let archivedTypeName = "Cases.T"
  }

  private static let types: [any AutoCoding.Type] = [
    Basic.self, OptionalValue.self, TwoValues.self, TwoValuesOneOptional.self, NoValues.self, OneCase.self,
    ThreeCases.self, OtherLabel.self, OtherType.self, WiderType.self, NoLabel.self, OtherNames.self, Tagged.self,
    TaggedWithContents.self, Raw.self, RawThree.self, RawInteger.self, AnyRaw.self, Structure.self,
  ]

  private static func loss(
    of other: any AutoCoding.Type, as type: any AutoCoding.Type, isStrict: Bool
  ) throws -> (any Error)? {
    func loss<Old: AutoCoding, New: AutoCoding>(_: Old.Type, _: New.Type) throws -> (any Error)? {
      var values = try (UInt64(0)..<3).map { try ModelValue.sample(of: Old.self, seed: $0) }
      values += try (UInt64(0)..<3).map { try ModelValue.sample(of: Old.self, seed: $0, isSparse: true) }
      for value in values.map({ ["value": $0] }) {
        let json = AutoJSONDecoder()
        let archive = KeyedArchiveDecoder()
        if isStrict { (json.unknownKeys, archive.unknownKeys) = (.refuse, .refuse) }
        do {
          _ = try json.decode([String: New].self, from: AutoJSONEncoder().encode(value))
          _ = try AutoPropertyListDecoder().decode([String: New].self, from: AutoPropertyListEncoder().encode(value))
          _ = try archive.decode([String: New].self, from: KeyedArchiveEncoder().encode(value))
        } catch {
          return error
        }
      }
      return nil
    }
    return try loss(other, type)
  }

  @Test func agreement() throws {
    for old in Self.types {
      for new in Self.types {
        let changes = try ModelManifest(of: [new]).changes(since: ModelManifest(of: [old]))
        let label = "\(old) to \(new): \(changes)"
        let loss = try Self.loss(of: old, as: new, isStrict: true)
        let refusal = try Self.loss(of: new, as: old, isStrict: false)
        #expect(changes.contains { $0.breaks == .readsOld } == (loss != nil), "\(label), \(loss as Any)")
        #expect(changes.contains { $0.breaks == .readableByOld } == (refusal != nil), "\(label), \(refusal as Any)")
      }
    }
  }
}
