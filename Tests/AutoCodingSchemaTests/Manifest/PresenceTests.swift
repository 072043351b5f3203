import AutoCoding
import AutoCodingSchema
import Foundation
import Testing

/// For every two ways in which a property is there or is not, what a check says is what a decoder does.
struct PresenceTests {
  private protocol Held: AutoCoding { var held: Int? { get } }

  struct Absent: Held {
    var y: Int
    var held: Int? { nil }
    static let archivedTypeName = "Presence.T"
  }
  struct Required: Held {
    var x: Int
    var y: Int
    var held: Int? { x }
    static let archivedTypeName = "Presence.T"
  }
  struct Defaulted: Held {
    var x: Int
    var y: Int
    var held: Int? { x }
    static let archivedTypeName = "Presence.T"
    static let propertyRules: PropertyRules = ["x": .default(-1)]
  }
  struct Maybe: Held {
    var x: Int?
    var y: Int
    var held: Int? { x }
    static let archivedTypeName = "Presence.T"
  }
  struct MaybeDefaulted: Held, DefaultInitializable {
    var x: Int? = -1
    var y = 0
    var held: Int? { x }
    static let archivedTypeName = "Presence.T"
  }
  struct EncodedOnly: Held {
    var x: Int
    var y: Int
    var held: Int? { x }
    static let archivedTypeName = "Presence.T"
    static let propertyRules: PropertyRules = ["x": .encodedOnly.default(-1)]
  }
  struct DecodedOnly: Held {
    var x: Int
    var y: Int
    var held: Int? { x }
    static let archivedTypeName = "Presence.T"
    static let propertyRules: PropertyRules = ["x": .decodedOnly]
  }
  struct DecodedOnlyDefaulted: Held {
    var x: Int
    var y: Int
    var held: Int? { x }
    static let archivedTypeName = "Presence.T"
    static let propertyRules: PropertyRules = ["x": .decodedOnly.default(-1)]
  }
  struct Renamed: Held {
    var z: Int
    var y: Int
    var held: Int? { z }
    static let archivedTypeName = "Presence.T"
    static let propertyRules: PropertyRules = ["z": .formerly("x")]
  }
  struct Other: Held {
    var z: Int
    var y: Int
    var held: Int? { z }
    static let archivedTypeName = "Presence.T"
  }
  struct Nested: Held {
    var x: Int
    var y: Int
    var held: Int? { x }
    static let archivedTypeName = "Presence.T"
    static let propertyRules: PropertyRules = ["x": .key("a.x").formerly("x")]
  }

  private static let types: [any Held.Type] = [
    Absent.self, Required.self, Defaulted.self, Maybe.self, MaybeDefaulted.self, EncodedOnly.self, DecodedOnly.self,
    DecodedOnlyDefaulted.self, Renamed.self, Other.self, Nested.self,
  ]

  /// The first reason for which a type refuses data of another, or loses its value; nil if there is none.
  private static func loss(of other: any Held.Type, as type: any Held.Type, isStrict: Bool) throws -> String? {
    func loss<Old: Held, New: Held>(_: Old.Type, _: New.Type) throws -> String? {
      for isSparse in [false, true] {
        let value = try ModelValue.sample(of: Old.self, seed: 0, isSparse: isSparse)
        let json = try AutoJSONEncoder().encode(value)
        let isWritten = String(decoding: json, as: UTF8.self).contains(":\(value.held ?? -2)")
        do {
          let copies = [
            try AutoJSONDecoder().decode(New.self, from: json),
            try AutoPropertyListDecoder().decode(New.self, from: AutoPropertyListEncoder().encode(value)),
            try KeyedArchiveDecoder().decode(New.self, from: KeyedArchiveEncoder().encode(value)),
            try DictionaryDecoder().decode(New.self, from: DictionaryEncoder().encode(value)),
          ]
          // Nil that becomes a default although nil could stay.
          let mayStay = { $0 == Maybe.self || $0 == MaybeDefaulted.self } as (any Held.Type) -> Bool
          if value.held == nil, mayStay(Old.self), mayStay(New.self), let copy = copies.first(where: { $0.held != nil })
          {
            return "\(copy) for \(value)"
          }
          guard isStrict, isWritten, Old.self != EncodedOnly.self, let held = value.held else { continue }
          for copy in copies where copy.held != held { return "\(copy) for \(value)" }
        } catch {
          return "\(error)"
        }
      }
      return nil
    }
    return try loss(other, type)
  }

  /// A type, and those whose data it reads by a former key.
  private static func history(of type: any Held.Type) -> [any Held.Type] {
    type == Renamed.self || type == Nested.self ? [Required.self, type] : [type]
  }

  @Test func agreement() throws {
    for old in Self.types {
      for new in Self.types {
        let changes = try ModelManifest(of: [new]).changes(since: ModelManifest(of: [old]))
        let label = "\(old) to \(new): \(changes)"
        // This type has never read its own data, which lacks what it requires.
        if old == DecodedOnly.self { continue }
        let loss = try Self.history(of: old).compactMap { try Self.loss(of: $0, as: new, isStrict: true) }.first
        let refusal = try Self.loss(of: new, as: old, isStrict: false)
        #expect(changes.contains { $0.breaks == .readsOld } == (loss != nil), "\(label), \(loss ?? "no loss")")
        #expect(
          changes.contains { $0.breaks == .readableByOld } == (refusal != nil), "\(label), \(refusal ?? "no refusal")")
      }
    }
  }
}
