import AutoCoding
import AutoCodingSchema
import Foundation
import Testing

/// Properties that hold the name of a case, or the tag of a class, in each kind of type that can.
private enum TaggedResource: AutoCoding, Equatable {
  case article(Article), person(Person), label(Label)
  indirect case pair(Pair)
  static let typeRules = TypeRules(caseKey: "type")

  struct Article: AutoCoding, Equatable {
    var type: String
    var id: String
    var type2: String
  }

  struct Person: AutoCoding, Equatable {
    enum Kind: String, AutoCoding { case robot, person }
    var kind: Kind?
    static let propertyRules: PropertyRules = ["kind": .key("type")]
  }

  struct Label: AutoCoding, Equatable {
    enum Kind: String, Codable { case text, label }
    var type: Kind
  }

  struct Pair: AutoCoding, Equatable {
    var first: TaggedResource?
    var type: String
    var second: TaggedResource?
  }
}

private class TaggedAnimal: AutoCoding {
  let type: String
  var name: String
  class var typeRules: TypeRules { TypeRules(typeKey: "type", types: ["cat": Cat.self, "dog": Dog.self]) }
  init(type: String, name: String) { (self.type, self.name) = (type, name) }

  final class Cat: TaggedAnimal {}
  final class Dog: TaggedAnimal { var friend: TaggedAnimal? }
}

struct TagSampleTests {
  @Test("a sample has the name of its case in the property", arguments: 0..<8 as Range<UInt64>)
  func cases(seed: UInt64) throws {
    let value = try ModelValue.sample(of: [TaggedResource].self, seed: seed)
    let data = try AutoJSONEncoder().encode(value)
    #expect(try AutoJSONDecoder().decode([TaggedResource].self, from: data) == value)
    #expect(
      SchemaValidator(root: try JSONSchema(of: [TaggedResource].self).value).accepts(try JSONValue(encoding: value)))
  }

  @Test("a sample has the tag of its class in the property", arguments: 0..<4 as Range<UInt64>)
  func classes(seed: UInt64) throws {
    let value = try ModelValue.sample(of: [TaggedAnimal].self, seed: seed)
    let copy = try AutoJSONDecoder().decode([TaggedAnimal].self, from: AutoJSONEncoder().encode(value))
    #expect(try ModelValue.areEqual(copy, value))
    #expect(copy.allSatisfy { $0.type == ($0 is TaggedAnimal.Cat ? "cat" : "dog") && $0.name.hasPrefix("name") })
    for isEncoding in [false, true] {
      let schema = try JSONSchema(of: [TaggedAnimal].self, for: isEncoding ? .encoding : .decoding).value
      #expect(SchemaValidator(root: schema).accepts(try JSONValue(encoding: value)))
      #expect(!SchemaValidator(root: schema).accepts([["type": "cow", "name": "A"]]))
    }
  }

  @Test("samples of a manifest stay readable")
  func manifest() throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    defer { try? FileManager.default.removeItem(at: folder) }
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let (file, samples) = (folder.appendingPathComponent("models.json"), folder.appendingPathComponent("samples"))
    let manifest = try ModelManifest(of: [TaggedAnimal.self, TaggedResource.self])
    try manifest.write(to: file, samples: samples)
    try manifest.check(against: file, samples: samples)
    #expect(try !FileManager.default.contentsOfDirectory(atPath: samples.path).isEmpty)
  }
}
