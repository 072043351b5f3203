/// Reads any JSON as a ``JSONValue``, straight from the text.
extension JSONReader {
  /// Reads a value of any kind. Strategies and leniency do not apply: the value is what the text says.
  mutating func readJSONValue() throws -> JSONValue {
    var pending = PendingJSON()
    return try readJSONValue(&pending, depth: 0)
  }

  /// - Parameter depth: How many arrays and objects of the value are around this one.
  private mutating func readJSONValue(_ pending: inout PendingJSON, depth: Int) throws -> JSONValue {
    skipSpace()
    guard next < end else { throw unexpected("a value") }
    switch next.pointee {
    case .quote: return .string(try readString())
    case .openBrace: return .object(try readJSONObject(&pending, depth: depth))
    case .openBracket: return .array(try readJSONArray(&pending, depth: depth))
    case UInt8(ascii: "t"), UInt8(ascii: "f"): return .bool(try readBool())
    case UInt8(ascii: "n"):
      try skipLiteral("null")
      return .null
    default: return .number(try readJSONNumber())
    }
  }

  private mutating func readJSONNumber() throws -> JSONNumber {
    guard try beginNumber() else { throw unexpected("a value") }
    let begin = next
    try skipLeaf()
    let bytes = UnsafeRawBufferPointer(start: begin, count: next - begin)
    if lines?.source != nil, isSpecialNumber(UnsafeBufferPointer(start: begin, count: next - begin)) {
      let text = numberText(UnsafeBufferPointer(start: begin, count: next - begin))
      throw refused("A JSONValue cannot be \(text), for which JSON has no notation.", at: begin)
    }
    let first = UnsafeRawPointer(begin)
    if bytes.count <= 15, strings.makesSmall, limit - first >= 16 {
      let low = UInt64(littleEndian: first.loadUnaligned(as: UInt64.self))
      let high = UInt64(littleEndian: first.loadUnaligned(fromByteOffset: 8, as: UInt64.self))
      // A number is ASCII.
      if let text = SmallString.string(low, high, count: bytes.count, isUTF8: { true }) {
        return JSONNumber(unchecked: text)
      }
    }
    return JSONNumber(unchecked: strings.text(bytes, isASCII: true) ?? String(decoding: bytes, as: UTF8.self))
  }

  private mutating func readJSONArray(_ pending: inout PendingJSON, depth: Int) throws -> [JSONValue] {
    let level = try enterDynamic(depth: depth)
    defer { extendLifetime(level) }
    next += 1
    let first = pending.elements.count
    do {
      while try hasNext(before: .closeBracket) {
        pending.elements.push(try readJSONValue(&pending, depth: depth &+ 1))
      }
    } catch {
      let index = pending.elements.count - first
      pending.elements.truncate(to: first)
      throw error.prepending(DynamicKey(index: index))
    }
    return pending.elements.takeSuffix(from: first)
  }

  private mutating func readJSONObject(_ pending: inout PendingJSON, depth: Int) throws -> JSONObject {
    let level = try enterDynamic(depth: depth)
    defer { extendLifetime(level) }
    next += 1
    let first = pending.members.count
    // A bit for the hash of each key, so that most keys that are new need no search.
    var keyBits: UInt64 = 0
    while try hasNext(before: .closeBrace) {
      skipSpace()
      guard next < end, next.pointee == .quote else { throw unexpected("'\"' of a key") }
      let key = try readString()
      try skipColon()
      let bit = KeyHash.bit(of: KeyHash.ofBytes(key))
      let mayBeKnown = keyBits & bit != 0
      if mayBeKnown, pending.members.count - first >= JSONObject.indexedCount {
        // Many members are searched by a table.
        return try readRest(
          of: JSONObject(uniqueMembers: pending.members.takeSuffix(from: first)), key, &pending, depth)
      }
      do {
        if mayBeKnown,
          let known = pending.members.suffix(from: first).firstIndex(where: { JSONObject.isSame($0.key, key) })
        {
          let value = try readJSONValue(&pending, depth: depth &+ 1)
          if !rules.keepsFirstOfDuplicateKeys { pending.members.first[first + known].value = value }
          continue
        }
        pending.members.push((key, try readJSONValue(&pending, depth: depth &+ 1)))
      } catch {
        pending.members.truncate(to: first)
        throw error.prepending(DynamicKey(key))
      }
      keyBits |= bit
    }
    return JSONObject(uniqueMembers: pending.members.takeSuffix(from: first))
  }

  /// Reads the members of an object from the value under a key on.
  private mutating func readRest(
    of object: consuming JSONObject, _ key: String, _ pending: inout PendingJSON, _ depth: Int
  ) throws -> JSONObject {
    var object = object
    var key = key
    while true {
      do {
        let value = try readJSONValue(&pending, depth: depth &+ 1)
        if let known = object.position(of: key) {
          if !rules.keepsFirstOfDuplicateKeys { object.set(value, at: known) }
        } else {
          object.append(key, value)
        }
      } catch {
        throw error.prepending(DynamicKey(key))
      }
      guard try hasNext(before: .closeBrace) else { return object }
      skipSpace()
      guard next < end, next.pointee == .quote else { throw unexpected("'\"' of a key") }
      key = try readString()
      try skipColon()
    }
  }
}

/// The elements and members of the arrays and objects that are being read, those of the innermost last. They wait there for
/// the last of their kind, so that an array of them is allocated once, at its size.
private struct PendingJSON: ~Copyable {
  var elements = GrowingTable<JSONValue>()
  var members = GrowingTable<JSONObject.Element>()
}
