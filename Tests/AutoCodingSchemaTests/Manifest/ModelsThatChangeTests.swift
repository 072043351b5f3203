import AutoCoding
import AutoCodingSchema
import Foundation
import Testing

/// The examples of the article "Models that change".
struct ModelsThatChangeTests {
  struct Line: AutoCoding, Equatable {
    var product: String
    var count: Int
    static let archivedTypeName = "Shop.Line"
  }

  struct Customer: AutoCoding {
    let name: String
    let card: Checksum
    static let archivedTypeName = "Shop.Customer"
  }

  enum First {
    struct Order: AutoCoding {
      var title: String
      var note: String?
      var lines: [Line]
      static let archivedTypeName = "Shop.Order"
    }
  }

  enum Mistaken {
    struct Order: AutoCoding {
      var name: String
      var note: String?
      var lines: [Line]
      var priority: Int
      static let archivedTypeName = "Shop.Order"
    }
  }

  struct Order: AutoCoding {
    var name: String
    var note: String?
    var lines: [Line]
    var priority: Int
    static let archivedTypeName = "Shop.Order"
    static let propertyRules: PropertyRules = ["name": .formerly("title"), "priority": .default(1)]
  }

  /// Called by ``examples()``.
  private func storedModelsStayReadable(_ folder: URL) throws {
    try ModelManifest(of: [Order.self, Customer.self])
      .check(against: folder.appendingPathComponent("Models.json"), samples: folder.appendingPathComponent("Samples"))
  }

  @Test func examples() throws {
    let folder = Folder()
    let file = folder.file
    try ModelManifest(of: [First.Order.self, Customer.self]).check(against: file, samples: folder.samples)
    let page = try Self.article()
    let shown = try folder.text().split(separator: "\n").map { $0.drop { $0 == " " } }
    for line in Self.blocks(of: "json", in: page)[0].split(separator: "\n") {
      #expect(shown.contains(line.drop { $0 == " " }), "\(line)")
    }
    let error = try #require(throws: ModelManifest.ChangeError.self) {
      try ModelManifest(of: [Mistaken.Order.self, Customer.self]).check(against: file)
    }
    #expect(Self.blocks(of: "text", in: page) == [error.description])
    try storedModelsStayReadable(folder.url)
    #expect(try folder.sampleFiles == ["Shop.Customer-0.json", "Shop.Order-0.json"])
    try ModelManifest(of: [Order.self, Customer.self]).check(against: file, .both)
    let order = try ModelValue.sample(of: Order.self)
    // Order(name: "name 1", note: "note 2", lines: [Line(product: "product 3", count: 4), …], priority: 7)
    #expect(order.name == "name 1" && order.note == "note 2" && order.priority == 7)
    #expect(order.lines[0] == Line(product: "product 3", count: 4))
  }

  /// Every line of Swift in the article is a line of this file.
  @Test func articleIsCompiled() throws {
    let own = Set(
      try String(contentsOfFile: #filePath, encoding: .utf8).split(separator: "\n").map { $0.drop { $0 == " " } })
    let signature = "@Test func storedModelsStayReadable() throws {"
    for block in Self.blocks(of: "swift", in: try Self.article()) {
      for line in block.split(separator: "\n") where line != signature {
        #expect(own.contains(line.drop { $0 == " " }), "\(line)")
      }
    }
  }

  private static func article() throws -> String {
    let page = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("../../../Sources/AutoCodingSchema/AutoCodingSchema.docc/ModelsThatChange.md")
    return try String(contentsOf: page.standardizedFileURL, encoding: .utf8)
  }

  /// The blocks of code in a language.
  private static func blocks(of language: String, in page: String) -> [String] {
    page.components(separatedBy: "```\(language)\n").dropFirst().map {
      $0.components(separatedBy: "\n```")[0]
    }
  }
}

struct Checksum: Codable {
  let text: String
  let sum: Int
  init(of text: String) { (self.text, sum) = (text, text.utf8.reduce(0) { $0 + Int($1) }) }
  init(from decoder: any Decoder) throws {
    let parts = try [String](from: decoder)
    self.init(of: parts.first ?? "")
    guard parts.last == "\(sum)" else { throw CocoaError(.coderInvalidValue) }
  }
  func encode(to encoder: any Encoder) throws { try [text, "\(sum)"].encode(to: encoder) }
}

extension Checksum: SampleProviding {
  static func sample(seed: UInt64) -> Checksum { Checksum(of: "\(seed)") }
}
