import Foundation
import Testing

/// Every call and option of Foundation's public property list coders, as of Swift 6.3.
struct PropertyListCalls {
  struct Person: Codable, Equatable {
    var name = "Ada"
    var born = Date(timeIntervalSinceReferenceDate: 7)
    var key = Data([1, 2])
    var note: String?
    var scores: [Double] = [1.5, 2]
  }

  @Test("a value there and back, in each format")
  func formats() throws {
    let formats: [(PropertyListSerialization.PropertyListFormat, String)] = [(.binary, "bplist00"), (.xml, "<?xml")]
    let encoder = PropertyListEncoder()
    #expect(encoder.outputFormat == .binary)
    for (format, prefix) in formats {
      encoder.outputFormat = format
      let data: Data = try encoder.encode(Person())
      #expect(data.starts(with: Data(prefix.utf8)))
      let decoder = PropertyListDecoder()
      let person: Person = try decoder.decode(Person.self, from: data)
      #expect(person == Person())
      var found = PropertyListSerialization.PropertyListFormat.openStep
      #expect(try decoder.decode(Person.self, from: data, format: &found) == Person())
      #expect(found == format)
      let list = try PropertyListSerialization.propertyList(from: data, format: nil) as? [String: Any]
      #expect(list?["name"] as? String == "Ada" && list?.count == 4)
    }
  }

  @Test("values for the types' own code")
  func userInfo() throws {
    let key = try #require(CodingUserInfoKey(rawValue: "k"))
    let encoder = PropertyListEncoder()
    encoder.userInfo[key] = 1
    #expect(encoder.userInfo[key] as? Int == 1)
    let decoder = PropertyListDecoder()
    decoder.userInfo = [key: 2]
    #expect(decoder.userInfo[key] as? Int == 2)
  }

  @Test("errors are those of Codable")
  func errors() throws {
    #expect(throws: DecodingError.self) { try PropertyListDecoder().decode(Person.self, from: Data("x".utf8)) }
    #expect(throws: EncodingError.self) { try PropertyListEncoder().encode("a root that is no container") }
    let data = try PropertyListEncoder().encode(["name": 1])
    do {
      _ = try PropertyListDecoder().decode(Person.self, from: data)
      Issue.record("no error")
    } catch DecodingError.typeMismatch(_, let context) {
      #expect(context.codingPath.map(\.stringValue) == ["name"])
    }
  }
}
