import AutoCoding
import Foundation
import Testing

/// Decimal numbers whose memory does not have the usual form. Only hostile data makes such numbers.
struct JSONDecimalFormTests {
  struct Model: AutoCoding { var number: Decimal }

  @Test("both encoders write the same", arguments: 0...8)
  func forms(length: Int) throws {
    for mantissa in [[314, 300, 0, 0, 0, 0, 0, 0], [1, 0, 0, 0, 0, 0, 0, 0], [7, 0, 0, 0, 1, 0, 0, 0]] {
      let parts: [String: Any] = [
        "exponent": -2, "isCompact": true, "isNegative": false, "length": length, "mantissa": mantissa,
      ]
      let list = try PropertyListSerialization.data(fromPropertyList: ["number": parts], format: .binary, options: 0)
      let model = try AutoPropertyListDecoder().decode(Model.self, from: list)
      #expect(try AutoJSONEncoder().encode(model) == JSONEncoder().encode(model), "\(mantissa)")
    }
  }

  @Test("numbers of up to 39 digits are written as Foundation writes them")
  func largeNumbers() throws {
    var numbers: [Decimal] = [
      1 / 3, -2 / 3, 1_000_000 / 7, .greatestFiniteMagnitude, .leastNonzeroMagnitude, Decimal(UInt64.max) + 1,
    ]
    for round in 0..<4000 {
      let words = (0..<2).map { _ in UInt64.random(in: 0 ... .max) >> UInt64(round % 65) }
      var digits = Decimal(words[0]) * Decimal(words[1])
      // Digits that end in zeros, or have many of them within.
      if round % 3 == 0 { digits = digits * 1000 + Decimal(words[1] % 10) }
      let exponent = round % 2 == 0 ? -Int.random(in: 0...45) : Int.random(in: -100...40)
      numbers.append(Decimal(sign: round % 5 == 0 ? .minus : .plus, exponent: exponent, significand: digits))
    }
    for number in numbers where number.isFinite {
      let text = try AutoJSONEncoder().encode([number])
      #expect(try text == JSONEncoder().encode([number]))
      let read = try AutoJSONDecoder().decode([Decimal].self, from: text)
      #expect(try read == JSONDecoder().decode([Decimal].self, from: text))
    }
  }

  @Test("zeros at the end of a fraction are kept", arguments: ["1", "-120", "0", "12345678901234567890123456", "0.5"])
  func normalized(text: String) throws {
    for other in ["0.35", "0.0000000001", "3"] {
      var number = try #require(Decimal(string: text))
      var fraction = try #require(Decimal(string: other))
      _ = NSDecimalNormalize(&number, &fraction, .plain)
      for value in [number, -number, fraction, number + fraction] {
        #expect(try AutoJSONEncoder().encode([value]) == JSONEncoder().encode([value]))
        #expect(try AutoJSONEncoder().encode(Model(number: value)) == JSONEncoder().encode(Model(number: value)))
      }
    }
    // Foundation stops at the letter.
    let cut = try #require(Decimal(string: "-84.00e"))
    #expect(try AutoJSONEncoder().encode([cut]) == JSONEncoder().encode([cut]))
  }
}
