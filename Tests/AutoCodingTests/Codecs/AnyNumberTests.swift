import AutoCoding
import Foundation
import Testing

struct AnyParts: AutoCoding {
  var value: Any = 0
  var maybe: Any? = nil
  var list: [Any] = []
  var table: [String: Any] = [:]
}

final class AnyHolder: AutoCoding, DefaultInitializable {
  var value: Any = 0
  var table: [String: Any] = [:]
  required init() {}
}

enum AnyChoice: AutoCoding {
  case some(value: Any, list: [Any])
}

/// Numbers of JSONSerialization in Any.
struct AnyNumberTests {
  private static let text = """
    {"zero":0,"one":1,"two":2,"yes":true,"no":false,"big":9007199254740993,"unsigned":18446744073709551615,\
    "least":-9223372036854775808,"long":-9223372036854775807,"half":0.5,"list":[0,1,[true,[false,1]],{"n":1,"b":true}],"text":"1"}
    """
  /// With null, which property lists have none of.
  private static let nullText = #"{"none":null,"list":[null,{"deep":[null,0,true]}]}"#

  private func parsed(_ text: String) throws -> [String: Any] {
    try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
  }

  private func canonical(_ value: Any) throws -> String {
    let data = try JSONSerialization.data(withJSONObject: value, options: [.sortedKeys, .fragmentsAllowed])
    return String(decoding: data, as: UTF8.self)
  }

  /// Every value with its Swift type; dictionaries in the order of their keys.
  private func typed(_ value: Any) -> String {
    switch value {
    case let members as [String: Any]:
      "{" + members.sorted { $0.key < $1.key }.map { "\($0.key):\(typed($0.value))" }.joined(separator: ",") + "}"
    case let elements as [Any]: "[" + elements.map(typed).joined(separator: ",") + "]"
    default: "\(type(of: value))(\(value))"
    }
  }

  private static let expected = """
    {big:Int(9007199254740993),half:Double(0.5),least:Int(-9223372036854775808),\
    list:[Int(0),Int(1),[Bool(true),[Bool(false),Int(1)]],{b:Bool(true),n:Int(1)}],long:Int(-9223372036854775807),no:Bool(false),one:Int(1),\
    text:String(1),two:Int(2),unsigned:UInt64(18446744073709551615),yes:Bool(true),zero:Int(0)}
    """

  @Test("integers stay integers and Bools Bools, in every place", arguments: TestCoder.allCases)
  func kinds(coder: TestCoder) throws {
    let object = try parsed(Self.text)
    let parts = AnyParts(value: object, maybe: object, list: [object, object["one"] as Any], table: object)
    let back = try coder.roundTrip(parts)
    #expect(typed(back.value) == Self.expected)
    #expect(typed(back.maybe as Any) == Self.expected || back.maybe.map(typed) == Self.expected)
    #expect(typed(back.list) == "[\(Self.expected),Int(1)]")
    #expect(typed(back.table) == Self.expected)
    let holder = AnyHolder()
    holder.value = object["list"] as Any
    holder.table = ["n": object["one"] as Any]
    let held = try coder.roundTrip(holder)
    #expect(typed(held.value) == "[Int(0),Int(1),[Bool(true),[Bool(false),Int(1)]],{b:Bool(true),n:Int(1)}]")
    #expect(typed(held.table) == "{n:Int(1)}")
    let choice = try coder.roundTrip(AnyChoice.some(value: object["zero"] as Any, list: [object["yes"] as Any]))
    guard case .some(let value, let list) = choice else { return }
    #expect(typed(value) == "Int(0)" && typed(list) == "[Bool(true)]")
  }

  @Test("NSNull is null", arguments: TestCoder.allCases)
  func null(coder: TestCoder) throws {
    let object = try parsed(Self.nullText)
    let parts = AnyParts(value: object, list: [NSNull()], table: ["n": NSNull()])
    if coder == .foundationPropertyList {
      // Foundation's own has "$null" for it in one place and refuses it in another.
      _ = try? coder.roundTrip(parts)
      return
    }
    let back = try coder.roundTrip(parts)
    let nothing = "Optional<Any>(nil)"
    #expect(typed(back.value) == "{list:[\(nothing),{deep:[\(nothing),Int(0),Bool(true)]}],none:\(nothing)}")
    #expect(typed(back.list) == "[\(nothing)]")
    #expect(typed(back.table) == "{n:\(nothing)}")
  }

  @Test("text is what JSONSerialization writes", arguments: TestCoder.jsonLike)
  func differential(coder: TestCoder) throws {
    for text in [
      Self.text, Self.nullText, "[0]", "[1]", "[true]", "[false]", "[-1]", "[2.5]", "[1e300]", "[-0.25]", "[]", "{}",
      "[[[[1]]]]", "[9007199254740993,-9007199254740993,4294967296]", #"["a",{"b":[{}]}]"#,
      "[123456789012345678901234567890]",
    ] {
      let object = try JSONSerialization.jsonObject(with: Data(text.utf8))
      let written = try coder.jsonText(of: AnyAlone(value: object))
      #expect(written == "{\"value\":\(try canonical(object))}")
    }
  }

  @Test("numbers that programs make", arguments: TestCoder.allCases)
  func made(coder: TestCoder) throws {
    let numbers: [Any] = [
      NSNumber(value: 1), NSNumber(value: true), NSNumber(value: Int8(0)), NSNumber(value: UInt64.max),
      NSNumber(value: Int64.min), NSNumber(value: 0.1), NSString("s"), NSArray(array: [NSNumber(value: 1)]),
      NSDictionary(dictionary: ["k": NSNumber(value: 0)]), [1, 2] as NSArray,
    ]
    let back = try coder.roundTrip(AnyParts(list: numbers)).list
    #expect(
      typed(back) == """
        [Int(1),Bool(true),Int(0),UInt64(18446744073709551615),Int(-9223372036854775808),Double(0.1),String(s),[Int(1)],\
        {k:Int(0)},[Int(1),Int(2)]]
        """)
  }

  @Test("archives and dictionaries tell 2 from 2.0, and keep Float and Decimal")
  func types() throws {
    let numbers: [Any] = [
      NSNumber(value: 2), NSNumber(value: 2.0), NSNumber(value: Float(0.1)), NSDecimalNumber(string: "0.1"),
      NSNumber(value: -0.0), NSNumber(value: 0.10000000149011612),
    ]
    let expected = "[Int(2),Double(2.0),Float(0.1),Decimal(0.1),Double(-0.0),Double(0.10000000149011612)]"
    for coder in [TestCoder.keyedArchive, .nativeDictionary, .dictionary] {
      #expect(typed(try coder.roundTrip(AnyParts(list: numbers)).list) == expected)
    }
    let root = try KeyedArchiveEncoder().encode(["n": numbers] as [String: Any])
    let back = try KeyedArchiveDecoder().decode(allowing: [], from: root)
    #expect(typed(back) == "{n:\(expected)}")
  }

  @Test("what is neither is refused, with its path", arguments: TestCoder.allCases)
  func refusals(coder: TestCoder) throws {
    let error = #expect(throws: EncodingError.self) {
      try coder.encode(AnyParts(table: ["a": [1, NSObject()] as [Any]]))
    }
    guard case .invalidValue(_, let context)? = error else { return }
    // Foundation's property list encoder gives an error of its own, for the value as a whole.
    guard coder != .foundationPropertyList else { return }
    #expect(context.debugDescription.contains("NSObject"))
    #expect(context.codingPath.map(\.stringValue).starts(with: ["table", "a"]))
  }

  @Test("an integer of more than 128 bits is written whole or refused")
  func wideIntegers() throws {
    let values = [UInt256(high: 1 << 72, low: 0), UInt256(high: 0, low: 1 << 127), UInt256(high: 0, low: .max)]
    #expect(values[0].description == "1606938044258990275541962092341162602522202993782792835301376")
    for value in values {
      #expect(throws: EncodingError.self) { try KeyedArchiveEncoder().encode(AnyParts(value: value)) }
      #expect(throws: EncodingError.self) { try AutoPropertyListEncoder().encode(AnyParts(value: value)) }
    }
    let small = UInt256(high: 0, low: 1 << 126)
    let data = try KeyedArchiveEncoder().encode(AnyParts(value: small))
    #expect(try KeyedArchiveDecoder().decode(WideAlone.self, from: data).value == 1 << 126)
  }

  @Test("integers beyond 64 bits", arguments: TestCoder.allCases)
  func integersBeyond64Bits(coder: TestCoder) throws {
    for integer in [Int128(UInt64.max) + 1, Int128(Int64.min) - 1, .max, .min] {
      let parts = AnyParts(value: integer, list: [integer, [integer]], table: ["n": integer])
      switch coder {
      case .keyedArchive, .nativeDictionary:
        let back = try coder.roundTrip(parts)
        #expect(back.value as? Int128 == integer && back.list.first as? Int128 == integer)
        #expect(back.table["n"] as? Int128 == integer && (back.list.last as? [Any])?.first as? Int128 == integer)
        #expect(try ModelValue.areEqual(parts, back))
        #expect(try coder.roundTrip(["n": integer] as [String: Int128]) == ["n": integer])
      case .dictionary, .dictionaryContainers:
        #expect(try coder.roundTrip(parts).value as? Decimal == Decimal(string: "\(integer)"))
      case .json, .jsonContainers, .foundationJSON:
        #expect(try coder.roundTrip(parts).value as? Double == Double(integer))
      case .foundationPropertyList:
        #expect(throws: (any Error).self) { try coder.roundTrip(parts) }
      }
    }
  }
}

struct AnyAlone: AutoCoding { var value: Any }

private struct WideAlone: AutoCoding {
  static var archivedTypeName: String { "AutoCodingTests.AnyParts" }
  var value: Int128
}
