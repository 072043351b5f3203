import AutoCoding

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// A property of every kind that has a notation of its own somewhere, and of every kind that holds others.
struct Everything: AutoCoding, DefaultInitializable {
  var bool = false
  var int = 0
  var int8: Int8 = 0
  var int16: Int16 = 0
  var int32: Int32 = 0
  var int64: Int64 = 0
  var uint: UInt = 0
  var uint8: UInt8 = 0
  var uint16: UInt16 = 0
  var uint32: UInt32 = 0
  var uint64: UInt64 = 0
  var float: Float = 0
  var double = 0.0
  var text = ""
  var character: Character?
  var date = Date(timeIntervalSinceReferenceDate: 0)
  var data = Data()
  var url: URL?
  var uuid: UUID?
  var decimal = Decimal(0)
  var doubles: [Double] = []
  var floats: [Float] = []
  var dates: Set<Date> = []
  var decimals: [Int: Decimal] = [:]
  var pairs: [(left: Int8, right: String?)] = []
  var any: Any?
  var anyList: [Any] = []
  var anyTable: [String: Any] = [:]
  @Boxed var boxed = 0
  @Transient var draft = ""
  var plain: Plain?
  var plains: [String: [Plain]] = [:]
  var kind = Kind.none
  var kinds: [Raw?] = []
  var color: Color?
  var levels: [Level] = []
  var nested: [Everything] = []

  init() {}

  /// A type with the compiler's `Codable`.
  struct Plain: Codable {
    var name: String
    var numbers: [Float]?
    var decimal: Decimal?
    var date: Date?
    var tree: Tree?
    var color: Color?
  }

  /// Enums whose raw values are coded by the standard library.
  enum Color: String, Codable { case red, green = "gr\u{FC}n", blue = "b/\"" }
  enum Level: UInt16, Codable { case low = 1, high = 300, top = 65_535 }

  /// A recursive type with the compiler's `Codable`.
  indirect enum Tree: Codable {
    case leaf(Double)
    case node(left: Tree, right: Tree?)
  }

  enum Kind: AutoCoding {
    case none
    case one(Decimal)
    case two(when: Date, [UInt16])
  }

  enum Raw: Int8, AutoCoding { case low = -128, zero = 0, high = 127 }

  /// Values whose numbers are where conversions go wrong.
  static var samples: [Everything] {
    let numbers: [Double] = [
      0, -0.0, 1, -1, 0.1, 1e-7, 1e15, 9_007_199_254_740_992, 1e16, -1e17, 1e19, 1e22, 1e127, 1e-127, 1e128, 1e300,
      1e-300,
      .leastNonzeroMagnitude, .greatestFiniteMagnitude, .infinity, -.infinity, .nan, 0x1p63, -0x1p63, 0x1p64,
    ]
    return numbers.map { number in
      var value = Everything()
      value.double = number
      value.float = Float(number)
      value.doubles = [number, -number]
      value.date = Date(timeIntervalSinceReferenceDate: number)
      value.int64 = Int64(exactly: number) ?? .min
      value.uint64 = UInt64(exactly: number) ?? .max
      value.decimal =
        Decimal(string: "\(number)") ?? Decimal(string: "-12345678901234567890123456789012345678e-20") ?? 0
      value.decimals = [.max: value.decimal, .min: 1]
      value.any = number.isFinite ? number : "none"
      value.anyList = [1, "two", [3.5, true]]
      value.anyTable = ["key": ["inner": Int.max]]
      value.plain = Plain(
        name: "\u{1F600}", numbers: [Float(number)], decimal: value.decimal, date: value.date,
        tree: .node(left: .leaf(number), right: nil), color: .green)
      value.plains = ["list": [Plain(name: "", numbers: nil, decimal: nil, date: nil, tree: nil, color: .red)]]
      value.kind = .two(when: value.date, [0, .max])
      value.kinds = [.low, nil, .high]
      value.url = URL(string: "https://example.org/?q=1#f")
      value.uuid = UUID(uuidString: "00000000-0000-0000-0000-0000000000FF")
      value.color = .blue
      value.levels = [.low, .high, .top]
      value.nested = [Everything()]
      value.pairs = [(.min, nil), (.max, "right")]
      value.character = "\u{65}\u{301}"
      return value
    }
  }
}

/// A wrapper that is coded as what it wraps.
@propertyWrapper struct Boxed: CodedPropertyWrapper {
  var wrappedValue: Int
  init(wrappedValue: Int) { self.wrappedValue = wrappedValue }
}

/// Coders for which no number is an error of its own.
enum EverythingCoders {
  static let encoder: AutoJSONEncoder = {
    let encoder = AutoJSONEncoder()
    encoder.nonConformingFloatEncodingStrategy = .convertToString(
      positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
    return encoder
  }()

  static let decoder: AutoJSONDecoder = {
    let decoder = AutoJSONDecoder()
    decoder.nonConformingFloatDecodingStrategy = .convertFromString(
      positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
    return decoder
  }()

  /// Everything goes through containers.
  static let containers: AutoJSONDecoder = {
    let decoder = AutoJSONDecoder()
    decoder.nonConformingFloatDecodingStrategy = .convertFromString(
      positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
    decoder.keyDecodingStrategy = .custom { $0[$0.count - 1] }
    return decoder
  }()
}
