#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Reads values from untrusted archives of `NSKeyedArchiver` and compatible encoders.
///
/// Records and collections are read at the reference to them. An object with an identity is only created there; its
/// properties are read later (`KeyedArchiveReader+Objects.swift`), so that chains of references use no stack.
struct KeyedArchiveReader: CodingReader {
  /// A record or collection that is being read. It is trivially copyable, since every object begins one.
  struct Frame {
    /// The kind of record, or the elements.
    enum Contents {
      /// No container.
      case none
      case record(PropertyListReader.Pairs)
      case elements(PropertyListReader.Elements)
      /// Keys and values alternate.
      case pairs(keys: PropertyListReader.Elements, values: PropertyListReader.Elements)
      /// The last of ``KeyedArchiveReader/listed``.
      case listed
    }

    let contents: Contents
    var next = 0
    /// The plan of a record, owned by ``KeyedArchiveReader/plans``; nil if each key is looked up.
    var plan: Unmanaged<RecordPlan>?
    var isBegun = false
  }

  let list: PropertyListReader
  let options: ArchiveCodingOptions
  let limits: CodingLimits
  /// The entries of `$objects`.
  let objects: PropertyListReader.Elements
  /// The property list object to read next.
  var current: UInt32
  /// The container that is being read.
  var frame = Frame(contents: .none)
  var frames: [Frame] = []
  /// The elements of the collections that are being read, if each has its own key, as in old archives.
  var listed: [[UInt32]] = []
  let classes: ArchivedClasses
  var plans = RecordPlans()
  /// How many records were read, as far as ``plans`` need to know.
  var recordCount = 0
  /// Long strings and data, which several values may share.
  var strings: [UInt32: String] = [:]
  var data: [UInt32: Data] = [:]
  /// URLs, and how many there are from each to the last of its bases. Making one takes as long as reading many values.
  var urls: [UInt32: (url: URL, depth: Int)] = [:]
  /// How many more values may be read. Without a limit, nested double references would expand exponentially.
  var budget: Int
  /// The objects that decode themselves, if any.
  var madeNSCodingTable: NSCodingTable?
  var objectTable: ObjectTable
  /// The codecs of archived classes of other names than the declared one, by the class declared at the reference.
  var codecs: [CodecKey: RecordCodec] = [:]
  /// The object whose first reference is searched, to locate an error.
  var target: UInt32?
  var root: UInt32
  var rootCodec: Codec?
  /// The source of the last value with its own code, for the next one.
  var spareSource: TreeContainerSource?
  /// Finds keys that types do not have; nil if they are ignored.
  var keyCheck: KeyCheck?
  /// Properties from migrations that must be decoded again when the graph is complete.
  var postponedMembers: [UInt32: [(position: Int, decode: (inout Self, UnsafeMutableRawPointer) throws -> Void)]] = [:]

  /// Where migrations have moved weak references: the property list objects by key, by the position of the record's keys.
  var movedReferences: [Int: [String: UInt32]] = [:]

  init(_ list: PropertyListReader, options: ArchiveCodingOptions, classes: ArchivedClasses) throws {
    self.options = options
    self.classes = classes
    keyCheck = KeyCheck(options.values.unknownKeys)
    self.list = list
    limits = options.limits
    let layout = try ArchiveLayout(list)
    objects = layout.objects
    current = layout.root
    root = layout.root
    // Objects may be referred to any number of times, but each reference takes a byte.
    budget = list.budget(maximumExpansion: limits.maximumExpansion)
    objectTable = ObjectTable(count: objects.count, isForPart: false)
  }

  /// Makes a reader of a part of another's archive, which has its own graph of objects.
  ///
  /// It does not check for unknown keys. It may be made for each record, so it takes no time for the rest of the archive.
  init(within other: borrowing KeyedArchiveReader) {
    options = other.options
    classes = other.classes
    keyCheck = nil
    list = other.list
    limits = other.limits
    objects = other.objects
    current = other.root
    root = other.root
    budget = other.budget
    objectTable = ObjectTable(count: objects.count, isForPart: true)
  }

  @inline(__always)
  var rules: ReadingRules {
    var rules = ReadingRules()
    rules.limits = limits
    rules.acceptsNewerVersions = options.values.acceptsNewerVersions
    rules.keysAreValues = true
    // On Apple platforms, Foundation compares texts by their UTF-16, so dictionaries may have keys that Swift finds equal.
    rules.refusesEqualKeys = true
    // Keys of an archive are flat, so a path is a key with dots.
    rules.nestsKeyPaths = false
    rules.readsTypeTags = false
    return rules
  }

  // MARK: Finding values

  /// Whether an object is a UID.
  @inline(__always)
  func isUID(_ object: UInt32) throws -> Bool { try list.marker(of: object) & 0xF0 == PropertyListMarker.uid }

  /// Whether an object is a dictionary.
  @inline(__always)
  func isDictionary(_ object: UInt32) throws -> Bool {
    try list.marker(of: object) & 0xF0 == PropertyListMarker.dictionary
  }

  // Functions called for every value must be mutating or inlined; otherwise the reader is copied.

  /// The property list object of the current value: the value itself, or the target of its UID.
  @inline(__always)
  mutating func resolved() throws -> UInt32 {
    guard try isUID(current) else { return current }
    return try object(of: list.uid(current))
  }

  @inline(__always)
  mutating func object(of uid: UInt32) throws -> UInt32 {
    guard Int(uid) < objects.count else { throw noObject(uid) }
    let object = try list.element(Int(uid), of: objects)
    if try isUID(object) { throw corrupted("Object \(uid) is a UID itself.") }
    return object
  }

  @inline(never)
  private func noObject(_ uid: UInt32) -> DecodingError {
    corrupted("A UID refers to object \(uid), but there are only \(objects.count).", as: .damage)
  }

  /// Begins with a record or collection.
  @inline(__always)
  mutating func begin(_ contents: Frame.Contents) {
    frames.append(frame)
    frame = Frame(contents: contents)
  }

  /// Ends the record or collection that was begun last.
  @inline(__always)
  mutating func end() {
    if case .listed = frame.contents { listed.removeLast() }
    frame = frames.popLast() ?? Frame(contents: .none)
  }

  /// Returns the index of a key in a record's dictionary, or nil.
  mutating func index(of key: StaticString, in pairs: PropertyListReader.Pairs) throws -> Int? {
    for index in stride(from: pairs.count - 1, through: 0, by: -1)
    where try list.isString(try list.key(index, of: pairs), equalTo: key) {
      countSearch(among: pairs.count &- index)
      return index
    }
    countSearch(among: pairs.count)
    return nil
  }

  /// Returns the value of a key in a record's dictionary, or nil.
  mutating func value(of key: StaticString, in pairs: PropertyListReader.Pairs) throws -> UInt32? {
    guard let index = try index(of: key, in: pairs) else { return nil }
    return try list.value(index, of: pairs)
  }

  /// Returns the class of a record's dictionary, or nil if it has none.
  mutating func archivedClass(of pairs: PropertyListReader.Pairs) throws -> ArchivedClass? {
    guard let index = try classIndex(in: pairs) else { return nil }
    let reference = try list.value(index, of: pairs)
    guard try isUID(reference) else { throw corrupted("The class of an object is not a UID.") }
    let uid = try list.uid(reference)
    if let known = classes[uid] { return known._withUnsafeGuaranteedRef { ArchivedClass($0) } }
    return try archivedClass(uid: uid, of: pairs)
  }

  /// Returns the index of `$class`, which is the last key of most records.
  @inline(__always)
  private mutating func classIndex(in pairs: PropertyListReader.Pairs) throws -> Int? {
    var index = pairs.count &- 1
    while index >= 0 {
      if try list.isClassKey(list.key(index, of: pairs)) {
        countSearch(among: pairs.count &- index)
        return index
      }
      index &-= 1
    }
    countSearch(among: pairs.count)
    return nil
  }

  @inline(never)
  private mutating func archivedClass(uid: UInt32, of pairs: PropertyListReader.Pairs) throws -> ArchivedClass {
    let description = try list.dictionary(try object(of: uid))
    guard let name = try value(of: "$classname", in: description) else { throw corrupted("A class has no $classname.") }
    // Names may share their bytes, and each different one is kept.
    try spend(PropertyListReader.cost(ofBytes: list.contents(of: name).count))
    let found = try classes.named(name, in: list)
    if found.isStandIn, let model = try modelClass(of: pairs) { return model }
    classes[uid] = .passUnretained(found)
    return ArchivedClass(found)
  }

  /// Returns the class that an object of the NSCoder bridge represents and names.
  private mutating func modelClass(of pairs: PropertyListReader.Pairs) throws -> ArchivedClass? {
    guard let reference = try value(of: "$$class", in: pairs) else { return nil }
    return ArchivedClass(
      try classes.named(try isUID(reference) ? object(of: list.uid(reference)) : reference, in: list))
  }

  @inline(never)
  func corrupted(_ explanation: String, as kind: DataRefusal.Kind? = nil) -> DecodingError {
    let message = "Invalid keyed archive at byte offset \(list.byteOffset(of: current)): \(explanation)"
    // Data that is not an archive is usually a plain property list, or was written by another program.
    return kind.map { DataRefusal($0, message).decodingError() }
      ?? .dataCorrupted(.init(message))
  }

  /// Returns the error for a value that is not of the requested type.
  mutating func mismatch(_ expected: Any.Type) -> DecodingError {
    let found = (try? describeCurrent()) ?? "something unreadable"
    let context = DecodingError.Context("Expected to decode \(expected) but found \(found) instead.")
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

  @inline(__always)
  mutating func readNull(forDefault: Bool) throws -> Bool { forDefault ? false : try isNextNull() }

  private mutating func isNextNull() throws -> Bool {
    // Fast path: few values refer to the first entry, and other forms of null are rare.
    let marker = try list.marker(of: current)
    if marker & 0xF0 == PropertyListMarker.uid { return try isNull(try object(of: list.uid(current))) }
    return marker == PropertyListMarker.null
  }

  mutating func isNull(_ object: UInt32) throws -> Bool {
    switch try list.kind(of: object) {
    case .null: return true
    case .string:
      // The string itself counts as null only if a UID of 0 refers to it.
      guard try list.kind(of: current) == .uid, try list.uid(current) == 0 else { return false }
      return try list.isString(object, equalTo: "$null")
    case .dictionary:
      return try archivedClass(of: try list.dictionary(object))?.foundation == .null
    default: return false
    }
  }
}
