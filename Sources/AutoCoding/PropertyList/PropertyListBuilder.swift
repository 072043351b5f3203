/// A property list under construction: its objects, and the keys and values of open containers.
///
/// Keys and values of open containers are on stacks, so that each container is written at once. Equal strings are
/// written once.
struct PropertyListBuilder: ~Copyable {
  /// The positions on the stacks at which an open container begins.
  private struct Frame: BitwiseCopyable {
    let firstKey: Int
    let firstValue: Int
  }

  /// How full the stacks are.
  struct Mark {
    fileprivate let frames: Int
    fileprivate let keys: Int
    fileprivate let values: Int
  }

  private static let most = Int(UInt32.max) - 1
  /// The string that stands for nil, as in Foundation's `PropertyListEncoder`.
  static let null = "$null"

  var list: PropertyListWriter
  private var frames = GrowingTable<Frame>(maximumCount: most)
  var keys = GrowingTable<UInt32>(maximumCount: most)
  var values = GrowingTable<UInt32>(maximumCount: most)
  private var strings = StringTable()
  var propertyKeys = PropertyKeyTable(maximumCount: most)
  var leafRecords = LeafRecords()
  /// The objects written so far, remembered once much was written.
  var visits: ExpansionGuard?
  /// Whether the list may have objects to which nothing refers.
  var hasOrphans = false
  private var maximumByteCount: Int
  /// The sink of the last value that coded itself, for the next one.
  var spareSink: PropertyListContainerSink?
  var pathTracking = PathTracking()

  init(limits: CodingLimits) {
    maximumByteCount = limits.maximumByteCount
    list = PropertyListWriter(maximumByteCount: limits.maximumByteCount)
  }

  /// Sets the limits. Precondition: nothing was added since the last reset.
  mutating func setLimits(_ limits: CodingLimits) {
    guard limits.maximumByteCount != maximumByteCount else { return }
    maximumByteCount = limits.maximumByteCount
    list = PropertyListWriter(maximumByteCount: limits.maximumByteCount)
  }

  /// The memory that the builder keeps after a reset, in bytes, without parts that are always small.
  var keptByteCount: Int { list.keptByteCount + frames.byteCount + keys.byteCount + values.byteCount }

  /// Resets the builder, but keeps memory for property lists of moderate size.
  mutating func removeAll() {
    let kept = 1 << 20
    pathTracking.reset()
    list.removeAll()
    frames.removeAll(keepingAtMost: kept)
    keys.removeAll(keepingAtMost: kept)
    values.removeAll(keepingAtMost: kept)
    strings.removeAll()
    propertyKeys.removeAll()
    leafRecords = LeafRecords()
    visits = nil
    hasOrphans = false
  }

  // MARK: Values

  @inline(__always)
  mutating func push(_ value: UInt32) {
    if !values.append(value) { list.fail(.tooLarge) }
  }

  /// Removes the value that was added last. Precondition: there is one.
  mutating func pop() -> UInt32 {
    let value = values.last ?? 0
    values.removeLast()
    return value
  }

  mutating func add(_ string: String) { push(object(of: string)) }

  /// Returns the object of a string.
  mutating func object(of string: String) -> UInt32 {
    var string = string
    return string.withUTF8 { object(of: $0) }
  }

  /// Returns the object of a string.
  ///
  /// Precondition: `text` is valid UTF-8.
  mutating func object(of text: UnsafeBufferPointer<UInt8>) -> UInt32 {
    let (hash, isASCII) = strings.scan(text)
    // A table has no number 0.
    var place = strings.place(of: hash)
    while let known = strings.next(&place) {
      if list.isString(known &- 1, text) { return known &- 1 }
    }
    let object = list.add(utf8: text, isASCII: isASCII)
    strings.insert(object &+ 1, at: place)
    return object
  }

  // MARK: Keys

  @inline(__always)
  mutating func addKey(_ key: PropertyKey) {
    if !keys.append(propertyKeys.nextObject(of: key) ?? objectOfUnexpected(key)) { list.fail(.tooLarge) }
  }

  @inline(never)
  private mutating func objectOfUnexpected(_ key: PropertyKey) -> UInt32 {
    if let known = propertyKeys.object(of: key) { return known }
    let object = key.withUTF8 { self.object(of: $0) } ?? self.object(of: key.stringValue)
    propertyKeys.insert(object, for: key)
    return object
  }

  mutating func addKey(_ key: String) { addKey(object: object(of: key)) }

  /// Adds a key whose string is in the list.
  mutating func addKey(object: UInt32) {
    if !keys.append(object) { list.fail(.tooLarge) }
  }

  // MARK: Containers

  @inline(__always)
  mutating func begin() {
    if !frames.append(Frame(firstKey: keys.count, firstValue: values.count)) { list.fail(.tooLarge) }
  }

  @inline(__always)
  mutating func endArray() {
    guard let frame = frames.last else { return }
    let object = list.addArray(values.suffix(from: frame.firstValue))
    end(frame, object)
  }

  @inline(__always)
  mutating func endDictionary() {
    guard let frame = frames.last else { return }
    let object = list.addDictionary(
      keys: keys.suffix(from: frame.firstKey), values: values.suffix(from: frame.firstValue))
    end(frame, object)
  }

  @inline(__always)
  private mutating func end(_ frame: Frame, _ object: UInt32) {
    keys.truncate(to: frame.firstKey)
    values.truncate(to: frame.firstValue)
    frames.removeLast()
    push(object)
  }

  /// The state to which ``reset(to:)`` returns after an error.
  var mark: Mark { Mark(frames: frames.count, keys: keys.count, values: values.count) }

  /// Abandons what was begun since a mark. The objects stay in the list.
  mutating func reset(to mark: Mark) {
    hasOrphans = true
    frames.truncate(to: mark.frames)
    keys.truncate(to: mark.keys)
    values.truncate(to: mark.values)
  }

  /// The number of values of open containers.
  var valueCount: Int { values.count }

  /// Moves the value that was added last to the place of an earlier one, which is dropped. Precondition: there is an
  /// earlier value at the position.
  mutating func moveLastValue(to position: Int) {
    let value = pop()
    if position >= 0, position < values.count { values.base?[position] = value }
  }

  // MARK: Records

  /// Adds numbers and booleans to the open dictionary, with their keys. Returns false if there may be no room for them.
  ///
  /// Precondition: all the properties are of a kind that is an inline leaf, of the object at `base`.
  @inline(__always)
  mutating func addLeaves(
    from start: UnsafePointer<PropertyOperation>, to end: UnsafePointer<PropertyOperation>, of base: UnsafeRawPointer
  ) -> Bool {
    let count = end - start
    let keyCount = keys.count
    guard let value = values.reserve(count), let key = keys.reserve(count) else { return false }
    if let known = propertyKeys.objects(ofKeysFrom: start, count: count), let source = known.baseAddress {
      for index in 0..<count { key[index] = source[index] }
      keys.advance(by: count)
    } else {
      for index in 0..<count { addKey(start[index].key) }
    }
    guard var leaves = list.beginLeaves(count) else {
      keys.truncate(to: keyCount)
      return false
    }
    for index in 0..<count { (value + index).initialize(to: leaves.add(start + index, of: base)) }
    values.advance(by: count)
    list.endLeaves(leaves)
    return true
  }

  /// Adds a string to the open dictionary with its key, without a copy of it. Returns false for nil, and for a string
  /// that has to be looked at: one that may be left out, is not in memory as UTF-8, or may be the text that stands for nil.
  ///
  /// Precondition: the property's kind is a string, and it is at the address.
  @inline(__always)
  mutating func addText(_ operation: UnsafePointer<PropertyOperation>, at address: UnsafeRawPointer) -> Bool {
    if operation.pointee.mayBeLeftOut { return false }
    if operation.pointee.isOptional {
      guard operation.pointee.isOptionalLeaf, !operation.pointee.isNilLeaf(address) else { return false }
    }
    // An Optional stores its value at its own address.
    return address.assumingMemoryBound(to: String.self).pointee.utf8.withContiguousStorageIfAvailable { text in
      if text.count == Self.null.utf8.count { return false }
      addKey(operation.pointee.key)
      push(object(of: text))
      return true
    } ?? false
  }

  /// Adds a whole record of numbers and booleans. Returns false if a key is new or there may be no room.
  ///
  /// The dictionary precedes its values, so that its references are written in place immediately.
  ///
  /// Precondition: ``LeafRecords/contains(_:)`` is true of them, and the properties are of the object at `base`.
  @inline(__always)
  mutating func addRecord(
    ofLeaves first: UnsafePointer<PropertyOperation>, count: Int, of base: UnsafeRawPointer
  ) -> Bool {
    guard let keys = propertyKeys.objects(ofKeysFrom: first, count: count),
      var leaves = list.beginDictionary(ofLeaves: keys)
    else { return false }
    for index in 0..<count { leaves.refer(to: leaves.add(first + index, of: base)) }
    let record = UInt32(truncatingIfNeeded: list.objectCount)
    list.endLeaves(leaves)
    push(record)
    return true
  }
}
