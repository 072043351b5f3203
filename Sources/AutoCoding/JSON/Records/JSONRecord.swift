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
/// they have read or written.
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
  let first: UnsafePointer<JSONProperty>
  /// The end of the properties, after the last one.
  let end: UnsafePointer<JSONProperty>
  /// The type's map. Maps are immortal, so it is not retained.
  let map: Unmanaged<TypeMap.Storage>
  /// ``TypeMap/Storage/canEncodeInOnePass``, and not ``hasEqualKeys``.
  let canEncodeInOnePass: Bool
  /// Whether two keys of one object are the same after conversion. One of the values would be lost.
  let hasEqualKeys: Bool
  /// ``TypeMap/Storage/canDecodeInOnePass``.
  let canDecodeInOnePass: Bool
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
  /// converted, or if a slash in a key may be written with or without an escape.
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
    let converts = !style.isDisjoint(with: [.toSnakeCase, .fromSnakeCase])
    let names = map.operations.map {
      SnakeCaseConversion.written($0.key.stringValue, isFixed: $0.key.isFixed, convertsToSnakeCase: converts)
    }
    let order =
      style.contains(.sorted)
      ? names.indices.sorted(byUTF8Of: { names[$0] }) : Array(names.indices)
    let texts = order.map { Self.text(of: names[$0], for: map.operations[$0].key, style) }
    let room = 32
    // Nothing would refer to the memory of no keys.
    let byteCount = texts.reduce(0) { $0 + $1.count + room } + room
    var memory = texts.isEmpty ? nil : UnsafeMutablePointer<UInt8>.allocate(capacity: byteCount)
    let properties = UnsafeMutablePointer<JSONProperty>.allocate(capacity: texts.count)
    for (index, key) in texts.enumerated() {
      guard let next = memory else { break }
      next.initialize(repeating: 0, count: key.count + room)
      next.update(from: key, count: key.count)
      (properties + index).initialize(
        to: JSONProperty(map.operation(at: order[index]), key: UnsafePointer(next), keyCount: key.count, style))
      memory = next + key.count + room
    }
    first = UnsafePointer(properties)
    end = UnsafePointer(properties + texts.count)
    self.map = .passUnretained(map)
    hasEqualKeys = style.contains(.toSnakeCase) && map.keysEqualInSnakeCase != nil
    canEncodeInOnePass = map.canEncodeInOnePass && !hasEqualKeys
    canDecodeInOnePass = map.canDecodeInOnePass
    isObject = map.objectType != nil
    isNeverEmpty = map.isNeverEmpty
    successors = HintTable(
      map.canDecodeInOnePass ? (0...texts.count).map { UInt16($0 * MemoryLayout<JSONProperty>.stride) } : [])
    lookupByteCount = max(JSONTextTable.readByteCount, (texts.map(\.count).max() ?? 0) + 9)
    knowsAllKeys = style.isEmpty && !names.contains { $0.utf8.contains(UInt8(ascii: "/")) }
    keys = JSONTextTable(
      map.canDecodeInOnePass && style.isDisjoint(with: .pretty)
        ? texts.indices.map { UnsafeRawPointer(properties[$0].key) } : [])
    styles = .allocate(capacity: JSONStyle.count)
    styles.initialize(repeating: nil, count: JSONStyle.count)
  }

  /// The error for two equal keys; nil unless ``hasEqualKeys``.
  func equalKeys() -> EncodingError? {
    let map = map._withUnsafeGuaranteedRef { $0 }
    guard let equal = map.keysEqualInSnakeCase else { return nil }
    return .invalidValue(
      map.type,
      .init(
        codingPath: [],
        debugDescription: """
          The keys "\(equal.first)" and "\(equal.second)" of \(map.type) both become "\(equal.written)" by \
          convertToSnakeCase, so one value would be lost. Give one of them another key in propertyKeys or typeRules.
          """))
  }

  /// Returns the text of a key and its colon, which readers compare with the text. If the conversion from snake case
  /// does not give the name back, returns text that cannot begin a key.
  private static func text(of key: String, for property: PropertyKey, _ style: JSONStyle) -> [UInt8] {
    if style.contains(.fromSnakeCase), !property.isFixed, SnakeCaseConversion.camelCase(key) != property.stringValue {
      return Array("::".utf8)
    }
    let text = JSONKey.text(of: key, escapesSlashes: !style.contains(.plainSlashes))
    return style.contains(.pretty) ? text.dropLast() + Array(" : ".utf8) : text
  }
}

extension UnsafePointer<JSONRecord> {
  /// Returns the record of the same type in a style. Precondition: this record has the empty style.
  @inline(__always)
  fileprivate func inStyle(_ style: JSONStyle) -> UnsafePointer<JSONRecord> {
    style.isEmpty ? self : pointee.other(style)
  }
}
