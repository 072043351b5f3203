import Foundation
import Testing

@testable import AutoCodingFoundation

/// A class with code of its own, which has models in it that Foundation does not know.
final class Journey: NSObject, NSSecureCoding {
  static var supportsSecureCoding: Bool { true }
  var start = Coordinate(latitude: 0, longitude: 0)
  var end: Coordinate?
  var stops: [Coordinate] = []
  var names: [String: Coordinate] = [:]
  var places: Set<Coordinate> = []
  var cover = Cover.none
  var genre = Genre.novel
  var publisher = Publisher("")
  var other: Publisher?
  var writer: Writer?

  override init() {}

  func encode(with coder: NSCoder) {
    coder.encode(start, forKey: "start")
    coder.encode(end, forKey: "end")
    coder.encode(stops, forKey: "stops")
    coder.encode(names, forKey: "names")
    coder.encode(places, forKey: "places")
    coder.encode(cover, forKey: "cover")
    coder.encode(genre, forKey: "genre")
    coder.encode(publisher, forKey: "publisher")
    coder.encode(other, forKey: "other")
    coder.encode(writer, forKey: "writer")
  }

  init?(coder: NSCoder) {
    guard let start = coder.decode(Coordinate.self, forKey: "start"),
      let stops = coder.decode([Coordinate].self, forKey: "stops"),
      let names = coder.decode([String: Coordinate].self, forKey: "names"),
      let places = coder.decode(Set<Coordinate>.self, forKey: "places"),
      let cover = coder.decode(Cover.self, forKey: "cover"),
      let genre = coder.decode(Genre.self, forKey: "genre"),
      let publisher = coder.decode(Publisher.self, forKey: "publisher")
    else { return nil }
    (self.start, self.stops, self.names, self.places) = (start, stops, names, places)
    (self.cover, self.genre, self.publisher) = (cover, genre, publisher)
    end = coder.decode(Coordinate.self, forKey: "end")
    other = coder.decode(Publisher.self, forKey: "other")
    writer = coder.decode(Writer.self, forKey: "writer")
  }
}

/// The same by one line.
final class AutoJourney: AutoCoding, DefaultInitializable {
  var start = Coordinate(latitude: 0, longitude: 0)
  var end: Coordinate?
  var stops: [Coordinate] = []
  var names: [String: Coordinate] = [:]
  var places: Set<Coordinate> = []
  var cover = Cover.none
  var genre = Genre.novel
  var publisher = Publisher("")
  var other: Publisher?
  var writer: Writer?
  static var archivedTypeName: String { "AutoCodingFoundationTests.Journey" }
  init() {}
}

/// A class whose models are in Optionals and in collections of collections.
final class Atlas: NSObject, NSSecureCoding {
  static var supportsSecureCoding: Bool { true }
  var pages: [Coordinate]?
  var marks: [Coordinate?] = []
  var lines: [[Coordinate]] = []
  var places: Set<Coordinate>?
  var names: [String: Coordinate]?
  var groups: [String: [Coordinate]] = [:]
  var corners: [String: Coordinate?] = [:]

  override init() {}

  func encode(with coder: NSCoder) {
    coder.encode(pages, forKey: "pages")
    coder.encode(marks, forKey: "marks")
    coder.encode(lines, forKey: "lines")
    coder.encode(places, forKey: "places")
    coder.encode(names, forKey: "names")
    coder.encode(groups, forKey: "groups")
    coder.encode(corners, forKey: "corners")
  }

  init?(coder: NSCoder) {
    pages = coder.decode([Coordinate].self, forKey: "pages")
    marks = coder.decode([Coordinate?].self, forKey: "marks") ?? []
    lines = coder.decode([[Coordinate]].self, forKey: "lines") ?? []
    places = coder.decode(Set<Coordinate>.self, forKey: "places")
    names = coder.decode([String: Coordinate].self, forKey: "names")
    groups = coder.decode([String: [Coordinate]].self, forKey: "groups") ?? [:]
    corners = coder.decode([String: Coordinate?].self, forKey: "corners") ?? [:]
  }
}

/// NSCoder: models in code that is written by hand.
struct NSCoderExtensionTests {
  private static func coordinate(_ value: Double) -> Coordinate { Coordinate(latitude: value, longitude: -value) }

  private func sample() -> Journey {
    let journey = Journey()
    journey.start = Self.coordinate(1)
    journey.stops = [Self.coordinate(2), Self.coordinate(0)]
    journey.names = ["a": Self.coordinate(3)]
    journey.places = [Self.coordinate(4), Self.coordinate(5)]
    journey.cover = .color(red: 1, green: 0, blue: 0.5)
    journey.genre = .essay
    let imprint = Imprint("House")
    imprint.city = "Bern"
    (journey.publisher, journey.other) = (imprint, imprint)
    journey.writer = Laureate("Ann")
    return journey
  }

  @Test("structs, enums and plain classes, alone and in collections, under secure coding")
  func roundTrip() throws {
    let journey = sample()
    let back = try #require(try foundationObject(Journey.self, from: foundationArchive(journey)))
    #expect(back.start == journey.start && back.end == nil && back.stops == journey.stops)
    #expect(back.names == journey.names && back.places == journey.places)
    #expect(back.cover == journey.cover && back.genre == journey.genre)
    let imprint = try #require(back.publisher as? Imprint)
    #expect(imprint.name == "House" && imprint.city == "Bern" && back.other === imprint)
    #expect((back.writer as? Laureate)?.name == "Ann")
  }

  @Test("what hand-written code writes so, ours reads, and the other way round")
  func exchange() throws {
    let journey = sample()
    let auto = try KeyedArchiveDecoder().decode(AutoJourney.self, from: foundationArchive(journey))
    #expect(auto.start == journey.start && auto.end == nil && auto.stops == journey.stops)
    #expect(auto.names == journey.names && auto.places == journey.places && auto.cover == journey.cover)
    #expect(auto.publisher === auto.other && auto.publisher is Imprint && auto.writer is Laureate)
    let back = try #require(try foundationObject(Journey.self, from: KeyedArchiveEncoder().encode(auto)))
    #expect(back.start == journey.start && back.stops == journey.stops && back.cover == journey.cover)
    #expect(back.publisher === back.other && back.publisher is Imprint && back.writer is Laureate)
  }

  @Test("nil for a missing key, and for one with nil")
  func missing() throws {
    let archiver = NSKeyedArchiver(requiringSecureCoding: true)
    archiver.encode(Coordinate?.none, forKey: "nil")
    let unarchiver = try NSKeyedUnarchiver(forReadingFrom: archiver.encodedData)
    unarchiver.requiresSecureCoding = true
    unarchiver.decodingFailurePolicy = .setErrorAndReturn
    #expect(unarchiver.decode(Coordinate.self, forKey: "nil") == nil && unarchiver.error == nil)
    #expect(unarchiver.decode(Coordinate.self, forKey: "missing") == nil && unarchiver.error == nil)
  }

  @Test("a value of another type fails the coder, with an error that names the key")
  func wrongType() throws {
    let archiver = NSKeyedArchiver(requiringSecureCoding: true)
    archiver.encode(Review(stars: 1, text: nil), forKey: "point")
    archiver.encode("text" as NSString, forKey: "text")
    let data = archiver.encodedData
    for (key, expected) in [
      ("point", "point: The archive has an object of 'AutoCodingFoundationTests.Review', which is not allowed here."),
      ("text", "text: Expected to decode Coordinate but found a string instead."),
    ] {
      let unarchiver = try NSKeyedUnarchiver(forReadingFrom: data)
      unarchiver.requiresSecureCoding = true
      unarchiver.decodingFailurePolicy = .setErrorAndReturn
      #expect(unarchiver.decode(Coordinate.self, forKey: key) == nil)
      let error = try #require(unarchiver.error)
      #expect(explanation(of: error).contains(expected))
    }
  }

  @Test("a class that is not expected is not made")
  func allowList() throws {
    let archiver = NSKeyedArchiver(requiringSecureCoding: true)
    archiver.encode(Publisher("House"), forKey: "key")
    let unarchiver = try NSKeyedUnarchiver(forReadingFrom: archiver.encodedData)
    unarchiver.requiresSecureCoding = true
    unarchiver.decodingFailurePolicy = .setErrorAndReturn
    #expect(unarchiver.decode(Imprint.self, forKey: "key") == nil)
    #expect(unarchiver.error != nil)
  }

  @Test("the stand-in of models is known by its name")
  func standIn() {
    #expect(String(reflecting: ArchivedValue.self) == ArchivedClass.standInName)
  }

  @Test("Optional collections, and collections of Optionals and collections", arguments: [true, false])
  func nestedCollections(isEmpty: Bool) throws {
    let atlas = Atlas()
    if !isEmpty {
      let (a, b) = (Self.coordinate(1), Self.coordinate(2))
      (atlas.pages, atlas.marks, atlas.lines, atlas.places) = ([a, b], [a, nil], [[a], [], [b, a]], [b])
      (atlas.names, atlas.groups, atlas.corners) = (["a": a], ["a": [a, b], "": []], ["a": a, "nil": nil])
    }
    let back = try #require(try foundationObject(Atlas.self, from: foundationArchive(atlas)))
    #expect(back.pages == atlas.pages && back.marks == atlas.marks && back.lines == atlas.lines)
    #expect(back.places == atlas.places && back.names == atlas.names)
    #expect(back.groups == atlas.groups && back.corners == atlas.corners)
  }
}
