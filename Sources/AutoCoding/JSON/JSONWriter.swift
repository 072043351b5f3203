#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Writes JSON text to memory that grows.
///
/// Every value is followed by a comma. The end of an array or object replaces the comma after the last value in it. The
/// caller that takes the text drops the comma after it.
struct JSONWriter: PooledWorker {
  static let pool = ReusePool()
  static var standardOptions: JSONEncodingOptions.Values { .init() }

  /// The bytes of memory of a writer that is reused. A larger text keeps the writer's memory, and the writer is not
  /// reused.
  static let keptCapacity = 16 << 10

  private(set) var options: JSONEncodingOptions
  // What the options say is kept here as well, since options are retained if they are asked.
  private(set) var limits = CodingLimits()
  /// The start of the text, in memory of ``GrowingMemory`` that the writer's creator frees or takes.
  private(set) var start: UnsafeMutablePointer<UInt8>
  /// Where the next byte goes.
  var next: UnsafeMutablePointer<UInt8>
  private(set) var end: UnsafeMutablePointer<UInt8>
  /// Whether the text is neither indented nor sorted.
  private(set) var isCompact = true
  private(set) var isPretty = false
  private(set) var isSorted = false
  private(set) var escapesSlashes = true
  /// In every byte: the slash if it is escaped; otherwise the quote, which is always escaped.
  private(set) var escapedSlash = SIMD16<UInt8>()
  private(set) var takesSmallStringsApart = false
  private(set) var datesAreDeferred = true
  /// Whether keys are written unchanged, in text that is compact.
  private(set) var writesKeysAsTheyAre = true
  /// How records are written.
  private(set) var style: JSONStyle = []
  /// Whether an array is retained while its elements are written, since a type's own code might replace it.
  var keepsArrays = true
  /// The open arrays and objects; empty if the text is compact.
  var frames: [Frame] = []
  var visits: ExpansionGuard?
  /// The number of levels by which the text is indented.
  var indentation = 0
  var pathTracking = PathTracking()
  var trackedPath: TrackedPath? { pathTracking.path }
  /// Whether the next value with its own `Codable` code is the root.
  var isRootOwnCode = false
  /// The sink of an earlier value with its own `Codable` code, for reuse.
  var spareSink: JSONContainerSink?
  /// Whether ``spareSink`` has the writer's options.
  var isSinkCurrent = true

  /// The keys of the members of open objects that are sorted once they are complete, those of inner objects last.
  var memberKeys: [String] = []
  /// The offset of each of these members from the start of the text.
  var memberOffsets: [Int] = []

  /// An open array or object.
  struct Frame: BitwiseCopyable {
    let isArray: Bool
    /// The index of the object's first member in ``memberKeys``.
    let firstMember: Int
  }

  init(options: JSONEncodingOptions) {
    self.init(options: options, capacity: Self.keptCapacity)
  }

  init(options: JSONEncodingOptions, capacity: Int) {
    self.init(options: options, memory: GrowingMemory.resize(nil, to: capacity), capacity: capacity)
  }

  /// - Parameters:
  ///   - memory: Memory of ``GrowingMemory``.
  ///   - capacity: The number of its bytes.
  init(options: JSONEncodingOptions, memory: UnsafeMutableRawPointer, capacity: Int) {
    self.options = options
    start = memory.assumingMemoryBound(to: UInt8.self)
    next = start
    end = start + capacity
    useOptions()
  }

  private mutating func useOptions() {
    limits = options.limits
    isPretty = options.values.formatting.contains(.prettyPrinted)
    isSorted = options.values.formatting.contains(.sortedKeys)
    escapesSlashes = !options.values.formatting.contains(.withoutEscapingSlashes)
    escapedSlash = SIMD16(repeating: escapesSlashes ? UInt8(ascii: "/") : .quote)
    takesSmallStringsApart = options.takesSmallStringsApart
    isCompact = !isPretty && !isSorted
    datesAreDeferred = options.datesAreDeferred
    writesKeysAsTheyAre = isCompact && !options.convertsToSnakeCase
    style = []
    if options.convertsToSnakeCase { style.insert(.toSnakeCase) }
    if isSorted { style.insert(.sorted) }
    if !escapesSlashes { style.insert(.plainSlashes) }
    if isPretty { style.insert(.pretty) }
    if options.values.writesNils { style.insert(.nulls) }
    pathTracking.adopt(hasCustomValues: options.hasCustomValues)
  }

  /// The number of bytes written.
  var count: Int { next - start }

  /// About the number of values written: a value takes some 16 bytes.
  var writtenUnits: Int { count >> 4 }

  /// The number of bytes that fit without more memory.
  var capacity: Int { end - start }

  /// Empties the writer for reuse. Precondition: it has written a whole text.
  mutating func reset() {
    assert(frames.isEmpty && memberKeys.isEmpty && indentation == 0)
    next = start
    keepsArrays = true
    visits = nil
    pathTracking.reset()
  }

  mutating func adopt(_ options: JSONEncodingOptions) {
    self.options = options
    useOptions()
    isSinkCurrent = false
    if let spareSink, !spareSink.options.mayOutliveCoder { update(spareSink) }
  }

  /// Gives a sink the writer's options. A sink that may keep its old ones gets them only if it is used again.
  @inline(never)
  mutating func update(_ sink: JSONContainerSink) {
    sink.adopt(options)
    isSinkCurrent = true
  }

  /// Removes the text from an offset on, since writing it has failed. Precondition: no array or object was open at the
  /// offset.
  mutating func removeAll(from place: Int) {
    next = start + place
    frames = []
    (memberKeys, memberOffsets) = ([], [])
  }

  /// Returns the writer's memory, reduced to the bytes of the text. The caller frees it in place of the writer.
  func memory(of count: Int) -> UnsafeMutableRawPointer {
    // Keep a little unused memory: the allocator can reuse a block at once if the next call asks for the same size.
    capacity - count <= count / 8 ? UnsafeMutableRawPointer(start) : GrowingMemory.resize(start, to: count)
  }

  func free() {
    GrowingMemory.free(start)
  }

  /// Makes room for `byteCount` bytes at ``next``.
  @inline(__always)
  mutating func reserve(_ byteCount: Int) {
    if end - next < byteCount { grow(byteCount) }
  }

  @inline(never)
  private mutating func grow(_ byteCount: Int) {
    let count = count
    let capacity = max(2 * (end - start), count + byteCount + 64)
    start = GrowingMemory.resize(start, to: capacity).assumingMemoryBound(to: UInt8.self)
    next = start + count
    end = start + capacity
  }

  /// Writes a byte. Precondition: there is room.
  @inline(__always)
  mutating func put(_ byte: UInt8) {
    next.initialize(to: byte)
    next += 1
  }

  /// Writes bytes as they are.
  mutating func put(_ bytes: UnsafeBufferPointer<UInt8>) {
    reserve(bytes.count + 1)
    if let first = bytes.baseAddress {
      next.update(from: first, count: bytes.count)
      next += bytes.count
    }
  }

  /// Writes text as it is, with a comma.
  mutating func putToken(_ text: StaticString) {
    prepareValue()
    put(UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
    put(.comma)
  }

  // MARK: Layout

  /// Called before each value.
  @inline(__always)
  mutating func prepareValue() {
    if !isCompact { indentElement() }
  }

  @inline(never)
  private mutating func indentElement() {
    if isPretty, frames.last?.isArray == true { breakLine() }
  }

  private mutating func breakLine() {
    let line = 1 + 2 * indentation
    reserve(line + 1)
    next = Self.putLine(line, at: UnsafeMutableRawPointer(next)).assumingMemoryBound(to: UInt8.self)
  }

  @inline(__always)
  mutating func open(_ bracket: UInt8) {
    reserve(8)
    if !isCompact { openFrame(isArray: bracket == .openBracket) }
    put(bracket)
  }

  @inline(never)
  private mutating func openFrame(isArray: Bool) {
    indentElement()
    frames.append(Frame(isArray: isArray, firstMember: memberKeys.count))
    indentation += 1
    reserve(8)
  }

  @inline(__always)
  mutating func close(_ bracket: UInt8) {
    if isCompact {
      reserve(8)
      if next[-1] == .comma { next -= 1 }
    } else {
      closeFrame()
    }
    put(bracket)
    put(.comma)
  }

  @inline(never)
  private mutating func closeFrame() {
    indentation -= 1
    let frame = frames.removeLast()
    if memberKeys.count > frame.firstMember { sortMembers(from: frame.firstMember) }
    let isEmpty = next[-1] != .comma
    if !isEmpty { next -= 1 }
    if isPretty {
      reserve(1)
      if isEmpty { put(.newline) }
      breakLine()
    }
    reserve(8)
  }

  /// Called before each key if the text is not compact.
  ///
  /// - Parameter isInOrder: Whether the members are written in the order of their keys.
  @inline(never)
  mutating func prepareKey(_ key: String, isInOrder: Bool) {
    if isSorted, !isInOrder {
      memberKeys.append(key)
      memberOffsets.append(count)
    }
    if isPretty { breakLine() }
  }

  /// Called after each key and its colon.
  @inline(__always)
  mutating func finishKey() {
    guard isPretty else { return }
    next -= 1
    reserve(3)
    put(.space)
    put(.colon)
    put(.space)
  }
}

extension UInt8 {
  static let comma = UInt8(ascii: ",")
  static let colon = UInt8(ascii: ":")
  static let quote = UInt8(ascii: "\"")
  static let backslash = UInt8(ascii: "\\")
  static let openBracket = UInt8(ascii: "[")
  static let closeBracket = UInt8(ascii: "]")
  static let openBrace = UInt8(ascii: "{")
  static let closeBrace = UInt8(ascii: "}")
  static let space = UInt8(ascii: " ")
  static let newline = UInt8(ascii: "\n")
}
