import AutoCoding
import AutoCodingSchema
import Testing

/// An alias `CodingKeys` counts unless a protocol of the program could have brought it; those of this package bring none.
struct AliasedKeysTests {
  enum Keys: String, CodingKey { case amount = "a" }

  struct Described: AutoCoding, JSONSchemaDescribed {
    typealias CodingKeys = Keys
    var amount = 1
    static var jsonSchema: JSONValue { ["type": "object"] }
  }

  struct Sampled: AutoCoding, SampleProviding {
    typealias CodingKeys = Keys
    var amount = 1
    static func sample(seed: UInt64) -> Self { Self() }
  }

  @Test("the alias is honored")
  func keys() throws {
    #expect(try AutoJSONEncoder().encodeToString(Described()) == #"{"a":1}"#)
    #expect(try AutoJSONEncoder().encodeToString(Sampled()) == #"{"a":1}"#)
  }
}
