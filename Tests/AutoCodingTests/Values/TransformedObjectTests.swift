import AutoCoding
import Foundation
import Testing

// Whether values hold objects is remembered for the life of the process. So each test uses types that no earlier test has
// asked about: the generic argument makes them, and has no other meaning.

final class TextTag<Use: Sendable>: AutoCoding, DefaultInitializable, Hashable {
  var number = 1
  init() {}
  init(_ number: Int) { self.number = number }
  static func == (left: TextTag, right: TextTag) -> Bool { left.number == right.number }
  func hash(into hasher: inout Hasher) { hasher.combine(number) }
}

/// Its property is coded as text, which holds no objects.
final class TextNote<Use: Sendable>: AutoCoding, DefaultInitializable {
  var tag = TextTag<Use>()
  init() {}
  static var propertyRules: PropertyRules { ["tag": .transformed(by: JSONText<TextTag<Use>>.self)] }
}

final class TagAlbum<Use: Sendable>: AutoCoding, DefaultInitializable {
  var tags: Set<TextTag<Use>> = [TextTag(3), TextTag(4), TextTag(5)]
  var names: [TextTag<Use>: String] = [TextTag(7): "a", TextTag(8): "b"]
  init() {}

  /// Expects that other values of the type of tag still are objects with an identity.
  static func check() throws {
    let tag = TextTag<Use>()
    #expect(try ModelValue.copy(of: [tag])[0] !== tag)
    let album = try KeyedArchiveDecoder().decode(TagAlbum.self, from: KeyedArchiveEncoder().encode(TagAlbum()))
    #expect(album.tags == TagAlbum().tags)
    #expect(album.names == TagAlbum().names)
  }
}

/// Objects that a transformer codes as text.
struct TransformedObjectTests {
  private enum Copied {}
  private enum Compared {}
  private enum Archived {}
  private enum Embedded {}

  @Test("others of their class are objects after a copy")
  func copy() throws {
    _ = try ModelValue.copy(of: TextNote<Copied>())
    try TagAlbum<Copied>.check()
  }

  @Test("others of their class are objects after a difference")
  func difference() throws {
    let edited = TextNote<Compared>()
    edited.tag.number = 3
    #expect(try ModelDifference(from: TextNote(), to: edited).changes.count == 1)
    try TagAlbum<Compared>.check()
  }

  @Test("others of their class are objects after an archive")
  func archive() throws {
    _ = try KeyedArchiveDecoder().decode(
      TextNote<Archived>.self, from: KeyedArchiveEncoder().encode(TextNote<Archived>()))
    try TagAlbum<Archived>.check()
  }

  private struct Pair: AutoCoding {
    var text = TextTag<Embedded>()
    var plain = TextTag<Embedded>()
    static let propertyRules: PropertyRules = ["text": .transformed(by: JSONText<TextTag<Embedded>>.self)]
  }

  @Test("a copy shares them, and copies the others beside them")
  func shared() throws {
    let pair = Pair()
    let copy = try ModelValue.copy(of: pair)
    #expect(copy.text === pair.text)
    #expect(copy.plain !== pair.plain)
    var edited = pair
    edited.plain = TextTag(9)
    var third = try ModelValue.copy(of: pair)
    try ModelDifference(from: pair, to: edited).apply(to: &third)
    #expect(third.plain.number == 9 && third.plain !== edited.plain)
  }
}
