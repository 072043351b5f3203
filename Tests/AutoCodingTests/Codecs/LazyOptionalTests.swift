import AutoCoding
import AutoCodingFoundation
import Foundation
import Testing

/// `lazy` properties whose types are Optional: a nil that was computed is not a value that was not.
private final class Drawer: AutoCoding {
  lazy var label: String? = "none"
  lazy var inner: Label? = Label(text: "none")
  lazy var twice: Int?? = 5
  lazy var position: (Int, Int)? = (0, 0)
  var count = 1
}

private struct Label: AutoCoding, Equatable {
  var text: String
}

private struct Shelf: AutoCoding, DefaultInitializable {
  lazy var label: String? = "none"
  lazy var width: Double? = 4
  static var propertyKeys: [String: String] { ["width": "size.width"] }
}

final class LazyCupboard: AutoCodingObject {
  lazy var label: String? = "none"
  lazy var width: Double? = 4
}

struct LazyOptionalTests {
  private func drawer(isComputed: Bool) -> Drawer {
    let drawer = Drawer()
    if isComputed {
      drawer.label = nil
      drawer.inner = nil
      drawer.twice = .some(nil)
      drawer.position = nil
    }
    return drawer
  }

  private func check(_ copy: Drawer, isComputed: Bool, _ comment: Comment) {
    #expect(copy.label == (isComputed ? nil : "none"), comment)
    #expect(copy.inner == (isComputed ? nil : Label(text: "none")), comment)
    #expect((copy.position == nil) == isComputed, comment)
    #expect((copy.twice ?? nil) == (isComputed ? nil : 5), comment)
  }

  @Test(arguments: [false, true]) func everyCoderKeepsIt(isComputed: Bool) throws {
    let value = drawer(isComputed: isComputed)
    let omitting = AutoJSONEncoder()
    let writingNull = AutoJSONEncoder()
    writingNull.nilEncodingStrategy = .null
    let sorted = AutoJSONEncoder()
    sorted.outputFormatting = [.sortedKeys, .prettyPrinted]
    let custom = AutoJSONEncoder()
    custom.keyEncodingStrategy = .custom { $0[$0.count - 1] }
    custom.nilEncodingStrategy = .null
    for encoder in [omitting, writingNull, sorted, custom] {
      let data = try encoder.encode([value])
      check(try AutoJSONDecoder().decode([Drawer].self, from: data)[0], isComputed: isComputed, "AutoJSONDecoder")
      check(try JSONDecoder().decode([Drawer].self, from: data)[0], isComputed: isComputed, "JSONDecoder")
      let lenient = AutoJSONDecoder()
      lenient.leniency = .skipsUndecodableElements
      check(try lenient.decode([Drawer].self, from: data)[0], isComputed: isComputed, "leniency")
    }
    let data = try JSONEncoder().encode(value)
    check(try AutoJSONDecoder().decode(Drawer.self, from: data), isComputed: isComputed, "JSONEncoder")
    let list = try AutoPropertyListEncoder().encode(value)
    check(try AutoPropertyListDecoder().decode(Drawer.self, from: list), isComputed: isComputed, "property list")
    check(try PropertyListDecoder().decode(Drawer.self, from: list), isComputed: isComputed, "PropertyListDecoder")
    let archive = try KeyedArchiveEncoder().encode(value)
    check(try KeyedArchiveDecoder().decode(Drawer.self, from: archive), isComputed: isComputed, "archive")
    let dictionary = try DictionaryEncoder().encode(value)
    check(try DictionaryDecoder().decode(Drawer.self, from: dictionary), isComputed: isComputed, "dictionary")
  }

  @Test func onlyComputedValuesAreWritten() throws {
    let encoder = AutoJSONEncoder()
    encoder.nilEncodingStrategy = .null
    #expect(try encoder.encodeToString(Drawer()) == #"{"count":1}"#)
    let computed = drawer(isComputed: true)
    #expect(
      try encoder.encodeToString(computed)
        == #"{"label":null,"inner":null,"twice":null,"position":null,"count":1}"#)
  }

  @Test func keyPathsAndDefaults() throws {
    var shelf = Shelf()
    let encoder = AutoJSONEncoder()
    encoder.nilEncodingStrategy = .null
    #expect(try encoder.encodeToString(shelf) == "{}")
    shelf.label = nil
    shelf.width = nil
    for data in [try encoder.encode(shelf), try JSONEncoder().encode(shelf)] {
      var copy = try AutoJSONDecoder().decode(Shelf.self, from: data)
      #expect(copy.label == nil)
      #expect(copy.width == nil)
      copy = try JSONDecoder().decode(Shelf.self, from: data)
      #expect(copy.label == nil)
      #expect(copy.width == nil)
    }
    var updated = Shelf()
    try AutoJSONDecoder().update(&updated, from: Data(#"{"label":null,"size":{"width":null}}"#.utf8))
    #expect(updated.label == nil)
    #expect(updated.width == nil)
  }

  @Test(arguments: [false, true]) func archiversOfFoundation(isComputed: Bool) throws {
    let cupboard = LazyCupboard()
    if isComputed {
      cupboard.label = nil
      cupboard.width = nil
    }
    let archive = try NSKeyedArchiver.archivedData(withRootObject: cupboard, requiringSecureCoding: true)
    let copy = try #require(try NSKeyedUnarchiver.unarchivedObject(ofClass: LazyCupboard.self, from: archive))
    #expect(copy.label == (isComputed ? nil : "none"))
    #expect(copy.width == (isComputed ? nil : 4))
    let own = try KeyedArchiveDecoder().decode(LazyCupboard.self, from: archive)
    #expect(own.label == (isComputed ? nil : "none"))
    #expect(own.width == (isComputed ? nil : 4))
  }
}
