import AutoCodingFoundation
import Foundation
import Testing

final class ValueNote: AutoCodingObject {
  var value: JSONValue = nil
  var values: [JSONValue] = []
  var table: [String: JSONValue] = [:]
  var optional: JSONValue?
}

/// ``JSONValue`` in the archives of `NSCoder`.
struct JSONValueArchiveTests {
  private func copy(_ note: ValueNote) throws -> ValueNote {
    let data = try NSKeyedArchiver.archivedData(withRootObject: note, requiringSecureCoding: true)
    return try #require(try NSKeyedUnarchiver.unarchivedObject(ofClass: ValueNote.self, from: data))
  }

  @Test(
    arguments: [
      nil, 5, "x", 0.1, [], [nil, 1, [2]], [:], ["a": ["b": nil, "c": [1.5, 2]]],
      .number(JSONNumber(Int64.min)),
    ] as [JSONValue])
  func `Values come back`(_ value: JSONValue) throws {
    let note = ValueNote()
    note.value = value
    note.values = [value, 1]
    note.table = ["k": value]
    note.optional = value
    let copy = try copy(note)
    #expect(copy.value == value && copy.values == [value, 1] && copy.table == ["k": value])
    #expect(copy.optional == value || value.isNull && copy.optional == nil)
  }

  @Test func `An integer that Foundation's archiver lacks is refused`() {
    let note = ValueNote()
    note.value = JSONValue(UInt64.max)
    let data = try? NSKeyedArchiver.archivedData(withRootObject: note, requiringSecureCoding: true)
    #expect(data == nil)
  }

  @Test func `Decimals keep their digits`() throws {
    let note = ValueNote()
    let number = try #require(JSONNumber("1234567890123456789012345678.0123456789"))
    note.value = .number(number)
    #expect(try copy(note).value == .number(number))
  }
}
