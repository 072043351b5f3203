/// Writes dictionaries in one pass: those whose keys are strings or integers, and those that are arrays of keys and values.
extension JSONWriter {
  /// Writes a dictionary, and a comma.
  mutating func putDictionary(
    _ address: UnsafeRawPointer, as codec: DictionaryCodec, at target: UnsafeMutableRawPointer
  ) throws -> UnsafeMutableRawPointer {
    switch codec.key.kind {
    case .string:
      return try putEntries(
        of: address, as: codec, at: target, keyedBy: String.self, name: { $0 },
        putKey: { $0.putQuoted($1, then: .colon, at: $2) })
    case .int:
      return try putEntries(
        of: address, as: codec, at: target, keyedBy: Int.self, name: { String($0) },
        putKey: { Self.putQuoted($1.pointee, then: .colon, at: $2) })
    default:
      if codec.isKeyed { return try putByWalk(address, as: codec, at: target) }
      return try putPairs(of: address, as: codec, at: target)
    }
  }

  /// Writes the dictionary at the address as an array in which each key precedes its value.
  @inline(never)
  private mutating func putPairs(
    of address: UnsafeRawPointer, as codec: DictionaryCodec, at place: UnsafeMutableRawPointer
  ) throws -> UnsafeMutableRawPointer {
    var target = openArray(at: place)
    let line = beginLines()
    defer { if line != 0 { endLines() } }
    let trackedPath = trackedPath.flatMap { codec.key.mayNeedPath || codec.value.mayNeedPath ? $0 : nil }
    trackedPath?.enter(index: 0)
    defer { trackedPath?.leave() }
    var index = 0
    do {
      try codec.forEach(of: address) { key, value in
        if line != 0 { target = putElementLine(line, at: target) }
        target = try putValue(key, as: codec.key, at: target)
        index += 1
        trackedPath?.move(toIndex: index)
        if line != 0 { target = putElementLine(line, at: target) }
        target = try putValue(value, as: codec.value, at: target)
        index += 1
        trackedPath?.move(toIndex: index)
      }
    } catch {
      throw error.prepending(DynamicKey(index: index))
    }
    return closeArray(isEmpty: index == 0, line, at: target)
  }

  /// Writes the dictionary at the address. The most common leaves are written by specialized loops.
  ///
  /// - Parameters:
  ///   - name: Returns the key's text.
  ///   - putKey: Writes the key in quotes, and a colon.
  @inline(__always)
  private mutating func putEntries<Key: Hashable>(
    of address: UnsafeRawPointer, as codec: DictionaryCodec, at target: UnsafeMutableRawPointer,
    keyedBy: Key.Type, name: (Key) -> String,
    putKey: (inout JSONWriter, UnsafePointer<Key>, UnsafeMutableRawPointer) -> UnsafeMutableRawPointer
  ) throws -> UnsafeMutableRawPointer {
    switch codec.value.kind {
    case .string:
      return try putLeaves(of: address, as: [Key: String].self, name, putKey, at: target) {
        $0.putQuoted($1, then: .comma, at: $2)
      }
    case .int:
      return try putLeaves(of: address, as: [Key: Int].self, name, putKey, at: target) { Self.put($1.pointee, at: $2) }
    case .double:
      return try putLeaves(of: address, as: [Key: Double].self, name, putKey, at: target) {
        try $0.put($1.pointee, at: $2)
      }
    case .bool:
      return try putLeaves(of: address, as: [Key: Bool].self, name, putKey, at: target) { Self.put($1.pointee, at: $2) }
    default:
      var object = beginObject(at: target)
      let trackedPath = trackedPath.flatMap { codec.value.mayNeedPath ? $0 : nil }
      try codec.forEach(of: address) { key, value in
        let key = key.assumingMemoryBound(to: Key.self)
        putName(key, name, putKey, &object)
        trackedPath?.enter(codec.codingKey(forKey: key))
        defer { trackedPath?.leave() }
        do {
          object.target = try putValue(value, as: codec.value, at: object.target)
        } catch {
          throw error.prepending(codec.codingKey(forKey: key))
        }
      }
      return endObject(object)
    }
  }

  @inline(__always)
  private mutating func putLeaves<Key: Hashable, Leaf>(
    of address: UnsafeRawPointer, as type: [Key: Leaf].Type, _ name: (Key) -> String,
    _ putKey: (inout JSONWriter, UnsafePointer<Key>, UnsafeMutableRawPointer) -> UnsafeMutableRawPointer,
    at target: UnsafeMutableRawPointer,
    _ put: (inout JSONWriter, UnsafePointer<Leaf>, UnsafeMutableRawPointer) throws -> UnsafeMutableRawPointer
  ) throws -> UnsafeMutableRawPointer {
    var object = beginObject(at: target)
    for (key, value) in address.assumingMemoryBound(to: type).pointee {
      withUnsafePointer(to: key) { putName($0, name, putKey, &object) }
      do {
        object.target = try withUnsafePointer(to: value) { try put(&self, $0, object.target) }
      } catch {
        throw error.prepending(DynamicKey(stringValue: name(key)))
      }
    }
    return endObject(object)
  }

  /// An object whose members are being written.
  private struct OpenObject {
    var target: UnsafeMutableRawPointer
    /// The result of ``beginLines()``.
    let line: Int
    /// The index of the first member in ``memberKeys``, if members are sorted.
    let firstMember: Int
  }

  @inline(__always)
  private mutating func beginObject(at place: UnsafeMutableRawPointer) -> OpenObject {
    var target = place
    if UnsafeMutableRawPointer(end) - target < Self.numberRoom { target = makeRoom(Self.numberRoom, at: target) }
    target.storeBytes(of: .openBrace, as: UInt8.self)
    return OpenObject(target: target + 1, line: beginLines(), firstMember: memberKeys.count)
  }

  /// Writes the key of a member, and makes room for a number.
  @inline(__always)
  private mutating func putName<Key>(
    _ key: UnsafePointer<Key>, _ name: (Key) -> String,
    _ putKey: (inout JSONWriter, UnsafePointer<Key>, UnsafeMutableRawPointer) -> UnsafeMutableRawPointer,
    _ object: inout OpenObject
  ) {
    let room = object.line &+ 2 &* Self.numberRoom
    if UnsafeMutableRawPointer(end) - object.target < room { object.target = makeRoom(room, at: object.target) }
    if isSorted {
      memberKeys.append(name(key.pointee))
      memberOffsets.append(object.target - UnsafeMutableRawPointer(start))
    }
    if object.line != 0 { object.target = Self.putLine(object.line, at: object.target) }
    object.target = putKey(&self, key, object.target)
    if object.line != 0 {
      // " : " in place of ":", and a byte that is overwritten.
      (object.target - 1).storeBytes(of: (0x20_3a20 as UInt32).littleEndian, as: UInt32.self)
      object.target += 2
    }
    if UnsafeMutableRawPointer(end) - object.target < Self.numberRoom {
      object.target = makeRoom(Self.numberRoom, at: object.target)
    }
  }

  @inline(__always)
  private mutating func endObject(_ object: OpenObject) -> UnsafeMutableRawPointer {
    var target = object.target
    if isSorted {
      next = target.assumingMemoryBound(to: UInt8.self)
      sortMembers(from: object.firstMember)
    }
    if object.line != 0 {
      target = endLines(with: .closeBrace, object.line, at: target)
      endLines()
      return target
    }
    if UnsafeMutableRawPointer(end) - target < 8 { target = makeRoom(8, at: target) }
    if (target - 1).load(as: UInt8.self) == .comma { target -= 1 }
    target.storeBytes(of: (UInt16(UInt8.comma) << 8 | UInt16(UInt8.closeBrace)).littleEndian, as: UInt16.self)
    return target + 2
  }

  /// Writes an integer in quotes, and a mark. Precondition: there is room for a number.
  @inline(__always)
  private static func putQuoted(
    _ value: Int, then mark: UInt8, at place: UnsafeMutableRawPointer
  ) -> UnsafeMutableRawPointer {
    place.storeBytes(of: .quote, as: UInt8.self)
    // The digits are followed by a comma, which the quote replaces.
    let target = put(value, at: place + 1) - 1
    target.storeBytes(of: (UInt16(mark) << 8 | UInt16(UInt8.quote)).littleEndian, as: UInt16.self)
    return target + 2
  }
}
