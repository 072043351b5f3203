import AutoCoding
import Foundation
import Testing

/// Decimal numbers whose memory does not have the usual form. Only hostile data makes such numbers.
@Suite("Unusual forms of decimal numbers")
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
}
