import AutoCoding
import Foundation
import TestSupport
import Testing

/// Growth of replaced members and updates.
struct ReplacedMemberGrowthTests {
  /// Encodes one key again and again.
  private struct Repeating: Encodable {
    let count: Int
    enum CodingKeys: CodingKey { case a, b }
    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode("b", forKey: .b)
      for number in 1...count { try container.encode(number, forKey: .a) }
    }
  }

  @Test("time grows with their number, and not faster")
  func growth() throws {
    let encoder = AutoJSONEncoder()
    let growth = try ThreadTime.growth(of: 3000) { count in
      let data = try encoder.encode(Repeating(count: count))
      #expect(String(decoding: data, as: UTF8.self) == #"{"b":"b","a":\#(count)}"#)
    }
    #expect(growth < 9, "four times as many took \(growth) times as long")
  }

  private final class Held: AutoCoding {
    var number = 1
    init(_ number: Int) { self.number = number }
  }

  private struct Holder: AutoCoding {
    var list: [Held]
  }

  @Test("the time of an update of many objects grows in proportion to them")
  func growthOfUpdates() throws {
    let decoder = AutoJSONDecoder()
    decoder.collectionUpdates = .merge
    let growth = try ThreadTime.growth(of: 3000) { count in
      var holder = Holder(list: (0..<count).map { Held($0) })
      let text = #"{"list":["# + [String](repeating: #"{"number":5}"#, count: count).joined(separator: ",") + "]}"
      try decoder.update(&holder, from: text)
      #expect(holder.list.allSatisfy { $0.number == 5 })
    }
    #expect(growth < 9, "four times as many took \(growth) times as long")
  }
}
