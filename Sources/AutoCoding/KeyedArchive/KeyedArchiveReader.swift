#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Reads values from archives of `NSKeyedArchiver` and its relatives, which nobody vouches for.
///
/// Records and collections are read where a reference to them is met; objects with an identity are only made there, and get
/// their properties when it is their turn (`KeyedArchiveReader+Objects.swift`), so that references take no stack.
struct KeyedArchiveReader: CodingReader {
  /// A record or collection that is being read.
  struct Frame {
    /// What record a frame is of, or what its elements are.
    enum Contents {
      case record(PropertyListReader.Pairs)
      case elements(PropertyListReader.Elements)
      /// Keys and values in turn.
      case pairs(keys: PropertyListReader.Elements, values: PropertyListReader.Elements)
      /// Elements under keys of their own, as old archives have them.
      case listed([UInt32])
    }

    let contents: Contents
    var next = 0
    /// The shape of a record whose keys have been looked up; see ``KeyedArchiveReader/plans``.
    var plan: Plan?
  }

  let list: PropertyListReader
  let limits: CodingLimits
  /// The entries of `$objects`.
  let objects: PropertyListReader.Elements
  /// The property list object that is read next.
  var current: UInt32
  var frames: [Frame] = []
  /// The classes of the archive, by the property list object that names them.
  var classes: [UInt32: ArchivedClass] = [:]
  /// The last shape of each type's records.
  var plans: [ObjectIdentifier: Plan] = [:]
  /// Long strings, which other values may have too.
  private var strings: [UInt32: String] = [:]
  /// How many more values may be read: data in which everything refers to the same things twice grows without end.
  private var budget: Int
  var objectTable: ObjectTable
  /// The codecs of archived classes where some class is declared.
  var codecs: [CodecKey: RecordCodec] = [:]
  /// The property list object of an object whose first reference is looked for, to tell where an error is.
  var target: UInt32?
  var root: UInt32
  var rootCodec: Codec?
  /// The types that data may name where nothing else is known of a value.
  let allowedTypes: AllowedTypes

  init(_ list: PropertyListReader, limits: CodingLimits, allowedTypes: AllowedTypes) throws {
    self.list = list
    self.limits = limits
    self.allowedTypes = allowedTypes
    let layout = try ArchiveLayout(list)
    objects = layout.objects
    current = layout.root
    root = layout.root
    budget = 1 << 18 + 256 * list.objectCount
    objectTable = ObjectTable(count: objects.count)
  }

  var keysAreValues: Bool { true }

  // MARK: Finding values

  /// The property list object that the current value is: itself, or the one that its UID leads to.
  @inline(__always)
  func resolved() throws -> UInt32 {
    guard try list.kind(of: current) == .uid else { return current }
    return try object(of: list.uid(current))
  }

  func object(of uid: UInt32) throws -> UInt32 {
    guard Int(uid) < objects.count else {
      throw corrupted("A UID leads to object \(uid), but there are only \(objects.count).")
    }
    let object = try list.element(Int(uid), of: objects)
    guard try list.kind(of: object) != .uid else { throw corrupted("Object \(uid) is a UID itself.") }
    return object
  }

  /// The position of a key in a record's dictionary, or nil.
  func index(of key: StaticString, in pairs: PropertyListReader.Pairs) throws -> Int? {
    for index in stride(from: pairs.count - 1, through: 0, by: -1)
    where try list.isString(try list.key(index, of: pairs), equalTo: key) {
      return index
    }
    return nil
  }

  /// The value of a key in a record's dictionary, or nil.
  func value(of key: StaticString, in pairs: PropertyListReader.Pairs) throws -> UInt32? {
    try index(of: key, in: pairs).map { try list.value($0, of: pairs) }
  }

  /// The class of a record's dictionary, or nil where it names none.
  mutating func archivedClass(of pairs: PropertyListReader.Pairs) throws -> ArchivedClass? {
    guard let reference = try value(of: "$class", in: pairs) else { return nil }
    guard try list.kind(of: reference) == .uid else { throw corrupted("The class of an object is no UID.") }
    let object = try object(of: try list.uid(reference))
    if let known = classes[object] { return known }
    let names = try list.dictionary(object)
    guard let name = try value(of: "$classname", in: names) else { throw corrupted("A class has no $classname.") }
    let found = ArchivedClass(name: try list.string(name))
    classes[object] = found
    return found
  }

  /// Counts a value, so that a small archive cannot stand for an endless one.
  mutating func spend() throws {
    budget &-= 1
    guard budget > 0 else {
      throw corrupted("The archive stands for far more values than it has: its collections contain each other.")
    }
  }

  func corrupted(_ explanation: String) -> DecodingError {
    .dataCorrupted(
      .init(
        codingPath: [],
        debugDescription: "Invalid keyed archive at byte offset \(list.byteOffset(of: current)): \(explanation)"))
  }

  /// The error for a value that is not what is asked for.
  mutating func mismatch(_ expected: Any.Type) -> DecodingError {
    let found = (try? describeCurrent()) ?? "something unreadable"
    let context = DecodingError.Context(
      codingPath: [], debugDescription: "Expected to decode \(expected) but found \(found) instead.")
    return found == "null" ? .valueNotFound(expected, context) : .typeMismatch(expected, context)
  }

  private mutating func describeCurrent() throws -> String {
    let object = try resolved()
    let kind = try list.kind(of: object)
    if try isNull(object) { return "null" }
    if kind == .dictionary, let found = try archivedClass(of: try list.dictionary(object)) {
      return "an object of class \(found.shownName)"
    }
    return kind.name
  }

  // MARK: Null

  mutating func readNull() throws -> Bool {
    // Most values are no reference to the first entry, and the rest of what null can be is rare.
    let kind = try list.kind(of: current)
    guard kind == .uid || kind == .null else { return false }
    return try isNull(try resolved())
  }

  mutating func isNull(_ object: UInt32) throws -> Bool {
    switch try list.kind(of: object) {
    case .null: return true
    case .string:
      // The string alone is null where a UID of 0 leads to it.
      guard try list.kind(of: current) == .uid, try list.uid(current) == 0 else { return false }
      return try list.isString(object, equalTo: "$null")
    case .dictionary:
      return try archivedClass(of: try list.dictionary(object))?.foundation == .null
    default: return false
    }
  }

  // MARK: Strings

  mutating func string(_ object: UInt32) throws -> String {
    if let known = strings[object] { return known }
    let string = try list.string(object)
    if string.utf8.count > 64 { strings[object] = string }
    return string
  }
}

/// Where an archive has what: checked once, before anything is read.
struct ArchiveLayout {
  let objects: PropertyListReader.Elements
  let root: UInt32

  /// - Throws: `DecodingError.dataCorrupted` where the property list is no archive with a root.
  init(_ list: PropertyListReader) throws {
    func fail(_ explanation: String) -> DecodingError {
      .dataCorrupted(
        .init(codingPath: [], debugDescription: "This property list is no keyed archive: \(explanation)"))
    }
    guard try list.kind(of: list.topObject) == .dictionary else { throw fail("it is no dictionary.") }
    let top = try list.dictionary(list.topObject)
    func value(_ key: StaticString, in pairs: PropertyListReader.Pairs) throws -> UInt32? {
      for index in 0..<pairs.count where try list.isString(try list.key(index, of: pairs), equalTo: key) {
        return try list.value(index, of: pairs)
      }
      return nil
    }
    guard let archiver = try value("$archiver", in: top), try list.kind(of: archiver) == .string else {
      throw fail("it does not name its $archiver.")
    }
    guard let version = try value("$version", in: top), try list.kind(of: version) == .integer else {
      throw fail("it has no $version.")
    }
    guard try list.integer(version).exactly(Int.self) == 100_000 else {
      throw fail("its $version is not 100000, which is the one there is.")
    }
    guard let entries = try value("$objects", in: top), try list.kind(of: entries) == .array else {
      throw fail("it has no $objects.")
    }
    objects = try list.array(entries)
    guard let roots = try value("$top", in: top), try list.kind(of: roots) == .dictionary else {
      throw fail("it has no $top.")
    }
    guard let root = try value("root", in: try list.dictionary(roots)) else {
      throw fail("its $top has no root; it was encoded under other keys.")
    }
    self.root = root
  }
}

/// A class as an archive names it.
struct ArchivedClass {
  let name: String
  let foundation: FoundationClass?

  init(name: String) {
    self.name = Self.dotted(name) ?? name
    foundation = FoundationClass(named: name)
  }

  /// The name of a nested or private Swift class as source code has it: `_TtCC6Module5Outer5Inner` is Module.Outer.Inner.
  /// Nil for any other name.
  private static func dotted(_ name: String) -> String? {
    guard name.hasPrefix("_Tt"), name.utf8.count < 1000 else { return nil }
    var rest = name.dropFirst(3).drop { "CVO".contains($0) }
    var parts: [Substring] = []
    while let first = rest.first, first.isNumber {
      let digits = rest.prefix { $0.isNumber }
      guard let count = Int(digits), count > 0, count <= rest.count - digits.count else { return nil }
      rest = rest.dropFirst(digits.count)
      parts.append(rest.prefix(count))
      rest = rest.dropFirst(count)
    }
    return rest.isEmpty && parts.count > 1 ? parts.joined(separator: ".") : nil
  }

  var shownName: String { name.count > 100 ? "'\(name.prefix(100))…'" : "'\(name)'" }
}
