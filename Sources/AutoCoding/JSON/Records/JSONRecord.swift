/// What JSON prepares for records of one type, and keeps in the slot of the type's map.
struct JSONRecord {
  let first: UnsafePointer<JSONProperty>
  /// Behind the last of them.
  let end: UnsafePointer<JSONProperty>
  /// Maps are immortal, and passed on without being retained.
  let map: Unmanaged<TypeMap.Storage>
  /// Whether there is a slash in a key.
  let hasSlashes: Bool
  /// ``TypeMap/Storage/isFlat``.
  let isFlat: Bool
  /// ``TypeMap/Storage/isSimple``.
  let isSimple: Bool
  /// Whether the type is a class.
  let isObject: Bool
  /// ``TypeMap/Storage/isNeverEmpty``.
  let isNeverEmpty: Bool

  /// What is prepared for records of a slot's map; nil if the slot is of none.
  @inline(__always)
  static func prepared(in slot: RecordSlot) -> UnsafePointer<JSONRecord>? {
    if let known = slot.prepared { return known.assumingMemoryBound(to: JSONRecord.self) }
    return (slot.owner as? TypeMap.Storage).map(prepare)
  }

  /// What is prepared for records of a map.
  @inline(__always)
  static func prepared(for map: TypeMap.Storage) -> UnsafePointer<JSONRecord> {
    if let known = map.slot.prepared { return known.assumingMemoryBound(to: JSONRecord.self) }
    return prepare(map)
  }

  @inline(never)
  private static func prepare(_ map: TypeMap.Storage) -> UnsafePointer<JSONRecord> {
    let record = UnsafeMutablePointer<JSONRecord>.allocate(capacity: 1)
    record.initialize(to: JSONRecord(map))
    map.slot.keep(UnsafeMutableRawPointer(record))
    return UnsafePointer(record)
  }

  private init(_ map: TypeMap.Storage) {
    let keys = map.operations.map { JSONKey($0.key) }
    let room = 32
    var next = UnsafeMutablePointer<UInt8>.allocate(capacity: keys.reduce(0) { $0 + $1.count + 1 + room } + room)
    let properties = UnsafeMutablePointer<JSONProperty>.allocate(capacity: keys.count)
    for (position, key) in keys.enumerated() {
      let count = key.count + 1
      next.initialize(repeating: 0, count: count + room)
      next.update(from: key.text, count: count)
      (properties + position).initialize(
        to: JSONProperty(map.operation(at: position), key: UnsafePointer(next), keyCount: count))
      next += count + room
    }
    first = UnsafePointer(properties)
    end = UnsafePointer(properties + keys.count)
    self.map = .passUnretained(map)
    hasSlashes = keys.contains { $0.hasSlash }
    isFlat = map.isFlat
    isSimple = map.isSimple
    isObject = map.objectType != nil
    isNeverEmpty = map.isNeverEmpty
  }
}
