import Foundation

/// A parser for one type. Text in the order and the spelling of the writer is read straight through, by comparison with
/// what has to follow. Everything else that is JSON is read key by key.
struct DirectReader {
  var cursor: UnsafePointer<UInt8>
  let end: UnsafePointer<UInt8>

  // MARK: Objects

  mutating func mixed() throws -> Hand.Mixed {
    let start = cursor
    if let value = try? mixedInOrder() { return value }
    cursor = start
    return try mixedInAnyOrder()
  }

  private mutating func mixedInOrder() throws -> Hand.Mixed? {
    guard skip("{\"id\":") else { return nil }
    let id = try integer()
    guard skip(",\"name\":") else { return nil }
    let name = try string()
    guard skip(",\"score\":") else { return nil }
    let score = try double()
    guard skip(",\"active\":") else { return nil }
    let active = try bool()
    let nickname = skip(",\"nickname\":") ? try stringOrNull() : nil
    guard skip(",\"tags\":") else { return nil }
    let tags = try array { try $0.string() }
    guard skip(",\"created\":") else { return nil }
    let created = try double()
    guard skip(",\"place\":{\"city\":") else { return nil }
    let city = try string()
    guard skip(",\"latitude\":") else { return nil }
    let latitude = try double()
    guard skip(",\"longitude\":") else { return nil }
    let longitude = try double()
    guard skip("}}") else { return nil }
    return Hand.Mixed(
      id: id, name: name, score: score, active: active, nickname: nickname, tags: tags,
      created: Date(timeIntervalSinceReferenceDate: created),
      place: Hand.Place(city: city, latitude: latitude, longitude: longitude))
  }

  @inline(never)
  private mutating func mixedInAnyOrder() throws -> Hand.Mixed {
    var id: Int?
    var name: String?
    var score: Double?
    var active: Bool?
    var nickname: String?
    var tags: [String]?
    var created: Double?
    var place: Hand.Place?
    try object { reader, key in
      switch key {
      case "id": id = try reader.integer()
      case "name": name = try reader.string()
      case "score": score = try reader.double()
      case "active": active = try reader.bool()
      case "nickname": nickname = try reader.stringOrNull()
      case "tags": tags = try reader.array { try $0.string() }
      case "created": created = try reader.double()
      case "place": place = try reader.place()
      default: try reader.skipValue()
      }
    }
    guard let id, let name, let score, let active, let tags, let created, let place else {
      throw Failure("a key is missing before byte \(cursor)")
    }
    return Hand.Mixed(
      id: id, name: name, score: score, active: active, nickname: nickname, tags: tags,
      created: Date(timeIntervalSinceReferenceDate: created), place: place)
  }

  private mutating func place() throws -> Hand.Place {
    var city: String?
    var latitude: Double?
    var longitude: Double?
    try object { reader, key in
      switch key {
      case "city": city = try reader.string()
      case "latitude": latitude = try reader.double()
      case "longitude": longitude = try reader.double()
      default: try reader.skipValue()
      }
    }
    guard let city, let latitude, let longitude else { throw Failure("a key is missing") }
    return Hand.Place(city: city, latitude: latitude, longitude: longitude)
  }

  // MARK: Brackets

  private mutating func object(_ member: (inout DirectReader, String) throws -> Void) throws {
    try expect(UInt8(ascii: "{"))
    if try next() == UInt8(ascii: "}") {
      cursor += 1
      return
    }
    while true {
      _ = try next()
      let key = try string()
      try expect(UInt8(ascii: ":"))
      _ = try next()
      try member(&self, key)
      if try next() == UInt8(ascii: "}") { break }
      try expect(UInt8(ascii: ","))
    }
    cursor += 1
  }

  @inline(__always)
  mutating func array<Element>(
    capacity: Int = 4, _ element: (inout DirectReader) throws -> Element
  ) throws -> [Element] {
    try expect(UInt8(ascii: "["))
    if try next() == UInt8(ascii: "]") {
      cursor += 1
      return []
    }
    var elements: [Element] = []
    elements.reserveCapacity(capacity)
    while true {
      _ = try next()
      elements.append(try element(&self))
      if try next() == UInt8(ascii: "]") { break }
      try expect(UInt8(ascii: ","))
    }
    cursor += 1
    return elements
  }

  private mutating func skipValue(depth: Int = 0) throws {
    guard depth < 512 else { throw Failure("values are nested too deeply") }
    switch try next() {
    case UInt8(ascii: "{"): try object { reader, _ in try reader.skipValue(depth: depth + 1) }
    case UInt8(ascii: "["): _ = try array { try $0.skipValue(depth: depth + 1) }
    case UInt8(ascii: "\""): _ = try string()
    case UInt8(ascii: "t"), UInt8(ascii: "f"): _ = try bool()
    case UInt8(ascii: "n"): _ = try stringOrNull()
    default: _ = try double()
    }
  }

  // MARK: Bytes

  /// Passes over a text if it follows.
  @inline(__always)
  mutating func skip(_ text: StaticString) -> Bool {
    guard end - cursor >= text.utf8CodeUnitCount, memcmp(cursor, text.utf8Start, text.utf8CodeUnitCount) == 0 else {
      return false
    }
    cursor += text.utf8CodeUnitCount
    return true
  }

  mutating func skipSpace() {
    while cursor < end, case let byte = cursor.pointee,
      byte == 0x20 || byte == 0x0a || byte == 0x0d || byte == 0x09
    {
      cursor += 1
    }
  }

  /// The next byte that is no space.
  @inline(__always)
  private mutating func next() throws -> UInt8 {
    if cursor < end, cursor.pointee > 0x20 { return cursor.pointee }
    skipSpace()
    guard cursor < end else { throw Failure("the text ends early") }
    return cursor.pointee
  }

  @inline(__always)
  mutating func expect(_ byte: UInt8) throws {
    guard try next() == byte else { throw Failure("byte \(byte) does not follow") }
    cursor += 1
  }

  private mutating func bool() throws -> Bool {
    if skip("true") { return true }
    guard skip("false") else { throw Failure("true or false does not follow") }
    return false
  }

  // MARK: Numbers

  @inline(__always)
  private var digit: UInt8? {
    guard cursor < end, case let digit = cursor.pointee &- UInt8(ascii: "0"), digit < 10 else { return nil }
    return digit
  }

  private mutating func skipSign() -> Bool {
    guard cursor < end, cursor.pointee == UInt8(ascii: "-") else { return false }
    cursor += 1
    return true
  }

  /// The next digits, put behind those of a number. It is only right for up to 19 of them.
  @inline(__always)
  private mutating func digits(after number: inout UInt64) throws -> Int {
    let first = cursor
    while let digit {
      number = number &* 10 &+ UInt64(digit)
      cursor += 1
    }
    guard cursor > first else { throw Failure("a digit does not follow") }
    return cursor - first
  }

  private mutating func integer() throws -> Int {
    let isNegative = skipSign()
    let first = cursor
    var magnitude: UInt64 = 0
    let count = try digits(after: &magnitude)
    guard count == 1 || first.pointee != UInt8(ascii: "0"), count < 20 else { throw Failure("no integer follows") }
    guard let value = Int(exactly: magnitude) else {
      guard isNegative, magnitude == Int.min.magnitude else { throw Failure("an integer is too large") }
      return .min
    }
    return isNegative ? -value : value
  }

  private static let powers: [UInt64] = (0..<20).map { power in (0..<power).reduce(1) { value, _ in value * 10 } }

  /// The number that is nearest to an integer divided by a power of ten.
  @inline(__always)
  private static func quotient(_ number: UInt64, powerOfTen: Int) -> Double {
    let divisor = powers[powerOfTen]
    if (number | divisor) >> 53 == 0 { return Double(number) / Double(divisor) }
    // 63 bits of the quotient or more, and one that says whether a rest is left, are enough to round to 53.
    let shifts = (number.leadingZeroBitCount, divisor.leadingZeroBitCount)
    let shifted = number << shifts.0
    let (quotient, rest) = (divisor << shifts.1).dividingFullWidth((shifted >> 1, shifted << 63))
    let scale = Double(bitPattern: UInt64(1023 - 63 + shifts.1 - shifts.0) << 52)
    return Double(quotient | (rest == 0 ? 0 : 1)) * scale
  }

  private mutating func double() throws -> Double {
    let start = cursor
    let isNegative = skipSign()
    let first = cursor
    var mantissa: UInt64 = 0
    var count = try digits(after: &mantissa)
    guard count == 1 || first.pointee != UInt8(ascii: "0") else { throw Failure("a number has a leading zero") }
    var fraction = 0
    if cursor < end, cursor.pointee == UInt8(ascii: ".") {
      cursor += 1
      fraction = try digits(after: &mantissa)
      count += fraction
    }
    if cursor < end, cursor.pointee | 0x20 == UInt8(ascii: "e") {
      cursor += 1
      if cursor < end, cursor.pointee == UInt8(ascii: "-") || cursor.pointee == UInt8(ascii: "+") { cursor += 1 }
      var exponent: UInt64 = 0
      _ = try digits(after: &exponent)
      count = .max
    }
    if count < 20, fraction < 20 {
      let value = Self.quotient(mantissa, powerOfTen: fraction)
      return isNegative ? -value : value
    }
    let text = UnsafeBufferPointer(start: start, count: cursor - start)
    guard let value = Double(String(decoding: text, as: UTF8.self)), value.isFinite else {
      throw Failure("a number is too large")
    }
    return value
  }
}
