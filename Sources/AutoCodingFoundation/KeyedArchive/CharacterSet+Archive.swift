import AutoCoding
import Foundation

extension CharacterSet: ArchivedAsObject {
  package static var archivedClassNames: Set<String> { ["NSCharacterSet", "NSMutableCharacterSet"] }

  /// Returns the predefined set for its number in archives.
  private static func builtin(_ number: Int) -> CharacterSet? {
    switch number {
    case 1: .controlCharacters
    case 2: .whitespaces
    case 3: .whitespacesAndNewlines
    case 4: .decimalDigits
    case 5: .letters
    case 6: .lowercaseLetters
    case 7: .uppercaseLetters
    case 8: .nonBaseCharacters
    case 9: .decomposables
    case 10: .alphanumerics
    case 11: .punctuationCharacters
    case 12: .illegalCharacters
    case 13: .capitalizedLetters
    case 14: .symbols
    case 15: .newlines
    default: nil
    }
  }

  package init(archived object: CodedObject) throws {
    try object.checkKeys([
      "NSBuiltinID", "NSBuiltinID2", "NSIsInverted", "NSIsInverted2", "NSRange", "NSString", "NSStringObject",
      "NSBitmap",
      "NSBitmapObject",
    ])
    func number(_ key: String) throws -> Int? { try object.value(Int.self, forKey: key) }
    if let number = try number("NSBuiltinID") {
      guard let set = Self.builtin(number) else { throw object.corrupted("of the unknown kind \(number).") }
      self = set
    } else if let range = try object.value(Int64.self, forKey: "NSRange") {
      self = try Self.set(of: UInt64(bitPattern: range), object)
    } else if let text = try object.value(String.self, forKey: "NSString")
      ?? object.value(String.self, forKey: "NSStringObject")
    {
      self.init(charactersIn: text)
    } else if let data = try object.value(Data.self, forKey: "NSBitmap")
      ?? object.value(Data.self, forKey: "NSBitmapObject")
    {
      // The archive may also name a predefined set and whether it is inverted; the bitmap already includes both.
      self = try Self.set(ofBitmap: data, object)
    } else {
      throw object.corrupted("without characters.")
    }
    if try object.value(Bool.self, forKey: "NSIsInverted") == true { invert() }
  }

  /// Decodes a range: its first character is in the upper half, its count in the lower half.
  private static func set(of range: UInt64, _ object: CodedObject) throws -> CharacterSet {
    let (first, count) = (range >> 32, range & 0xffff_ffff)
    guard first + count <= 0x11_0000 else { throw object.corrupted("with a range beyond the last character.") }
    var set = CharacterSet()
    insert(from: UInt32(first), to: UInt32(first + count), into: &set)
    return set
  }

  /// Inserts the characters of a range, except surrogates, which are not characters.
  private static func insert(from first: UInt32, to end: UInt32, into set: inout CharacterSet) {
    for (lower, upper) in [(first, min(end, 0xd800)), (max(first, 0xe000), end)] where lower < upper {
      guard let lower = Unicode.Scalar(lower), let upper = Unicode.Scalar(upper - 1) else { continue }
      set.insert(charactersIn: lower...upper)
    }
  }

  /// Returns the set of characters whose bits are set. The bitmap has the first plane, then each other plane after its
  /// number.
  ///
  /// On Linux, `CharacterSet(bitmapRepresentation:)` writes out of bounds for some bitmaps.
  private static func set(ofBitmap data: Data, _ object: CodedObject) throws -> CharacterSet {
    let size = 8192
    let bytes = [UInt8](data)
    var planes: [(plane: Int, start: Int)] = []
    var position = 0
    while position < bytes.count {
      let plane = position == 0 ? 0 : Int(bytes[position])
      let start = position == 0 ? 0 : position + 1
      guard plane <= 16, start + size <= bytes.count || position == 0 else {
        throw object.corrupted("whose bitmap ends within a plane, or has one that does not exist.")
      }
      planes.append((plane, start))
      position = start + size
    }
    func bit(_ start: Int, _ index: Int) -> Bool {
      let byte = start + index / 8
      return byte < bytes.count && bytes[byte] >> UInt8(index % 8) & 1 == 1
    }
    // Only characters can be inserted. To get a set with all surrogates, invert a set without any.
    let halves = (0xd800..<0xe000).filter { bit(0, $0) }.count
    guard halves == 0 || halves == 0x800 else {
      throw object.corrupted("with only some of the halves of surrogate pairs.")
    }
    var set = CharacterSet()
    for plane in 0...16 {
      let start = planes.first { $0.plane == plane }?.start
      var first: Int?
      for index in 0...0x10000 {
        let isIn = index < 0x10000 && (start.map { bit($0, index) } ?? false) != (halves > 0)
        if isIn {
          first = first ?? index
        } else if let begin = first {
          insert(from: UInt32(plane << 16 + begin), to: UInt32(plane << 16 + index), into: &set)
          first = nil
        }
      }
    }
    return halves == 0 ? set : set.inverted
  }
}
