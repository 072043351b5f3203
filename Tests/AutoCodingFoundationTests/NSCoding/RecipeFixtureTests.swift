import AutoCodingFoundation
import Foundation
import Testing

/// What older versions of a model have written opens in the current one. The bytes in `RecipeFixtures.swift` were written
/// once; `AUTOCODING_WRITE_FIXTURES=FILE swift test --filter RecipeFixtureTests` writes such a file anew.
struct RecipeFixtureTests {
  @Test(arguments: RecipeFixtures.archives.keys.sorted())
  func archive(name: String) throws {
    let data = try #require(RecipeFixtures.archives[name].flatMap { Data(base64Encoded: $0) })
    let recipe = try KeyedArchiveDecoder().decode(Recipes.Recipe.self, from: data)
    #expect(recipe == .bread(by: name.hasSuffix("1") ? nil : "Ada"))
  }

  @Test(arguments: RecipeFixtures.texts.keys.sorted())
  func json(name: String) throws {
    let data = try #require(RecipeFixtures.texts[name]?.data(using: .utf8))
    let expected = Recipes.Recipe.bread(by: name.hasSuffix("1") ? nil : "Ada")
    #expect(try AutoJSONDecoder().decode(Recipes.Recipe.self, from: data) == expected)
    let dictionary = try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
    #expect(try DictionaryDecoder().decode(Recipes.Recipe.self, from: dictionary) == expected)
  }

  @Test func thereAreThreeVersionsOfEach() {
    #expect(RecipeFixtures.archives.keys.sorted() == ["hand 1", "hand 2", "hand 3", "ours 1", "ours 2", "ours 3"])
    #expect(RecipeFixtures.texts.keys.sorted() == ["ours 1", "ours 2", "ours 3"])
  }

  @Test(.enabled(if: ProcessInfo.processInfo.environment["AUTOCODING_WRITE_FIXTURES"] != nil))
  func write() throws {
    let file = try #require(ProcessInfo.processInfo.environment["AUTOCODING_WRITE_FIXTURES"])
    func byHand(_ recipe: HandRecipe) throws -> Data {
      try NSKeyedArchiver.archivedData(withRootObject: recipe, requiringSecureCoding: true)
    }
    let archive = KeyedArchiveEncoder()
    let json = AutoJSONEncoder()
    let archives = [
      ("hand 1", try byHand(HandRecipe())), ("hand 2", try byHand(HandRecipeV2())),
      ("hand 3", try byHand(HandRecipeV3())),
      ("ours 1", try archive.encode(Recipes.V1())), ("ours 2", try archive.encode(Recipes.V2())),
      ("ours 3", try archive.encode(Recipes.Recipe.bread(by: "Ada"))),
    ]
    let texts = [
      ("ours 1", try json.encode(Recipes.V1())), ("ours 2", try json.encode(Recipes.V2())),
      ("ours 3", try json.encode(Recipes.Recipe.bread(by: "Ada"))),
    ]
    var lines = ["/// Written once by `RecipeFixtureTests`; not to be changed.", "enum RecipeFixtures {"]
    lines.append("  static let archives = [")
    for (name, data) in archives {
      lines += ["    \"\(name)\": \"\"\"", "      " + data.base64EncodedString(), "      \"\"\","]
    }
    lines += ["  ]", "", "  static let texts = ["]
    for (name, data) in texts {
      lines += ["    \"\(name)\": #\"\"\"", "      " + String(decoding: data, as: UTF8.self), "      \"\"\"#,"]
    }
    lines += ["  ]", "}", ""]
    try lines.joined(separator: "\n").write(toFile: file, atomically: true, encoding: .utf8)
  }
}
