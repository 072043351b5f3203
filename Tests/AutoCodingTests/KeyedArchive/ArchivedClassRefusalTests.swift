import AutoCodingFoundation
import Foundation
import Testing

@testable import AutoCoding

/// Any object would do for these, if its class were not looked at.
private struct BlankPlain: Codable, Equatable {
  var first: Int?
  var second: String?
}

private struct BlankModel: AutoCoding {
  var first: Int?
}

private enum BlankCase: AutoCoding {
  case one(BlankPlain), two(first: Int?, second: Int?)
}

private struct BlankOwner<Value: Codable>: AutoCoding {
  static var archivedTypeName: String { "Test.Owner" }
  var value: Value
}

private struct BlankTuple: AutoCoding {
  static var archivedTypeName: String { "Test.Owner" }
  var value: (first: Int?, second: Int?)
}

private struct BlankNest: Codable {
  var values: [String: [BlankPlain?]]
}

/// A class with code by hand for both: archives have its own name.
final class HandAndCodable: NSObject, NSSecureCoding, Codable {
  static var supportsSecureCoding: Bool { true }
  var title: String?
  var rows: IndexSet?
  var zones: [TimeZone]?

  init(title: String?) { self.title = title }
  init?(coder: NSCoder) { nil }

  func encode(with coder: NSCoder) {
    coder.encode(title, forKey: "title")
    coder.encode(rows as NSIndexSet?, forKey: "rows")
    coder.encode(zones?.map { $0 as NSTimeZone } as NSArray?, forKey: "zones")
  }
}

/// With code of its own, which asks for the class's values by their keys.
private struct OwnCode: AutoCoding {
  var title: String?
  var rows: IndexSet?

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: DynamicKey.self)
    title = try container.decodeIfPresent(String.self, forKey: DynamicKey("title"))
    rows = try container.decodeIfPresent(IndexSet.self, forKey: DynamicKey("rows"))
  }

  func encode(to encoder: any Encoder) throws {}
}

private struct FormerCode: AutoCoding {
  static var formerTypeNames: Set<String> { ["AutoCodingTests.HandAndCodable"] }
  var title: String?
  var rows: IndexSet?
  var zones: [TimeZone]?
}

/// Keyed archives: objects of a class that the type has not declared.
struct ArchivedClassRefusalTests {
  private static var objects: [NSObject & NSSecureCoding] {
    [
      NSDateComponents(), NSLocale(localeIdentifier: "de"), NSIndexSet(index: 1),
      IndexPath(indexes: [1, 2]) as NSIndexPath,
      NSPersonNameComponents(), NSValue(range: NSRange()),
      NSCalendar(identifier: .gregorian) ?? NSCalendar.current as NSCalendar,
      TimeZone.gmt as NSTimeZone, CharacterSet.letters as NSCharacterSet, NSDateInterval(start: Date(), duration: 1),
      Measurement(value: 1, unit: UnitLength.meters) as NSMeasurement, HandAndCodable(title: "x"),
    ]
  }

  /// An archive of an object of `Test.Owner` with a value.
  private func owner(of value: NSObject & NSSecureCoding) throws -> Data {
    let archiver = NSKeyedArchiver(requiringSecureCoding: true)
    archiver.encode(value, forKey: "value")
    // The same objects, with the record of another one before them.
    guard case .dictionary(let parts) = try PropertyListTree(archiver.encodedData) else { return Data() }
    func part(_ key: String) -> PropertyListTree? { parts.first { $0.key == .string(key) }?.value }
    guard case .array(let objects)? = part("$objects"), case .dictionary(let top)? = part("$top"),
      let root = top.first?.value
    else { return Data() }
    let record = ArchiveSketch.dictionary(["value": root, "$class": .uid(UInt32(objects.count + 1))])
    return try ArchiveSketch.dictionary([
      "$archiver": .string("NSKeyedArchiver"), "$version": .integer(100_000),
      "$top": ArchiveSketch.dictionary(["root": .uid(UInt32(objects.count))]),
      "$objects": .array(objects + [record, ArchiveSketch.classNamed("Test.Owner", "NSObject")]),
    ]).written()
  }

  private func refusal(_ body: () throws -> Any) -> (path: [String], text: String)? {
    do {
      _ = try body()
    } catch DecodingError.typeMismatch(_, let context) {
      return (context.codingPath.map(\.stringValue), context.debugDescription)
    } catch {}
    return nil
  }

  @Test("is refused by name, wherever it stands, and not read as nothing")
  func refused() throws {
    let decoder = KeyedArchiveDecoder()
    for object in Self.objects {
      let name = NSStringFromClass(type(of: object).self).split(separator: ".").last.map(String.init) ?? ""
      let root = try foundationArchive(object)
      let property = try owner(of: object)
      let list = try foundationArchive(NSArray(array: [object]))
      let found = [
        refusal { try decoder.decode(BlankPlain.self, from: root) },
        refusal { try decoder.decode(BlankPlain?.self, from: root) as Any },
        refusal { try decoder.decode(BlankModel.self, from: root) },
        refusal { try decoder.decode([BlankPlain].self, from: list) },
        refusal { try decoder.decode(BlankOwner<BlankPlain>.self, from: property) },
        refusal { try decoder.decode(BlankOwner<[String: Int]>.self, from: property) },
        refusal { try decoder.decode(BlankOwner<BlankModel?>.self, from: property) },
        refusal { try decoder.decode(BlankTuple.self, from: property) },
      ]
      for (index, found) in found.enumerated() {
        // A class that the app has itself is its own module's: as the payload of a tuple it is passed on.
        if object is HandAndCodable, index == 7 { continue }
        let found = try #require(found, "\(name) \(index)")
        #expect(found.text.contains("'"), "\(found.text)")
      }
      #expect(found[0]?.text.contains("formerTypeNames") == true, "\(String(describing: found[0]?.text))")
      #expect(found[4]?.path == ["value"])
    }
  }

  @Test("values within a plain type's own code")
  func nested() throws {
    let decoder = KeyedArchiveDecoder()
    let inner = NSDictionary(dictionary: ["a": NSArray(array: [NSNull(), NSLocale(localeIdentifier: "de")])])
    let data = try foundationArchive(NSDictionary(dictionary: ["values": inner]))
    let found = try #require(refusal { try decoder.decode(BlankNest.self, from: data) })
    #expect(found.path == ["values", "a", "Index 1"] && found.text.contains("'NSLocale'"), "\(found)")
    // What is one, is read there.
    struct Locales: Codable, Equatable { var values: [String: [Locale?]] }
    let locales = try decoder.decode(Locales.self, from: data)
    #expect(locales.values == ["a": [nil, Locale(identifier: "de")]])
  }

  @Test("a value type of Foundation's takes objects of its class alone")
  func foundationTypes() throws {
    for object in Self.objects {
      let data = try foundationArchive(object)
      func check<Value: Codable>(_ type: Value.Type, _ isOf: Bool) {
        let found = refusal { try KeyedArchiveDecoder().decode(type, from: data) }
        #expect((found == nil) == isOf, "\(type) of \(Swift.type(of: object)): \(String(describing: found))")
      }
      check(DateComponents.self, object is NSDateComponents)
      check(PersonNameComponents.self, object is NSPersonNameComponents)
      check(Locale.self, object is NSLocale)
      check(TimeZone.self, object is NSTimeZone)
      check(Calendar.self, object is NSCalendar)
      check(IndexSet.self, object is NSIndexSet)
      check(IndexPath.self, object is NSIndexPath)
      check(CharacterSet.self, object is NSCharacterSet)
      check(Measurement<UnitLength>.self, object is NSMeasurement)
      check(NSRange.self, object is NSValue)
    }
  }

  @Test("a type's own name and its former names are declared")
  func declared() throws {
    let object = HandAndCodable(title: "T")
    (object.rows, object.zones) = ([1, 5], [.gmt])
    let data = try foundationArchive(object)
    let own = try KeyedArchiveDecoder().decode(HandAndCodable.self, from: data)
    #expect(own.title == "T" && own.rows == [1, 5] && own.zones == [.gmt])
    let former = try KeyedArchiveDecoder().decode(FormerCode.self, from: data)
    #expect(former.title == "T" && former.rows == [1, 5] && former.zones == [.gmt])
    #expect(
      refusal { try KeyedArchiveDecoder().decode(OwnCode.self, from: data) }?.text.contains("formerTypeNames") == true)
  }

  @Test("keys that are not known are an error, since what is under them would be lost")
  func unknownKeys() throws {
    func check<Value: Codable>(_ type: Value.Type, _ name: String, _ own: [PropertyListTree.Pair] = []) throws {
      let extra = PropertyListTree.Pair(key: .string("NS.other"), value: .integer(1))
      let data = try ArchiveSketch.data([
        .dictionary(own + [extra, .init(key: .string("$class"), value: .uid(2))]),
        ArchiveSketch.classNamed(name, "NSObject"),
      ])
      let error = #expect(throws: DecodingError.self) { try KeyedArchiveDecoder().decode(type, from: data) }
      #expect("\(String(describing: error))".contains("NS.other") && "\(String(describing: error))".contains(name))
    }
    try check(Locale.self, "NSLocale")
    try check(TimeZone.self, "NSTimeZone")
    try check(Calendar.self, "NSCalendar")
    try check(DateComponents.self, "NSDateComponents")
    try check(IndexPath.self, "NSIndexPath")
    try check(IndexSet.self, "NSMutableIndexSet")
    try check(CharacterSet.self, "NSCharacterSet")
    try check(PersonNameComponents.self, "NSPersonNameComponents")
    try check(Measurement<UnitLength>.self, "NSMeasurement")
    try check(CGPoint.self, "NSValue", [.init(key: .string("NS.special"), value: .integer(1))])
  }
}
