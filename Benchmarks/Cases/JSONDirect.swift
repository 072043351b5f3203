import Foundation

/// What a patient engineer would write for this one type: JSON text from fields and back, without `Codable`, in the
/// order in which the writer writes them, with other keys passed over as far as they are not nested.
enum DirectMixed {
  // MARK: Writing

  static func encode(_ values: [Hand.Mixed]) -> Data {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(values.count * 256 + 2)
    bytes.append(UInt8(ascii: "["))
    for (index, value) in values.enumerated() {
      if index > 0 { bytes.append(UInt8(ascii: ",")) }
      write(value, to: &bytes)
    }
    bytes.append(UInt8(ascii: "]"))
    return Data(bytes)
  }

  private static func write(_ value: Hand.Mixed, to bytes: inout [UInt8]) {
    write("{\"id\":", to: &bytes)
    write(value.id, to: &bytes)
    write(",\"name\":", to: &bytes)
    write(quoted: value.name, to: &bytes)
    write(",\"score\":", to: &bytes)
    write(value.score, to: &bytes)
    write(value.active ? ",\"active\":true" : ",\"active\":false", to: &bytes)
    if let nickname = value.nickname {
      write(",\"nickname\":", to: &bytes)
      write(quoted: nickname, to: &bytes)
    }
    write(",\"tags\":[", to: &bytes)
    for (index, tag) in value.tags.enumerated() {
      if index > 0 { bytes.append(UInt8(ascii: ",")) }
      write(quoted: tag, to: &bytes)
    }
    write("],\"created\":", to: &bytes)
    write(value.created.timeIntervalSinceReferenceDate, to: &bytes)
    write(",\"place\":{\"city\":", to: &bytes)
    write(quoted: value.place.city, to: &bytes)
    write(",\"latitude\":", to: &bytes)
    write(value.place.latitude, to: &bytes)
    write(",\"longitude\":", to: &bytes)
    write(value.place.longitude, to: &bytes)
    write("}}", to: &bytes)
  }

  private static func write(_ text: StaticString, to bytes: inout [UInt8]) {
    bytes.append(contentsOf: UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
  }

  private static func write(_ value: Int, to bytes: inout [UInt8]) {
    var magnitude = value.magnitude
    if value < 0 { bytes.append(UInt8(ascii: "-")) }
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 20) { digits in
      var first = 20
      repeat {
        first -= 1
        digits[first] = UInt8(ascii: "0") + UInt8(magnitude % 10)
        magnitude /= 10
      } while magnitude > 0
      bytes.append(contentsOf: digits[first...])
    }
  }

  private static func write(_ value: Double, to bytes: inout [UInt8]) {
    var text = value.description
    if text.hasSuffix(".0") { text.removeLast(2) }
    text.withUTF8 { bytes.append(contentsOf: $0) }
  }

  private static func write(quoted text: String, to bytes: inout [UInt8]) {
    bytes.append(UInt8(ascii: "\""))
    var text = text
    text.withUTF8 { units in
      if units.contains(where: { $0 < 0x20 || $0 == 0x22 || $0 == 0x5c || $0 == 0x2f }) {
        for unit in units { escape(unit, to: &bytes) }
      } else {
        bytes.append(contentsOf: units)
      }
    }
    bytes.append(UInt8(ascii: "\""))
  }

  private static func escape(_ unit: UInt8, to bytes: inout [UInt8]) {
    switch unit {
    case 0x22, 0x5c, 0x2f: bytes += [0x5c, unit]
    case 0x0a: bytes += [0x5c, UInt8(ascii: "n")]
    case 0..<0x20:
      bytes += Array("\\u00".utf8) + Array((unit < 16 ? "0" : "").utf8) + Array(String(unit, radix: 16).utf8)
    default: bytes.append(unit)
    }
  }

  // MARK: Reading

  static func decode(_ data: Data) throws -> [Hand.Mixed] {
    try data.withUnsafeBytes { bytes in
      var parser = Parser(bytes: bytes.bindMemory(to: UInt8.self))
      var values: [Hand.Mixed] = []
      try parser.array { values.append(try $0.mixed()) }
      return values
    }
  }

  private struct Parser {
    let bytes: UnsafeBufferPointer<UInt8>
    var index = 0

    init(bytes: UnsafeBufferPointer<UInt8>) { self.bytes = bytes }

    mutating func next() throws -> UInt8 {
      while index < bytes.count {
        let byte = bytes[index]
        if byte > 0x20 { return byte }
        index += 1
      }
      throw Failure("the text ends early")
    }

    mutating func expect(_ byte: UInt8) throws {
      guard try next() == byte else { throw Failure("byte \(index) is not \(byte)") }
      index += 1
    }

    mutating func array(_ element: (inout Parser) throws -> Void) throws {
      try expect(UInt8(ascii: "["))
      if try next() == UInt8(ascii: "]") {
        index += 1
        return
      }
      while true {
        try element(&self)
        if try next() == UInt8(ascii: "]") { break }
        try expect(UInt8(ascii: ","))
      }
      index += 1
    }

    mutating func object(_ member: (inout Parser, UnsafeBufferPointer<UInt8>) throws -> Void) throws {
      try expect(UInt8(ascii: "{"))
      if try next() == UInt8(ascii: "}") {
        index += 1
        return
      }
      while true {
        let key = try rawString()
        try expect(UInt8(ascii: ":"))
        try member(&self, key)
        if try next() == UInt8(ascii: "}") { break }
        try expect(UInt8(ascii: ","))
      }
      index += 1
    }

    /// The bytes between quotes; escapes are left in.
    mutating func rawString() throws -> UnsafeBufferPointer<UInt8> {
      try expect(UInt8(ascii: "\""))
      let start = index
      while index < bytes.count {
        let byte = bytes[index]
        if byte == UInt8(ascii: "\"") {
          index += 1
          return UnsafeBufferPointer(rebasing: bytes[start..<index - 1])
        }
        index += byte == UInt8(ascii: "\\") ? 2 : 1
      }
      throw Failure("a string does not end")
    }

    mutating func string() throws -> String {
      let raw = try rawString()
      guard !raw.contains(UInt8(ascii: "\\")) else {
        return try JSONDecoder().decode(String.self, from: Data("\"".utf8) + Data(raw) + Data("\"".utf8))
      }
      return String(decoding: raw, as: UTF8.self)
    }

    mutating func integer() throws -> Int {
      var isNegative = false
      if try next() == UInt8(ascii: "-") {
        isNegative = true
        index += 1
      }
      var value = 0
      let start = index
      while index < bytes.count, case let digit = bytes[index] &- UInt8(ascii: "0"), digit < 10 {
        let (product, overflow) = value.multipliedReportingOverflow(by: 10)
        let (sum, carry) = product.addingReportingOverflow(Int(digit))
        guard !overflow, !carry else { throw Failure("a number is too large") }
        value = sum
        index += 1
      }
      guard index > start else { throw Failure("byte \(index) is no digit") }
      return isNegative ? -value : value
    }

    mutating func double() throws -> Double {
      _ = try next()
      let start = index
      while index < bytes.count, "+-.0123456789eE".utf8.contains(bytes[index]) { index += 1 }
      guard let value = Double(String(decoding: bytes[start..<index], as: UTF8.self)) else {
        throw Failure("byte \(start) is no number")
      }
      return value
    }

    mutating func bool() throws -> Bool {
      let isTrue = try next() == UInt8(ascii: "t")
      index += isTrue ? 4 : 5
      return isTrue
    }

    mutating func mixed() throws -> Hand.Mixed {
      var id: Int?
      var name: String?
      var score: Double?
      var active: Bool?
      var nickname: String?
      var tags: [String]?
      var created: Double?
      var place: Hand.Place?
      try object { parser, key in
        switch key.first {
        case UInt8(ascii: "i"): id = try parser.integer()
        case UInt8(ascii: "n"):
          if key.count == 4 { name = try parser.string() } else { nickname = try parser.string() }
        case UInt8(ascii: "s"): score = try parser.double()
        case UInt8(ascii: "a"): active = try parser.bool()
        case UInt8(ascii: "t"):
          var elements: [String] = []
          try parser.array { elements.append(try $0.string()) }
          tags = elements
        case UInt8(ascii: "c"): created = try parser.double()
        default: place = try parser.place()
        }
      }
      guard let id, let name, let score, let active, let tags, let created, let place else {
        throw Failure("a key is missing")
      }
      return Hand.Mixed(
        id: id, name: name, score: score, active: active, nickname: nickname, tags: tags,
        created: Date(timeIntervalSinceReferenceDate: created), place: place)
    }

    mutating func place() throws -> Hand.Place {
      var city: String?
      var latitude: Double?
      var longitude: Double?
      try object { parser, key in
        switch key.first {
        case UInt8(ascii: "c"): city = try parser.string()
        case UInt8(ascii: "l"):
          if key.count == 8 { latitude = try parser.double() } else { longitude = try parser.double() }
        default: throw Failure("a key is unknown")
        }
      }
      guard let city, let latitude, let longitude else { throw Failure("a key is missing") }
      return Hand.Place(city: city, latitude: latitude, longitude: longitude)
    }
  }
}
