import AutoCoding
import Testing

/// The notation of paths is read as what it was made of.
struct PropertyPathTests {
  private static let steps = [
    "a", "0", "12", "a.b", ".", "..", "\\", "\\\\", "a\\", "\\.", "\\a", "\\0", "0\\", "é.", "a b",
  ]

  @Test func singleKeys() throws {
    for step in Self.steps + [""] {
      let path = PropertyPath(step)
      #expect(PropertyPath(parsing: path.notation) == path, "\(step): \(path.notation)")
    }
    #expect(PropertyPath("a").notation == "a")
    #expect(PropertyPath("a.b").notation == "a\\.b")
    #expect(PropertyPath("a\\b").notation == "a\\b")
  }

  @Test func severalKeys() throws {
    for first in Self.steps {
      for second in Self.steps {
        let path = PropertyPath([first, second])
        #expect(PropertyPath(parsing: path.notation) == path, "\(path.steps): \(path.notation)")
        let three = PropertyPath([first, second, first])
        #expect(PropertyPath(parsing: three.notation) == three, "\(three.steps): \(three.notation)")
      }
    }
    #expect(PropertyPath(["a", "b.c", "d"]).notation == "a.b\\.c.d")
  }

  @Test(arguments: ["a.0.b", "a.\\0.b", "a.b", "a\\.0", "a.0", "0.0", "0.\\0"])
  func indices(text: String) throws {
    #expect(try #require(PropertyPath(parsing: text)).notation == text)
  }
}
