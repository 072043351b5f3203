import Foundation
import TestSupport
import Testing

@testable import ArchiveInspection
@testable import AutoCoding

/// Looking inside archives.
struct ArchiveInspectionTests {
  /// The archive of these objects behind `$null`; the root is the first of them.
  static func archive(
    _ objects: [PropertyListTree], top: [(String, PropertyListTree)] = [("root", .uid(1))],
    others: [(String, PropertyListTree)] = []
  ) throws -> ArchiveInspection {
    let tree = dictionary(
      [
        ("$archiver", .string("NSKeyedArchiver")), ("$version", .integer(high: 0, low: 100_000)),
        ("$top", dictionary(top)), ("$objects", .array([.string("$null")] + objects)),
      ] + others)
    return try ArchiveInspection(data: try tree.written())
  }

  static func dictionary(_ pairs: [(String, PropertyListTree)]) -> PropertyListTree {
    .dictionary(pairs.map { .init(key: .string($0.0), value: $0.1) })
  }

  static func classNamed(_ names: String...) -> PropertyListTree {
    dictionary([("$classname", .string(names[0])), ("$classes", .array(names.map { .string($0) }))])
  }

  /// A teacher and her students, who know her.
  static func school() throws -> ArchiveInspection {
    try archive([
      dictionary([
        ("name", .uid(2)), ("course", .uid(0)), ("students", .uid(4)), ("$class", .uid(3)),
        ("isRetired", .bool(false)), ("born", .uid(7)), ("rating", .double(4.5.bitPattern)),
      ]),
      .string("Ada"), classNamed("School.Teacher", "School.Person", "NSObject"),
      dictionary([("NS.objects", .array([.uid(5), .uid(5), .uid(6)])), ("$class", .uid(9))]),
      dictionary([("name", .uid(8)), ("teacher", .uid(1)), ("$class", .uid(10))]),
      dictionary([("name", .uid(2)), ("teacher", .uid(0)), ("$class", .uid(10))]),
      dictionary([("NS.time", .double(0)), ("$class", .uid(11))]),
      .string("Ben \"the \u{202E}second\"\n"), classNamed("NSMutableArray", "NSArray", "NSObject"),
      classNamed("School.Person", "NSObject"), classNamed("NSDate", "NSObject"),
    ])
  }

  @Test func text() throws {
    let inspection = try Self.school()
    #expect(inspection.isKeyedArchive)
    #expect(
      inspection.description == #"""
        NSKeyedArchiver archive, version 100000, 12 objects
        root: School.Teacher #1
          name: "Ada"
          course: null
          students: NSMutableArray
            0: School.Person #5
              name: "Ben \"the \u{202e}second\"\n"
              teacher: → #1
            1: #5
            2: School.Person
              name: "Ada"
              teacher: null
          isRetired: false
          born: NSDate 2001-01-01T00:00:00Z
          rating: 4.5
        classes:
          School.Teacher: School.Person: NSObject
          NSMutableArray: NSArray: NSObject
          School.Person: NSObject
          NSDate: NSObject
        """#)
  }

  @Test func json() throws {
    #expect(
      try Self.school().jsonDescription == #"""
        {
          "archiver": "NSKeyedArchiver",
          "version": 100000,
          "objectCount": 12,
          "top": {
            "root": {
              "$class": "School.Teacher",
              "$id": 1,
              "name": "Ada",
              "course": null,
              "students": {
                "$class": "NSMutableArray",
                "NS.objects": [
                  {
                    "$class": "School.Person",
                    "$id": 5,
                    "name": "Ben \"the \#u{202E}second\"\u000a",
                    "teacher": {"$ref": 1}
                  },
                  {"$ref": 5},
                  {
                    "$class": "School.Person",
                    "name": "Ada",
                    "teacher": null
                  }
                ]
              },
              "isRetired": false,
              "born": {
                "$class": "NSDate",
                "NS.time": 0.0
              },
              "rating": 4.5
            }
          },
          "classes": {
            "School.Teacher": [
              "School.Person",
              "NSObject"
            ],
            "NSMutableArray": [
              "NSArray",
              "NSObject"
            ],
            "School.Person": [
              "NSObject"
            ],
            "NSDate": [
              "NSObject"
            ]
          }
        }
        """#)
  }

  @Test func leavesOfEveryKind() throws {
    let long = String(repeating: "x", count: 300)
    let inspection = try ArchiveInspection(
      data: try PropertyListTree.dictionary([
        .init(key: .string("null"), value: .null), .init(key: .string("flag"), value: .bool(true)),
        .init(key: .string("small"), value: .integer(high: -1, low: UInt64(bitPattern: -5))),
        .init(key: .string("large"), value: .integer(high: 0, low: .max)),
        .init(key: .string("huge"), value: .integer(high: 1, low: 2)),
        .init(key: .string("float"), value: .float(Float(0.1).bitPattern)),
        .init(key: .string("nan"), value: .double(Double.nan.bitPattern)),
        .init(key: .string("day"), value: .date(700_000_000.5.bitPattern)),
        .init(key: .string("far"), value: .date(1e300.bitPattern)),
        .init(key: .string("never"), value: .date(Double.infinity.bitPattern)),
        .init(key: .string("empty"), value: .data([])), .init(key: .string("byte"), value: .data([10])),
        .init(key: .string("bytes"), value: .data(Array(0..<100))), .init(key: .string("text"), value: .string(long)),
        .init(key: .string("uid"), value: .uid(7)), .init(key: .string("none"), value: .array([])),
        .init(key: .string("set"), value: .set([.bool(false)])),
        .init(key: .string("ordered"), value: .orderedSet([.bool(false)])),
        .init(key: .string("$ref"), value: .string("\u{7F}\u{0}\\")),
        .init(key: .string("a key: with\n"), value: .dictionary([])),
        .init(key: .string("uid"), value: .uid(8)), .init(key: .integer(high: 0, low: 5), value: .bool(true)),
        .init(key: .array([]), value: .bool(true)),
      ]).written())
    #expect(!inspection.isKeyedArchive)
    #expect(
      inspection.description == #"""
        binary property list, 46 objects
        dictionary
          null: null
          flag: true
          small: -5
          large: 18446744073709551615
          huge: 0x10000000000000002
          float: 0.1
          nan: nan
          day: 2023-03-08T20:26:40.500Z
          far: date 1e+300
          never: date inf
          empty: <> 0 bytes
          byte: <0a> 1 byte
          bytes: <000102030405060708090a0b0c0d0e0f1011121314151617…> 100 bytes
          text: "\#(String(repeating: "x", count: 200))"… 300 bytes
          uid: UID 7
          none: array (empty)
          set: set
            0: false
          ordered: ordered set
            0: false
          $ref: "\u{7f}\u{0}\\"
          "a key: with\n": dictionary (empty)
          uid: UID 8
          (5): true
          (an array): true
        """#)
    #expect(
      inspection.jsonDescription == #"""
        {
          "format": "binary property list",
          "objectCount": 46,
          "value": {
            "null": null,
            "flag": true,
            "small": -5,
            "large": 18446744073709551615,
            "huge": {"$integer": "0x10000000000000002"},
            "float": 0.1,
            "nan": {"$real": "nan"},
            "day": {"$date": 700000000.5},
            "far": {"$date": 1e+300},
            "never": {"$date": "inf"},
            "empty": {"$data": ""},
            "byte": {"$data": "Cg=="},
            "bytes": {"$data": "\#(Data(0..<100).base64EncodedString())"},
            "text": "\#(long)",
            "uid": {"$uid": 7},
            "none": [],
            "set": {
              "$set": [
                false
              ]
            },
            "ordered": {
              "$orderedSet": [
                false
              ]
            },
            "$$ref": "\u007f\u0000\\",
            "a key: with\u000a": {},
            "$2:uid": {"$uid": 8},
            "(5)": true,
            "(an array)": true
          }
        }
        """#)
  }

  @Test func whatNoArchiverWrites() throws {
    let inspection = try Self.archive(
      [
        Self.dictionary([("$class", .uid(99)), ("a", .uid(2)), ("b", .uid(3))]), .uid(2),
        Self.dictionary([("$class", .uid(1))]), .string("alone"), Self.dictionary([("peer", .uid(6))]),
        .array([.uid(5)]),
      ], others: [("$extra", .integer(high: 0, low: 1))])
    #expect(
      inspection.description == """
        NSKeyedArchiver archive, version 100000, 7 objects
        root: dictionary #1
          $class: UID 99, which does not exist
          a: UID 2, which does not exist
          b: dictionary
            $class: → #1
        $extra: 1
        unreferenced:
        #4: "alone"
        #5: dictionary #5
          peer: array
            0: → #5
        """)
    let json = try JSONSerialization.jsonObject(with: Data(inspection.jsonDescription.utf8)) as? [String: Any]
    #expect((json?["unreferenced"] as? [String: Any])?.keys.sorted() == ["#4", "#5"])
    #expect((json?["top"] as? [String: Any])?["$$extra"] as? Int == 1)
  }

  @Test func foundationsOwnObjects() throws {
    let list: [Any] = [
      ["key": NSMutableString(string: "value")], NSDate(timeIntervalSinceReferenceDate: 86_400),
      NSData(data: Data([1, 2])),
      NSNumber(value: 7), NSSet(object: "one"), NSOrderedSet(object: "two"), NSNull(), NSArray(),
    ]
    let data = try NSKeyedArchiver.archivedData(withRootObject: list as NSArray, requiringSecureCoding: true)
    let inspection = try ArchiveInspection(data: data)
    let lines = inspection.description.split(separator: "\n").dropFirst().prefix { $0 != "classes:" }
    #expect(
      lines.joined(separator: "\n") == """
        root: NSArray
          0: NSDictionary
            key: "value"
          1: NSDate 2001-01-02T00:00:00Z
          2: <0102> 2 bytes
          3: 7
          4: NSSet
            0: "one"
          5: NSOrderedSet
            NS.object.0: "two"
          6: NSNull (empty)
          7: NSArray (empty)
        """)
  }

  @Test("A bomb is shown once", arguments: [2, 30, 3000])
  func bombs(levels: Int) throws {
    // Each level is two of the next: 2³⁰⁰⁰ leaves for who follows every reference.
    var writer = PropertyListWriter()
    var level = writer.add(string: "leaf")
    for _ in 0..<levels {
      level = withUnsafePointer(to: (level, level)) { pair in
        pair.withMemoryRebound(to: UInt32.self, capacity: 2) {
          writer.addArray(UnsafeBufferPointer(start: $0, count: 2))
        }
      }
    }
    let inspection = try ArchiveInspection(data: try writer.finish(top: level))
    let lines = inspection.description.split(separator: "\n")
    if levels < 100 {
      // Each array has its own line and one for the second time, but the innermost, of two leaves, and the top.
      #expect(lines.count == 1 + levels * 2 + 1)
      #expect(lines.filter { $0.contains("1: #") }.count == levels - 1)
    } else {
      #expect(lines.last == "… and more, which exceeds the limit of 1000000 bytes")
    }
  }

  @Test func theLimitHolds() throws {
    var inspection = try Self.school()
    let whole = (inspection.description, inspection.jsonDescription)
    for limit in 0..<whole.0.utf8.count + 100 {
      inspection.maximumLength = limit
      let text = inspection.description
      #expect(text == whole.0 || text.hasSuffix("… and more, which exceeds the limit of \(limit) bytes"))
      #expect((text == whole.0) == (limit > whole.0.utf8.count))
    }
    for limit in stride(from: 0, to: whole.1.utf8.count + 100, by: 7) {
      inspection.maximumLength = limit
      let json = inspection.jsonDescription
      let object = try JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String: Any]
      #expect((object?["truncated"] as? Bool == true) == (json != whole.1))
      #expect(json.utf8.count < limit + 200)
    }
    inspection.maximumLength = .min
    #expect(inspection.description.hasSuffix("\n… and more, which exceeds the limit of 0 bytes"))
    #expect(inspection.jsonDescription.hasSuffix("\"truncated\": true\n}"))
    inspection.maximumLength = 10_000
    #expect(inspection.description == whole.0 && inspection.jsonDescription == whole.1)
  }

  @Test func longSharedTextIsShownOnce() throws {
    // A thousand references to a megabyte of text must not become a gigabyte.
    let long = String(repeating: "long text ", count: 100_000)
    let inspection = try Self.archive([
      .array([PropertyListTree](repeating: .uid(2), count: 1000) + [.uid(3)]), .string(long),
      .data([UInt8](repeating: 1, count: 100)),
    ])
    let lines = inspection.description.split(separator: "\n")
    #expect(lines[2].hasSuffix("\"… 1000000 bytes #2"))
    #expect(lines[3] == "  1: #2" && lines[1001] == "  999: #2")
    #expect(lines[1002].hasSuffix("100 bytes"))
    var larger = inspection
    larger.maximumLength = 2_000_000
    #expect(larger.jsonDescription.contains("{\n        \"$id\": 2,\n        \"$value\": \"long text "))
    #expect(larger.jsonDescription.utf8.count < 1_100_000)
  }

  @Test func inlineContainersThatAreShared() throws {
    // Two objects of the archive have the same array within them, which has no UID.
    var writer = PropertyListWriter()
    func string(_ text: String) -> UInt32 { writer.add(string: text) }
    func array(_ elements: [UInt32]) -> UInt32 { elements.withUnsafeBufferPointer { writer.addArray($0) } }
    func dictionary(_ pairs: [(String, UInt32)]) -> UInt32 {
      let keys = pairs.map { writer.add(string: $0.0) }
      let values = pairs.map(\.1)
      return keys.withUnsafeBufferPointer { keys in
        values.withUnsafeBufferPointer { writer.addDictionary(keys: keys, values: $0) }
      }
    }
    let shared = array([writer.add(bool: true)])
    let objects = array([string("$null"), array([shared, shared])])
    let top = dictionary([
      ("$archiver", string("Mine")), ("$version", writer.add(integer: 1)), ("$objects", objects),
      ("$top", dictionary([("a", writer.add(uid: 1))])),
    ])
    let inspection = try ArchiveInspection(data: try writer.finish(top: top))
    #expect(
      inspection.description == """
        Mine archive, version 1, 2 objects
        a: array
          0: array #o\(shared)
            0: true
          1: #o\(shared)
        """)
    #expect(inspection.jsonDescription.contains("{\"$ref\": \"o\(shared)\"}"))
  }

  @Test("Elements that several collections share are shown once")
  func sharedElements() throws {
    var writer = PropertyListWriter()
    func array(_ elements: [UInt32]) -> UInt32 { elements.withUnsafeBufferPointer { writer.addArray($0) } }
    func dictionary(_ pairs: [(String, UInt32)]) -> UInt32 {
      let keys = pairs.map { writer.add(string: $0.0) }
      return keys.withUnsafeBufferPointer { keys in
        pairs.map(\.1).withUnsafeBufferPointer { writer.addDictionary(keys: keys, values: $0) }
      }
    }
    let keys = array([writer.add(string: "a"), writer.add(string: "b")])
    let values = array([writer.add(integer: 7), writer.add(integer: 8)])
    func collection() -> UInt32 {
      dictionary([("NS.keys", keys), ("NS.objects", values), ("$class", writer.add(uid: 2))])
    }
    let names = array(["NSDictionary", "NSObject"].map { writer.add(string: $0) })
    let described = dictionary([("$classname", writer.add(string: "NSDictionary")), ("$classes", names)])
    let objects = array([writer.add(string: "$null"), array([collection(), collection()]), described])
    let top = dictionary([
      ("$archiver", writer.add(string: "Mine")), ("$version", writer.add(integer: 1)), ("$objects", objects),
      ("$top", dictionary([("root", writer.add(uid: 1))])),
    ])
    let inspection = try ArchiveInspection(data: try writer.finish(top: top))
    #expect(
      inspection.description == """
        Mine archive, version 1, 3 objects
        root: array
          0: NSDictionary
            NS.keys: array #o\(keys)
              0: "a"
              1: "b"
            NS.objects: array #o\(values)
              0: 7
              1: 8
          1: NSDictionary
            NS.keys: #o\(keys)
            NS.objects: #o\(values)
        classes:
          NSDictionary: NSObject
        """)
  }

  @Test func depthIsNoDanger() throws {
    var writer = PropertyListWriter()
    var level = writer.addNull()
    for _ in 0..<200_000 {
      level = withUnsafePointer(to: level) { writer.addArray(UnsafeBufferPointer(start: $0, count: 1)) }
    }
    let data = try writer.finish(top: level)
    var inspection = try ArchiveInspection(data: data)
    inspection.maximumLength = 10_000
    #expect(inspection.description.hasSuffix("… and more, which exceeds the limit of 10000 bytes"))
    #expect(inspection.jsonDescription.hasSuffix("\n  \"truncated\": true\n}"))
    #expect(try data.withUnsafeBytes { try PropertyListReader($0).rewritten().count } == data.count)
  }

  @Test func errorsAreTheReaders() {
    do {
      _ = try ArchiveInspection(data: Data("{\"json\": true}".utf8))
      Issue.record("JSON was read")
    } catch DecodingError.dataCorrupted(let context) {
      #expect(context.debugDescription.contains("only binary property lists are read"))
    } catch {
      Issue.record("\(error)")
    }
  }

  @Test("Classes may share a list of superclasses, but not without limit")
  func sharedSuperclasses() throws {
    let count = 300
    var list = SketchedList()
    let (classKey, nameKey, namesKey) = (list.text("$class"), list.text("$classname"), list.text("$classes"))
    let name = list.text("A")
    let names = list.array(Array(repeating: name, count: count))
    let objects = (0..<count).map { list.dictionary([(classKey, list.uid(1 + count + $0))]) }
    let classes = (0..<count).map { _ in list.dictionary([(nameKey, name), (namesKey, names)]) }
    let data = list.archive(objects + classes)
    let inspection = try ArchiveInspection(data: data)
    #expect(inspection.graph.classes.count > 1)
    #expect(inspection.graph.classes.reduce(0) { $0 + $1.superclasses.count } < data.count)
    #expect(inspection.description.contains("A"))
  }

  @Test("What is no class is looked at once, however many objects refer to it")
  func otherClasses() throws {
    let count = 3000
    let members = (0..<count).map { _ in ("$classname", PropertyListTree.string("A")) } + [("other", .bool(true))]
    let objects = (0..<count).map { _ in Self.dictionary([("$class", .uid(UInt32(count + 1)))]) }
    var inspection: ArchiveInspection?
    let seconds = try ThreadTime.measure { inspection = try Self.archive(objects + [Self.dictionary(members)]) }
    #expect(inspection?.graph.classes.isEmpty == true)
    // It took more than ten seconds without optimization.
    #expect(seconds < 5)
  }
}
