/// What a property is to records in one go: the leaves that are commonest, and what is made of others.
enum JSONForm: UInt8, Sendable {
  case bool, int, double, string, date
  case optionalBool, optionalInt, optionalString
  /// A struct, object or enum.
  case record
  /// An `Array` whose elements can be reached in place.
  case array
  /// An Optional of anything else; ``JSONProperty/wrappedForm`` says of what.
  case optional
  case other

  fileprivate init(_ codec: Codec) {
    switch codec.kind {
    case .bool: self = .bool
    case .int: self = .int
    case .double: self = .double
    case .string: self = .string
    case .date: self = .date
    case .record: self = .record
    case .sequence where codec.hasElementsInPlace: self = .array
    default: self = .other
    }
  }

  /// The form of an Optional of this one, where there is one of its own.
  fileprivate var optional: JSONForm {
    switch self {
    case .bool: .optionalBool
    case .int: .optionalInt
    case .string: .optionalString
    default: .optional
    }
  }
}

/// A property as records in one go meet it: trivially copied, in a flat table that is never freed.
struct JSONProperty {
  /// The key as JSON text with its colon, and at least 32 bytes after that; those of one type lie side by side.
  let key: UnsafePointer<UInt8>
  /// The bytes of ``key``, with the colon.
  let keyCount: Int
  /// Bytes from the start of the struct or object.
  let offset: Int
  /// The property's index in its map's operations.
  let position: Int
  /// What the walk knows of the property.
  let operation: UnsafePointer<PropertyOperation>
  let form: JSONForm
  /// Of an Optional: the form of what it wraps. Otherwise ``form``.
  let wrappedForm: JSONForm

  fileprivate init(_ operation: UnsafePointer<PropertyOperation>, key: UnsafePointer<UInt8>, keyCount: Int) {
    self.key = key
    self.keyCount = keyCount
    self.operation = operation
    offset = operation.pointee.offset
    position = operation.pointee.position
    wrappedForm = operation.pointee.withWrappedCodec { JSONForm($0) }
    form =
      operation.pointee.isOptionalLeaf ? wrappedForm.optional : operation.pointee.isOptional ? .optional : wrappedForm
  }
}

/// What options say about the text of every record of a type. There is a ``JSONRecord`` for each combination.
struct JSONStyle: OptionSet {
  let rawValue: Int

  /// Keys are converted to snake case.
  static let toSnakeCase = JSONStyle(rawValue: 1)
  /// Properties are in the order of their keys.
  static let sorted = JSONStyle(rawValue: 2)
  /// Slashes in keys are written as they are.
  static let plainSlashes = JSONStyle(rawValue: 4)
  /// There are spaces around the colon.
  static let pretty = JSONStyle(rawValue: 8)
  /// Keys that are read are converted from snake case.
  static let fromSnakeCase = JSONStyle(rawValue: 16)

  static let count = 32
}

/// What JSON prepares for records of one type in one style, and keeps in the slot of the type's map.
struct JSONRecord {
  let first: UnsafePointer<JSONProperty>
  /// Behind the last of them.
  let end: UnsafePointer<JSONProperty>
  /// Maps are immortal, and passed on without being retained.
  let map: Unmanaged<TypeMap.Storage>
  /// ``TypeMap/Storage/isFlat``, and no key is made of two properties' names.
  let isFlat: Bool
  /// ``TypeMap/Storage/isSimple``.
  let isSimple: Bool
  /// Whether the type is a class.
  let isObject: Bool
  /// ``TypeMap/Storage/isNeverEmpty``.
  let isNeverEmpty: Bool
  /// Where in ``first`` the property was, in bytes, that came after another in the last text in which it was not the next one: at
  /// the index of the other's position, and 1 more; at 0 that of the first one.
  let successors: HintTable
  /// The same in other styles, where they were prepared.
  private let styles: UnsafeMutablePointer<UnsafeMutableRawPointer?>

  /// What is prepared for records of a slot's map; nil if the slot is of none.
  @inline(__always)
  static func prepared(in slot: RecordSlot, _ style: JSONStyle) -> UnsafePointer<JSONRecord>? {
    if let known = slot.prepared { return known.assumingMemoryBound(to: JSONRecord.self).inStyle(style) }
    return (slot.owner as? TypeMap.Storage).map(prepare)?.inStyle(style)
  }

  /// What is prepared for records of a map.
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

  /// Precondition: the record is in no style.
  @inline(never)
  fileprivate func other(_ style: JSONStyle) -> UnsafePointer<JSONRecord> {
    let slot = FormatSlot(at: UnsafeMutableRawPointer(styles + style.rawValue))
    if let known = slot.prepared { return known.assumingMemoryBound(to: JSONRecord.self) }
    let record = map._withUnsafeGuaranteedRef { Self.make($0, style) }
    slot.keep(UnsafeMutableRawPointer(mutating: record))
    return record
  }

  private init(_ map: TypeMap.Storage, _ style: JSONStyle) {
    let names = map.operations.map {
      !style.isDisjoint(with: [.toSnakeCase, .fromSnakeCase])
        ? JSONKeys.snakeCase($0.key.stringValue) : $0.key.stringValue
    }
    let order = style.contains(.sorted) ? names.indices.sorted { names[$0] < names[$1] } : Array(names.indices)
    let keys = order.map { Self.text(of: names[$0], for: map.operations[$0].key.stringValue, style) }
    let room = 32
    var next = UnsafeMutablePointer<UInt8>.allocate(capacity: keys.reduce(0) { $0 + $1.count + room } + room)
    let properties = UnsafeMutablePointer<JSONProperty>.allocate(capacity: keys.count)
    for (index, key) in keys.enumerated() {
      next.initialize(repeating: 0, count: key.count + room)
      next.update(from: key, count: key.count)
      (properties + index).initialize(
        to: JSONProperty(map.operation(at: order[index]), key: UnsafePointer(next), keyCount: key.count))
      next += key.count + room
    }
    first = UnsafePointer(properties)
    end = UnsafePointer(properties + keys.count)
    self.map = .passUnretained(map)
    isFlat = map.isFlat && Set(names).count == names.count
    isSimple = map.isSimple
    isObject = map.objectType != nil
    isNeverEmpty = map.isNeverEmpty
    successors = HintTable(
      map.isSimple ? (0...keys.count).map { UInt16($0 * MemoryLayout<JSONProperty>.stride) } : [])
    styles = .allocate(capacity: JSONStyle.count)
    styles.initialize(repeating: nil, count: JSONStyle.count)
  }

  /// The text of a key with what follows it before the value.
  ///
  /// A reader compares it with what it reads. If the converted key is not converted back to the name, it is text that begins no
  /// key.
  private static func text(of key: String, for name: String, _ style: JSONStyle) -> [UInt8] {
    if style.contains(.fromSnakeCase), JSONKeys.camelCase(key) != name { return Array("::".utf8) }
    let text = JSONKey.text(of: key, escapesSlashes: !style.contains(.plainSlashes))
    return style.contains(.pretty) ? text.dropLast() + Array(" : ".utf8) : text
  }
}

extension UnsafePointer<JSONRecord> {
  /// Precondition: the record is in no style.
  @inline(__always)
  fileprivate func inStyle(_ style: JSONStyle) -> UnsafePointer<JSONRecord> {
    style.isEmpty ? self : pointee.other(style)
  }
}
