import Foundation
import Testing

@testable import AutoCodingFoundation

/// AutoCodingObject: Foundation's archiver and ours, all four ways.
struct AutoCodingObjectTests {
  private func check(_ back: Volume, like volume: Volume) throws {
    #expect(back.title == volume.title && back.pages == volume.pages && back.edition == volume.edition)
    #expect(back.weight == volume.weight && back.price == volume.price && back.isAvailable == volume.isAvailable)
    #expect(back.small == volume.small && back.large == volume.large && back.printed == volume.printed)
    #expect(back.scan == volume.scan && back.link == volume.link && back.id == volume.id)
    #expect(back.amount == volume.amount && back.tags == volume.tags && back.words == volume.words)
    #expect(back.ratings == volume.ratings && back.scores == volume.scores && back.genre == volume.genre)
    #expect(back.cover == volume.cover && back.covers == volume.covers && back.review == volume.review)
    #expect(back.reviews == volume.reviews && back.opinions == volume.opinions && back.seen == volume.seen)
    #expect(back.size == volume.size && back.version == volume.version)
    let author = try #require(back.author as? Laureate)
    #expect(author.name == "Ann" && author.prize == "P" && author.secret == "secret")
    #expect(back.editors.map(\.name) == ["Bob", "Ann"] && back.editors.last === author)
    #expect(type(of: back.editors[0]) == Writer.self)
    let publisher = try #require(back.publisher as? Imprint)
    #expect(publisher.name == "House" && publisher.city == "Bern")
    #expect(back.publishers.map(\.name) == ["Other", "House"] && back.publishers.last === publisher)
    #expect(back.sequel?.title == "untitled" && back.sequel?.pages == 1)
    #expect(back.session == "transient" && back.draft == "draft")
  }

  @Test("Foundation's archiver writes, Foundation's reads")
  func foundationBothWays() throws {
    let back = try #require(try foundationObject(Volume.self, from: foundationArchive(Volume.sample)))
    try check(back, like: .sample)
  }

  @Test("Foundation's archiver writes, ours reads")
  func foundationToOurs() throws {
    try check(KeyedArchiveDecoder().decode(Volume.self, from: foundationArchive(Volume.sample)), like: .sample)
  }

  @Test("ours writes, Foundation's reads")
  func oursToFoundation() throws {
    let back = try #require(try foundationObject(Volume.self, from: KeyedArchiveEncoder().encode(Volume.sample)))
    try check(back, like: .sample)
  }

  @Test("ours writes, ours reads")
  func oursBothWays() throws {
    let data = try KeyedArchiveEncoder().encode(Volume.sample)
    try check(KeyedArchiveDecoder().decode(Volume.self, from: data), like: .sample)
  }

  @Test("other formats: JSON, with the class of an object that is not the declared one")
  func json() throws {
    let volume = Volume.sample
    let back = try JSONDecoder().decode(Volume.self, from: JSONEncoder().encode(volume))
    #expect(back.title == volume.title && back.author is Laureate && back.publisher is Imprint)
    let own = try AutoJSONDecoder().decode(Volume.self, from: AutoJSONEncoder().encode(volume))
    #expect(own.title == volume.title && own.author is Laureate && own.publisher is Imprint)
  }

  @Test("nil in a collection is kept by Foundation's archiver on both ends")
  func holes() throws {
    let volume = Volume()
    volume.holes = [1, nil, 0, nil]
    let data = try foundationArchive(volume)
    #expect(try foundationObject(Volume.self, from: data)?.holes == [1, nil, 0, nil])
    #expect(try KeyedArchiveDecoder().decode(Volume.self, from: data).holes == [1, nil, 0, nil])
  }

  @Test("missing keys keep defaults, and former keys are read")
  func missingKeys() throws {
    let archiver = NSKeyedArchiver(requiringSecureCoding: true)
    archiver.encode(OldVolume(), forKey: NSKeyedArchiveRootObjectKey)
    let names = ["AutoCodingFoundationTests.OldVolume": Volume.self]
    let back = try #require(try foundationObject(Volume.self, from: archiver.encodedData, classes: names))
    #expect(back.title == "old name" && back.edition == 7)
    #expect(back.pages == 1 && back.isAvailable && back.tags.isEmpty && back.session == "transient")
  }

  @Test(
    "a value of the wrong type fails with an error that names the property", arguments: WrongVolume.wrongValues.keys)
  func wrongTypes(key: String) throws {
    let archiver = NSKeyedArchiver(requiringSecureCoding: true)
    archiver.encode(WrongVolume(key), forKey: NSKeyedArchiveRootObjectKey)
    let names = ["AutoCodingFoundationTests.WrongVolume": Volume.self]
    let text = explanation { try foundationObject(Volume.self, from: archiver.encodedData, classes: names) }
    #expect(text.contains("Volume.\(key): ") || text.contains("Volume.\(key)."), "\(text)")
  }

  @Test("an error within nested objects names the way there")
  func nestedErrors() throws {
    let archiver = NSKeyedArchiver(requiringSecureCoding: true)
    archiver.encode(WrongVolume("pages", depth: 2), forKey: NSKeyedArchiveRootObjectKey)
    let names = ["AutoCodingFoundationTests.WrongVolume": Volume.self]
    let text = explanation { try foundationObject(Volume.self, from: archiver.encodedData, classes: names) }
    #expect(text.contains("Volume.sequel.sequel.pages: Expected to decode Int but found a string instead."), "\(text)")
  }

  @Test("didDecode() runs, and what it throws fails the coder")
  func didDecode() throws {
    let checked = Checked()
    checked.count = 3
    #expect(try foundationObject(Checked.self, from: foundationArchive(checked))?.copies.count == 3)
    checked.count = -1
    let data = try foundationArchive(checked)
    #expect(explanation { try foundationObject(Checked.self, from: data) }.contains("Checked: count must be positive"))
  }

  @Test("a nested class is an error of the encoder, and not the end of the process")
  func nestedClass() throws {
    final class Local: AutoCodingObject { var value = 5 }
    #expect(explanation { try foundationArchive(Local()) }.contains("Encode it with KeyedArchiveEncoder."))
  }

  @Test("what cannot be written is an error of the encoder that names the property")
  func encodingErrors() throws {
    let volume = Volume()
    volume.large = .max
    #expect(explanation { try foundationArchive(volume) }.contains("18446744073709551615"))
    #expect(explanation { try foundationArchive(volume) }.contains("large"))
    let data = try KeyedArchiveEncoder().encode(volume)
    #expect(try KeyedArchiveDecoder().decode(Volume.self, from: data).large == .max)
  }

  @Test("a cycle is an error of the decoder, and not the end of the process")
  func cycles() throws {
    let volume = Volume()
    let sequel = Volume()
    volume.sequel = sequel
    sequel.sequel = volume
    let data = try foundationArchive(volume)
    #expect(explanation { try foundationObject(Volume.self, from: data) }.contains("nested within each other"))
    let back = try KeyedArchiveDecoder().decode(Volume.self, from: data)
    #expect(back.sequel?.sequel === back)
    sequel.sequel = nil
    back.sequel?.sequel = nil
  }
}

/// An archive of a model as it was once.
final class OldVolume: NSObject, NSSecureCoding {
  static var supportsSecureCoding: Bool { true }
  override init() {}
  func encode(with coder: NSCoder) {
    coder.encode("old name" as NSString, forKey: "name")
    coder.encode(7, forKey: "edition")
    coder.encode("unknown" as NSString, forKey: "unknown")
  }
  init?(coder: NSCoder) { nil }
}

/// An archive that has one key, with a value of another type than the property of that key.
final class WrongVolume: NSObject, NSSecureCoding {
  static var supportsSecureCoding: Bool { true }
  private let key: String
  private let depth: Int

  init(_ key: String, depth: Int = 0) { (self.key, self.depth) = (key, depth) }

  static let wrongValues: [String: @Sendable (NSCoder, String) -> Void] = [
    "title": { $0.encode(5, forKey: $1) },
    "pages": { $0.encode("text" as NSString, forKey: $1) },
    "edition": { $0.encode("text" as NSString, forKey: $1) },
    "price": { $0.encode([1] as NSArray, forKey: $1) },
    "weight": { $0.encode(1e300, forKey: $1) },
    "isAvailable": { $0.encode(2, forKey: $1) },
    "small": { $0.encode(128, forKey: $1) },
    "large": { $0.encode(-1, forKey: $1) },
    "printed": { $0.encode("text" as NSString, forKey: $1) },
    "scan": { $0.encode("text" as NSString, forKey: $1) },
    "id": { $0.encode(Data([1]) as NSData, forKey: $1) },
    "amount": { $0.encode("1" as NSString, forKey: $1) },
    "tags": { $0.encode([1, 2] as NSArray, forKey: $1) },
    "words": { $0.encode(0, forKey: $1) },
    "ratings": { $0.encode(["a": "b"] as NSDictionary, forKey: $1) },
    "genre": { $0.encode("poem" as NSString, forKey: $1) },
    "cover": { $0.encode("none" as NSString, forKey: $1) },
    "review": { $0.encode(["stars": "five"] as NSDictionary, forKey: $1) },
    "author": { $0.encode(Checked(), forKey: $1) },
    "editors": { $0.encode([[Writer("Ann"), Checked()] as NSArray] as NSArray, forKey: $1) },
    "covers": { $0.encode([Review(stars: 1, text: nil)], forKey: $1) },
    "sequel": { $0.encode(Date() as NSDate, forKey: $1) },
    "publisher": { $0.encode(1.5, forKey: $1) },
    "version": { $0.encode("1" as NSString, forKey: $1) },
  ]

  func encode(with coder: NSCoder) {
    if depth > 0 {
      coder.encode(WrongVolume(key, depth: depth - 1), forKey: "sequel")
    } else {
      Self.wrongValues[key]?(coder, key)
    }
  }

  init?(coder: NSCoder) { nil }
}
