/// Reads arrays in one pass: leaves with the place of the next byte in a register, other elements without the walk.
extension JSONReader {
  mutating func readNested(into address: UnsafeMutableRawPointer, as codec: Codec) throws -> Bool {
    guard codec.kind == .sequence else { return false }
    let codec = unsafeDowncast(codec, to: SequenceCodec.self)
    guard codec.movesElements else { return false }
    if try readLeaves(of: codec, into: address) { return true }
    guard readsElementsAtOnce else { return false }
    try readElements(of: codec, into: address)
    return true
  }

  /// Reads an array of the most common leaves. Returns false, and consumes nothing, if the elements are of another kind
  /// or the text between them is unusual.
  @inline(__always)
  private mutating func readLeaves(of codec: SequenceCodec, into address: UnsafeMutableRawPointer) throws -> Bool {
    let strings = strings
    switch codec.element.kind {
    case .double:
      return try leaves(of: codec, into: address, { $0.double() }, else: { try $0.readDouble() })
    case .int:
      return try leaves(of: codec, into: address, { $0.integer() }, else: { try $0.readInteger(as: Int.self) })
    case .string:
      return try leaves(of: codec, into: address, { $0.string(strings) }, else: { try $0.readString() })
    case .bool: return try leaves(of: codec, into: address, { $0.bool() }, else: { try $0.readBool() })
    case .float: return try leaves(of: codec, into: address, { $0.float() }, else: { try $0.readFloat() })
    case .int32:
      return try leaves(
        of: codec, into: address, { $0.integer().flatMap(Int32.init(exactly:)) },
        else: { try $0.readInteger(as: Int32.self) })
    case .int64:
      return try leaves(
        of: codec, into: address, { $0.integer().map(Int64.init) }, else: { try $0.readInteger(as: Int64.self) })
    default: return false
    }
  }

  /// Reads an array of any elements. Precondition: the codec moves its elements.
  mutating func readElements(of codec: SequenceCodec, into address: UnsafeMutableRawPointer) throws {
    try begin(.openBracket, for: [Any].self)
    let start = next
    var (isNext, line) = try hasOtherElement(isFirst: true, line: lineLength)
    guard isNext else {
      codec.initialize(address, moving: address, count: 0)
      return
    }
    var elements = ElementStack(codec, in: region())
    let element = codec.element
    // Models check the stack, and collections within each other need much of it.
    if element.kind != .record, !element.kind.isLeaf { try NestedLevel.checkStack() }
    let trackedPath = trackedPath.flatMap { element.mayNeedPath ? $0 : nil }
    trackedPath?.enter(index: 0)
    defer { trackedPath?.leave() }
    if element.kind == .record, let map = unsafeDowncast(element, to: RecordCodec.self).knownStructure {
      let record = unsafeDowncast(element, to: RecordCodec.self)
      // Enter the level once, since all elements are at the same one.
      let level = try enterLevelOfElements()
      defer { extendLifetime(level) }
      repeat {
        try readElement(into: &elements, trackedPath, since: start, within: line) {
          try $0.readStructure(into: $1, as: record, map)
        }
      } while try hasNextElement(&line)
    } else if element.kind == .record,
      let cases = JSONCases.prepared(for: unsafeDowncast(element, to: RecordCodec.self))
    {
      repeat {
        try readElement(into: &elements, trackedPath, since: start, within: line) { reader, slot in
          var cursor = reader.cursor
          guard let value = cases.pointee.read(at: &cursor) else {
            return try reader.readModel(into: slot, as: element)
          }
          slot.storeBytes(of: value, as: UInt8.self)
          reader.next = cursor.place.assumingMemoryBound(to: UInt8.self)
        }
      } while try hasNextElement(&line)
    } else {
      repeat {
        try readElement(into: &elements, trackedPath, since: start, within: line) {
          try $0.readValue(into: $1, as: element)
        }
      } while try hasNextElement(&line)
    }
    lineLength = line
    elements.moveAll(to: address)
  }

  private func enterLevelOfElements() throws -> NestedLevel {
    do {
      return try NestedLevel.enter(toDecodeWithin: limits)
    } catch {
      throw error.prepending(DynamicKey(index: 0))
    }
  }

  /// Reads an element.
  @inline(__always)
  private mutating func readElement(
    into elements: inout ElementStack, _ trackedPath: TrackedPath?, since start: UnsafePointer<UInt8>,
    within line: Int,
    _ read: (inout JSONReader, UnsafeMutableRawPointer) throws -> Void
  ) throws {
    if elements.isFull { elements.grow(read: next - start, rest: end - next) }
    lineLength = line &+ lineStep
    do {
      try read(&self, elements.next())
    } catch {
      throw error.prepending(DynamicKey(index: elements.count))
    }
    lineStep = lineLength &- line
    elements.commit()
    trackedPath?.move(toIndex: elements.count)
  }

  /// Returns whether another element follows. Skips the white space before it, or the closing bracket if there is none.
  ///
  /// - Parameter line: The expected white space, in bytes.
  @inline(__always)
  private mutating func hasNextElement(_ line: inout Int) throws -> Bool {
    var cursor = cursor
    if cursor.has(2), cursor.byte == .comma {
      cursor.place += 1
      if cursor.byte > 0x20 || cursor.skipLine(line) {
        next = cursor.place.assumingMemoryBound(to: UInt8.self)
        return true
      }
    }
    let isNext: Bool
    (isNext, line) = try hasOtherElement(isFirst: false, line: line)
    return isNext
  }

  /// The slow path of ``hasNextElement(_:)``, for any text.
  @inline(never)
  private mutating func hasOtherElement(isFirst: Bool, line: Int) throws -> (isNext: Bool, line: Int) {
    var line = line
    var cursor = cursor
    if !isFirst, cursor.has(2), cursor.byte == .comma {
      cursor.place += 1
      cursor.skipSpace(expecting: &line)
      next = cursor.place.assumingMemoryBound(to: UInt8.self)
      return (true, line)
    }
    if isFirst {
      cursor.skipSpace(expecting: &line)
    } else if !cursor.skipLine(line &- lineStep) {
      cursor.skipSpace()
    }
    next = cursor.place.assumingMemoryBound(to: UInt8.self)
    return (try hasNext(before: .closeBracket), line)
  }

  /// Reads a value of any kind.
  @inline(__always)
  mutating func readValue(into address: UnsafeMutableRawPointer, as codec: Codec) throws {
    switch codec.kind {
    case .record: try readModel(into: address, as: codec)
    case .sequence where codec.hasElementsInPlace:
      if try !readNested(into: address, as: codec) { try decode(into: address, as: codec) }
    case .sequence: try readCollection(of: unsafeDowncast(codec, to: SequenceCodec.self), into: address)
    case .dictionary: try readDictionary(of: unsafeDowncast(codec, to: DictionaryCodec.self), into: address)
    default: try decode(into: address, as: codec)
    }
  }

  /// Memory for elements until the last one is read.
  @inline(__always)
  private mutating func region() -> ElementRegion {
    if let elementRegion { return elementRegion }
    return makeRegion()
  }

  @inline(never)
  private mutating func makeRegion() -> ElementRegion {
    let memory = ElementMemory()
    elementMemory = memory
    elementRegion = memory.region
    return memory.region
  }

  /// - Parameters:
  ///   - read: Reads an element in its most common form; returns nil for any other, or if too little text follows.
  ///   - other: Reads an element in any form.
  @inline(__always)
  private mutating func leaves<Leaf>(
    of codec: SequenceCodec, into address: UnsafeMutableRawPointer, _ read: (inout JSONCursor) -> Leaf?,
    else other: (inout JSONReader) throws -> Leaf
  ) throws -> Bool {
    let begin = next
    var cursor = cursor
    cursor.skipSpace()
    guard cursor.has(2), cursor.byte == .openBracket else { return false }
    cursor.place += 1
    var line = lineLength
    cursor.skipSpace(expecting: &line)
    guard cursor.place < UnsafeRawPointer(self.end) else { return false }
    if cursor.byte == .closeBracket {
      finish(at: cursor.place + 1)
      codec.initialize(address, moving: address, count: 0)
      return true
    }
    // Most arrays are short: read their elements on the stack, then allocate exactly the size that they need.
    let end: UnsafeRawPointer? = try withUnsafeTemporaryAllocation(of: Leaf.self, capacity: 16) { first in
      var count = 0
      defer { UnsafeMutableBufferPointer(rebasing: first[..<count]).deinitialize() }
      while count < first.count {
        guard let value = try leaf(at: &cursor, index: count, read, else: other) else { return nil }
        first.initializeElement(at: count, to: value)
        count &+= 1
        guard let isLast = cursor.endElement(&line, step: lineStep) else { return nil }
        if isLast, let start = first.baseAddress {
          codec.initialize(address, moving: UnsafeMutableRawPointer(start), count: count)
          count = 0
          return cursor.place
        }
      }
      var elements: [Leaf] = []
      elements.reserveCapacity(4 * count)
      elements.append(contentsOf: UnsafeBufferPointer(first))
      while true {
        guard let value = try leaf(at: &cursor, index: elements.count, read, else: other) else { return nil }
        elements.append(value)
        guard let isLast = cursor.endElement(&line, step: lineStep) else { return nil }
        if isLast {
          address.initialize(with: elements)
          return cursor.place
        }
      }
    }
    guard let end else {
      next = begin
      return false
    }
    lineLength = line
    finish(at: end)
    return true
  }

  @inline(__always)
  private mutating func leaf<Leaf>(
    at cursor: inout JSONCursor, index: Int, _ read: (inout JSONCursor) -> Leaf?,
    else other: (inout JSONReader) throws -> Leaf
  ) throws -> Leaf? {
    let begin = cursor.place
    if let value = read(&cursor) { return value }
    // The walk handles leniency.
    guard !isLenient else { return nil }
    next = begin.assumingMemoryBound(to: UInt8.self)
    do {
      let value = try other(&self)
      cursor.place = UnsafeRawPointer(next)
      return value
    } catch {
      throw error.prepending(DynamicKey(index: index))
    }
  }

  @inline(__always)
  private mutating func finish(at place: UnsafeRawPointer) {
    next = place.assumingMemoryBound(to: UInt8.self)
  }
}
