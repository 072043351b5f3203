/// Reads the tags that name classes and cases of enums.
extension JSONReader {
  /// Reads a tag wherever it is in the object. If nested values precede it, all of them are scanned once for their own
  /// tags, so that the work is linear at any nesting. But code of the caller that converts keys is asked for the keys of
  /// each object when that object is read, with their path.
  mutating func readTag(_ key: PropertyKey) throws -> String? {
    if !key.isTag, !textNamesTypes { return nil }
    let scansNestedValues = key.isFixed || !options.hasCustomKeys
    if let offsets = tagOffsets?.covering(offset, key) { return try readTag(key, offsets) }
    if let place = nearTag(key) { return try textOfTag(key, at: place) }
    // A copy of the reader would take longer than most tags.
    let begin = next
    defer { next = begin }
    var last: UnsafePointer<UInt8>?
    while let found = try nextKey(isText: key.isFixed) {
      if found == key.stringValue {
        if rules.keepsFirstOfDuplicateKeys { return try textOfTag(key) }
        last = next
      }
      skipSpace()
      if scansNestedValues, next < end, next.pointee == .openBrace || next.pointee == .openBracket {
        let place = next
        next = begin
        if let offsets = JSONTagOffsets(of: key, in: self, beside: tagOffsets) {
          tagOffsets = offsets
          return try readTag(key, offsets)
        }
        next = place
      }
      try skipValue()
    }
    return try last.flatMap { try textOfTag(key, at: $0) }
  }

  /// The most bytes before a tag that are passed over without noting the tags in them. They are read again with the object,
  /// and so are those of each object within it.
  private static let nearByteCount = 512

  /// Returns the place of a tag's value if it is near, and all members before it are in their most common form.
  private func nearTag(_ key: PropertyKey) -> UnsafePointer<UInt8>? {
    let text = JSONKey(key)
    guard rules.keepsFirstOfDuplicateKeys, key.isFixed || usesKeysAsTheyAre, !text.hasSlash else { return nil }
    let limit = min(self.limit, UnsafeRawPointer(next) + Self.nearByteCount)
    var cursor = JSONCursor(place: UnsafeRawPointer(next), limit: limit)
    while true {
      cursor.skipSpace()
      if cursor.skip(text) { return cursor.place.assumingMemoryBound(to: UInt8.self) }
      guard let end = JSONCursor.skipMember(at: cursor.place, limit, maximumNesting) else { return nil }
      cursor.place = end
      cursor.skipSpace()
      guard cursor.has(1), cursor.byte == .comma else { return nil }
      cursor.place += 1
    }
  }

  /// Reads the next value, which is the text under a key. No number is the name of a class.
  private mutating func textOfTag(_ key: PropertyKey) throws -> String {
    guard key.isTag else {
      skipSpace()
      guard next < end, next.pointee == .quote else { throw noText(under: key) }
      return try readText()
    }
    return try readTagText(key)
  }

  @inline(never)
  private func noText(under key: PropertyKey) -> any Error { mismatch(String.self).prepending(key) }

  private mutating func readTag(_ key: PropertyKey, _ offsets: JSONTagOffsets) throws -> String? {
    try offsets.offsets[offset].flatMap { try textOfTag(key, at: start + $0) }
  }

  private mutating func textOfTag(_ key: PropertyKey, at place: UnsafePointer<UInt8>) throws -> String {
    let begin = next
    defer { next = begin }
    next = place
    return try textOfTag(key)
  }
}

/// The offsets of the values under one key, in an object and in all objects within it. Each byte is looked at once for each
/// key.
final class JSONTagOffsets {
  private let key: PropertyKey
  private let range: Range<Int>
  /// The offsets of the values by those of their objects, after the opening brace. Of several values, the first or last
  /// counts.
  let offsets: [Int: Int]

  /// The offsets of other keys, in the same object or in one around it.
  private let others: JSONTagOffsets?

  /// Returns the offsets of a key, if those of the object at an offset are known.
  func covering(_ offset: Int, _ key: PropertyKey) -> JSONTagOffsets? {
    var next: JSONTagOffsets? = self
    while let offsets = next {
      if offsets.range.contains(offset), key.identity == offsets.key.identity { return offsets }
      next = offsets.others
    }
    return nil
  }

  /// Scans the object that the reader has begun. Returns nil if it has no end.
  init?(of key: PropertyKey, in reader: JSONReader, beside others: JSONTagOffsets?) {
    let (start, end) = (reader.start, reader.end)
    let name = Array(key.stringValue.utf8)
    let begin = reader.offset
    let keepsFirst = reader.rules.keepsFirstOfDuplicateKeys
    // The offset of each open object, or nil for an array.
    var open: [Int?] = [begin]
    var offsets: [Int: Int] = [:]
    var place = reader.next
    var isKey = true
    while place < end {
      switch place.pointee {
      case .quote:
        let text = place
        var hasEscapes = false
        place += 1
        while place < end, place.pointee != .quote {
          if place.pointee == .backslash {
            hasEscapes = true
            place += 1
          }
          place += 1
        }
        guard place < end else { return nil }
        let content = UnsafeBufferPointer(start: text + 1, count: place - text - 1)
        if isKey, let object = open.last ?? nil, Self.isTag(content, hasEscapes, name, key, reader, at: text),
          keepsFirst ? offsets[object] == nil : true
        {
          var value = place + 1
          while value < end, [.space, 0x09, 0x0A, 0x0D].contains(value.pointee) { value += 1 }
          guard value < end, value.pointee == .colon else { return nil }
          offsets[object] = value + 1 - start
        }
        isKey = false
      case .openBrace:
        open.append(place + 1 - start)
        isKey = true
      case .openBracket:
        open.append(nil)
        isKey = false
      case .closeBrace, .closeBracket:
        open.removeLast()
        isKey = false
        if open.isEmpty {
          (self.key, self.range, self.offsets) = (key, begin..<(place - start), offsets)
          // What ends before this object will not be asked for again.
          var around = others
          while let offsets = around, !offsets.range.contains(begin) { around = offsets.others }
          self.others = around
          ThreadState.countLookahead(place - start - begin)
          return
        }
      case .comma: isKey = open.last != .some(nil)
      default: break
      }
      place += 1
    }
    return nil
  }

  /// Whether the text of a key, as the decoder converts it, is that of the tag.
  private static func isTag(
    _ content: UnsafeBufferPointer<UInt8>, _ hasEscapes: Bool, _ name: [UInt8], _ key: PropertyKey,
    _ reader: JSONReader, at text: UnsafePointer<UInt8>
  ) -> Bool {
    let isConverted = !reader.usesKeysAsTheyAre && !key.isFixed
    // Keys are converted from snake case, if at all, and then one without an underscore stays as it is.
    if !hasEscapes, !isConverted || !content.contains(UInt8(ascii: "_")) { return content.elementsEqual(name) }
    var reader = reader
    reader.next = text
    guard let found = try? reader.readText() else { return false }
    return (isConverted ? reader.options.convertedKey(found, at: []) : found) == key.stringValue
  }
}
