import AutoCodingFoundation
import Foundation
import Testing

class MappedNote: AutoCodingObject { var text = "" }
final class MappedLongNote: MappedNote { var length = 7 }

final class MappedPad: AutoCodingObject {
  var first: MappedNote?
  var notes: [MappedNote] = []
}

/// Classes that an app has set for names in archives.
struct ClassMappingTests {
  @Test("A class that is set for all unarchivers is that of objects in properties, too")
  func mapping() throws {
    let pad = MappedPad()
    pad.first = MappedNote()
    pad.first?.text = "a"
    pad.notes = [MappedNote()]
    let data = try NSKeyedArchiver.archivedData(withRootObject: pad, requiringSecureCoding: true)

    // No other test uses the class.
    let name = NSStringFromClass(MappedNote.self)
    NSKeyedUnarchiver.setClass(MappedLongNote.self, forClassName: name)
    defer { NSKeyedUnarchiver.setClass(nil, forClassName: name) }
    let back = try #require(try NSKeyedUnarchiver.unarchivedObject(ofClass: MappedPad.self, from: data))
    #expect(back.first is MappedLongNote && back.notes.first is MappedLongNote)
    #expect(back.first?.text == "a")
  }
}
