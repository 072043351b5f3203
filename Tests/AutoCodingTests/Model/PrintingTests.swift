import AutoCoding
import Foundation
import Testing

/// What values of ours print as.
struct PrintingTests {
  struct Person: AutoCoding {
    var name: String
    var age: Int
    var draft: String?
    static var unEncodedProperties: Set<String> { ["draft"] }
    static var propertyKeys: [String: String] { ["name": "fullName"] }
    static var propertyRules: PropertyRules { ["name": .formerly("label")] }
  }
  struct Group: AutoCoding {
    var lists: [[Person]]
  }

  @Test func properties() throws {
    #expect(
      try TypeMap(reflecting: Person.self).properties.map(\.description) == [
        #"Person.name: String, key "fullName", formerly "label""#, #"Person.age: Int, key "age""#,
        "Person.draft: Optional<String>, left out: unEncodedProperties of Person",
      ])
  }

  @Test("reasons of exclusion can be compared, and name the type that excludes") func exclusions() throws {
    let exclusion = try #require(TypeMap(reflecting: Person.self).properties.last?.exclusion)
    #expect(exclusion == .unEncoded(by: Person.self))
    #expect(exclusion != .unEncoded(by: Group.self))
    #expect(exclusion != .transient)
    #expect(exclusion.excludingType == Person.self)
    #expect(TypeMap.Property.Exclusion.transient.excludingType == nil)
    #expect(Set([exclusion, .unEncoded(by: Person.self), .weakReference]).count == 2)
  }

  @Test("an issue says where, what and why; the path of its error is the whole one")
  func issues() throws {
    let decoder = AutoJSONDecoder()
    decoder.leniency = .all
    decoder.unknownKeys = .report
    var issues: [AutoJSONDecoder.Issue] = []
    let text = #"{"lists":[[],[{"fullName":"a","age":"x"},{"fullName":"b","age":"5","zip":1},{"age":[]}]]}"#
    let group = try decoder.decode(Group.self, from: Data(text.utf8), reporting: &issues)
    #expect(group.lists.map(\.count) == [0, 1])
    #expect(
      issues.map(\.description) == [
        """
        lists[1][0]: an element was skipped at lists[1][0].age: Expected to decode Int but found a string instead \
        (byte 14)
        """,
        "lists[1][1].age: a string was read as a number (byte 63)", "lists[1][1].zip: the key is unknown (byte 73)",
        """
        lists[1][2]: an element was skipped at lists[1][2].age: Expected to decode Int but found an array instead \
        (byte 76)
        """,
      ])
    guard case .typeMismatch(_, let context)? = issues.last?.error else {
      Issue.record("\(issues)")
      return
    }
    #expect(context.codingPath.map(\.stringValue) == ["lists", "Index 1", "Index 2", "age"])
  }

  @Test func differences() throws {
    let old = Group(lists: [[Person(name: "a", age: 1)], []])
    var new = old
    new.lists[0][0].age = 2
    new.lists[1] = [Person(name: "b", age: 3)]
    let difference = try ModelDifference(from: old, to: new)
    #expect(
      "\(difference)" == """
        lists[0][0].age: 1 -> 2
        lists[1][0]: + Person(name: "b", age: 3)
        """)
    #expect("\(try ModelDifference(from: old, to: old))" == "no difference")
  }
}
