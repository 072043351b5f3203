import AutoCoding
import Foundation
import Testing

/// What migrations set for properties of other types than the values'.
struct MigratedValueTests {
  /// A property of each type, and what a migration sets for it.
  private struct Refitted<Value: Codable & Sendable>: AutoCoding {
    var value: Value
    static var archiveVersion: Int { 1 }
    static var archivedTypeName: String { "Refitted" }
    static func migrate(_ properties: inout ArchivedProperties, from version: Int) throws {
      try properties.encode(MigratedValueTests.given, forKey: "value")
    }
  }

  private struct Old: AutoCoding {
    var value = 0
    static var archivedTypeName: String { "Refitted" }
  }

  @TaskLocal private static var given: any Encodable & Sendable = 0

  private func migrated<Value: Codable & Sendable>(
    _ value: any Encodable & Sendable, to type: Value.Type, _ coder: MigratingCoder
  ) throws -> Value {
    let data = try coder.encode(Old())
    return try Self.$given.withValue(value) {
      try coder.decode(Refitted<Value>.self, from: data).value
    }
  }

  @Test("what is set for a property of another type is exact", arguments: MigratingCoder.all)
  func exactConversions(coder: MigratingCoder) throws {
    #expect(try migrated(Float.infinity, to: Double.self, coder) == .infinity)
    #expect(try migrated([Double.infinity, -.infinity], to: [Float].self, coder) == [.infinity, -.infinity])
    #expect(try migrated(["a": Double.nan], to: [String: Float].self, coder)["a"]?.isNaN == true)
    #expect(try migrated(Float(0.1), to: Double.self, coder) == Double(Float(0.1)))
    #expect(try migrated(UInt64.max, to: Decimal.self, coder) == Decimal(UInt64.max))
    #expect(try migrated(Int.min, to: Int64.self, coder) == .min)
    #expect(try migrated(2.0, to: Int.self, coder) == 2)
    let date = Date(timeIntervalSinceReferenceDate: 0.1)
    #expect(try migrated([date], to: Set<Date>.self, coder) == [date])
    #expect(try migrated([Data([1, 2])], to: [Data?].self, coder) == [Data([1, 2])])
    let id = UUID()
    #expect(try migrated(id.uuidString, to: UUID.self, coder) == id)
    #expect(try migrated(["x": 1, "y": 2], to: [String: Double].self, coder) == ["x": 1, "y": 2])
  }

  private struct Free: AutoCoding {
    var value: Any
    static var archiveVersion: Int { 1 }
    static var archivedTypeName: String { "Refitted" }
    static func migrate(_ properties: inout ArchivedProperties, from version: Int) throws {
      try properties.encode(MigratedValueTests.given, forKey: "value")
    }
  }

  @Test("what is set for Any can be encoded again", arguments: MigratingCoder.all)
  func withoutType(coder: MigratingCoder) throws {
    let data = try coder.encode(Old())
    let object: JSONValue = ["a": 1, "b": [true, nil, "x"]]
    for value: any Encodable & Sendable in [object, ["in": object], [object]] {
      let free = try Self.$given.withValue(value) { try coder.decode(Free.self, from: data) }
      let copy = try coder.decode(Free.self, from: coder.encode(free))
      #expect(String(describing: copy.value).count > 10)
      let found =
        copy.value as? [String: Any] ?? (copy.value as? [Any])?.first as? [String: Any] ?? [:]
      let inner = found["in"] as? [String: Any] ?? found
      #expect(inner["a"] as? Int == 1 && (inner["b"] as? [Any])?.count == 3, "\(copy.value)")
    }
    let kept = try Self.$given.withValue(Ware(price: 2)) { try coder.decode(Free.self, from: data) }
    #expect(kept.value as? Ware == Ware(price: 2))
  }

  private struct Offer: Codable { var price: Decimal, link: URL?, prices: [Decimal]? }
  struct Ware: AutoCoding, Equatable {
    var price: Decimal
    var link: URL?
    var prices: [Decimal]?
  }

  @Test("a model gets the numbers and URLs of another type", arguments: MigratingCoder.all)
  func leavesOfModels(coder: MigratingCoder) throws {
    let link = URL(string: "https://a.ch")
    #expect(
      try migrated(Offer(price: 2.5, link: link, prices: [1]), to: Ware.self, coder)
        == Ware(price: 2.5, link: link, prices: [1]))
    #expect(try migrated(["price": Decimal(2)], to: Ware?.self, coder) == Ware(price: 2))
    #expect(try migrated(["price": 2], to: Ware.self, coder) == Ware(price: 2))
  }

  @Test("what is set and does not fit a property is an error that says so", arguments: MigratingCoder.all)
  func refusedConversions(coder: MigratingCoder) throws {
    func refusal<Value: Codable & Sendable>(_ value: any Encodable & Sendable, _ type: Value.Type) throws -> String {
      let error = try #require(throws: DecodingError.self) { try migrated(value, to: type, coder) }
      switch error {
      case .typeMismatch(_, let context), .dataCorrupted(let context):
        #expect(context.codingPath.first?.stringValue == "value")
        return context.debugDescription
      default: return "\(error)"
      }
    }
    #expect(
      try refusal(Data([1, 2]), String.self)
        == "The migration set a value of type Data. Expected to decode String but found data instead.")
    #expect(try refusal(String?.none, String.self).contains("The migration set nil."))
    #expect(try refusal([Data([1, 2])], [String].self).contains("Expected to decode String but found data"))
    #expect(try refusal(Double.infinity, String.self).contains("Expected to decode String but found number"))
    #expect(try refusal("inf", Double.self).contains("Expected to decode Double but found string"))
    #expect(try refusal(Double.infinity, Int.self).contains("does not fit in Int"))
    #expect(try refusal(1.5, Int.self) == "The migration set a value of type Double. Number 1.5 does not fit in Int.")
    #expect(try refusal(300, UInt8.self) == "The migration set a value of type Int. Number 300 does not fit in UInt8.")
    #expect(try refusal(Int.max, Double.self).contains("does not fit in Double"))
    #expect(try refusal(Date(), Double.self).contains("Expected to decode Double but found date"))
    #expect(try refusal(Date(), String.self).contains("Expected to decode String but found date"))
    #expect(try refusal("AQI=", Data.self).contains("Expected to decode Data but found string"))
    #expect(try refusal(1.5, Decimal.self).contains("Expected to decode Decimal but found number"))
    #expect(try refusal(1, URL.self).contains("Expected to decode URL but found number"))
    #expect(try refusal("http://[", URL.self).contains("Expected the text of a URL"))
  }

  @Test("a value whose type cannot be coded is refused when it is set") func unsuitableValue() throws {
    struct Unsuitable: AutoCoding { var action: @Sendable () -> Void = {} }
    struct Model: AutoCoding {
      var value = 0
      static var archiveVersion: Int { 1 }
      static func migrate(_ properties: inout ArchivedProperties, from version: Int) throws {
        #expect(throws: AutoCodingError.self) { try properties.encode(Unsuitable(), forKey: "value") }
      }
    }
    #expect(try AutoJSONDecoder().decode(Model.self, from: Data(#"{"value":3}"#.utf8)).value == 3)
  }
}
