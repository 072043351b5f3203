import AutoCoding
import Foundation
import Testing

/// The storage of a property that has a wrapper, or is `lazy`, and a name that is no identifier.
struct RawIdentifierTests {
  @propertyWrapper
  struct Kept: Codable { var wrappedValue: Int }

  struct Model: AutoCoding {
    @Kept var `first name` = 1
    lazy var `2nd` = 2
    @Transient var `a.b` = 3
    static let propertyRules: PropertyRules = ["first name": .formerly("name"), "a.b": .default(4)]
  }

  struct Twin: Codable {
    @Kept var `first name`: Int
    var `2nd`: Int

    init(first: Int, second: Int) {
      `first name` = first
      `2nd` = second
    }
  }

  /// A keyed archive of one type is none of another.
  static let coders = TestCoder.allCases.filter { $0 != .keyedArchive }

  @Test("the keys are those that the compiler makes", arguments: coders)
  func keys(coder: TestCoder) throws {
    var model = Model()
    #expect(model.`2nd` == 2)
    let twin = try coder.decode(Twin.self, from: coder.encode(model))
    #expect(twin.`first name` == 1 && twin.`2nd` == 2)
    var back = try coder.decode(Model.self, from: coder.encode(Twin(first: 5, second: 6)))
    #expect(back.`first name` == 5 && back.`2nd` == 6 && back.`a.b` == 4)
  }

  @Test("rules name the property as the source does")
  func rules() throws {
    let back = try AutoJSONDecoder().decode(Model.self, from: #"{"name":{"wrappedValue":7}}"#)
    #expect(back.`first name` == 7 && back.`a.b` == 4)
    let map = try TypeMap(reflecting: Model.self)
    #expect(map.properties.map(\.name) == ["first name", "2nd", "a.b"])
  }
}
