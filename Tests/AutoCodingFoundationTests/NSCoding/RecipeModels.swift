import AutoCodingFoundation
import Foundation

/// A model in three versions: what older programs had, under the name of today's.
enum Recipes {
  struct V1: AutoCoding {
    var title = "Bread"
    var minutes = 90
    var ingredients = "flour, water, salt"
    static var archivedTypeName: String { "Recipes.Recipe" }
    static var archiveVersion: Int { 1 }
  }

  struct V2: AutoCoding {
    var name = "Bread"
    var minutes = 90
    var ingredients = ["flour", "water", "salt"]
    var authorName: String? = "Ada"
    static var archivedTypeName: String { "Recipes.Recipe" }
    static var archiveVersion: Int { 2 }
  }

  struct Author: AutoCoding, Equatable {
    var name: String
    static var formerTypeNames: Set<String> { ["AutoCodingFoundationTests.HandRecipeAuthor"] }
  }

  /// Version 3, today's.
  struct Recipe: AutoCoding, Equatable {
    var name: String
    /// In seconds.
    var duration: Double
    var ingredients: [String]
    var author: Author?
    static var archivedTypeName: String { "Recipes.Recipe" }
    static var formerTypeNames: Set<String> {
      Set(["HandRecipe", "HandRecipeV2", "HandRecipeV3"].map { "AutoCodingFoundationTests." + $0 })
    }
    static var archiveVersion: Int { 3 }

    /// Code that was written by hand says no version: its keys do.
    static func migrate(_ properties: inout ArchivedProperties, from version: Int) throws {
      properties.renameKey("title", to: "name")
      if version < 2, let text = try? properties.decode(String.self, forKey: "ingredients") {
        let parts = text.split(separator: ",").map { $0.drop { $0 == " " } }
        try properties.encode(parts.map(String.init), forKey: "ingredients")
      }
      if let minutes = try properties.decodeIfPresent(Double.self, forKey: "minutes") {
        try properties.encode(minutes * 60, forKey: "duration")
        properties.removeValue(forKey: "minutes")
      }
      if let author = try properties.decodeIfPresent(String.self, forKey: "authorName") {
        try properties.encode(Author(name: author), forKey: "author")
      }
      properties.removeValue(forKey: "authorName")
    }

    static func bread(by author: String?) -> Recipe {
      Recipe(
        name: "Bread", duration: 5400, ingredients: ["flour", "water", "salt"],
        author: author.map { Author(name: $0) })
    }
  }
}

/// The same by hand, without a version.
class HandRecipe: NSObject, NSSecureCoding {
  class var supportsSecureCoding: Bool { true }
  override init() {}
  required init?(coder: NSCoder) {}
  func encode(with coder: NSCoder) {
    coder.encode("Bread" as NSString, forKey: "title")
    coder.encode(90, forKey: "minutes")
    coder.encode("flour, water, salt" as NSString, forKey: "ingredients")
  }
}

final class HandRecipeV2: HandRecipe {
  override func encode(with coder: NSCoder) {
    coder.encode("Bread" as NSString, forKey: "name")
    coder.encode(90, forKey: "minutes")
    coder.encode(["flour", "water", "salt"] as NSArray, forKey: "ingredients")
    coder.encode("Ada" as NSString, forKey: "authorName")
  }
}

final class HandRecipeV3: HandRecipe {
  override func encode(with coder: NSCoder) {
    coder.encode("Bread" as NSString, forKey: "name")
    coder.encode(5400.0, forKey: "duration")
    coder.encode(["flour", "water", "salt"] as NSArray, forKey: "ingredients")
    let author = HandRecipeAuthor()
    coder.encode(author, forKey: "author")
  }
}

final class HandRecipeAuthor: NSObject, NSSecureCoding {
  static var supportsSecureCoding: Bool { true }
  override init() {}
  required init?(coder: NSCoder) {}
  func encode(with coder: NSCoder) { coder.encode("Ada" as NSString, forKey: "name") }
}
