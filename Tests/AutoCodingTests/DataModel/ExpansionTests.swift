import AutoCoding
import Foundation
import TestSupport
import Testing

/// An object that is half of the next one twice, so that each level doubles what a format without references writes.
private final class Half: AutoCoding {
  var left: Half?
  var right: Half?
  var rest: HalfBox?

  static func doubling(_ levels: Int) -> Half {
    let half = Half()
    guard levels > 0 else { return half }
    let next = doubling(levels - 1)
    half.left = next
    if levels.isMultiple(of: 3) { half.rest = HalfBox(half: next) } else { half.right = next }
    return half
  }
}

private struct HalfBox: AutoCoding {
  var half: Half
}

/// The same with the compiler's `Codable`.
private final class PlainHalf: Codable {
  var halves: [PlainHalf] = []

  static func doubling(_ levels: Int) -> PlainHalf {
    let half = PlainHalf()
    guard levels > 0 else { return half }
    let next = doubling(levels - 1)
    half.halves = [next, next]
    return half
  }
}

private final class Customer: AutoCoding {
  let name: String
  let purchases: [String]
  init(_ name: String) {
    self.name = name
    purchases = (0..<150).map { "purchase \($0) of \(name)" }
  }
}

private struct Order: AutoCoding {
  let number: Int
  let customer: Customer
  let items: [Item]
  struct Item: AutoCoding {
    let text: String
    let price: Double
  }
}

private final class Leaf: AutoCoding {
  var number: Int
  init(_ number: Int) { self.number = number }
}

private final class Leaves: AutoCoding {
  let leaves: [Leaf]
  init(count: Int) { leaves = (0..<count).map(Leaf.init) }
}

/// Is encoded as an object that ends then, so that the next one may have its address.
private enum AsLeaves: PropertyTransformer {
  static func encode(_ count: Int) -> Leaves { Leaves(count: count) }
  static func decode(_ leaves: Leaves) -> Int { leaves.leaves.count }
}

private struct LeafCount: AutoCoding {
  var count = 3000
  static let propertyRules: PropertyRules = ["count": .transformed(by: AsLeaves.self)]
}

private struct Nest: AutoCoding {
  var inner: [Nest]
}

private struct PlainNest: Codable {
  var inner: [PlainNest]
}

private struct Holder: AutoCoding {
  var any: Any
}

extension CodingLimits {
  /// The default limits, or in a short run those that are reached sooner: by default, many millions of values are coded
  /// before an expansion is refused.
  static let ofEffort = TestEffort.isThorough ? CodingLimits() : CodingLimits(maximumExpansion: 1)
}

/// Expansion of shared parts.
struct ExpansionTests {
  private static let withoutReferences = TestEffort.part(of: TestCoder.allCases.filter { $0 != .keyedArchive }, turn: 1)

  private func explanation(_ error: (any Error)?) -> String {
    switch error {
    case EncodingError.invalidValue(_, let context)?:
      context.debugDescription + (context.underlyingError.map { " \($0)" } ?? "")
    case DecodingError.dataCorrupted(let context)?: context.debugDescription
    default: "another error: \(String(describing: error))"
    }
  }

  @Test("a graph that doubles is an error that names the limit", arguments: withoutReferences)
  func doubling(_ coder: TestCoder) throws {
    let error = #expect(throws: EncodingError.self) {
      try coder.encode(Half.doubling(40), limits: .ofEffort)
    }
    #expect(explanation(error).contains("limits.maximumExpansion"))
    // The next call starts anew.
    _ = try coder.encode(Half.doubling(3))
  }

  @Test("objects that are made for each value are no shared parts", arguments: [TestCoder.json, .dictionary])
  func temporaries(_ coder: TestCoder) throws {
    let rows = Array(repeating: LeafCount(), count: 130)
    #expect(throws: Never.self) { try coder.encode(rows, limits: CodingLimits(maximumExpansion: 0)) }
  }

  @Test(
    "a graph of classes with code of their own, too",
    arguments: TestEffort.part(of: [TestCoder.json, .jsonContainers, .dictionary]))
  func doublingOfCodable(_ coder: TestCoder) throws {
    let error = #expect(throws: EncodingError.self) {
      try coder.encode(PlainHalf.doubling(40), limits: .ofEffort)
    }
    #expect(explanation(error).contains("limits.maximumExpansion"))
  }

  // Not the one for property lists: its errors hold the value, and to show one of this kind never ends.
  @Test(
    "arrays and dictionaries in Any that double",
    arguments: TestEffort.part(
      of: [TestCoder.json, .foundationJSON, .jsonContainers, .dictionaryContainers, .dictionary]))
  func doublingOfAny(_ coder: TestCoder) throws {
    var array: Any = [1] as [Any]
    var dictionary: Any = ["a": 1] as [String: Any]
    var optionals: Any = [1] as [Any?]
    for _ in 0..<40 {
      array = [array, array] as [Any]
      dictionary = ["a": dictionary, "b": dictionary] as [String: Any]
      optionals = [Optional(optionals), Optional(optionals)] as [Any?]
    }
    let values = TestEffort.part(of: [array, dictionary, optionals], turn: coder == .json ? 2 : 0)
    for value in coder == .foundationJSON ? [optionals] : values {
      let error = #expect(throws: EncodingError.self) {
        try coder.encode(Holder(any: value), limits: CodingLimits(maximumExpansion: 1))
      }
      #expect(explanation(error).contains("limits.maximumExpansion"))
      // To show the error takes no time.
      #expect("\(String(describing: error))".utf8.count < 2000)
    }
  }

  @Test(
    "input whose parts are shared",
    arguments: TestEffort.part(of: [TestCoder.dictionary, .nativeDictionary, .dictionaryContainers]))
  func doublingOfInput(_ coder: TestCoder) throws {
    var nest: [String: Any] = ["inner": [Any]()]
    var any: Any = [1] as [Any]
    for _ in 0..<40 {
      nest = ["inner": [nest, nest]]
      any = [any, any] as [Any]
    }
    func check<Value: Codable>(_ type: Value.Type, _ input: Any) {
      let limits = CodingLimits(maximumExpansion: 1)
      let error = #expect(throws: DecodingError.self) { try coder.decode(type, from: .value(input), limits: limits) }
      #expect(explanation(error).contains("limits.maximumExpansion"), "\(type)")
      // Stores tell damaged data by it from data that only this limit refuses.
      #expect((error?.context?.underlyingError as? DataRefusal)?.kind == .limit, "\(type)")
    }
    check(Nest.self, nest)
    check(PlainNest.self, nest)
    check(Holder.self, ["any": any] as [String: Any])
  }

  @Test("an archive has every object once")
  func archive() throws {
    guard case .data(let data) = try TestCoder.keyedArchive.encode(Half.doubling(40)) else { return }
    #expect(data.count < 4000)
    let decoded = try KeyedArchiveDecoder().decode(Half.self, from: data)
    #expect(decoded.left === decoded.right && decoded.left != nil)
    #expect(throws: EncodingError.self) { try AutoJSONEncoder().encode(decoded) }
  }

  @Test("the limit is an option", arguments: TestEffort.part(of: [TestCoder.json, .dictionary]))
  func option(_ coder: TestCoder) throws {
    // A quarter of a million objects, or half a million.
    let half = Half.doubling(TestEffort.isThorough ? 18 : 17)
    #expect(throws: EncodingError.self) { try coder.encode([half, half], limits: CodingLimits(maximumExpansion: 0)) }
    _ = try coder.encode([half, half], limits: CodingLimits(maximumExpansion: .max))
  }

  @Test(
    "large objects that many refer to are encoded as often as that",
    arguments: TestEffort.part(of: [TestCoder.json, .dictionary]))
  func honestSharing(_ coder: TestCoder) throws {
    let customers = (0..<5).map { Customer("customer \($0)") }
    let orders = (0..<4000).map { number in
      let items = (0..<10).map { Order.Item(text: "item \($0) of order \(number)", price: 1.5) }
      return Order(number: number, customer: customers[number % 5], items: items)
    }
    _ = try coder.encode(orders)
  }

  @Test("one small object may be referred to any number of times")
  func honestReferences() throws {
    let leaf = Leaf(1)
    let data = try AutoJSONEncoder().encode([Leaf](repeating: leaf, count: 500_000))
    #expect(data.count == 500_000 * 13 + 1)
  }

  @Test("large parts of a dictionary that are shared are decoded as often as they are there")
  func honestInput() throws {
    let customer: [String: Any] = ["name": "a", "purchases": (0..<200).map { "purchase \($0)" }]
    let orders: [[String: Any]] = (0..<1000).map { number in
      ["number": number, "customer": customer, "items": (0..<5).map { ["text": "item \($0)", "price": 1.5] }]
    }
    let decoded = try DictionaryDecoder().decodeValue([Order].self, from: orders)
    #expect(decoded.count == 1000 && decoded.last?.customer.purchases.count == 200)
    let decoder = DictionaryDecoder()
    decoder.limits.maximumExpansion = .max
    #expect(try decoder.decodeValue([Order].self, from: orders + orders).count == 2000)
  }

  @Test("data without shared parts passes, whatever its size")
  func honestSize() throws {
    let count = TestEffort.isThorough ? 1_000_000 : 100_000
    let objects = (0..<count).map(Leaf.init)
    let data = try AutoJSONEncoder().encode(objects)
    #expect(try AutoJSONDecoder().decode([Leaf].self, from: data).count == count)
    let archive = try KeyedArchiveEncoder().encode(objects)
    #expect(try KeyedArchiveDecoder().decode([Leaf].self, from: archive).last?.number == count - 1)
    let large = [String](repeating: String(repeating: "x", count: 1 << 20), count: count / 10_000)
    #expect(try AutoJSONDecoder().decode([String].self, from: AutoJSONEncoder().encode(large)).count == large.count)
  }

  @Test("what an archive makes of collections that contain each other is limited by the option")
  func collections() throws {
    let levels = 30
    var objects: [PropertyListTree] = [.string("$null")]
    for level in 1...levels {
      let next = PropertyListTree.uid(UInt32(level + 1))
      objects.append(
        ArchiveInspectionTests.dictionary([
          ("NS.objects", .array([next, next])), ("$class", .uid(UInt32(levels + 2))),
        ]))
    }
    objects += [.string("leaf"), ArchiveInspectionTests.classNamed("NSArray", "NSObject")]
    let data = try ArchiveInspectionTests.dictionary([
      ("$archiver", .string("NSKeyedArchiver")), ("$version", .integer(high: 0, low: 100_000)),
      ("$top", ArchiveInspectionTests.dictionary([("root", .uid(1))])), ("$objects", .array(objects)),
    ]).written()
    let decoder = KeyedArchiveDecoder()
    for limit in TestEffort.part(of: [0, 256]) {
      decoder.limits.maximumExpansion = limit
      let error = #expect(throws: DecodingError.self) { try decoder.decode(allowing: [], from: data) }
      #expect(explanation(error).contains("limits.maximumExpansion"))
    }
  }

  @Test("arrays of Foundation's are bridged for each reading, and are no shared parts")
  func bridgedArrays() throws {
    struct Row: AutoCoding { var numbers: [Int] }
    let numbers = (0..<1000).map { NSNumber(value: $0) }
    let rows = NSArray(
      array: (0..<500).map { _ in NSDictionary(object: NSArray(array: numbers), forKey: "numbers" as NSString) })
    let decoder = DictionaryDecoder()
    decoder.limits.maximumExpansion = 1
    #expect(try decoder.decodeValue([Row].self, from: rows).count == 500)
  }
}
