/// Makes binary property lists of XML ones.
///
/// Copyable, although it is never copied: Swift 6.3 fails to compile a pointer in a noncopyable value, whose memory is
/// changed, for the thread sanitizer.
struct PropertyListXMLParser {
  typealias Tag = PropertyListXMLScanner.Tag

  /// An array or dictionary that is being read.
  private struct Frame {
    let isArray: Bool
    /// How many keys and values the builder had when the container began.
    let firstKey: Int
    let firstValue: Int
    /// Whether the next element has to be a value of a dictionary.
    var hasKey = false
    /// The position of the value that the next one replaces, since both have one key.
    var replaced: Int?
    /// The positions of values on the builder's stack, by the objects of their keys; nil while there are few.
    var positions: [UInt32: Int]?
  }

  /// The most keys of a dictionary that are compared one by one.
  private static let fewKeys = 32

  private let bytes: UnsafeRawBufferPointer
  var scanner: PropertyListXMLScanner
  let builder: UnsafeMutablePointer<PropertyListBuilder>
  private var frames: [Frame] = []

  /// - Precondition: The bytes and the builder, which is empty, exist as long as the parser.
  init(_ bytes: UnsafeRawBufferPointer, isConverted: Bool, builder: UnsafeMutablePointer<PropertyListBuilder>) {
    self.bytes = bytes
    self.builder = builder
    scanner = PropertyListXMLScanner(bytes, isConverted: isConverted)
  }

  /// Adds the property list to the builder, as its only value.
  mutating func parse() throws {
    guard UTF8StringBuilder.isUTF8(bytes) else { throw scanner.error("expected UTF-8", "bytes that are not valid") }
    var tag = try scanner.nextTag()
    let isWrapped = tag.element == .plist && !tag.isClosing
    if isWrapped {
      guard !tag.isEmpty else { throw scanner.error("expected a value in <plist>", "none") }
      tag = try scanner.nextTag()
    }
    try element(tag)
    while !frames.isEmpty { try element(try scanner.nextTag()) }
    if isWrapped {
      let end = try scanner.nextTag()
      guard end.element == .plist, end.isClosing else {
        throw scanner.error("expected </plist>", scanner.description(of: end))
      }
    }
    try scanner.skipMisc()
    guard scanner.isAtEnd else { throw scanner.error("expected the end of the text", "more") }
  }

  /// Reads a leaf, or begins or ends a container.
  private mutating func element(_ tag: Tag) throws {
    if tag.isClosing { return try end(tag) }
    let top = frames.count - 1
    if top >= 0, !frames[top].isArray, !frames[top].hasKey {
      guard tag.element == .key else { throw scanner.error("expected <key>", scanner.description(of: tag)) }
      return try key(tag, in: top)
    }
    switch tag.element {
    case .array, .dict:
      frames.append(
        Frame(
          isArray: tag.element == .array, firstKey: builder.pointee.keys.count,
          firstValue: builder.pointee.valueCount))
      builder.pointee.begin()
      if tag.isEmpty { try end(tag) }
      return
    case .true, .false: try bool(tag)
    case .string: try string(tag)
    case .integer: try integer(tag)
    case .real: try real(tag)
    case .date: try date(tag)
    case .data: try data(tag)
    case .plist, .key, .unknown:
      throw scanner.error("expected an element of property lists", scanner.description(of: tag))
    }
    didAddValue()
  }

  private mutating func key(_ tag: Tag, in frame: Int) throws {
    let text = try scanner.content(of: tag)
    let key = scanner.withBytes(of: text) { builder.pointee.object(of: $0) }
    frames[frame].hasKey = true
    // As with Foundation's parser, the last of several values under one key counts.
    frames[frame].replaced = position(of: key, in: frame)
    if frames[frame].replaced == nil { builder.pointee.addKey(object: key) }
  }

  /// Returns the position of the value that a dictionary already has under a key.
  @inline(__always)
  private mutating func position(of key: UInt32, in frame: Int) -> Int? {
    let (firstKey, firstValue) = (frames[frame].firstKey, frames[frame].firstValue)
    let keys = builder.pointee.keys.suffix(from: firstKey)
    guard keys.count <= Self.fewKeys else { return positionAmongMany(of: key, in: frame) }
    return keys.firstIndex(of: key).map { firstValue + $0 }
  }

  @inline(never)
  private mutating func positionAmongMany(of key: UInt32, in frame: Int) -> Int? {
    if frames[frame].positions == nil {
      var positions: [UInt32: Int] = [:]
      let (firstKey, firstValue) = (frames[frame].firstKey, frames[frame].firstValue)
      let keys = builder.pointee.keys.suffix(from: firstKey)
      for (index, known) in keys.enumerated() { positions[known] = firstValue + index }
      frames[frame].positions = positions
    }
    if let known = frames[frame].positions?[key] { return known }
    let count = builder.pointee.valueCount
    frames[frame].positions?[key] = count
    return nil
  }

  private mutating func end(_ tag: Tag) throws {
    guard let isArray = frames.last?.isArray, tag.element == (isArray ? .array : .dict) else {
      throw scanner.error(
        frames.isEmpty ? "expected a value" : "expected an element or the end of the container",
        scanner.description(of: tag))
    }
    guard !frames[frames.count - 1].hasKey else {
      throw scanner.error("expected the value of a key", scanner.description(of: tag))
    }
    frames.removeLast()
    if isArray { builder.pointee.endArray() } else { builder.pointee.endDictionary() }
    didAddValue()
  }

  @inline(__always)
  private mutating func didAddValue() {
    let top = frames.count - 1
    guard top >= 0, !frames[top].isArray else { return }
    frames[top].hasKey = false
    if let replaced = frames[top].replaced { builder.pointee.moveLastValue(to: replaced) }
  }
}
