import AutoCoding
import Foundation
import Testing

/// Types that are not private, so that their names are short.
enum TagMessages {
  class Vehicle: AutoCoding, DefaultInitializable {
    var wheels = 0
    class var typeRules: TypeRules { TypeRules(typeKey: "kind", types: ["car": Car.self, "van": Van.self]) }
    required init() {}
  }
  final class Car: Vehicle { var doors = 4 }
  final class Van: Vehicle { var load = 1 }

  enum Shape: AutoCoding {
    case empty, circle(radius: Double)
    static let typeRules = TypeRules(caseKey: "type")
  }

  struct Garage: AutoCoding {
    var vehicle: Vehicle?
    var van: Van?
    var shape: Shape?
  }
}

/// What errors say about a tag that is missing, unknown or no text, word for word.
struct TagMessageTests {
  typealias Garage = TagMessages.Garage

  private func error(_ work: () throws -> Void) -> String {
    do {
      try work()
      return "no error"
    } catch let error as DecodingError {
      let context: DecodingError.Context
      switch error {
      case .dataCorrupted(let found), .typeMismatch(_, let found), .valueNotFound(_, let found),
        .keyNotFound(_, let found):
        context = found
      @unknown default: return "\(error)"
      }
      return "\(context.codingPath.map(\.stringValue).joined(separator: ".")): \(context.debugDescription)"
    } catch {
      return "\(error)"
    }
  }

  /// What the decoders say about a text: those of JSON, of dictionaries and of property lists, and Foundation's.
  private func expect(
    _ text: String, _ expected: String, isNull: Bool = false, sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let data = Data(text.utf8)
    var found = [
      error { _ = try AutoJSONDecoder().decode(Garage.self, from: data) },
      error { _ = try JSONDecoder().decode(Garage.self, from: data) },
    ]
    let members = try JSONSerialization.jsonObject(with: data) as? [String: Any] ?? [:]
    found.append(error { _ = try DictionaryDecoder().decode(Garage.self, from: members) })
    if !isNull {
      let list = try PropertyListSerialization.data(fromPropertyList: members, format: .binary, options: 0)
      found.append(error { _ = try AutoPropertyListDecoder().decode(Garage.self, from: list) })
    }
    for error in found { #expect(error == expected, sourceLocation: sourceLocation) }
  }

  private static let base = "AutoCodingTests.TagMessages.Vehicle"
  private static let ifBase = "If unknownType is .base, such an object is decoded as \(base)."

  @Test func `A tag of a class says its key, the keys that there are, and the tags`() throws {
    try expect(
      #"{"vehicle":{"type":"car","wheels":4}}"#,
      """
      vehicle: The data does not name the class of the object ('car', 'van'): the key "kind" is missing, which is the \
      typeKey in typeRules of \(Self.base). The object has the keys "type", "wheels". Correct the data or the typeKey. \
      \(Self.ifBase)
      """)
    try expect(
      #"{"vehicle":{"kind":"boat"}}"#,
      """
      vehicle.kind: The data names the class 'boat', which is not one of those that \(Self.base) lists in typeRules \
      ('car', 'van'), by the typeKey "kind". The object has the key "kind". Add the class to the types, or correct the \
      typeKey if another key names it. \(Self.ifBase)
      """)
    try expect(
      #"{"van":{"kind":"car"}}"#,
      """
      van.kind: The data names the class 'car', AutoCodingTests.TagMessages.Car, which is not a subclass of \
      AutoCodingTests.TagMessages.Van, by the typeKey "kind". Declare the value as a common superclass of both, or correct \
      the data.
      """)
    let explanation = """
      It names the class of the object ('car', 'van') by the typeKey in typeRules of \(Self.base). The object has the keys \
      "kind", "wheels". Correct the data or the typeKey.
      """
    try expect(
      #"{"vehicle":{"kind":[],"wheels":2}}"#,
      "vehicle.kind: Expected to decode String but found an array instead. \(explanation)")
    try expect(
      #"{"vehicle":{"wheels":2,"kind":null}}"#,
      "vehicle.kind: Expected to decode String but found null instead. \(explanation)", isNull: true)
  }

  @Test func `A name of a case says its key, the keys that there are, and the names`() throws {
    let missing = """
      shape: The data does not name a case of Shape ('circle', 'empty'): the key "type" is missing, which is the caseKey in \
      typeRules.
      """
    let correct = "Correct the data or the caseKey, or name a case for such data by unknownCase in typeRules."
    try expect(#"{"shape":{}}"#, "\(missing) The object has no keys. \(correct)")
    let keys = (10...30).map { #""key\#($0)""# }
    let members = keys.map { "\($0):[{}]" }.joined(separator: ",")
    try expect(
      "{\"shape\":{\(members)}}",
      "\(missing) The object has the keys \(keys.prefix(10).joined(separator: ", ")) and more. \(correct)")
    try expect(
      #"{"shape":{"radius":1,"type":"oval"}}"#,
      """
      shape.type: The data names the case 'oval', which Shape does not have ('circle', 'empty'), by its caseKey "type". The \
      object has the keys "radius", "type". Add the case, state the name as the former one of another case by .formerly in \
      propertyRules, or name a case for such data by unknownCase in typeRules.
      """)
    let explanation = """
      It names the case of Shape ('circle', 'empty') by the caseKey in typeRules. The object has the key "type". Correct \
      the data or the caseKey.
      """
    try expect(
      #"{"shape":{"type":{}}}"#, "shape.type: Expected to decode String but found a dictionary instead. \(explanation)")
    try expect(
      #"{"shape":{"type":null}}"#, "shape.type: Expected to decode String but found null instead. \(explanation)",
      isNull: true)
  }

  @Test func `Damage before a tag remains the error`() throws {
    let found = error { _ = try AutoJSONDecoder().decode(Garage.self, from: Data(#"{"shape":{"a":tru}}"#.utf8)) }
    #expect(!found.contains("caseKey"), "\(found)")
  }
}
