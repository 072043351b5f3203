import AutoCoding
import AutoCodingSchema
import Foundation
import TestModels
import TestSupport
import Testing

/// What a manifest says about types of all kinds.
struct ManifestTextTests {
  class Vehicle: AutoCoding, DefaultInitializable {
    var wheels = 4
    var owner: String?
    class var archivedTypeName: String { "Cars.Vehicle" }
    class var typeRules: TypeRules { TypeRules(typeKey: "kind", types: ["car": Car.self, "bus": Bus.self]) }
    class var formerTypeNames: Set<String> { ["Cars.Thing"] }
    required init() {}
  }
  final class Car: Vehicle {
    var seats = 5
    override class var archivedTypeName: String { "Cars.Car" }
  }
  final class Bus: Vehicle {
    var lines: [Int: String] = [:]
    override class var archivedTypeName: String { "Cars.Bus" }
  }

  enum Plain: String, Codable { case one, two = "zwei" }
  enum Tagged: AutoCoding {
    case circle(radius: Double), empty
    static let archivedTypeName = "Cars.Tagged"
    static let typeRules = TypeRules(caseKey: "type", contentKey: "value")
  }
  struct Options: OptionSet, AutoCoding {
    let rawValue: Int
    static var archivedTypeName: String { "Cars.Options" }
  }
  struct OwnCode: AutoCoding {
    let text: String
    static let archivedTypeName = "Cars.OwnCode"
    init(from decoder: any Decoder) throws { text = try decoder.singleValueContainer().decode(String.self) }
    func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      try container.encode(text)
    }
  }
  enum Seconds: PropertyTransformer {
    static func encode(_ value: Duration) throws -> Double { Double(value.components.seconds) }
    static func decode(_ value: Double) throws -> Duration { .seconds(value) }
  }

  struct Everything: AutoCoding {
    let flag: Bool
    let numbers: [Int8?]
    let names: Set<Substring>
    let table: [String: [UUID]]
    let pair: (left: Int, right: String?)
    let list: (Date, URL)
    let plain: Plain?
    let tagged: [Tagged]
    let options: Options
    let own: OwnCode
    let vehicle: Vehicle
    let anything: Any
    let letter: Character
    let time: Duration
    let zone: TimeZone
    var sent: String
    var received: Int?
    let fresh: Int
    let street: String
    let hidden: String?
    static let archivedTypeName = "Cars.Everything"
    static let unEncodedProperties = ["hidden"]
    static let propertyRules: PropertyRules = [
      "time": .transformed(by: Seconds.self), "sent": .encodedOnly.default(""), "received": .decodedOnly,
      "fresh": .default(1).key("new").formerly("old", "older"), "street": .key("address.street"),
    ]
    static var archiveVersion: Int { 2 }
    static func migrate(_ properties: inout ArchivedProperties, from version: Int) throws {}
  }

  @Test func text() throws {
    let manifest = try ModelManifest(of: [Everything.self])
    #expect(
      manifest.description == #"""
        {
          "format": 2,
          "models": [
            "Cars.Everything"
          ],
          "types": {
            "AutoCodingSchemaTests.ManifestTextTests.Plain": {
              "kind": "raw value",
              "rawType": "String",
              "cases": {
                "one": {},
                "zwei": {}
              },
              "caseNames": {
                "zwei": "two"
              }
            },
            "Cars.Bus": {
              "kind": "class",
              "superclass": "Cars.Vehicle",
              "typeKey": "kind",
              "tags": {
                "bus": "Cars.Bus",
                "car": "Cars.Car"
              },
              "properties": {
                "lines": {"type": "[Int: String]", "default": true},
                "owner": {"type": "String?", "default": true},
                "wheels": {"type": "Int", "default": true}
              }
            },
            "Cars.Car": {
              "kind": "class",
              "superclass": "Cars.Vehicle",
              "typeKey": "kind",
              "tags": {
                "bus": "Cars.Bus",
                "car": "Cars.Car"
              },
              "properties": {
                "owner": {"type": "String?", "default": true},
                "seats": {"type": "Int", "default": true},
                "wheels": {"type": "Int", "default": true}
              }
            },
            "Cars.Everything": {
              "kind": "struct",
              "version": 2,
              "migrates": true,
              "properties": {
                "address.street": {"type": "String", "name": "street"},
                "anything": {"type": "Any"},
                "flag": {"type": "Bool"},
                "letter": {"type": "String", "via": ["Swift.Character"]},
                "list": {"type": "(Date, URL)"},
                "names": {"type": "Set<String>"},
                "new": {"type": "Int", "name": "fresh", "default": true, "defaultValue": "1", "former": ["old", "older"]},
                "numbers": {"type": "[Int8?]"},
                "options": {"type": "Cars.Options"},
                "own": {"type": "Cars.OwnCode"},
                "pair": {"type": "(left: Int, right: String?)"},
                "plain": {"type": "AutoCodingSchemaTests.ManifestTextTests.Plain?"},
                "received": {"type": "Int?", "direction": "decoded only"},
                "sent": {"type": "String", "direction": "encoded only", "default": true},
                "table": {"type": "[String: [UUID]]"},
                "tagged": {"type": "[Cars.Tagged]"},
                "time": {"type": "Double", "via": ["AutoCodingSchemaTests.ManifestTextTests.Seconds"]},
                "vehicle": {"type": "Cars.Vehicle"},
                "zone": {"type": "Foundation.TimeZone"}
              }
            },
            "Cars.Options": {
              "kind": "raw value",
              "rawType": "Int"
            },
            "Cars.OwnCode": {
              "kind": "own code"
            },
            "Cars.Tagged": {
              "kind": "enum",
              "caseKey": "type",
              "contentKey": "value",
              "cases": {
                "circle": {"radius": {"type": "Double"}},
                "empty": {}
              },
              "caseForms": {
                "circle": "keyed"
              }
            },
            "Cars.Vehicle": {
              "kind": "class",
              "formerNames": ["Cars.Thing"],
              "typeKey": "kind",
              "tags": {
                "bus": "Cars.Bus",
                "car": "Cars.Car"
              },
              "properties": {
                "owner": {"type": "String?", "default": true},
                "wheels": {"type": "Int", "default": true}
              }
            }
          }
        }

        """#)
    #expect(try ModelManifest(text: manifest.description) == manifest)
    #expect(try ModelManifest(of: [Vehicle.self, Everything.self]).models == ["Cars.Everything", "Cars.Vehicle"])
    #expect(try ModelManifest(of: []).description == "{\n  \"format\": 2,\n  \"models\": [],\n  \"types\": {}\n}\n")
  }

  /// Every type of the zoo has a manifest, which is read as it was written.
  @Test func zoo() throws { try Zoo.visitAll(Visitor()) }

  private struct Visitor: ZooVisitor {
    func visit<Auto, Twin>(_ specimen: Specimen<Auto, Twin>) throws {
      let manifest = try ModelManifest(of: [Auto.self])
      let copy = try ModelManifest(text: manifest.description)
      #expect(copy == manifest, "\(specimen.name)")
      #expect(manifest.changes(since: copy).isEmpty, "\(specimen.name)")
      #expect(!manifest.description.contains("0x"), "\(specimen.name): \(manifest)")
    }
  }

  struct Same: AutoCoding {
    let other: Other
    static let archivedTypeName = "Cars.Same"
    struct Other: AutoCoding {
      let number: Int
      static let archivedTypeName = "Cars.Same"
    }
  }
  struct Closure: AutoCoding { let call: () -> Void }

  @Test func refusedTypes() {
    #expect(throws: AutoCodingError.self) { try ModelManifest(of: [Same.self]) }
    #expect(throws: AutoCodingError.self) { try ModelManifest(of: [Closure.self]) }
  }

  @Test func laterFormats() throws {
    let error = try #require(throws: DecodingError.self) {
      try ModelManifest(text: #"{"format": 3, "models": {}, "types": []}"#)
    }
    guard case .dataCorrupted(let context) = error else { throw error }
    #expect(
      context.debugDescription == """
        The manifest has format 3, and this version of AutoCoding knows formats up to 2. Update AutoCoding.
        """)
    #expect(
      try ModelManifest(text: #"{"format": 1, "new": 1, "models": ["A"], "types": {"A": {"kind": "struct", "b": 1}}}"#)
        .models == ["A"])
    #expect(throws: DecodingError.self) { try ModelManifest(text: "{}") }
    #expect(throws: DecodingError.self) {
      try ModelManifest(text: #"{"format": 1, "models": [], "types": {"A": {"kind": "thing"}}}"#)
    }
  }

  // MARK: Time

  struct Pair<A: AutoCoding, B: AutoCoding>: AutoCoding {
    let first: A
    let second: B?
    let list: [A]
    let table: [String: B]
    let name: String
    let count: Int
  }
  struct Leaf<Value: Codable>: AutoCoding { let value: Value }

  private static func pair<A: AutoCoding, B: AutoCoding>(_: A.Type, _: B.Type) -> any AutoCoding.Type {
    Pair<A, B>.self
  }

  /// 100 ms for 200 warm types is the bound for an optimized build.
  @Test func time() throws {
    let leaves: [any AutoCoding.Type] = [
      Leaf<Int>.self, Leaf<Int8>.self, Leaf<Int16>.self, Leaf<Int32>.self, Leaf<Int64>.self, Leaf<UInt>.self,
      Leaf<UInt8>.self, Leaf<UInt16>.self, Leaf<UInt32>.self, Leaf<UInt64>.self, Leaf<Bool>.self, Leaf<String>.self,
      Leaf<Double>.self, Leaf<Float>.self,
    ]
    let types = leaves.flatMap { first in leaves.map { Self.pair(first, $0) } }
    let cold = try ModelManifest(of: types)
    #expect(cold.description.components(separatedBy: "\"kind\"").count - 1 == 14 * 15)
    var (warm, read): (ModelManifest?, ModelManifest?)
    var changes: [ModelManifest.Change] = []
    let times = [
      try ThreadTime.measure { warm = try ModelManifest(of: types) },
      try ThreadTime.measure { read = try ModelManifest(text: cold.description) },
      ThreadTime.measure { changes = cold.changes(since: cold) },
    ]
    #expect(warm == cold && read == cold && changes.isEmpty)
    #if DEBUG
    let bound = 3.0
    #else
    let bound = 0.1
    #endif
    #expect(times.allSatisfy { $0 < bound }, "\(times)")
  }
}
