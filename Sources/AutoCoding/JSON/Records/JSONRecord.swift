/// The tables that JSON prepares for records of one type in one style, kept in the slot of the type's map.
///
/// # The fast path
///
/// The files of this folder are JSON's fast path. It reads and writes records, arrays, sets, dictionaries, and enums that
/// are coded as their raw values. The walk does all else. The tables are prepared once, so nothing is looked up for a
/// property whose key is the expected one.
///
/// **The way in.** `readValue(into:as:)` and `writeRoot(_:as:)` for the value that a coder is asked for. From the walk,
/// `readRecord(preparedIn:into:)` and `writeRecord(preparedIn:at:)` for the properties of a record, and
/// `readNested(into:as:)` and `writeNested(_:as:)` for arrays. These four return false if the fast path does not apply,
/// and have then consumed or written nothing. ``canDecodeInOnePass`` and ``canEncodeInOnePass`` decide it for a type, and
/// `JSONReader.readsRecordsAtOnce` for the options of a decoder; `Docs/Architecture.md` has the table of all causes.
///
/// **The way out.** One value is left to the walk by `decode(into:as:)`, `decodeProperty(into:_:)` or `putByWalk(_:as:at:)`,
/// and one key is looked up by `otherProperty(at:_:)`. These begin at the next byte, and return to the fast path behind what
/// they have read or written. From a former key on, `decodeRemainingProperties(of:map:)` reads the rest of the record.
///
/// **What holds between.**
/// - The place of the next byte is in a register: a `JSONCursor` of a reader, the `target` of a writer. `next` lags behind.
///   It is set to the place before anything is called that uses it, and the place is loaded from it afterwards. A reader
///   that tries a value in its most common form, and fails, continues from the place before the value.
/// - A reader of a record begins behind the opening brace, and ends behind the closing one. A writer begins before the
///   opening brace, and ends behind the comma that follows every value.
/// - `present` has a bit for each property whose slot is initialized. No other slot is read or destroyed. If an error is
///   thrown, those slots are destroyed, and no `deinit` runs.
/// - Models are on the same `NestedLevel` as in the walk, so limits hold and cycles are found. All elements of an array
///   share one level, which is entered once.
/// - Errors have the paths and texts of the walk: the code that reads or writes a member prepends its key.
/// - `trackedPath` is nil, or has the steps to the next value, as in the walk. Leaves that no strategy of the caller can
///   code add no step.
/// - `lineLength`, `lineStep` and ``successors`` are hints. If they are wrong, the text is read more slowly, and correctly.
struct JSONRecord {
  /// The first property. If the record is for reading, properties are in the order of the type.
  let first: UnsafePointer<JSONProperty>
  /// The end of the properties, after the last one.
  let end: UnsafePointer<JSONProperty>
  /// The first member that is written: ``first``, or one that is the same in each record of the type.
  let firstWritten: UnsafePointer<JSONProperty>
  /// The version that a record of today's type has; nil if the type has none. A type with other versions, of superclasses,
  /// is not read in one pass.
  let version: Int?
  /// The type's map. Maps are immortal, so it is not retained.
  let map: Unmanaged<TypeMap.Storage>
  /// ``TypeMap/Storage/canEncodeInOnePass``, and not ``hasEqualKeys``.
  let canEncodeInOnePass: Bool
  /// Whether two keys of one object are the same after conversion. One of the values would be lost.
  let hasEqualKeys: Bool
  /// ``TypeMap/Storage/canDecodeInOnePass``.
  let canDecodeInOnePass: Bool
  /// ``TypeMap/Storage/hasFormerKeys``. From such a key on, the walk reads the record.
  let hasFormerKeys: Bool
  /// ``TypeMap/Storage/hasRecoveringDefaults``.
  let hasRecoveringDefaults: Bool
  /// A bit for each property that is only written.
  let unread: UInt64
  /// Whether the type is a class.
  let isObject: Bool
  /// ``TypeMap/Storage/isNeverEmpty``.
  let isNeverEmpty: Bool
  /// The property that followed each property in the last text that was not in the type's order, as its distance from
  /// ``first`` in bytes. The index is the earlier property's position plus 1; at index 0 is the first property of an
  /// object.
  let successors: HintTable
  /// The positions of the properties by the text of their keys.
  let keys: JSONTextTable
  /// The number of bytes, from the start of a key, that a search in ``keys`` may read.
  let lookupByteCount: Int
  /// Whether an ASCII key without escapes that is not in ``keys`` certainly belongs to no property. False if keys are
  /// converted, if a slash in a key may be written with or without an escape, or if properties have former keys.
  let knowsAllKeys: Bool
  /// The records of other styles, made when they are first needed.
  private let styles: UnsafeMutablePointer<UnsafeMutableRawPointer?>

  /// Returns the tables for records of a slot's map; nil if the slot has no map.
  @inline(__always)
  static func prepared(in slot: RecordSlot, _ style: JSONStyle) -> UnsafePointer<JSONRecord>? {
    if let known = slot.prepared { return known.assumingMemoryBound(to: JSONRecord.self).inStyle(style) }
    return (slot.owner as? TypeMap.Storage).map(prepare)?.inStyle(style)
  }

  /// Returns the tables for records of a map.
  @inline(__always)
  static func prepared(for map: TypeMap.Storage, _ style: JSONStyle) -> UnsafePointer<JSONRecord> {
    if let known = map.slot.prepared { return known.assumingMemoryBound(to: JSONRecord.self).inStyle(style) }
    return prepare(map).inStyle(style)
  }

  @inline(never)
  private static func prepare(_ map: TypeMap.Storage) -> UnsafePointer<JSONRecord> {
    let record = make(map, [])
    map.slot.keep(UnsafeMutableRawPointer(mutating: record))
    return record
  }

  private static func make(_ map: TypeMap.Storage, _ style: JSONStyle) -> UnsafePointer<JSONRecord> {
    let record = UnsafeMutablePointer<JSONRecord>.allocate(capacity: 1)
    record.initialize(to: JSONRecord(map, style))
    return UnsafePointer(record)
  }

  /// Returns the record of the same type in a style. Precondition: this record has the empty style.
  @inline(never)
  fileprivate func other(_ style: JSONStyle) -> UnsafePointer<JSONRecord> {
    let slot = FormatSlot(at: UnsafeMutableRawPointer(styles + style.rawValue))
    if let known = slot.prepared { return known.assumingMemoryBound(to: JSONRecord.self) }
    let record = map._withUnsafeGuaranteedRef { Self.make($0, style) }
    slot.keep(UnsafeMutableRawPointer(mutating: record))
    return record
  }

  private init(_ map: TypeMap.Storage, _ style: JSONStyle) {
    let header = map.canEncodeInOnePass ? Self.header(of: map, style) : []
    let members = header + map.operations.map { Member($0.key, style) }
    let order =
      style.contains(.sorted)
      ? members.indices.sorted(byUTF8Of: { members[$0].name }) : Array(members.indices)
    let texts = members.map { $0.text(in: style) }
    let room = 32
    // Nothing would refer to the memory of no keys.
    let byteCount = texts.reduce(0) { $0 + $1.count + room } + room
    var memory = texts.isEmpty ? nil : UnsafeMutablePointer<UInt8>.allocate(capacity: byteCount)
    let table = UnsafeMutablePointer<JSONProperty>.allocate(capacity: texts.count)
    for (place, member) in order.enumerated() {
      guard let next = memory else { break }
      let text = texts[member]
      next.initialize(repeating: 0, count: text.count + room)
      next.update(from: text, count: text.count)
      (table + place).initialize(
        to: member < header.count
          ? JSONProperty(constant: UnsafePointer(next), count: text.count, of: map)
          : JSONProperty(
            map.operation(at: member - header.count), key: UnsafePointer(next), keyCount: text.count, style))
      memory = next + text.count + room
    }
    let isForReading = map.canDecodeInOnePass && style.isSubset(of: .fromSnakeCase)
    let properties = UnsafePointer(table + header.count)
    let keyTexts = texts.dropFirst(header.count)
    first = properties
    end = UnsafePointer(table + texts.count)
    firstWritten = UnsafePointer(table)
    version = map.versions?.only
    self.map = .passUnretained(map)
    hasEqualKeys = style.contains(.toSnakeCase) && map.keysEqualInSnakeCase != nil
    canEncodeInOnePass = map.canEncodeInOnePass && !hasEqualKeys
    canDecodeInOnePass = map.canDecodeInOnePass
    isObject = map.objectType != nil
    isNeverEmpty = map.isNeverEmpty || !header.isEmpty
    successors = HintTable(
      isForReading ? (0...keyTexts.count).map { UInt16($0 * MemoryLayout<JSONProperty>.stride) } : [])
    lookupByteCount = max(JSONTextTable.readByteCount, (keyTexts.map(\.count).max() ?? 0) + 9)
    hasFormerKeys = map.hasFormerKeys
    hasRecoveringDefaults = map.hasRecoveringDefaults
    unread = canDecodeInOnePass ? map.unreadPositions : 0
    knowsAllKeys =
      style.isEmpty && !hasFormerKeys && !members.contains { $0.name.utf8.contains(UInt8(ascii: "/")) }
    keys = JSONTextTable(
      isForReading ? (0..<keyTexts.count).map { UnsafeRawPointer(properties[$0].key) } : [])
    styles = .allocate(capacity: JSONStyle.count)
    styles.initialize(repeating: nil, count: JSONStyle.count)
  }

  /// Throws the error for two equal keys; does nothing unless ``hasEqualKeys``.
  @inline(never)
  func refuseEqualKeys() throws {
    let map = map._withUnsafeGuaranteedRef { $0 }
    guard let equal = map.keysEqualInSnakeCase else { return }
    throw EncodingError.invalidValue(
      map.type,
      .init(
        """
        The keys "\(equal.first)" and "\(equal.second)" of \(map.type) both become "\(equal.written)" by \
        convertToSnakeCase, so one value would be lost. Give one of them another key in propertyKeys or typeRules.
        """))
  }

  /// The members that precede the properties, and are the same in each record: the tag of a class and a version.
  ///
  /// Precondition: the map can be encoded in one pass.
  private static func header(of map: TypeMap.Storage, _ style: JSONStyle) -> [Member] {
    var members: [Member] = []
    if let tags = map.tags, let tag = tags.tag {
      // A text is quoted as a key is.
      let text = JSONKey.text(of: tag, escapesSlashes: !style.contains(.plainSlashes)).dropLast()
      members.append(Member(tags.key, style, value: tags.key.hasIntegerTags ? Array(tag.utf8) : Array(text)))
    }
    if let version = map.versions?.only {
      members.append(Member(ArchivedVersions.propertyKey, style, value: Array("\(version)".utf8)))
    }
    return members
  }

  /// A member of each record, for the tables.
  private struct Member {
    private let key: PropertyKey
    /// The key as it is written.
    let name: String
    /// The JSON text of a value that each record has.
    private let value: [UInt8]?

    init(_ key: PropertyKey, _ style: JSONStyle, value: [UInt8]? = nil) {
      let converts = !style.isDisjoint(with: [.toSnakeCase, .fromSnakeCase])
      self.key = key
      self.value = value
      name = SnakeCaseConversion.written(key.stringValue, isFixed: key.isFixed, convertsToSnakeCase: converts)
    }

    /// The key and its colon, which readers compare with the text, and the value with a comma, if each record has it. If
    /// the conversion from snake case does not give the name back, returns text that cannot begin a key.
    func text(in style: JSONStyle) -> [UInt8] {
      if style.contains(.fromSnakeCase), !key.isFixed, SnakeCaseConversion.camelCase(name) != key.stringValue {
        return Array("::".utf8)
      }
      var text = JSONKey.text(of: name, escapesSlashes: !style.contains(.plainSlashes))
      if style.contains(.pretty) { text = text.dropLast() + Array(" : ".utf8) }
      return value.map { text + $0 + [.comma] } ?? text
    }
  }
}

extension UnsafePointer<JSONRecord> {
  /// Returns the record of the same type in a style. Precondition: this record has the empty style.
  @inline(__always)
  fileprivate func inStyle(_ style: JSONStyle) -> UnsafePointer<JSONRecord> {
    style.isEmpty ? self : pointee.other(style)
  }
}
