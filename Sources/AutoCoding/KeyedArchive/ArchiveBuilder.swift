#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// An archive under construction: the object table and the open containers.
///
/// An archive object is an entry of `$objects`, and its UID is its index there. A property list object is any object of
/// the property list. Keys and values of open containers are on stacks, so that each container is written at once.
struct ArchiveBuilder: ~Copyable {
  enum Container: UInt8, BitwiseCopyable {
    case root, record, array, set, dictionary
  }

  struct Frame: BitwiseCopyable {
    let container: Container
    let firstKey: Int
    let firstValue: Int
    /// The UID of the container's class.
    let classUID: UInt32
    /// The UID already assigned to the container, or ``none``.
    let uid: UInt32
    let firstWeakReference: Int
  }

  /// A weak reference in an open record. Its object may get a UID later.
  struct WeakReference {
    /// Retained, as in ``addReference(to:codec:)``.
    let object: AnyObject
    var container: UInt32
    var index: Int
  }

  static let none = UInt32.max
  private static let most = Int(UInt32.max) - 1

  var list: PropertyListWriter
  /// The property list object of each archive object.
  private(set) var objects = GrowingTable<UInt32>(maximumCount: most)
  var frames = GrowingTable<Frame>(maximumCount: most)
  var keys = GrowingTable<UInt32>(maximumCount: most)
  var values = GrowingTable<UInt32>(maximumCount: most)
  var frame = rootFrame
  private static let rootFrame = Frame(
    container: .root, firstKey: 0, firstValue: 0, classUID: none, uid: none, firstWeakReference: 0)
  private(set) var queue = ObjectQueue()
  var strings = StringTable()
  var nextTexts = TextProperties()
  var propertyKeys = PropertyKeyTable(maximumCount: most)
  /// The UIDs of classes.
  var classes = AddressTable()
  /// The class that was last looked up.
  var lastClass: (identity: UnsafeRawPointer, uid: UInt32)?
  var weakReferences: [WeakReference] = []
  private(set) var classKey: UInt32 = 0
  var leafRecords = LeafRecords()
  /// The sink of the last value with its own code, for the next one.
  var spareSink: TreeContainerSink?
  /// The index in the queue of the object that is being written.
  var current = none
  /// The UID of `NSNull`, once an element was null.
  private var nullUID = none
  /// The UID for the next container to begin, if it already has one.
  var nextUID = none
  /// Whether the next value is that of an Optional.
  var isOptional = false
  private(set) var maximumObjectCount: Int
  private var maximumByteCount: Int

  init(limits: CodingLimits) {
    list = PropertyListWriter(maximumByteCount: limits.maximumByteCount)
    maximumObjectCount = limits.maximumObjectCount
    maximumByteCount = limits.maximumByteCount
    begin()
  }

  /// Sets the limits. Precondition: nothing was added since the last reset.
  mutating func setLimits(_ limits: CodingLimits) {
    maximumObjectCount = limits.maximumObjectCount
    guard limits.maximumByteCount != maximumByteCount else { return }
    maximumByteCount = limits.maximumByteCount
    list = PropertyListWriter(maximumByteCount: limits.maximumByteCount)
    objects.truncate(to: 0)
    begin()
  }

  /// The memory that the builder keeps after a reset, in bytes, without parts that are always small.
  var keptByteCount: Int {
    list.keptByteCount + objects.byteCount + keys.byteCount + values.byteCount + frames.byteCount
      + queue.entries.byteCount
  }

  deinit { releaseObjects() }

  private mutating func begin() {
    classKey = list.add(string: "$class")
    _ = objects.append(list.add(string: "$null"))
  }

  private borrowing func releaseObjects() {
    guard let queued = queue.entries.base else { return }
    for index in 0..<queue.count {
      if index &+ 16 < queue.count { GrowingMemory.prefetch(queued[index &+ 16].object) }
      Unmanaged<AnyObject>.fromOpaque(queued[index].object).release()
    }
  }

  /// Resets the builder, but keeps memory for archives of moderate size.
  mutating func removeAll() {
    releaseObjects()
    let kept = 1 << 20
    list.removeAll()
    objects.removeAll(keepingAtMost: kept)
    frames.removeAll(keepingAtMost: kept)
    keys.removeAll(keepingAtMost: kept)
    values.removeAll(keepingAtMost: kept)
    frame = Self.rootFrame
    queue.removeAll(keepingAtMost: kept)
    strings.removeAll()
    nextTexts.removeAll()
    propertyKeys.removeAll()
    classes.removeAll()
    lastClass = nil
    leafRecords = LeafRecords()
    spareSink = nil
    weakReferences = []
    current = Self.none
    nextUID = Self.none
    nullUID = Self.none
    isOptional = false
    begin()
  }

  // MARK: Values

  /// Whether values become archive objects here, and not inline values of a record.
  @inline(__always)
  private var boxesValues: Bool { isOptional || frame.container != .record }

  @inline(__always)
  mutating func push(_ value: UInt32) {
    isOptional = false
    appendValue(value)
  }

  @inline(__always)
  mutating func appendValue(_ value: UInt32) {
    if !values.append(value) { list.fail(.tooLarge) }
  }

  @inline(__always)
  mutating func appendKey(_ key: UInt32) {
    if !keys.append(key) { list.fail(.tooLarge) }
  }

  /// Adds a dictionary of the keys and values from positions on, and removes them.
  mutating func addDictionary(_ firstKey: Int, _ firstValue: Int) -> UInt32 {
    let object = list.addDictionary(keys: keys.suffix(from: firstKey), values: values.suffix(from: firstValue))
    keys.truncate(to: firstKey)
    values.truncate(to: firstValue)
    return object
  }

  /// Adds a value that records hold inline.
  @inline(__always)
  mutating func add(_ make: (inout PropertyListWriter) -> UInt32) {
    let value = make(&list)
    if boxesValues { push(object: value) } else { push(value) }
  }

  /// Adds a property list object as an inline value, even outside a record.
  mutating func addInline(_ make: (inout PropertyListWriter) -> UInt32) {
    push(make(&list))
  }

  mutating func push(object: UInt32) {
    let uid = addObject(object)
    push(list.add(uid: uid))
  }

  /// Assigns the next UID to a property list object.
  @inline(__always)
  mutating func addObject(_ object: UInt32) -> UInt32 {
    let uid = UInt32(truncatingIfNeeded: objects.count)
    if !objects.append(object) { list.fail(.tooLarge) }
    return uid
  }

  mutating func addNull() {
    push(list.add(uid: 0))
  }

  /// Whether the next value is an element of a collection. `NSKeyedUnarchiver` skips a null of the format there.
  var isInCollection: Bool {
    switch frame.container {
    case .array, .set, .dictionary: true
    case .root, .record: false
    }
  }

  /// Adds a null as an object, which an archive has once.
  mutating func addNullObject() {
    if nullUID == Self.none {
      nullUID = addObject(0)
      nextUID = nullUID
      begin(.record, classUID: classUID(FoundationClass.null.identity) { FoundationClass.null.classNames })
      end()
    }
    push(list.add(uid: nullUID))
  }

  // MARK: Objects

  /// Adds a reference to an object. A new object is added to the queue.
  mutating func addReference(to object: UnsafeRawPointer, codec: UnsafeRawPointer) {
    let place = queue.place(of: object)
    if place.position != Self.none, let queued = queue.entries.base {
      return push(list.add(uid: queued[Int(place.position)].uid))
    }
    let uid = addObject(0)
    guard queue.append(ObjectQueue.Entry(object: object, codec: codec, uid: uid, parent: current), at: place) else {
      return list.fail(.tooLarge)
    }
    // Retain it until the archive is finished: otherwise another object could be allocated at the address of a computed
    // one.
    _ = Unmanaged<AnyObject>.fromOpaque(object).retain()
    push(list.add(uid: uid))
  }

  /// Returns the UID of an object in the queue.
  borrowing func uid(of object: AnyObject) -> UInt32? {
    guard let position = queue.position(of: UnsafeRawPointer(Unmanaged.passUnretained(object).toOpaque())) else {
      return nil
    }
    return queue.entries.base?[position].uid
  }

  mutating func addWeakReference(to object: AnyObject) {
    if let known = uid(of: object) {
      push(list.add(uid: known))
    } else {
      weakReferences.append(WeakReference(object: object, container: Self.none, index: values.count))
      addNull()
    }
  }

  /// - Throws: `EncodingError` if the property list has more objects than the limits allow.
  func checkObjectCount() throws {
    guard list.objectCount <= maximumObjectCount else {
      throw EncodingError.invalidValue(
        list.objectCount,
        .init(
          """
          The archive has \(list.objectCount) objects so far, more than limits.maximumObjectCount allows (\(maximumObjectCount)).
          """))
    }
  }

  // MARK: The end

  /// Returns the archive.
  ///
  /// - Throws: `EncodingError` if a limit is exceeded.
  mutating func finish() throws -> Data {
    // An object that only weak references refer to is not in the archive.
    for reference in weakReferences where reference.container != Self.none {
      guard let known = uid(of: reference.object) else { continue }
      list.patchReference(at: reference.index, in: reference.container, to: list.add(uid: known))
    }
    if values.count == 0 { appendValue(list.add(uid: 0)) }
    appendKey(list.add(string: "root"))
    let top = addDictionary(0, 0)
    let contents = list.addArray(objects.suffix(from: 0))
    appendKey(list.add(string: "$version"))
    appendKey(list.add(string: "$archiver"))
    appendKey(list.add(string: "$top"))
    appendKey(list.add(string: "$objects"))
    appendValue(list.add(integer: 100_000))
    appendValue(list.add(string: "NSKeyedArchiver"))
    appendValue(top)
    appendValue(contents)
    let archive = addDictionary(0, 0)
    try checkObjectCount()
    return try list.finish(top: archive)
  }
}
