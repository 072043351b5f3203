import AutoCoding
import Foundation
import Testing

/// One record, with numbers as they were and as they are now.
private struct RealBill: AutoCoding {
  static var archivedTypeName: String { "Shop.Bill" }
  var total: Double
  var parts: [Double]
  var tip: Double?
  var rate: Float
  var payment: RealPayment
}

private enum RealPayment: AutoCoding {
  static var archivedTypeName: String { "Shop.Payment" }
  case cash(amount: Double), card(Double)
}

private struct DecimalBill: AutoCoding {
  static var archivedTypeName: String { "Shop.Bill" }
  var total: Decimal
  var parts: [Decimal]
  var tip: Decimal?
  var rate: Decimal
  var payment: DecimalPayment
}

private enum DecimalPayment: AutoCoding, Equatable {
  static var archivedTypeName: String { "Shop.Payment" }
  case cash(amount: Decimal), card(Decimal)
}

private final class RealAccount: AutoCoding {
  static var archivedTypeName: String { "Shop.Account" }
  let balance: Double
  init(_ balance: Double) { self.balance = balance }
}

private final class DecimalAccount: AutoCoding {
  static var archivedTypeName: String { "Shop.Account" }
  let balance: Decimal
  init(_ balance: Decimal) { self.balance = balance }
}

/// Keyed archives: reals where a decimal number is expected.
struct ArchiveDecimalTests {
  @Test(
    "digits are kept",
    arguments: [0, -0.0, 0.1, 1.5, -2.25, 1e21, 1e-7, 123_456_789.123_456_78, 1e127, -1e127, 1e-127, 1e-128, .pi])
  func digits(_ value: Double) throws {
    let expected = try #require(Decimal(string: value.description))
    let data = try KeyedArchiveEncoder().encode(
      RealBill(total: value, parts: [1, value], tip: value, rate: 0.1, payment: .cash(amount: value)))
    let bill = try KeyedArchiveDecoder().decode(DecimalBill.self, from: data)
    #expect(bill.total == expected && bill.parts == [1, expected] && bill.tip == expected)
    #expect(bill.rate == Decimal(string: "0.1"))
    #expect(bill.payment == .cash(amount: expected))
    let account = try KeyedArchiveEncoder().encode(RealAccount(value))
    #expect(try KeyedArchiveDecoder().decode(DecimalAccount.self, from: account).balance == expected)
    // As JSON does with the same digits.
    let json = try AutoJSONDecoder().decode([Decimal].self, from: Data("[\(value)]".utf8))
    #expect(json == [expected])
  }

  @Test(
    "what no decimal number is, is an error",
    arguments: [
      .infinity, -.infinity, .nan, 1e300, -1e300, 1e166, 1e-129, .leastNonzeroMagnitude, .greatestFiniteMagnitude,
    ])
  func refusals(_ value: Double) throws {
    func path(_ body: () throws -> Void) -> [String]? {
      do {
        try body()
      } catch DecodingError.dataCorrupted(let context) {
        guard context.debugDescription.contains("\(value) is not representable as Decimal") else { return nil }
        return context.codingPath.map(\.stringValue)
      } catch {}
      return nil
    }
    func bill(_ change: (inout RealBill) -> Void) throws -> Data {
      var bill = RealBill(total: 0, parts: [], tip: nil, rate: 0, payment: .card(0))
      change(&bill)
      return try KeyedArchiveEncoder().encode(bill)
    }
    let decoder = KeyedArchiveDecoder()
    let root = try KeyedArchiveEncoder().encode(value)
    #expect(path { _ = try decoder.decode(Decimal.self, from: root) } == [])
    let account = try KeyedArchiveEncoder().encode(RealAccount(value))
    #expect(path { _ = try decoder.decode(DecimalAccount.self, from: account) } == ["balance"])
    for (data, expected) in [
      (try bill { $0.total = value }, ["total"]), (try bill { $0.parts = [0, value] }, ["parts", "Index 1"]),
      (try bill { $0.tip = value }, ["tip"]),
      (try bill { $0.payment = .cash(amount: value) }, ["payment", "cash", "amount"]),
      (try bill { $0.payment = .card(value) }, ["payment", "card", "_0"]),
    ] {
      #expect(path { _ = try decoder.decode(DecimalBill.self, from: data) } == expected)
    }
  }

  @Test("integers of any width")
  func integers() throws {
    for text in ["0", "-1", "9223372036854775807", "18446744073709551615", "-170141183460469231731687303715884105728"] {
      let value = try #require(Int128(text))
      let data = try KeyedArchiveEncoder().encode([value])
      #expect(try KeyedArchiveDecoder().decode([Decimal].self, from: data) == [Decimal(string: text)])
    }
  }
  @Test("the byte order of a mantissa", arguments: [nil, 0, 1, 2, 3])
  func byteOrder(_ order: Int?) throws {
    let value = try #require(Decimal(string: "123456789012345678.25"))
    let data = try KeyedArchiveEncoder().encode(DecimalAccount(value))
    var archive = try #require(try PropertyListSerialization.propertyList(from: data, format: nil) as? [String: Any])
    archive["$objects"] = (archive["$objects"] as? [Any])?.map { object in
      guard var parts = object as? [String: Any], let words = parts["NS.mantissa"] as? Data else { return object }
      parts["NS.mantissa.bo"] = order
      if order == 2 {
        parts["NS.mantissa"] = Data(words.indices.map { words[words.startIndex + (($0 - words.startIndex) ^ 1)] })
      }
      return parts
    }
    let changed = try PropertyListSerialization.data(fromPropertyList: archive, format: .binary, options: 0)
    if order == 0 || order == 3 {
      let error = #expect(throws: DecodingError.self) {
        try KeyedArchiveDecoder().decode(DecimalAccount.self, from: changed)
      }
      #expect(error.debugDescription.contains("byte order"))
    } else {
      #expect(try KeyedArchiveDecoder().decode(DecimalAccount.self, from: changed).balance == value)
    }
  }

  @Test("decimal numbers are read as other numbers that hold them")
  func others() throws {
    func amounts<Number: Codable>(_ value: Decimal, as type: Number.Type) throws -> [Number] {
      let data = try KeyedArchiveEncoder().encode(Amounts(values: [value], value: value, other: value))
      let amounts = try KeyedArchiveDecoder().decode(Amounts<Number>.self, from: data)
      return amounts.values + [amounts.value] + (amounts.other.map { [$0] } ?? [])
    }
    #expect(try amounts(5, as: Int.self) == [5, 5, 5])
    #expect(try amounts(-5, as: Int8.self) == [-5, -5, -5])
    #expect(try amounts(Decimal(sign: .plus, exponent: 20, significand: 1), as: Int128.self).count == 3)
    #expect(try amounts(1.5, as: Double.self) == [1.5, 1.5, 1.5])
    #expect(try amounts(0.1, as: Float.self) == [0.1, 0.1, 0.1])
    #expect(try amounts(Decimal(sign: .plus, exponent: 21, significand: 1), as: Double.self) == [1e21, 1e21, 1e21])
    #expect(throws: DecodingError.self) { try amounts(1.5, as: Int.self) }
    #expect(throws: DecodingError.self) { try amounts(300, as: UInt8.self) }
    #expect(throws: DecodingError.self) { try amounts(9_007_199_254_740_993, as: Double.self) }
    #expect(throws: DecodingError.self) { try amounts(.nan, as: Double.self) }
    #expect(throws: DecodingError.self) { try amounts(5, as: String.self) }
  }
}

private struct Amounts<Number: Codable>: AutoCoding {
  static var archivedTypeName: String { "Shop.Amounts" }
  var values: [Number]
  var value: Number
  var other: Number?
}
