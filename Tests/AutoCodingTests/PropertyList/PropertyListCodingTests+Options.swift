import Foundation
import Testing

@testable import AutoCoding

/// What options of the coders do.
extension PropertyListCodingTests {
  @Test func formats() throws {
    var format = PropertyListSerialization.PropertyListFormat.openStep
    _ = try AutoPropertyListDecoder().decode([Int].self, from: encode([1]), format: &format)
    #expect(format == .binary)
    _ = try AutoPropertyListDecoder().decode([Int].self, from: encode([1], .xml), format: &format)
    #expect(format == .xml)
    #expect(
      failure { _ = try encode([1], .openStep) } == """
        invalidValue at /: The OpenStep format of property lists is only read by some programs, and not written; set \
        outputFormat to .binary or .xml.
        """)
    for text in ["{a = 1;}", "(1, 2)", "[1]", "\"x\"", "<0f0f>"] {
      #expect(
        failure { _ = try decode([Int].self, text) }.contains("perhaps an OpenStep property list or JSON"), "\(text)")
    }
  }

  @Test("every element of property lists may be the root of XML, without the element around it")
  func bareRoots() throws {
    #expect(try decode(Data.self, "<data>AQID</data>") == Data([1, 2, 3]))
    #expect(try decode(Bool.self, "<true/>"))
    #expect(try !decode(Bool.self, "\n <false/>\n"))
    #expect(try decode(Double.self, "<real>1.5</real>") == 1.5)
    #expect(try decode(Int.self, "<integer>2</integer>") == 2)
    #expect(try decode(String.self, "<string>a</string>") == "a")
    #expect(try decode([Int].self, "<array><integer>1</integer></array>") == [1])
    #expect(try decode(Date.self, "<date>2001-01-01T00:00:01Z</date>") == Date(timeIntervalSinceReferenceDate: 1))
    #expect(try decode([String: Int].self, String(repeating: " ", count: 5000) + "<dict/>") == [:])
  }

  @Test func userInfo() throws {
    struct Asking: Codable {
      init() {}
      init(from decoder: any Decoder) throws {
        guard decoder.userInfo[Self.key] as? Int == 5 else { throw CocoaError(.coderReadCorrupt) }
      }
      func encode(to encoder: any Encoder) throws {
        var container = encoder.unkeyedContainer()
        try container.encode(encoder.userInfo[Self.key] as? Int)
      }
      static let key = CodingUserInfoKey(rawValue: "key").unsafelyUnwrapped
    }
    let encoder = AutoPropertyListEncoder()
    encoder.userInfo[Asking.key] = 4
    let data = try encoder.encode([Asking()])
    #expect(try AutoPropertyListDecoder().decode([[Int]].self, from: data) == [[4]])
    let decoder = AutoPropertyListDecoder()
    #expect(throws: CocoaError.self) { try decoder.decode([Asking].self, from: data) }
    decoder.userInfo[Asking.key] = 5
    _ = try decoder.decode([Asking].self, from: data)
  }

  @Test func unknownKeys() throws {
    struct Holder: AutoCoding { var places: [PlistNode] }
    let xml = """
      <plist><dict><key>places</key><array><dict><key>number</key><integer>1</integer><key>odd</key><true/>
      <key>children</key><array/></dict></array><key>more</key><string/></dict></plist>
      """
    let decoder = AutoPropertyListDecoder()
    #expect(try decoder.decode(Holder.self, from: Data(xml.utf8)).places.count == 1)
    decoder.unknownKeys = .report
    var unknown: [UnknownKey] = []
    _ = try decoder.decode(Holder.self, from: Data(xml.utf8), reporting: &unknown)
    #expect(unknown.map { Self.path($0.codingPath) } == ["/places/[0]/odd", "/more"])
    decoder.unknownKeys = .refuse
    let refusal = failure { _ = try decoder.decode(Holder.self, from: Data(xml.utf8)) }
    #expect(refusal.hasPrefix("dataCorrupted at /places/[0]/odd: The key \"odd\" is not one of the keys of"))
  }

  @Test func limits() throws {
    let encoder = AutoPropertyListEncoder()
    let decoder = AutoPropertyListDecoder()
    var deep = PlistNode(number: 0, children: [])
    for number in 1..<40 { deep = PlistNode(number: number, children: [deep]) }
    let data = try encoder.encode(deep)
    #expect(try decoder.decode(PlistNode.self, from: data) == deep)
    encoder.limits.maximumDepth = 20
    decoder.limits.maximumDepth = 20
    #expect(failure { _ = try encoder.encode(deep) }.contains("limits.maximumDepth"))
    #expect(failure { _ = try decoder.decode(PlistNode.self, from: data) }.contains("limits.maximumDepth"))
    encoder.limits = CodingLimits(maximumByteCount: 50)
    decoder.limits = CodingLimits(maximumByteCount: 50)
    #expect(failure { _ = try encoder.encode(deep) }.contains("limits.maximumByteCount"))
    #expect(failure { _ = try decoder.decode(PlistNode.self, from: data) }.contains("limits.maximumByteCount"))
    encoder.outputFormat = .xml
    #expect(failure { _ = try encoder.encode([1]) }.contains("limits.maximumByteCount"))
    #expect(failure { _ = try decoder.decode([Int].self, from: encode([1], .xml)) }.contains("limits.maximumByteCount"))
    encoder.outputFormat = .binary
    encoder.limits = CodingLimits(maximumObjectCount: 50)
    decoder.limits = CodingLimits(maximumObjectCount: 50)
    #expect(failure { _ = try encoder.encode(deep) }.contains("limits.maximumObjectCount"))
    #expect(failure { _ = try decoder.decode(PlistNode.self, from: data) }.contains("limits.maximumObjectCount"))
    encoder.limits = CodingLimits()
    #expect(try encoder.encode(deep) == data)
  }
}
