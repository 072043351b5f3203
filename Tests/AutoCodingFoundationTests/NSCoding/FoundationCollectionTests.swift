import AutoCoding
import AutoCodingFoundation
import Foundation
import Testing

/// Objects of Foundation that are hard to hash, to print, or to read as the class that is declared.
struct FoundationCollectionTests {
  struct Decimals: AutoCoding {
    var set: Set<Decimal>
    var table: [Decimal: Int]
    static var archivedTypeName: String { "Numbers" }
  }

  struct Numbers: AutoCoding {
    var set: Set<NSNumber>
    var table: [NSNumber: Int]
    static var archivedTypeName: String { "Numbers" }
  }

  final class Counter: AutoCodingObject { var count: NSNumber? }

  #if !canImport(ObjectiveC)
  @Test("decimal numbers are hashed, in sets, as keys and as properties")
  func decimals() throws {
    let archive = try KeyedArchiveEncoder().encode(Decimals(set: [1.5, 2], table: [0.1: 3]))
    let numbers = try KeyedArchiveDecoder().decode(Numbers.self, from: archive)
    #expect(numbers.set == [NSNumber(value: 1.5), NSNumber(value: 2)] && numbers.table[NSNumber(value: 0.1)] == 3)
    let again = try KeyedArchiveDecoder().decode(Decimals.self, from: KeyedArchiveEncoder().encode(numbers))
    #expect(again.set == [1.5, 2] && again.table == [0.1: 3])
    let counters = [NSDecimalNumber(string: "1.5"), NSNumber(value: 1.5), NSNumber(value: 7)].map { number in
      let counter = Counter()
      counter.count = number
      return counter
    }
    #expect(counters[0].hash == counters[1].hash && counters[0].hash != counters[2].hash)
    let (yes, one) = (Counter(), Counter())
    (yes.count, one.count) = (NSNumber(value: true), NSNumber(value: 1))
    #expect(yes.isEqual(one) == (yes.hash == one.hash))
  }
  #endif

  struct Anything: AutoCoding { var value: Any }

  final class Listed: AutoCodingObject { var list: NSArray? }

  @Test("an array of Foundation with a date that is no number stops nothing")
  func dates() throws {
    let list = NSArray(array: [NSArray(array: [NSDate(timeIntervalSinceReferenceDate: .nan)])])
    let ofJSON = #expect(throws: EncodingError.self) { try AutoJSONEncoder().encode(Anything(value: list)) }
    #expect("\(try #require(ofJSON))".contains("Path: value[0][0]"))
    #expect(throws: Never.self) { try KeyedArchiveEncoder().encode(Anything(value: list)) }
    #expect(throws: Never.self) { try AutoPropertyListEncoder().encode(Anything(value: list)) }
    #expect(throws: EncodingError.self) { try DictionaryEncoder().encode(Anything(value: list)) }
    #expect(throws: Never.self) { try DictionaryDecoder().decode(Anything.self, from: ["value": list]) }
    for list in [list, [["a": list] as NSDictionary], NSArray(array: [NSSet(array: [list])])] {
      let listed = Listed()
      listed.list = list
      #expect(listed.description.contains("nan"))
      let error = #expect(throws: EncodingError.self) { try AutoJSONEncoder().encode(listed) }
      #expect(!"\(try #require(error))".isEmpty)
    }
  }

  struct Mutable: AutoCoding {
    var text: NSMutableString?
    var list: NSMutableArray?
    var table: NSMutableDictionary?
    var set: NSMutableSet?
    var data: NSMutableData?
  }

  @Test("mutable objects are read as such")
  func mutable() throws {
    let model = Mutable(
      text: "t", list: [1, "a"], table: ["k": 2], set: NSMutableSet(array: [3]), data: NSMutableData(data: Data([4])))
    let copy = try KeyedArchiveDecoder().decode(Mutable.self, from: KeyedArchiveEncoder().encode(model))
    #expect(
      copy.text == "t" && copy.list == [1, "a"] && copy.table == ["k": 2] && copy.set == NSMutableSet(array: [3]))
    #expect(copy.data?.isEqual(to: Data([4])) == true)
    copy.text?.append("u")
    copy.list?.add(5)
    #expect(copy.text == "tu" && copy.list?.count == 3)
  }

  final class Author: AutoCoding, DefaultInitializable {
    var name = "a"
    init() {}
  }

  struct Book: AutoCoding { var authors: NSArray }
  struct Dated: AutoCoding { var date: Date }

  @Test("a collection of Foundation takes no objects that it could not give back")
  func undeclared() throws {
    let author: any AutoCoding = Author()
    for list in [
      NSArray(array: [author]), NSArray(array: [NSArray(array: [1, author])]), ["k": author] as NSDictionary,
    ] {
      let error = #expect(throws: EncodingError.self) {
        try KeyedArchiveEncoder().encode(Book(authors: list as? NSArray ?? [list]))
      }
      #expect("\(try #require(error))".contains("Author is in a collection of Foundation"))
    }
    let dated = NSArray(array: [Dated(date: Date(timeIntervalSinceReferenceDate: .nan))])
    let error = #expect(throws: EncodingError.self) { try KeyedArchiveEncoder().encode(Book(authors: dated)) }
    #expect(!"\(try #require(error))".isEmpty)
  }

  @Test("null is a missing key for Foundation's unarchiver, too")
  func nullTitles() throws {
    for title in [nil, "t"] {
      let old = OldHeadline()
      old.title = title
      let data = try NSKeyedArchiver.archivedData(withRootObject: old, requiringSecureCoding: true)
      let unarchiver = try NSKeyedUnarchiver(forReadingFrom: data)
      unarchiver.setClass(Headline.self, forClassName: NSStringFromClass(OldHeadline.self))
      let read = unarchiver.decodeObject(of: Headline.self, forKey: NSKeyedArchiveRootObjectKey)
      #expect(read?.title == title ?? "untitled", "\(String(describing: unarchiver.error))")
    }
  }

  #if !canImport(ObjectiveC)
  class Node: AutoCoding, DefaultInitializable {
    var id = 7
    required init() {}
  }

  @Test("code by hand gets back the models that it encodes")
  func models() throws {
    let holder = NodeHolder()
    holder.table = ["n": Node()]
    holder.node = Node()
    let box = HolderBox(holder: holder)
    let copy = try KeyedArchiveDecoder().decode(HolderBox.self, from: KeyedArchiveEncoder().encode(box))
    #expect((copy.holder?.table?["n"] as? Node)?.id == 7 && (copy.holder?.node as? Node)?.id == 7)
  }

  struct Indexed: AutoCoding { var holder: IndexHolder? }

  @Test("a class that only Foundation's archiver codes says so")
  func refusedClass() throws {
    let error = #expect(throws: EncodingError.self) { try KeyedArchiveEncoder().encode(Indexed(holder: IndexHolder())) }
    #expect("\(try #require(error))".contains("NSIndexSet is coded by Foundation's own archivers alone"))
  }
  #endif

  @Test("a Decimal has the digits of a Float, in an object too")
  func floats() throws {
    struct Model: AutoCoding { var value: Decimal }
    for value in [Float(0.1), NSNumber(value: Float(0.1))] as [Any] {
      #expect(try DictionaryDecoder().decode(Model.self, from: ["value": value]).value == Decimal(string: "0.1"))
    }
    #expect(try DictionaryDecoder().decode(Model.self, from: ["value": NSNumber(value: 0.25)]).value == 0.25)
  }
}

final class OldHeadline: AutoCodingObject {
  var title: String?
  override class var typeRules: TypeRules { TypeRules(encodesNil: true) }
}

final class Headline: AutoCodingObject {
  var title = "untitled"
  override class var propertyRules: PropertyRules { ["title": .defaultForNull] }
}

#if !canImport(ObjectiveC)
final class NodeHolder: NSObject, NSSecureCoding {
  static var supportsSecureCoding: Bool { true }
  var table: NSDictionary?
  var node: Any?

  override init() {}

  func encode(with coder: NSCoder) {
    coder.encode(table, forKey: "table")
    coder.encode(node, forKey: "node")
  }

  init?(coder: NSCoder) {
    super.init()
    let classes: [AnyClass] = [NSDictionary.self, NSString.self, FoundationCollectionTests.Node.self, NSNull.self]
    table = coder.decodeObject(of: classes, forKey: "table") as? NSDictionary
    node = coder.decodeObject(of: [FoundationCollectionTests.Node.self], forKey: "node")
  }
}

struct HolderBox: AutoCoding { var holder: NodeHolder? }

final class IndexHolder: NSObject, NSSecureCoding {
  static var supportsSecureCoding: Bool { true }
  override init() {}
  func encode(with coder: NSCoder) { coder.encode(NSIndexSet(index: 4), forKey: "a") }
  init?(coder: NSCoder) {}
}
#endif
