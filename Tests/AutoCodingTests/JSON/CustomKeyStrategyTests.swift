import AutoCoding
import Foundation
import Synchronization
import TestModels
import Testing

/// What a custom strategy for keys is asked, and what a custom strategy for dates and data is not.
struct CustomKeyStrategyTests {
  private final class Paths: Sendable {
    private let paths = Mutex<Set<String>>([])
    var seen: Set<String> { paths.withLock { $0 } }
    func note(_ path: [any CodingKey]) { _ = paths.withLock { $0.insert(path.pathText) } }
  }

  /// The paths for which a decoder asks its key strategy; nil if it refuses the text.
  private static func paths<Value: Codable>(_ type: Value.Type, _ data: Data) -> Set<String>? {
    let paths = Paths()
    let decoder = AutoJSONDecoder()
    decoder.keyDecodingStrategy = .custom {
      paths.note($0)
      return $0[$0.count - 1]
    }
    return (try? decoder.decode([Value].self, from: data)).map { _ in paths.seen }
  }

  private struct Visitor: ZooVisitor {
    func visit<Auto, Twin>(_ specimen: Specimen<Auto, Twin>) throws {
      for sample in specimen.samples {
        guard let data = try? AutoJSONEncoder().encode([sample.twin]),
          let expected = CustomKeyStrategyTests.paths(Twin.self, data)
        else { continue }
        #expect(CustomKeyStrategyTests.paths(Auto.self, data) == expected, "\(specimen.name)")
      }
    }
  }

  @Test("models ask for the paths for which plain Codable types ask")
  func zoo() throws {
    for specimen in Zoo.all { try specimen.accept(Visitor()) }
  }

  /// Coders that put a letter before each key, and remove it.
  private static var lettering: (encoder: AutoJSONEncoder, foundation: JSONEncoder, decoder: AutoJSONDecoder) {
    let (encoder, foundation, decoder) = (AutoJSONEncoder(), JSONEncoder(), AutoJSONDecoder())
    encoder.keyEncodingStrategy = .custom { AnyKey("x" + $0[$0.count - 1].stringValue) }
    foundation.keyEncodingStrategy = encoder.keyEncodingStrategy
    decoder.keyDecodingStrategy = .custom { AnyKey(String($0[$0.count - 1].stringValue.dropFirst())) }
    return (encoder, foundation, decoder)
  }

  protocol Figure: AutoCoding {}
  enum Outline: Figure, Equatable { case circle(radius: Int), empty }
  struct Picture: AutoCoding {
    var figure: any Figure
    var figures: [any Figure]
  }

  @Test("an enum in a property of a protocol's type is found by its converted keys")
  func wrappedValue() throws {
    let coders = Self.lettering
    let drawing = Picture(figure: Outline.circle(radius: 1), figures: [Outline.empty, Outline.circle(radius: 2)])
    for data in [try coders.encoder.encode(drawing), try coders.foundation.encode(drawing)] {
      let found = try coders.decoder.decode(Picture.self, from: data)
      #expect(found.figure as? Outline == .circle(radius: 1))
      #expect(found.figures.map { $0 as? Outline } == [.empty, .circle(radius: 2)])
    }
  }

  struct Versioned: AutoCoding, Equatable {
    var name: String
    var style: Styled?
    static var archiveVersion: Int { 3 }
    static func migrate(_ properties: inout ArchivedProperties, from version: Int) throws {
      try properties.encode("migrated from \(version)", forKey: "name")
    }
  }
  struct Styled: AutoCoding, Equatable {
    var firstName: String
    static let typeRules = TypeRules(keyStyle: .kebabCase)
    static var archiveVersion: Int { 2 }
    static func migrate(_ properties: inout ArchivedProperties, from version: Int) throws {
      try properties.encode("migrated from \(version)", forKey: "first-name")
    }
  }
  struct Unversioned: AutoCoding {
    var style: Style?
    struct Style: AutoCoding {
      var firstName: String
      static let typeRules = TypeRules(keyStyle: .kebabCase)
    }
  }

  class StyledBase: AutoCoding, DefaultInitializable {
    var firstName = "a"
    required init() {}
    class var typeRules: TypeRules { TypeRules(keyStyle: .kebabCase) }
    class var propertyRules: PropertyRules { [:] }
  }
  final class StyledRest: StyledBase {
    var more = ["k": 1]
    override class var propertyRules: PropertyRules { ["more": .flattened] }
  }
  struct VersionedRest: AutoCoding, Equatable {
    var firstName = "a"
    var more = ["k": 1]
    static let typeRules = TypeRules(keyStyle: .kebabCase)
    static let propertyRules: PropertyRules = ["more": .flattened]
    static var archiveVersion: Int { 2 }
    static func migrate(_ properties: inout ArchivedProperties, from version: Int) throws {
      #expect(properties.keys.allSatisfy { !$0.contains("$") })
    }
  }
  /// Decodes through containers.
  struct Contained<Value: AutoCoding>: Codable { var value: Value }

  @Test("the library's converted keys are no entries of a flattened dictionary")
  func flattened() throws {
    let coders = Self.lettering
    coders.decoder.unknownKeys = .refuse
    let text = try coders.encoder.encode(VersionedRest())
    #expect(try coders.decoder.decode(VersionedRest.self, from: text) == VersionedRest())
    let contained = try coders.encoder.encode(Contained(value: VersionedRest()))
    #expect(try coders.decoder.decode(Contained<VersionedRest>.self, from: contained).value == VersionedRest())
    let older = #"{"first-name":"a","k":1,"x$version":1}"#
    #expect(try coders.decoder.decode(VersionedRest.self, from: older) == VersionedRest())
    var value = VersionedRest()
    try coders.decoder.update(&value, from: text)
    coders.decoder.collectionUpdates = .merge
    try coders.decoder.update(&value, from: text)
    #expect(value == VersionedRest())
    for value in [[StyledRest() as StyledBase]] {
      let objects = try coders.decoder.decode([StyledBase].self, from: coders.encoder.encode(value))
      #expect((objects.first as? StyledRest)?.more == ["k": 1])
      let contained = try coders.encoder.encode(Contained(value: StyledRest() as StyledBase))
      let object = try coders.decoder.decode(Contained<StyledBase>.self, from: contained).value
      #expect((object as? StyledRest)?.more == ["k": 1])
    }
  }

  @Test("the version is found under its converted key")
  func versions() throws {
    let coders = Self.lettering
    let value = Versioned(name: "a", style: Styled(firstName: "b"))
    coders.decoder.unknownKeys = .refuse
    for data in [try coders.encoder.encode(value), try coders.foundation.encode(Versioned(name: "a"))] {
      #expect(try coders.decoder.decode(Versioned.self, from: data).name == "a")
    }
    let data = try coders.encoder.encode(value)
    #expect(try coders.decoder.decode(Versioned.self, from: data) == value)
    let older = #"{"xname":"a","x$version":2,"xstyle":{"first-name":"b","x$version":1}}"#
    #expect(
      try coders.decoder.decode(Versioned.self, from: older)
        == Versioned(name: "migrated from 2", style: Styled(firstName: "migrated from 1")))
    // Of a type with fixed keys that has no versions, too.
    let newer = #"{"xstyle":{"first-name":"b","x$version":1}}"#
    coders.decoder.unknownKeys = .ignore
    let error = try #require(throws: DecodingError.self) { try coders.decoder.decode(Unversioned.self, from: newer) }
    #expect("\(error)".contains("is of version 1"))
  }

  struct Base: AutoCoding, Equatable {
    var firstName = ""
    var inner: [String: Inner] = [:]
    var numbers: [Int: Inner] = [:]
    struct Inner: AutoCoding, Equatable { var lastName: String? }
  }

  @Test("each key is converted once its object is read, with the path of the object")
  func conversion() throws {
    let decoder = AutoJSONDecoder()
    decoder.keyDecodingStrategy = .custom { path in
      let key = path[path.count - 1].stringValue
      return AnyKey(path.count == 1 ? key.prefix(1).lowercased() + key.dropFirst() : key.replacing("_", with: ""))
    }
    let text = #"{"FirstName":"a","Inner":{"x_y":{"last_Name":"b"}},"Numbers":{"_1":{"lastName":null}},"Other":[{}]}"#
    let expected = Base(firstName: "a", inner: ["x_y": .init(lastName: "b")], numbers: [1: .init(lastName: nil)])
    #expect(try decoder.decode(Base.self, from: Data(text.utf8)) == expected)
    let foundation = JSONDecoder()
    foundation.keyDecodingStrategy = decoder.keyDecodingStrategy
    #expect(try foundation.decode(Base.self, from: Data(text.utf8)) == expected)
  }

  class Shape: AutoCoding, DefaultInitializable {
    var name = ""
    required init() {}
  }
  final class Circle: Shape {
    var radius = 0.0
  }

  @Test("the key of the class is converted like others, wherever it is")
  func classes() throws {
    let (encoder, decoder) = (AutoJSONEncoder(), AutoJSONDecoder())
    encoder.keyEncodingStrategy = .custom { AnyKey("k" + $0[$0.count - 1].stringValue) }
    decoder.keyDecodingStrategy = .custom { AnyKey(String($0[$0.count - 1].stringValue.dropFirst())) }
    let circle = Circle()
    (circle.name, circle.radius) = ("c", 2)
    let text = try String(decoding: encoder.encode([circle as Shape]), as: UTF8.self)
    #expect(text.contains(#""k$class""#))
    for text in [text, #"[{"kname":"c","kother":{"k$class":"x"},"kradius":2,"k$class":"\#(Self.name(in: text))"}]"#] {
      let found = try decoder.decode([Shape].self, from: Data(text.utf8))
      #expect((found.first as? Circle)?.radius == 2, "\(text)")
    }
    #expect(throws: DecodingError.self) {
      try decoder.decode([Shape].self, from: Data(#"[{"k$class":"Nothing","kname":""}]"#.utf8))
    }
    // Without its letter the key is one that the class does not know.
    #expect(try decoder.decode([Shape].self, from: Data(#"[{"$class":"Nothing","kname":""}]"#.utf8)).count == 1)
  }

  private static func name(in text: String) -> String {
    text.firstMatch(of: /"k\$class":"([^"]*)"/).map { String($0.1) } ?? ""
  }

  struct Dates: AutoCoding {
    var date: Date?
    var data: Data?
  }
  struct Needed: AutoCoding { var date: Date }
  struct NeededTwin: Codable { var date: Date }
  struct NeededData: AutoCoding { var data: Data }

  private static func configure(_ decoder: some JSONDecoding) {
    decoder.dateDecodingStrategy = .custom { _ in Date(timeIntervalSince1970: 0) }
    decoder.dataDecodingStrategy = .custom { _ in Data() }
  }

  @Test("strategies for dates and data are not asked what null is", arguments: ["null", "  null", "\n null"])
  func nulls(null: String) throws {
    let (decoder, foundation) = (AutoJSONDecoder(), JSONDecoder())
    Self.configure(decoder)
    Self.configure(foundation)
    func check<Value: Decodable>(_ type: Value.Type, _ text: String) {
      for decode in [
        { try decoder.decode(type, from: Data(text.utf8)) }, { try foundation.decode(type, from: Data(text.utf8)) },
      ] {
        do {
          _ = try decode()
          Issue.record("\(type) was read from \(text)")
        } catch DecodingError.valueNotFound {
        } catch {
          Issue.record(error)
        }
      }
    }
    check(Needed.self, #"{"date":\#(null)}"#)
    check(NeededTwin.self, #"{"date":\#(null)}"#)
    check(NeededData.self, #"{"data":\#(null)}"#)
    check([Date].self, "[\(null)]")
    check([String: Data].self, #"{"a":\#(null)}"#)
    let found = try decoder.decode(Dates.self, from: Data(#"{"date":\#(null),"data":\#(null)}"#.utf8))
    #expect(found.date == nil && found.data == nil)
    let dictionaries = DictionaryDecoder()
    dictionaries.dateDecodingStrategy = .custom { _ in Date() }
    #expect(throws: DecodingError.self) { try dictionaries.decode(Needed.self, from: ["date": Int?.none as Any]) }
  }
}

extension [any CodingKey] {
  fileprivate var pathText: String { map(\.stringValue).joined(separator: "/") }
}
