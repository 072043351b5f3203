import Foundation
import Testing

@testable import AutoCoding

/// Binary property lists: every kind of object, there and back.
struct PropertyListTests {
  /// Where counts, sizes and words change.
  static let counts = [0, 1, 7, 8, 9, 13, 14, 15, 16, 17, 31, 254, 255, 256, 257, 65_534, 65_535, 65_536, 65_537]

  static let leaves: [PropertyListTree] = [
    .null, .bool(true), .bool(false), .string(""), .data([]),
    .float(Float.nan.bitPattern), .float(Float.pi.bitPattern), .float(0x7F80_0001),
    .double(Double.nan.bitPattern), .double((-0.0).bitPattern), .double(Double.infinity.bitPattern),
    .double(Double.leastNonzeroMagnitude.bitPattern), .double(0x7FF0_0000_0000_0001),
    .date(Double.nan.bitPattern), .date(0), .date((-1e300).bitPattern), .date(725_846_400.123.bitPattern),
    .uid(0), .uid(255), .uid(256), .uid(65_535), .uid(65_536), .uid(.max),
  ]

  @Test(arguments: leaves)
  func leaf(_ tree: PropertyListTree) throws {
    #expect(try PropertyListTree(try tree.written()) == tree)
  }

  @Test(
    arguments: [
      .array([]), .dictionary([]), .set([]), .orderedSet([]), .set([.bool(true)]), .orderedSet([.null]),
      .array([.string("a"), .string("a"), .integer(high: 0, low: 7), .integer(high: 0, low: 7)]),
      .array([.array([.array([.array([.string("deep")])])])]),
      .dictionary([.init(key: .string("k"), value: .uid(3)), .init(key: .string("j"), value: .dictionary([]))]),
    ] as [PropertyListTree])
  func container(_ tree: PropertyListTree) throws {
    #expect(try PropertyListTree(try tree.written()) == tree)
  }

  @Test func integers() throws {
    var values: [Int64] = [.min, .min + 1, -1, 0, .max, .max - 1]
    for shift in 0..<63 {
      for offset: Int64 in -2...2 {
        values.append((1 << shift) &+ offset)
        values.append(-(1 << shift) &+ offset)
      }
    }
    for value in values {
      let data = try PropertyListTree.integer(high: value >> 63, low: UInt64(bitPattern: value)).written()
      let integer = try data.withUnsafeBytes { try PropertyListReader($0).integer(0) }
      #expect(integer.exactly(Int64.self) == value)
      #expect(integer.exactly(UInt64.self) == UInt64(exactly: value))
      #expect(integer.exactly(Int8.self) == Int8(exactly: value))
      #expect(integer.exactly(UInt16.self) == UInt16(exactly: value))
      // As few bytes as unsigned integers take; all of eight for negative ones.
      let size = value < 0 ? 8 : value < 256 ? 1 : value < 65_536 ? 2 : value < 4_294_967_296 ? 4 : 8
      #expect(data.count == 8 + 1 + size + 1 + 32)
    }
  }

  @Test(
    arguments: [
      (0, UInt64(Int64.max) + 1), (0, .max), (-1, 0), (1, 0), (.max, .max), (.min, 0), (-1, UInt64(Int64.max)),
    ] as [(Int64, UInt64)])
  func integersOf16Bytes(high: Int64, low: UInt64) throws {
    let data = try PropertyListTree.integer(high: high, low: low).written()
    let integer = try data.withUnsafeBytes { try PropertyListReader($0).integer(0) }
    #expect(integer == WideInteger(twosComplement: high, low))
    #expect(integer.exactly(Int64.self) == nil)
    #expect(integer.exactly(UInt64.self) == (high == 0 ? low : nil))
    if #available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *) {
      #expect(integer.exactly(Int128.self) == Int128(high) << 64 | Int128(low))
      #expect(integer.exactly(UInt128.self) == (high < 0 ? nil : UInt128(high) << 64 | UInt128(low)))
    }
  }

  @Test(arguments: counts)
  func dataAndStrings(count: Int) throws {
    let ascii = String((0..<count).map { _ in "abcdefghijk".randomElement() ?? "a" })
    // One character that is not ASCII, wherever it is, makes it UTF-16.
    let plane0 = String(repeating: "a", count: max(0, count - 1)) + "\u{20AC}"
    let astral = "\u{1F600}" + String(repeating: "\u{E9}", count: count)
    let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0) }
    for tree in [.data(bytes), .string(ascii), .string(plane0), .string(astral)] as [PropertyListTree] {
      #expect(try PropertyListTree(try tree.written()) == tree)
    }
  }

  @Test func asciiIsToldApartInEveryPosition() throws {
    for count in 0..<40 {
      for position in 0..<count {
        var scalars = Array(repeating: Unicode.Scalar("x"), count: count)
        scalars[position] = "\u{80}"
        var text = ""
        text.unicodeScalars.append(contentsOf: scalars)
        #expect(try PropertyListTree(try PropertyListTree.string(text).written()) == .string(text))
      }
    }
  }

  @Test(arguments: counts)
  func containers(count: Int) throws {
    let elements = (0..<count).map { PropertyListTree.integer(high: 0, low: UInt64($0 % 256)) }
    #expect(try PropertyListTree(try PropertyListTree.array(elements).written()) == .array(elements))
    let dictionary = PropertyListTree.dictionary(
      elements.enumerated().map { PropertyListTree.Pair(key: .uid(UInt32($0)), value: $1) })
    #expect(try PropertyListTree(try dictionary.written()) == dictionary)
  }

  @Test(
    "References and offsets are as small as Core Foundation allows",
    arguments: [
      (253, 1), (254, 1), (255, 2), (256, 2), (65_533, 2), (65_534, 2), (65_535, 4), (65_536, 4), (70_000, 4),
    ])
  func referenceSizes(count: Int, size: Int) throws {
    // With the array there is one object more.
    let tree = PropertyListTree.array((0..<count).map { .double(Double($0).bitPattern) })
    let data = try tree.written()
    #expect(data[data.count - 25] == size)
    #expect(try PropertyListTree(data) == tree)
    let foundation = try PropertyListSerialization.propertyList(from: data, format: nil)
    #expect(foundation as? [Double] == (0..<count).map(Double.init))
  }

  @Test("Offsets", arguments: [(243, 1), (244, 1), (245, 2), (246, 2), (65_523, 2), (65_524, 4), (65_525, 4)])
  func offsetSizes(count: Int, size: Int) throws {
    let tree = PropertyListTree.data([UInt8](repeating: 7, count: count))
    let data = try tree.written()
    // The header, the marker, a count of 3, 4 or 6 bytes, and the bytes; the table begins behind them.
    let table = data.suffix(8).reduce(0) { $0 << 8 | Int($1) }
    #expect(data[data.count - 26] == (table < 256 ? 1 : table < 65_536 ? 2 : 4))
    #expect(data[data.count - 26] == size)
    #expect(try PropertyListTree(data) == tree)
    #expect(
      try PropertyListSerialization.propertyList(from: data, format: nil) as? Data == Data(repeating: 7, count: count))
  }

  @Test func objectsBetweenContainersStayWhatTheyAre() throws {
    // Containers among all other objects, so that each offset moves by another amount; in separate memory, or, if there
    // is much data, in place.
    for (total, size) in [(20, 10), (300, 10), (300, 2_000_000), (60, 2_000_000), (70_000, 10), (70_000, 2_000_000)] {
      var elements: [PropertyListTree] = [.data([UInt8](repeating: 3, count: size))]
      for index in 0..<total / 4 {
        elements.append(.string("string \(index)"))
        elements.append(.array([.integer(high: 0, low: UInt64(index)), .double(UInt64(index))]))
        elements.append(.dictionary([.init(key: .string("k\(index)"), value: .array([]))]))
      }
      let tree = PropertyListTree.array(elements)
      #expect(try PropertyListTree(try tree.written()) == tree)
    }
  }
}
