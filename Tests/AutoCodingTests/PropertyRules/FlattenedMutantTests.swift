import AutoCoding
import Foundation
import TestSupport
import Testing

/// Objects with missing, damaged and unknown members in any order, decoded by the model and by its twin.
struct FlattenedMutantTests {
  private static let members: [(String, String)] = [
    ("id", "7"), ("isActive", "true"), ("firstName", #""Ada""#), ("age", "36"), ("born", "0"),
    ("streetName", #""Main Street""#), ("zip", "3000"), ("tags", #"["a","b"]"#),
  ]
  private static let values = ["null", "1", "1.5", #""x""#, "[]", #"["a"]"#, "{}", #"{"id":1}"#, "true", "-0"]
  private static let keys = ["plan", "owner", "others", "Id", "id ", "", "address", "first_name", "üñ"]

  private static func object(_ random: inout SplitMix) -> String {
    var members = members.filter { _ in Int.random(in: 0..<25, using: &random) > 0 }
    for index in members.indices where Int.random(in: 0..<25, using: &random) == 0 {
      members[index].1 = values.randomElement(using: &random) ?? "0"
    }
    for key in keys where Int.random(in: 0..<4, using: &random) == 0 {
      members.append((key, values.randomElement(using: &random) ?? "0"))
    }
    return "{" + members.shuffled(using: &random).map { "\"\($0.0)\":\($0.1)" }.joined(separator: ",") + "}"
  }

  @Test("are read and refused as code by hand does", arguments: TestCoder.jsonLike)
  func mutants(coder: TestCoder) throws {
    var random = SplitMix(state: 24)
    var (read, refused) = (0, 0)
    let count = TestEffort.isThorough ? 1000 : 400
    for _ in 0..<count {
      let text = Self.object(&random)
      let twin = try? JSONDecoder().decode(Flattened.AccountTwin.self, from: Data(text.utf8))
      let account = try? coder.decode(Flattened.Account.self, fromJSON: text)
      #expect((account == nil) == (twin == nil), "\(text)")
      guard let account, let twin else {
        refused += 1
        continue
      }
      read += 1
      #expect(account.others == twin.others, "\(text)")
      // `JSONSerialization` sorts keys in an order of its own.
      let json = try [coder.jsonText(of: account), jsonText(twin)].map {
        try AutoJSONDecoder().decode(JSONValue.self, from: $0)
      }
      #expect(json[0] == json[1], "\(text)")
      #expect(try coder.roundTrip(account) == account, "\(text)")
    }
    #expect(read > count / 5 && refused > count / 5)
  }
}
