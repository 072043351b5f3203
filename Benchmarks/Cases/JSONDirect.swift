import Foundation

/// The best that a person would write for this one type within an hour: JSON text from fields and back, without
/// `Codable` and without the library.
enum DirectMixed {
  static func encode(_ values: [Hand.Mixed]) throws -> Data {
    var writer = DirectWriter(capacity: 2 + values.count * 256)
    do {
      try writer.write(values)
    } catch {
      free(writer.start)
      throw error
    }
    return Data(bytesNoCopy: writer.start, count: writer.cursor - writer.start, deallocator: .free)
  }

  static func decode(_ data: Data) throws -> [Hand.Mixed] {
    try data.withUnsafeBytes { bytes in
      guard let start = bytes.bindMemory(to: UInt8.self).baseAddress else { throw Failure("there is no text") }
      var reader = DirectReader(cursor: start, end: start + bytes.count)
      let values = try reader.array(capacity: bytes.count / 192) { try $0.mixed() }
      reader.skipSpace()
      guard reader.cursor == reader.end else { throw Failure("something follows the value") }
      return values
    }
  }
}

/// One buffer that is written without a check for each byte: `reserve(_:)` makes room for a whole object.
struct DirectWriter {
  private(set) var start: UnsafeMutablePointer<UInt8>
  private(set) var cursor: UnsafeMutablePointer<UInt8>
  private var end: UnsafeMutablePointer<UInt8>

  init(capacity: Int) {
    guard let memory = malloc(capacity) else { preconditionFailure("no memory") }
    start = memory.assumingMemoryBound(to: UInt8.self)
    cursor = start
    end = start + capacity
  }

  mutating func write(_ values: [Hand.Mixed]) throws {
    put(UInt8(ascii: "["))
    for value in values { try write(value) }
    if !values.isEmpty { cursor -= 1 }
    reserve(1)
    put(UInt8(ascii: "]"))
  }

  /// An object with the comma after it.
  private mutating func write(_ value: Hand.Mixed) throws {
    // A byte takes six at most, and a number 25. The keys take less than 200.
    var units = value.name.utf8.count + (value.nickname?.utf8.count ?? 0) + value.place.city.utf8.count
    for tag in value.tags { units += tag.utf8.count + 1 }
    reserve(400 + units * 6)

    put("{\"id\":")
    put(value.id)
    put(",\"name\":")
    put(quoted: value.name)
    put(",\"score\":")
    try put(value.score)
    if value.active { put(",\"active\":true") } else { put(",\"active\":false") }
    if let nickname = value.nickname {
      put(",\"nickname\":")
      put(quoted: nickname)
    }
    put(",\"tags\":[")
    for tag in value.tags {
      put(quoted: tag)
      put(UInt8(ascii: ","))
    }
    if !value.tags.isEmpty { cursor -= 1 }
    put("],\"created\":")
    try put(value.created.timeIntervalSinceReferenceDate)
    put(",\"place\":{\"city\":")
    put(quoted: value.place.city)
    put(",\"latitude\":")
    try put(value.place.latitude)
    put(",\"longitude\":")
    try put(value.place.longitude)
    put("}},")
  }

  private mutating func reserve(_ count: Int) {
    if end - cursor < count { grow(by: count) }
  }

  @inline(never)
  private mutating func grow(by count: Int) {
    let used = cursor - start
    let capacity = max((end - start) * 2, used + count)
    guard let memory = realloc(start, capacity) else { preconditionFailure("no memory") }
    start = memory.assumingMemoryBound(to: UInt8.self)
    cursor = start + used
    end = start + capacity
  }

  @inline(__always)
  private mutating func put(_ byte: UInt8) {
    cursor.pointee = byte
    cursor += 1
  }

  @inline(__always)
  private mutating func put(_ text: StaticString) {
    cursor.update(from: text.utf8Start, count: text.utf8CodeUnitCount)
    cursor += text.utf8CodeUnitCount
  }

  private mutating func put(_ value: Int) {
    if value < 0 { put(UInt8(ascii: "-")) }
    var magnitude = value.magnitude
    var count = 1
    var limit: UInt = 10
    while count < 19, magnitude >= limit {
      limit *= 10
      count += 1
    }
    if count == 19, magnitude >= limit { count = 20 }
    var digit = cursor + count
    cursor = digit
    repeat {
      digit -= 1
      digit.pointee = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: magnitude % 10)
      magnitude /= 10
    } while magnitude > 0
  }

  private mutating func put(millionths value: Int) {
    var (whole, rest) = value.magnitude.quotientAndRemainder(dividingBy: 1_000_000)
    if value < 0 { put(UInt8(ascii: "-")) }
    put(Int(whole))
    guard rest > 0 else { return }
    put(UInt8(ascii: "."))
    while rest > 0 {
      rest *= 10
      (whole, rest) = rest.quotientAndRemainder(dividingBy: 1_000_000)
      put(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: whole))
    }
  }

  private mutating func put(_ value: Double) throws {
    guard value.isFinite else { throw Failure("\(value) is no number of JSON") }
    // If six decimals or fewer give the value, and all its digits are fewer than 16, no other spelling is as short.
    let millionths = (value * 1e6).rounded()
    if millionths.magnitude < 1e15, millionths / 1e6 == value, value != 0 || value.sign == .plus {
      return put(millionths: Int(millionths))
    }
    var text = value.description
    text.withUTF8 { digits in
      guard let first = digits.baseAddress else { return }
      // A whole number ends in ".0", which JSON does without.
      let count = digits.suffix(2).elementsEqual(".0".utf8) ? digits.count - 2 : digits.count
      cursor.update(from: first, count: count)
      cursor += count
    }
  }

  private mutating func put(quoted text: String) {
    put(UInt8(ascii: "\""))
    if text.utf8.withContiguousStorageIfAvailable({ put(escaping: $0) }) == nil {
      for unit in text.utf8 { put(escaping: unit) }
    }
    put(UInt8(ascii: "\""))
  }

  /// Eight bytes at a time, as long as none of them needs an escape.
  private mutating func put(escaping units: UnsafeBufferPointer<UInt8>) {
    guard var source = units.baseAddress else { return }
    let end = source + units.count
    while end - source >= 8 {
      let word = UnsafeRawPointer(source).loadUnaligned(as: UInt64.self)
      let isPlain = DirectWord.hasNoControl(word) && !DirectWord.has(0x22, word) && !DirectWord.has(0x5c, word)
      if isPlain, !DirectWord.has(0x2f, word) {
        UnsafeMutableRawPointer(cursor).storeBytes(of: word, as: UInt64.self)
        cursor += 8
        source += 8
      } else {
        for _ in 0..<8 {
          put(escaping: source.pointee)
          source += 1
        }
      }
    }
    while source < end {
      put(escaping: source.pointee)
      source += 1
    }
  }

  @inline(__always)
  private mutating func put(escaping unit: UInt8) {
    if unit >= 0x20, unit != 0x22, unit != 0x5c, unit != 0x2f { put(unit) } else { put(escape: unit) }
  }

  @inline(never)
  private mutating func put(escape unit: UInt8) {
    put(UInt8(ascii: "\\"))
    switch unit {
    case 0x08: put(UInt8(ascii: "b"))
    case 0x09: put(UInt8(ascii: "t"))
    case 0x0a: put(UInt8(ascii: "n"))
    case 0x0c: put(UInt8(ascii: "f"))
    case 0x0d: put(UInt8(ascii: "r"))
    case 0..<0x20:
      put("u00")
      put(UInt8(ascii: "0") + unit >> 4)
      put(unit & 15 < 10 ? UInt8(ascii: "0") + unit & 15 : UInt8(ascii: "a") - 10 + unit & 15)
    default: put(unit)
    }
  }
}

/// Questions about the eight bytes of a word.
enum DirectWord {
  private static let ones: UInt64 = 0x0101_0101_0101_0101
  private static let highBits: UInt64 = 0x8080_8080_8080_8080

  @inline(__always)
  static func has(_ byte: UInt8, _ word: UInt64) -> Bool {
    let difference = word ^ (UInt64(byte) &* ones)
    return (difference &- ones) & ~difference & highBits != 0
  }

  @inline(__always)
  static func hasNoControl(_ word: UInt64) -> Bool {
    (word &- 0x20 &* ones) & ~word & highBits == 0
  }

  @inline(__always)
  static func isASCII(_ word: UInt64) -> Bool { word & highBits == 0 }
}
