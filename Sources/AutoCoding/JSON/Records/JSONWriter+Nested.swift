/// Writes records and arrays within records without calling the walk.
extension JSONWriter {
  mutating func writeNested(_ address: UnsafeRawPointer, as codec: Codec) throws -> Bool {
    guard codec.kind == .sequence, codec.hasElementsInPlace else { return false }
    if isPretty { prepareValue() }
    let target = try putArray(
      address, as: unsafeDowncast(codec, to: SequenceCodec.self), at: UnsafeMutableRawPointer(next))
    next = target.assumingMemoryBound(to: UInt8.self)
    return true
  }

  /// Writes a root value.
  mutating func writeRoot(_ address: UnsafeRawPointer, as codec: Codec) throws {
    // The caller keeps the value, so only the objects in it can change.
    keepsArrays = false
    let target = try putValue(address, as: codec, at: UnsafeMutableRawPointer(next))
    next = target.assumingMemoryBound(to: UInt8.self)
  }

  /// Writes a value of any kind, and a comma.
  @inline(never)
  mutating func putValue(
    _ address: UnsafeRawPointer, as codec: Codec, at target: UnsafeMutableRawPointer
  ) throws -> UnsafeMutableRawPointer {
    switch codec.kind {
    case .record: return try putRecord(address, as: unsafeDowncast(codec, to: RecordCodec.self), at: target)
    case .sequence where codec.hasElementsInPlace:
      return try putArray(address, as: unsafeDowncast(codec, to: SequenceCodec.self), at: target)
    case .sequence: return try putCollection(address, as: unsafeDowncast(codec, to: SequenceCodec.self), at: target)
    case .dictionary: return try putDictionary(address, as: unsafeDowncast(codec, to: DictionaryCodec.self), at: target)
    case .codable: return try putCodable(address, as: codec, at: target)
    case .optional:
      let codec = unsafeDowncast(codec, to: OptionalCodec.self)
      if codec.isNil(address) {
        return Self.putNull(at: UnsafeMutableRawPointer(end) - target < 8 ? makeRoom(8, at: target) : target)
      }
      return try putValue(address, as: codec.wrapped, at: target)
    default: return try putLeaf(address, codec.kind, at: target) ?? putByWalk(address, as: codec, at: target)
    }
  }

  /// Writes a value as the walk does.
  @inline(never)
  mutating func putByWalk(
    _ address: UnsafeRawPointer, as codec: Codec, at target: UnsafeMutableRawPointer
  ) throws -> UnsafeMutableRawPointer {
    let kept = keepsArrays
    keepsArrays = true
    next = target.assumingMemoryBound(to: UInt8.self)
    try encode(address, as: codec)
    keepsArrays = kept
    return UnsafeMutableRawPointer(next)
  }

  /// Writes a struct, object or enum.
  mutating func putRecord(
    _ address: UnsafeRawPointer, as codec: RecordCodec, at target: UnsafeMutableRawPointer
  ) throws -> UnsafeMutableRawPointer {
    guard let map = codec.knownMap(ofValueAt: address) else { return try putCase(address, as: codec, at: target) }
    let record = map._withUnsafeGuaranteedRef { JSONRecord.prepared(for: $0, style) }
    guard record.pointee.canEncodeInOnePass else { return try putByWalk(address, as: codec, at: target) }
    // For objects, the guard against expansion looks at the number of bytes written.
    if codec.isClass { next = target.assumingMemoryBound(to: UInt8.self) }
    return try atNestedLevel(address, as: codec) { writer in
      if !record.pointee.isObject { return try writer.putProperties(of: address, record, at: target) }
      let kept = writer.keepsArrays
      writer.keepsArrays = true
      let target = try writer.putProperties(of: address.value(as: UnsafeRawPointer.self), record, at: target)
      writer.keepsArrays = kept
      writer.next = target.assumingMemoryBound(to: UInt8.self)
      return target
    }
  }

  /// Writes a value that is coded as its raw value, or of which nothing is known yet.
  @inline(never)
  private mutating func putCase(
    _ address: UnsafeRawPointer, as codec: RecordCodec, at place: UnsafeMutableRawPointer
  ) throws -> UnsafeMutableRawPointer {
    if let kind = codec.storedRawValue, codec.writesRawValues.value != nil,
      let target = putLeaf(address, kind, at: place)
    {
      return target
    }
    guard let cases = JSONCases.prepared(for: codec), cases.pointee.areWritten else {
      return try putByWalk(address, as: codec, at: place)
    }
    var target = place
    if UnsafeMutableRawPointer(end) - target < Self.numberRoom { target = makeRoom(Self.numberRoom, at: target) }
    return cases.pointee.put(address.load(as: UInt8.self), escapesSlashes: escapesSlashes, at: target)
  }

  /// Writes a text or an integer of up to 64 bits; otherwise writes nothing and returns nil.
  @inline(__always)
  private mutating func putLeaf(
    _ address: UnsafeRawPointer, _ kind: Codec.Kind, at place: UnsafeMutableRawPointer
  ) -> UnsafeMutableRawPointer? {
    switch kind {
    case .string, .int, .int8, .int16, .int32, .int64, .uint, .uint8, .uint16, .uint32, .uint64: break
    // Before room is made, which may free the memory in which the caller goes on.
    default: return nil
    }
    var target = place
    if UnsafeMutableRawPointer(end) - target < Self.numberRoom { target = makeRoom(Self.numberRoom, at: target) }
    return kind == .string
      ? putQuoted(address.assumingMemoryBound(to: String.self), then: .comma, at: target)
      : Self.put(integer: address, as: kind, at: target)
  }

  /// Writes any JSON, a value whose code is known, or another value by its own code.
  @inline(never)
  private mutating func putCodable(
    _ address: UnsafeRawPointer, as codec: Codec, at place: UnsafeMutableRawPointer
  ) throws -> UnsafeMutableRawPointer {
    if let access = codec.codable, type(of: access) == JSONValueAccess.self {
      next = place.assumingMemoryBound(to: UInt8.self)
      try writeJSONValue(address.assumingMemoryBound(to: JSONValue.self).pointee)
      return UnsafeMutableRawPointer(next)
    }
    if let numbers = codec.codable?.numbers,
      let target = numbers._withUnsafeGuaranteedRef({ putNumbers(of: address, $0, at: place) })
    {
      return target
    }
    guard let plainEnum = codec.codable?.plainEnum else {
      let kept = keepsArrays
      keepsArrays = true
      next = place.assumingMemoryBound(to: UInt8.self)
      try writeByOwnCode(address, unsafeDowncast(codec, to: CodableCodec.self).access)
      keepsArrays = kept
      return UnsafeMutableRawPointer(next)
    }
    guard plainEnum.encoding.areAny,
      let cases = JSONCases.prepared(for: plainEnum), case let byte = address.load(as: UInt8.self),
      byte < cases.pointee.count, cases.pointee.isWritten(byte), NestedLevel.canEnter(within: limits)
    else { return try putByWalk(address, as: codec, at: place) }
    var target = place
    if UnsafeMutableRawPointer(end) - target < Self.numberRoom { target = makeRoom(Self.numberRoom, at: target) }
    return cases.pointee.put(byte, escapesSlashes: escapesSlashes, at: target)
  }

  /// Writes an array. Precondition: the codec has its elements in place.
  mutating func putArray(
    _ address: UnsafeRawPointer, as codec: SequenceCodec, at target: UnsafeMutableRawPointer
  ) throws -> UnsafeMutableRawPointer {
    let (first, count) = codec.elementsInPlace(of: address)
    if let target = try putLeaves(first, count: count, of: codec, at: target) { return target }
    if !keepsArrays { return try putElements(first, count: count, of: codec, at: target) }
    return try codec.withKeptElements(of: address) { try putElements($0, count: $1, of: codec, at: target) }
  }

  /// Writes a set, or another collection that is not an `Array`.
  private mutating func putCollection(
    _ address: UnsafeRawPointer, as codec: SequenceCodec, at place: UnsafeMutableRawPointer
  ) throws -> UnsafeMutableRawPointer {
    var target: UnsafeMutableRawPointer?
    try codec.withElements(of: address) { first, count in
      target =
        try putLeaves(first, count: count, of: codec, at: place)
        ?? putElements(first, count: count, of: codec, at: place)
    }
    return try target ?? putByWalk(address, as: codec, at: place)
  }

  /// Writes elements if they are common leaves; otherwise writes nothing and returns nil.
  @inline(never)
  private mutating func putLeaves(
    _ first: UnsafeRawPointer, count: Int, of codec: SequenceCodec, at target: UnsafeMutableRawPointer
  ) throws -> UnsafeMutableRawPointer? {
    var kind = codec.element.kind
    if kind == .record, case let element = unsafeDowncast(codec.element, to: RecordCodec.self),
      let stored = element.storedRawValue, element.writesRawValues.value != nil
    {
      kind = stored
    }
    switch kind {
    case .double:
      return try putLeaves(first, count: count, as: Double.self, at: target) { try $0.put($1.pointee, at: $2) }
    case .int, .int64:
      return try putLeaves(first, count: count, as: Int.self, at: target) { Self.put($1.pointee, at: $2) }
    case .string:
      return try putLeaves(first, count: count, as: String.self, at: target) { $0.putQuoted($1, then: .comma, at: $2) }
    case .bool: return try putLeaves(first, count: count, as: Bool.self, at: target) { Self.put($1.pointee, at: $2) }
    case .float:
      return try putLeaves(first, count: count, as: Float.self, at: target) { try $0.put($1.pointee, at: $2) }
    case .int32:
      return try putLeaves(first, count: count, as: Int32.self, at: target) { Self.put(Int($1.pointee), at: $2) }
    case .optional:
      switch unsafeDowncast(codec.element, to: OptionalCodec.self).wrapped.kind {
      case .int: return try putOptionals(first, count: count, as: Int.self, at: target) { Self.put($1.pointee, at: $2) }
      case .double:
        return try putOptionals(first, count: count, as: Double.self, at: target) { try $0.put($1.pointee, at: $2) }
      case .string:
        return try putOptionals(first, count: count, as: String.self, at: target) {
          $0.putQuoted($1, then: .comma, at: $2)
        }
      default: break
      }
    case .record:
      guard let cases = JSONCases.prepared(for: unsafeDowncast(codec.element, to: RecordCodec.self)),
        cases.pointee.areWritten
      else { break }
      return try putLeaves(first, count: count, as: UInt8.self, at: target) {
        cases.pointee.put($1.pointee, escapesSlashes: $0.escapesSlashes, at: $2)
      }
    default: break
    }
    return nil
  }

  /// Writes elements that are written by this library's code alone.
  ///
  /// - Parameter put: Writes an element and a comma. There is room for a number when it is called.
  @inline(__always)
  private mutating func putLeaves<Leaf>(
    _ first: UnsafeRawPointer, count: Int, as type: Leaf.Type, at place: UnsafeMutableRawPointer,
    _ put: (inout JSONWriter, UnsafePointer<Leaf>, UnsafeMutableRawPointer) throws -> UnsafeMutableRawPointer
  ) throws -> UnsafeMutableRawPointer {
    let leaves = first.assumingMemoryBound(to: type)
    var target = openArray(room: Self.numberRoom, at: place)
    let line = beginLines()
    defer { if line != 0 { endLines() } }
    let room = Self.numberRoom &+ line
    var index = 0
    do {
      while index < count {
        if UnsafeMutableRawPointer(end) - target < room { target = makeRoom(room, at: target) }
        if line != 0 { target = Self.putLine(line, at: target) }
        target = try put(&self, leaves + index, target)
        index &+= 1
      }
    } catch {
      throw error.prepending(DynamicKey(index: index))
    }
    return closeArray(isEmpty: count == 0, line, at: target)
  }

  /// As ``putLeaves(_:count:as:at:_:)``, for Optionals. An Optional's wrapped value is at the Optional's own address.
  @inline(__always)
  private mutating func putOptionals<Leaf>(
    _ first: UnsafeRawPointer, count: Int, as type: Leaf.Type, at place: UnsafeMutableRawPointer,
    _ put: (inout JSONWriter, UnsafePointer<Leaf>, UnsafeMutableRawPointer) throws -> UnsafeMutableRawPointer
  ) throws -> UnsafeMutableRawPointer {
    try putLeaves(first, count: count, as: Leaf?.self, at: place) { writer, value, target in
      if value.pointee == nil { return Self.putNull(at: target) }
      return try put(&writer, UnsafeRawPointer(value).assumingMemoryBound(to: type), target)
    }
  }

  /// Writes the start of an array, after making room for it.
  @inline(__always)
  mutating func openArray(room: Int = 8, at place: UnsafeMutableRawPointer) -> UnsafeMutableRawPointer {
    var target = place
    if UnsafeMutableRawPointer(end) - target < room { target = makeRoom(room, at: target) }
    target.storeBytes(of: .openBracket, as: UInt8.self)
    return target + 1
  }

  /// Writes the end of an array, and a comma, in place of the comma after its last element.
  @inline(__always)
  mutating func closeArray(
    isEmpty: Bool, _ line: Int, at place: UnsafeMutableRawPointer
  ) -> UnsafeMutableRawPointer {
    if line != 0 { return endLines(with: .closeBracket, line, at: place) }
    var target = place
    if UnsafeMutableRawPointer(end) - target < 8 { target = makeRoom(8, at: target) }
    if !isEmpty { target -= 1 }
    target.storeBytes(of: (UInt16(UInt8.comma) << 8 | UInt16(UInt8.closeBracket)).littleEndian, as: UInt16.self)
    return target + 2
  }

  @inline(never)
  private mutating func putElements(
    _ first: UnsafeRawPointer, count: Int, of codec: SequenceCodec, at place: UnsafeMutableRawPointer
  ) throws -> UnsafeMutableRawPointer {
    var target = openArray(at: place)
    let line = beginLines()
    defer { if line != 0 { endLines() } }
    if count > 0 {
      let element = codec.element
      var index = 0
      let trackedPath = trackedPath.flatMap { element.mayNeedPath ? $0 : nil }
      trackedPath?.enter(index: index)
      defer { trackedPath?.leave() }
      do {
        if element.kind == .record {
          target = try putRecords(
            first, stride: codec.stride, count: count, as: unsafeDowncast(element, to: RecordCodec.self), line, &index,
            trackedPath, at: target)
        } else {
          while index < count {
            if line != 0 { target = putElementLine(line, at: target) }
            target = try putValue(first + index &* codec.stride, as: element, at: target)
            index &+= 1
            trackedPath?.move(toIndex: index)
          }
        }
      } catch {
        throw error.prepending(DynamicKey(index: index))
      }
    }
    return closeArray(isEmpty: count == 0, line, at: target)
  }

  /// - Parameters:
  ///   - line: The result of ``beginLines()``.
  ///   - index: Is set to the index of the element being written, even if an error is thrown.
  @inline(__always)
  private mutating func putRecords(
    _ first: UnsafeRawPointer, stride: Int, count: Int, as codec: RecordCodec, _ line: Int, _ index: inout Int,
    _ trackedPath: TrackedPath?, at place: UnsafeMutableRawPointer
  ) throws -> UnsafeMutableRawPointer {
    var target = place
    // All structs have the same map, and all are at the same level.
    if !codec.isClass, let map = codec.knownMap(ofValueAt: first),
      case let record = map._withUnsafeGuaranteedRef({ JSONRecord.prepared(for: $0, style) }),
      record.pointee.canEncodeInOnePass
    {
      return try atNestedLevel(first, as: codec) { writer in
        while index < count {
          if line != 0 { target = writer.putElementLine(line, at: target) }
          target = try writer.putProperties(of: first + index &* stride, record, at: target)
          index &+= 1
          trackedPath?.move(toIndex: index)
        }
        return target
      }
    }
    while index < count {
      if line != 0 { target = putElementLine(line, at: target) }
      target = try putRecord(first + index &* stride, as: codec, at: target)
      index &+= 1
      trackedPath?.move(toIndex: index)
    }
    return target
  }
}
