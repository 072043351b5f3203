import AutoCoding
import Foundation
import Testing

/// A case key that is the key of `superEncoder()`.
struct TagOfSuperEncoderTests {
  private class Base: Codable {
    var b = 1
    init() {}
  }

  private final class Sub: Base {
    var s = 2
    override init() { super.init() }
    enum CodingKeys: CodingKey { case s }
    override func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(s, forKey: .s)
      try super.encode(to: container.superEncoder())
    }
    required init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      s = try container.decode(Int.self, forKey: .s)
      try super.init(from: container.superDecoder())
    }
  }

  private enum Choice: AutoCoding {
    case sub(Sub), base(Base)
    static var typeRules: TypeRules { TypeRules(caseKey: "super") }
  }

  @Test("is not replaced by the object of a superclass")
  func refused() throws {
    for encode in [AutoJSONEncoder().encode(_:), JSONEncoder().encode(_:)] as [(Choice) throws -> Data] {
      #expect(throws: EncodingError.self) { try encode(Choice.sub(Sub())) }
      #expect(String(decoding: try encode(Choice.base(Base())), as: UTF8.self).contains(#""super":"base""#))
    }
  }
}
