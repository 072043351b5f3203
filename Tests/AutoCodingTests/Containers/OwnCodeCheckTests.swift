import AutoCoding
import Foundation
import Testing

/// Data for which the code of Foundation's own types stops the process.
struct OwnCodeCheckTests {
  struct Selection: AutoCoding, Equatable {
    var rows: IndexSet
    var more: [IndexSet]?
  }

  struct Plain: Codable, Equatable { var rows: IndexSet }

  struct Request: AutoCoding, Equatable { var address: URLComponents }

  @Test("sets of indexes come back, as Foundation writes them")
  func indexes() throws {
    let selection = Selection(rows: IndexSet([1, 2, 3, 9, -4]), more: [IndexSet(), IndexSet(integer: .max - 1)])
    let data = try JSONEncoder().encode(selection)
    #expect(try AutoJSONDecoder().decode(Selection.self, from: data) == selection)
    #expect(try JSONDecoder().decode(Selection.self, from: AutoJSONEncoder().encode(selection)) == selection)
    let list = try PropertyListEncoder().encode(selection)
    #expect(try AutoPropertyListDecoder().decode(Selection.self, from: list) == selection)
  }

  @Test(
    "ranges that no set has are errors",
    arguments: [(5, -1), (Int.max, 1), (5, Int.max), (Int.min, -1), (0, Int.min)])
  func ranges(location: Int, length: Int) throws {
    let rows = #"{"indexes":[{"location":1,"length":2},{"location":\#(location),"length":\#(length)}]}"#
    let words = "No IndexSet has \(length) integers from \(location) on. Correct the data."
    for body in [
      { _ = try AutoJSONDecoder().decode(Selection.self, from: #"{"rows":\#(rows)}"#) },
      { _ = try AutoJSONDecoder().decode(Plain.self, from: #"{"rows":\#(rows)}"#) },
      { _ = try AutoJSONDecoder().decode([String: IndexSet].self, from: #"{"rows":\#(rows)}"#) },
      {
        let decoder = AutoJSONDecoder()
        decoder.keyDecodingStrategy = .convertFromSnakeCase
        _ = try decoder.decode(Selection.self, from: #"{"rows":\#(rows)}"#)
      },
      {
        let decoder = AutoJSONDecoder()
        decoder.leniency = .numbersFromStrings
        _ = try decoder.decode(Selection.self, from: #"{"rows":\#(rows)}"#)
      },
      {
        let any = try JSONSerialization.jsonObject(with: Data(#"{"rows":\#(rows)}"#.utf8)) as? [String: Any]
        _ = try DictionaryDecoder().decode(Selection.self, from: any ?? [:])
      },
      {
        let value = ["rows": ["indexes": [["location": location, "length": length]]]]
        _ = try AutoPropertyListDecoder().decode(Selection.self, from: PropertyListEncoder().encode(value))
      },
    ] as [() throws -> Void] {
      let error = #expect(throws: DecodingError.self) { try body() }
      guard case .dataCorrupted(let context)? = error else { return #expect(Bool(false), "\(error.debugDescription)") }
      #expect(context.codingPath.map(\.stringValue) == ["rows"] && context.debugDescription.hasPrefix(words))
    }
    #expect(throws: DecodingError.self) { try AutoJSONDecoder().decode(IndexSet.self, from: rows) }
  }

  @Test("members of a URL that no URL has are errors")
  func components() throws {
    let request = Request(address: try #require(URLComponents(string: "x+1.2-Z://u:p@example.com:80/a?b=c#d")))
    let data = try JSONEncoder().encode(request)
    #expect(try AutoJSONDecoder().decode(Request.self, from: data) == request)
    func error(_ members: String) -> String {
      do {
        return "\(try AutoJSONDecoder().decode(Request.self, from: #"{"address":{"path":"",\#(members)}}"#))"
      } catch {
        return "\(error)"
      }
    }
    #expect(error(#""port":-1"#).contains("No URL has the port -1. Correct the data."))
    for scheme in ["1a", "a:b", "é", "", "a b", "+a"] {
      #expect(error(#""scheme":"\#(scheme)""#).contains("No URL has the scheme \"\(scheme)\""))
    }
  }
}
