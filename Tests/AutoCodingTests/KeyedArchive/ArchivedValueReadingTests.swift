import AutoCodingFoundation
import Foundation
import Testing

@testable import AutoCoding

/// Keyed archives: values of Foundation's classes that are read alone.
struct ArchivedValueReadingTests {
  private func decoded<Value: Codable>(_ type: Value.Type, _ object: NSObject & NSSecureCoding) throws -> Value {
    try KeyedArchiveDecoder().decode(type, from: foundationArchive(object))
  }

  @Test func dateComponents() throws {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = try #require(TimeZone(identifier: "Asia/Tokyo"))
    var all = DateComponents(
      calendar: calendar, timeZone: TimeZone(identifier: "Europe/Oslo"), era: 1, year: 2020, month: 2, day: 29, hour: 0,
      minute: 59, second: -1, nanosecond: 7, weekday: 3, weekdayOrdinal: 2, quarter: 1, weekOfMonth: 4, weekOfYear: 9,
      yearForWeekOfYear: 2021)
    #expect(try decoded(DateComponents.self, all as NSDateComponents) == all)
    all.isLeapMonth = true
    let back = try decoded(DateComponents.self, all as NSDateComponents)
    #expect(back.isLeapMonth == true && back.calendar?.identifier == calendar.identifier && back.day == 29)
    for some in [DateComponents(), DateComponents(year: 1999), DateComponents(minute: 0)] {
      #expect(try decoded(DateComponents.self, some as NSDateComponents) == some)
    }
    // As Apple's are known to look: what is not set is not there.
    let data = try ArchiveSketch.data([
      ArchiveSketch.dictionary([
        "NS.year": .integer(2020), "NS.leapMonth": .integer(1), "NS.repeatedDay": .bool(false), "NS.timezone": .uid(2),
        "$class": .uid(5),
      ]),
      ArchiveSketch.dictionary(["NS.name": .uid(3), "NS.data": .uid(0), "$class": .uid(4)]), .string("GMT+0100"),
      ArchiveSketch.classNamed("NSTimeZone", "NSObject"), ArchiveSketch.classNamed("NSDateComponents", "NSObject"),
    ])
    let apple = try KeyedArchiveDecoder().decode(DateComponents.self, from: data)
    #expect(apple.year == 2020 && apple.month == nil && apple.isLeapMonth == true)
    #expect(apple.timeZone == TimeZone(secondsFromGMT: 3600))
  }

  @Test func personNames() throws {
    var name = PersonNameComponents()
    (name.namePrefix, name.givenName, name.middleName) = ("Dr.", "Ada", "K.")
    (name.familyName, name.nameSuffix, name.nickname) = ("Lovelace", "FRS", "A")
    #expect(try decoded(PersonNameComponents.self, name as NSPersonNameComponents) == name)
    #expect(try decoded(PersonNameComponents.self, NSPersonNameComponents()) == PersonNameComponents())
    // Apple's have an object within.
    let data = try ArchiveSketch.data([
      ArchiveSketch.dictionary(["NS.nameComponentsPrivate": .uid(2), "$class": .uid(6)]),
      ArchiveSketch.dictionary([
        "NS.givenName": .uid(3), "NS.familyName": .uid(0), "NS.phoneticRepresentation": .uid(4), "$class": .uid(5),
      ]), .string("Ada"),
      ArchiveSketch.dictionary(["NS.nameComponentsPrivate": .uid(7), "$class": .uid(6)]),
      ArchiveSketch.classNamed("_NSPersonNameComponentsData", "NSObject"),
      ArchiveSketch.classNamed("NSPersonNameComponents", "NSObject"),
      ArchiveSketch.dictionary(["NS.givenName": .uid(8), "$class": .uid(5)]), .string("Ay-da"),
    ])
    let apple = try KeyedArchiveDecoder().decode(PersonNameComponents.self, from: data)
    #expect(apple.givenName == "Ada" && apple.familyName == nil)
    #expect(apple.phoneticRepresentation?.givenName == "Ay-da")
  }

  @Test func characterSets() throws {
    let sets: [CharacterSet] = [
      .letters, .letters.inverted, .controlCharacters, .whitespaces, .whitespacesAndNewlines, .decimalDigits,
      .lowercaseLetters, .uppercaseLetters, .nonBaseCharacters, .decomposables, .alphanumerics, .punctuationCharacters,
      .illegalCharacters, .capitalizedLetters, .symbols, .newlines, CharacterSet(charactersIn: "a"..."f"),
      CharacterSet(charactersIn: "a"..."f").inverted, CharacterSet(charactersIn: "hello, ä😀"),
      CharacterSet(charactersIn: "xyz").inverted, CharacterSet(charactersIn: "\u{d000}"..."\u{f000}"),
      CharacterSet.letters.union(CharacterSet(charactersIn: "1")), CharacterSet.letters.subtracting(.lowercaseLetters),
      CharacterSet.decimalDigits.inverted.subtracting(CharacterSet(charactersIn: "x")),
      CharacterSet(charactersIn: "\u{10000}"..."\u{10fffd}"), CharacterSet(), CharacterSet().inverted,
    ]
    let probes =
      (0...0x2_ffff).compactMap(Unicode.Scalar.init) + (0x10_0000...0x10_00ff).compactMap(Unicode.Scalar.init)
    for (index, set) in sets.enumerated() {
      let back = try decoded(CharacterSet.self, set as NSCharacterSet)
      let difference = probes.first { set.contains($0) != back.contains($0) }
      #expect(difference == nil, "\(index): \(String(describing: difference))")
    }
  }

  @Test func geometry() throws {
    let numbers: [(Double, Double)] = [
      (0, 0), (1.5, -0.1), (1e-7, 1e22), (0.1, .infinity), (-.pi, .greatestFiniteMagnitude),
    ]
    for (a, b) in numbers {
      let (point, size) = (CGPoint(x: a, y: b), CGSize(width: a, height: b))
      #expect(try decoded(CGPoint.self, NSValue(point: point)) == point)
      #expect(try decoded(CGSize.self, NSValue(size: size)) == size)
      let rectangle = CGRect(origin: point, size: CGSize(width: b, height: a))
      #expect(try decoded(CGRect.self, NSValue(rect: rectangle)) == rectangle)
    }
    // As Apple's writer has the numbers.
    let data = try ArchiveSketch.data([
      ArchiveSketch.dictionary(["NS.special": .integer(3), "NS.rectval": .uid(2), "$class": .uid(3)]),
      .string("{{20, 30}, {200, 100.5}}"), ArchiveSketch.classNamed("NSValue", "NSObject"),
    ])
    #expect(
      try KeyedArchiveDecoder().decode(CGRect.self, from: data) == CGRect(x: 20, y: 30, width: 200, height: 100.5))
    // A value of one kind is none of another.
    let point = NSValue(point: CGPoint(x: 1, y: 2))
    #expect(throws: DecodingError.self) { try decoded(CGSize.self, point) }
    #expect(throws: DecodingError.self) { try decoded(CGRect.self, point) }
    #expect(throws: DecodingError.self) { try decoded(NSRange.self, point) }
    for text in ["", "{", "{1}", "{1, 2, 3}", "{1, }", "{x, y}", "{{1, 2}, {3, 4}}", "1, 2", "{1, 2}}", "{1; 2}"] {
      let data = try ArchiveSketch.data([
        ArchiveSketch.dictionary(["NS.special": .integer(1), "NS.pointval": .uid(2), "$class": .uid(3)]),
        .string(text), ArchiveSketch.classNamed("NSValue", "NSObject"),
      ])
      #expect(throws: DecodingError.self, "\(text)") { try KeyedArchiveDecoder().decode(CGPoint.self, from: data) }
    }
  }

  @Test("the text of attributed strings without attributes")
  func attributedStrings() throws {
    let decoder = KeyedArchiveDecoder()
    for text in ["", "hello ä"] {
      for object in [NSAttributedString(string: text), NSMutableAttributedString(string: text)] {
        let data = try foundationArchive(object)
        #expect(try decoder.decode(String.self, from: data) == text)
        #expect(try decoder.decode(String?.self, from: data) == text)
        #expect(try decoder.decode(allowing: [], from: data) as? String == text)
      }
    }
    let bold = NSMutableAttributedString(string: "hello", attributes: [.init("Weight"): "bold"])
    for object in [NSAttributedString(attributedString: bold), bold] {
      let data = try foundationArchive(object)
      #expect(throws: DecodingError.self) { try decoder.decode(String.self, from: data) }
      #expect(throws: DecodingError.self) { try decoder.decode(allowing: [], from: data) }
    }
    bold.setAttributes([:], range: NSRange(location: 0, length: 2))
    let parts = try foundationArchive(bold)
    #expect(throws: DecodingError.self) { try decoder.decode(String.self, from: parts) }
  }

  @Test("types that are read alone are written by their own Codable code, and read again")
  func writing() throws {
    struct Values: AutoCoding, Equatable {
      var components: DateComponents? = DateComponents(year: 2020, month: 2)
      var name = PersonNameComponents()
      var points = [CGPoint(x: 1, y: 2)]
      var size = CGSize(width: 1, height: 2)
      var frame = CGRect(x: 1, y: 2, width: 3, height: 4)
      var characters = CharacterSet(charactersIn: "abc")
    }
    var values = Values()
    values.name.givenName = "Ada"
    let data = try KeyedArchiveEncoder().encode(values)
    #expect(try KeyedArchiveDecoder().decode(Values.self, from: data) == values)
    let classes = try ArchivedValueTests.classes(of: data)
    #expect(
      classes.isDisjoint(with: ["NSDateComponents", "NSPersonNameComponents", "NSValue", "NSCharacterSet"]),
      "\(classes)")
  }
}
