import AutoCoding
import Testing

private struct Instance: AutoCoding {
  var name = "n"
  var password: String? = "secret"
  let unEncodedProperties = ["password"]
}

private final class Capitals: AutoCoding {
  var unencodedProperties: Set<String> = ["password"]
  var ArchiveVersion = 2
  var propertyRules: [String: String] = [:]
  var typeRules: Int?
  init() {}
}

private struct Meant: AutoCoding {
  var name = "n"
  @Transient var archiveVersion = 2
}

/// In a type that is not `AutoCoding`, the name means nothing.
private class Foreign { var archiveVersion = 3 }
private final class Below: Foreign, AutoCoding, DefaultInitializable {
  var name = "n"
  override init() {}
}

/// Misplaced customization points.
struct MisplacedDeclarationTests {
  @Test("a stored property with the name of a customization point is refused, whatever its capitals")
  func misplaced() throws {
    expectRefused(Instance(), "Instance", "unEncodedProperties", "static var unEncodedProperties")
    expectRefused(
      Capitals(), "Capitals", "ArchiveVersion", "unencodedProperties", "static var archiveVersion",
      "static var propertyRules", "static var typeRules")
    let error = #expect(throws: AutoCodingError.self) { try TypeMap(reflecting: Capitals.self) }
    #expect(error?.problems.map(\.code) == Array(repeating: .misplacedPolicy, count: 4))
    #expect(try TypeMap(reflecting: Meant.self).properties.count == 2)
    #expect(try TypeMap(reflecting: Below.self).properties.count == 2)
  }
}
