import ArchiveInspection
import Foundation
import Testing

@testable import AutoCoding

/// Reading binary property lists from sources that are not trusted.
struct PropertyListReaderTests {
  /// A property list of these objects, each given as its bytes; the first is the top.
  static func list(
    _ objects: [UInt8]..., top: UInt64 = 0, offsetSize: Int = 1, referenceSize: UInt8 = 1, header: String = "bplist00"
  ) -> Data {
    var data = Data(header.utf8)
    var offsets: [Int] = []
    for object in objects {
      offsets.append(data.count)
      data.append(contentsOf: object)
    }
    let table = data.count
    func append(_ value: UInt64, size: Int) {
      for shift in (0..<size).reversed() {
        data.append(shift < 8 ? UInt8(truncatingIfNeeded: value >> (8 * shift)) : 0)
      }
    }
    for offset in offsets { append(UInt64(offset), size: offsetSize) }
    data.append(contentsOf: [0, 0, 0, 0, 0, 0, UInt8(offsetSize), referenceSize])
    append(UInt64(objects.count), size: 8)
    append(top, size: 8)
    append(UInt64(table), size: 8)
    return data
  }

  /// What is said about data, or nil if it can be read.
  static func refusal(_ data: Data, limits: CodingLimits = CodingLimits()) -> String? {
    do {
      try data.withUnsafeBytes { _ = try PropertyListSurvey(try PropertyListReader($0, limits: limits)) }
      return nil
    } catch DecodingError.dataCorrupted(let context) {
      return context.debugDescription
    } catch {
      return "another error: \(error)"
    }
  }

  @Test func everySizeOfOffsetsAndReferencesIsRead() throws {
    for offsetSize in 1...8 {
      for size in 1...8 {
        let references = [1, 2].flatMap { [UInt8](repeating: 0, count: size - 1) + [$0] }
        let data = Self.list(
          [0xA2] + references, [0x51, 0x61], [0x09], offsetSize: offsetSize, referenceSize: UInt8(size))
        #expect(try PropertyListTree(data) == .array([.string("a"), .bool(true)]))
      }
    }
  }

  @Test func formsThatFewWritersUse() throws {
    // Counts need not be small, nor the number of bytes a power of two.
    #expect(try PropertyListTree(Self.list([0x4F, 0x10, 0x02, 7, 8])) == .data([7, 8]))
    #expect(try PropertyListTree(Self.list([0x5F, 0x13, 0, 0, 0, 0, 0, 0, 0, 1, 0x61])) == .string("a"))
    #expect(
      try PropertyListTree(Self.list([0x5F, 0x14] + [UInt8](repeating: 0, count: 15) + [1, 0x61])) == .string("a"))
    #expect(try PropertyListTree(Self.list([0x82, 1, 2, 3])) == .uid(0x010203))
    #expect(try PropertyListTree(Self.list([0x84, 0, 1, 2, 3, 4])) == .uid(0x01020304))
    #expect(try PropertyListTree(Self.list([0x8F] + [UInt8](repeating: 0, count: 15) + [9])) == .uid(9))
    #expect(
      try PropertyListTree(Self.list([0x13] + [UInt8](repeating: 0xFF, count: 8))) == .integer(high: -1, low: .max))
    #expect(try PropertyListTree(Self.list([0x12, 0xFF, 0xFF, 0xFF, 0xFF])) == .integer(high: 0, low: 0xFFFF_FFFF))
    #expect(try PropertyListTree(Self.list([0x61, 0x00, 0x61])) == .string("a"))
    #expect(try PropertyListTree(Self.list([0xC1, 1], [0x08])) == .set([.bool(false)]))
    #expect(try PropertyListTree(Self.list([0xB1, 1], [0x08])) == .orderedSet([.bool(false)]))
    #expect(try PropertyListTree(Self.list([0x09], [0x08], top: 1)) == .bool(false))
    for version in ["00", "01", "09", "0x"] {
      #expect(try PropertyListTree(Self.list([0x09], header: "bplist\(version)")) == .bool(true))
    }
  }

  @Test(arguments: [
    ([0x00] as [UInt8], nil), ([0x08], nil),
    ([0x01], "expected an object at byte offset 8, found the marker 0x1, which is not valid"),
    ([0x0C], "the marker 0xc"), ([0x0F], "the marker 0xf"), ([0x15], "the marker 0x15"), ([0x20], "the marker 0x20"),
    ([0x24], "the marker 0x24"), ([0x32], "the marker 0x32"), ([0x70], "the marker 0x70"), ([0x90], "the marker 0x90"),
    ([0xE0], "the marker 0xe0"), ([0xF0], "the marker 0xf0"),
    ([0x10], "expected an object of 2 bytes at byte offset 8, found only 1 bytes before the offset table"),
    ([0x13, 0], "expected an object of 9 bytes"), ([0x14, 0], "expected an object of 17 bytes"),
    ([0x22, 0, 0, 0], "expected an object of 5 bytes"), ([0x23, 0], "expected an object of 9 bytes"),
    ([0x33, 0], "expected an object of 9 bytes"), ([0x80], "expected an object of 2 bytes"),
    ([0x8F, 0], "expected an object of 17 bytes"),
    ([0x84, 1, 0, 0, 0, 0], "expected a UID of at most 32 bits at byte offset 8, found one of 5 bytes"),
    ([0x88, 1, 0, 0, 0, 0, 0, 0, 0, 0], "expected a UID of at most 32 bits"),
    ([0x42, 0], "expected an object of 2 elements of 1 bytes"), ([0x51], "expected an object of 1 elements of 1 bytes"),
    ([0x61, 0], "expected an object of 1 elements of 2 bytes"), ([0x4F], "expected an integer that is the count"),
    ([0x4F, 0x51], "expected an integer that is the count"), ([0x5F, 0x10], "expected an object of 2 bytes"),
    ([0x5F, 0x13, 0x80, 0, 0, 0, 0, 0, 0, 0], "expected a count"),
    ([0x6F, 0x13, 0x7F, 255, 255, 255, 255, 255, 255, 255], "9223372036854775807 elements of 2 bytes"),
    ([0xAF, 0x13, 0x7F, 255, 255, 255, 255, 255, 255, 255], "9223372036854775807 elements of 1 bytes"),
    ([0xDF, 0x13, 0x7F, 255, 255, 255, 255, 255, 255, 255], "9223372036854775807 elements of 2 bytes"),
    ([0x4F, 0x14, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 1], "expected a count"),
    ([0xA1], "expected an object of 1 elements of 1 bytes"),
    ([0xD1, 0], "expected an object of 1 elements of 2 bytes"),
    ([0xA1, 1], "expected a reference below 1 at byte offset 9, found 1"),
    ([0xD1, 0, 1], "expected a reference below 1 at byte offset 10, found 1"),
    ([0x52, 0x61, 0x80], "expected ASCII at byte offset 10, found the byte 0x80"),
    ([0x62, 0x00, 0x61, 0xD8, 0x00], "expected UTF-16 of whole characters at byte offset 11"),
    ([0x62, 0xD8, 0x00, 0x00, 0x61], "expected UTF-16 of whole characters at byte offset 9"),
    ([0x61, 0xDC, 0x00], "found half a surrogate pair, which no Swift String can hold"),
    ([0x62, 0xDC, 0x00, 0xD8, 0x00], "expected UTF-16 of whole characters at byte offset 9"),
  ])
  func damage(object: [UInt8], reason: String?) {
    let refusal = Self.refusal(Self.list(object))
    if let reason {
      #expect(refusal?.hasPrefix("Invalid binary property list: expected ") == true)
      #expect(refusal?.contains(reason) == true, "\(refusal ?? "no error")")
    } else {
      #expect(refusal == nil)
    }
  }

  @Test func damageAroundTheObjects() {
    let sound = Self.list([0x09])
    #expect(Self.refusal(sound) == nil)
    let end = sound.count
    func changed(_ offset: Int, _ value: UInt8) -> String {
      var data = sound
      data[data.startIndex + offset] = value
      return Self.refusal(data) ?? "no error"
    }
    #expect(changed(end - 26, 0).contains("expected an offset size from 1 to 8 at byte offset \(end - 26), found 0"))
    #expect(changed(end - 26, 9).contains("found 9"))
    #expect(changed(end - 26, 2).contains("expected an offset table of 1 times 2 bytes"))
    #expect(changed(end - 25, 0).contains("expected a reference size from 1 to 8"))
    #expect(changed(end - 25, 9).contains("expected a reference size from 1 to 8"))
    #expect(changed(end - 17, 0).contains("expected at least one object"))
    #expect(changed(end - 17, 2).contains("expected an offset table of 2 times 1 bytes"))
    #expect(changed(end - 24, 255).contains("expected at most 4294967294 objects, as limits.maximumObjectCount says"))
    #expect(changed(end - 9, 1).contains("expected the number of a top object below 1"))
    #expect(changed(end - 16, 1).contains("expected the number of a top object below 1"))
    for table: UInt8 in [0, 8, 10, 255] { #expect(changed(end - 1, table).contains("expected an offset table")) }
    #expect(changed(end - 8, 0x80).contains("expected an offset table"))
    for offset: UInt8 in [0, 7, 9, 255] { #expect(changed(9, offset).contains("expected an offset from 8 to 8")) }
    for count in 0..<end { #expect(Self.refusal(sound.prefix(count)) != nil) }
    #expect(Self.refusal(sound + [0]) != nil)
  }

  @Test func limits() {
    var limits = CodingLimits()
    let data = Self.list([0xA1, 1], [0x09])
    limits.maximumObjectCount = 2
    limits.maximumByteCount = data.count
    #expect(Self.refusal(data, limits: limits) == nil)
    limits.maximumObjectCount = 1
    #expect(Self.refusal(data, limits: limits)?.contains("at most 1 objects, as limits.maximumObjectCount") == true)
    limits.maximumObjectCount = -1
    #expect(Self.refusal(data, limits: limits)?.contains("as limits.maximumObjectCount says") == true)
    limits.maximumObjectCount = .max
    limits.maximumByteCount = data.count - 1
    #expect(
      Self.refusal(data, limits: limits)?.contains("at most \(data.count - 1) bytes, as limits.maximumByteCount")
        == true)
  }

  @Test(arguments: [
    ("<?xml version=\"1.0\"?><plist/>", "XML"), ("<plist version=\"1.0\"/>", "XML"),
    ("<!DOCTYPE plist><plist/>", "XML"), ("\n  <?xml version=\"1.0\"?>", "XML"), ("\u{FEFF}<?xml ?>", "XML"),
    ("{ a = 1; }", "OpenStep"), ("( 1, 2 )", "OpenStep"), ("<68656c6c 6f>", "OpenStep"), ("// comment\n{}", "OpenStep"),
    ("[1, 2]", "OpenStep"), ("bplist15abcdefghijklmnopqrstuvwxyzabcdefghijklmnopqrstuvwxyz", "version \"15\""),
    ("bplist", "expected its version at byte offset 6"), ("", "The data is empty"),
    ("NSKeyedArchiver", "expected \"bplist00\" at byte offset 0, found the bytes 4e 53 4b 65 79 65 64 41"),
    ("\0\0\0\0", "expected \"bplist00\""), ("   ", "expected \"bplist00\""),
  ])
  func otherFormats(text: String, reason: String) {
    #expect(Self.refusal(Data(text.utf8))?.contains(reason) == true)
  }

  @Test func otherFormatsInUTF16() throws {
    for encoding in [String.Encoding.utf16, .utf16BigEndian, .utf16LittleEndian, .utf32] {
      let data = try #require("<?xml version=\"1.0\"?><plist/>".data(using: encoding))
      #expect(Self.refusal(data)?.contains("This is an XML property list; only binary ones are read.") == true)
    }
  }

  @Test func objectsOfAnotherKind() throws {
    let data = try PropertyListTree.array([.string("s"), .uid(3)]).written()
    try data.withUnsafeBytes { bytes in
      let reader = try PropertyListReader(bytes)
      let array = reader.topObject
      func message<T>(_ body: () throws -> T) -> String {
        do {
          _ = try body()
          return "no error"
        } catch DecodingError.dataCorrupted(let context) {
          return context.debugDescription
        } catch {
          return "\(error)"
        }
      }
      let position = reader.byteOffset(of: array)
      func expected(_ kind: String) -> String {
        "Invalid binary property list: expected \(kind) at byte offset \(position), found an array."
      }
      #expect(message { try reader.bool(array) } == expected("a boolean"))
      #expect(message { try reader.integer(array) } == expected("an integer"))
      #expect(message { try reader.real(array) } == expected("a real number"))
      #expect(message { try reader.float(array) } == expected("a real number"))
      #expect(message { try reader.date(array) } == expected("a date"))
      #expect(message { try reader.uid(array) } == expected("a UID"))
      #expect(message { try reader.data(array) } == expected("data"))
      #expect(message { try reader.string(array) } == expected("a string"))
      #expect(message { try reader.asciiString(array) } == expected("a string"))
      #expect(message { try reader.dictionary(array) } == expected("a dictionary"))
      #expect(message { try reader.set(array) } == expected("a set"))
      #expect(message { try reader.orderedSet(array) } == expected("an ordered set"))
      #expect(
        message { try reader.array(0) }
          == "Invalid binary property list: expected an array at byte offset 8, found a string.")
      #expect(
        message { try reader.kind(of: 3) } == "Invalid binary property list: there is no object 3, only 3 objects.")
      #expect(try reader.asUID(array) == nil)
      #expect(try reader.asUID(0) == nil)
      #expect(try reader.asUID(1) == 3)
      let elements = try reader.array(array)
      #expect(message { try reader.element(2, of: elements) }.contains("a container of 2 has no element 2"))
      #expect(message { try reader.element(-1, of: elements) }.contains("a container of 2 has no element -1"))
      #expect(try !reader.isString(array, equalTo: "s"))
    }
  }

  @Test func keysAreComparedByTheirBytes() throws {
    let texts = [
      "", "a", "b", "name", "namE", "a longer key than eight", "a longer key than eighT", "\u{E9}", "e\u{301}",
      "\u{1F600}\u{20AC}", "\u{20AC}",
    ]
    for written in texts {
      let data = try PropertyListTree.string(written).written()
      try data.withUnsafeBytes { bytes in
        let reader = try PropertyListReader(bytes)
        for text in texts {
          var text = text
          let isEqual = try text.withUTF8 { try reader.isString(0, equalTo: $0) }
          #expect(isEqual == (Array(text.utf8) == Array(written.utf8)))
        }
        let ascii = try reader.asciiString(0)
        #expect(ascii.map(Array.init) == (written.utf8.allSatisfy { $0 < 0x80 } ? Array(written.utf8) : nil))
      }
    }
    // ASCII that a writer kept as UTF-16 is the same key.
    try Self.list([0x62, 0x00, 0x61, 0x00, 0x62]).withUnsafeBytes { bytes in
      let reader = try PropertyListReader(bytes)
      #expect(try reader.isString(0, equalTo: "ab"))
    }
  }

  @Test func dictionariesOfOneShape() throws {
    let data = Self.list(
      [0xA4, 1, 2, 3, 4], [0xD2, 5, 6, 5, 5], [0xD2, 5, 6, 6, 6], [0xD2, 6, 5, 5, 5], [0xD1, 5, 6], [0x51, 0x61],
      [0x51, 0x62])
    try data.withUnsafeBytes { bytes in
      let reader = try PropertyListReader(bytes)
      let shapes = try (1...4).map { try reader.dictionary($0) }
      #expect(reader.hasSameKeys(shapes[0], shapes[1]))
      #expect(!reader.hasSameKeys(shapes[0], shapes[2]))
      #expect(!reader.hasSameKeys(shapes[0], shapes[3]))
    }
  }

  @Test func objectsThatOverlapAreNoticed() throws {
    // Ten arrays that all begin at the same byte would be read ten times.
    var data = Data("bplist00".utf8)
    data.append(0xAA)
    data.append(contentsOf: 0..<10)
    data.append(contentsOf: [UInt8](repeating: 8, count: 10))
    data.append(contentsOf: [
      0, 0, 0, 0, 0, 0, 1, 1, 0, 0, 0, 0, 0, 0, 0, 10, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 19,
    ])
    try data.withUnsafeBytes { bytes in
      let reader = try PropertyListReader(bytes)
      #expect(throws: DecodingError.self) { try PropertyListSurvey(reader) }
      #expect(throws: DecodingError.self) { try reader.rewritten() }
    }
    #expect(throws: DecodingError.self) { try ArchiveInspection(data: data) }
  }
}
