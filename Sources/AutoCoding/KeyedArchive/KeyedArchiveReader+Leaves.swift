#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Values without parts.
extension KeyedArchiveReader {
  // Fast path: most values are inline in their record and of the requested type. Separate functions handle all others.

  mutating func readBool() throws -> Bool {
    switch try list.marker(of: current) {
    case PropertyListMarker.true: return true
    case PropertyListMarker.false: return false
    default: return try bool(numberObject())
    }
  }

  /// Returns the position of the current value, or of the number that it stands for: ``FoundationClass/number``.
  mutating func numberObject() throws -> UInt32 {
    let object = try resolved()
    guard try list.kind(of: object) == .dictionary, let pairs = try foundationObject(.number) else { return object }
    guard let found = try value(of: "$$value", in: pairs), try [.bool, .integer, .real].contains(list.kind(of: found))
    else {
      throw corrupted("A number has no value.")
    }
    return found
  }

  private mutating func bool(_ object: UInt32) throws -> Bool {
    if try list.kind(of: object) == .bool { return try list.bool(object) }
    // Foundation's archiver takes equal numbers for one object: on Linux, true may be there as 1 or 1.0.
    switch try integer(Bool.self)?.exactly(Int.self) {
    case 0: return false
    case 1: return true
    default: throw mismatch(Bool.self)
    }
  }

  mutating func readInteger<Integer: FixedWidthInteger>(as type: Integer.Type) throws -> Integer {
    let position = try list.position(of: current)
    if let small = try list.smallInteger(at: position), let value = Integer(exactly: small) { return value }
    guard let value = try integer(type)?.exactly(type) else { throw misfit(try resolved(), type) }
    return value
  }

  /// Returns the integer in any of its forms; nil if it is a number that is not whole.
  @inline(never)
  private mutating func integer(_ type: Any.Type) throws -> WideInteger? {
    let object = try numberObject()
    return switch try list.kind(of: object) {
    case .integer: try list.integer(object)
    case .real: WideInteger(exactly: try list.real(object))
    case .bool: WideInteger(try list.bool(object) ? 1 as UInt64 : 0)
    default: WideInteger(try decimalText(type))
    }
  }

  /// Returns the digits of an `NSDecimalNumber`, which a property of type `NSNumber` may hold.
  private mutating func decimalText(_ type: Any.Type) throws -> String {
    guard try foundationObject(.decimal) != nil else { throw mismatch(type) }
    return try readDecimal().description
  }

  @inline(never)
  private mutating func decimal<Number: BinaryFloatingPoint & LosslessStringConvertible>(
    as type: Number.Type
  ) throws -> Number {
    guard let number = Number(digitsOfDecimal: try decimalText(type)) else { throw misfit(try resolved(), type) }
    return number
  }

  /// Returns the error for a number that the type cannot represent.
  @inline(never)
  private func misfit(_ object: UInt32, _ type: Any.Type) -> DecodingError {
    .dataCorrupted(.init("The number at byte offset \(list.byteOffset(of: object)) does not fit in \(type)."))
  }

  mutating func readFloat() throws -> Float {
    if let value = try list.exactFloat(current) { return value }
    return try float(numberObject())
  }

  @inline(never)
  private mutating func float(_ object: UInt32) throws -> Float {
    if try list.marker(of: object) == PropertyListMarker.float, let value = try list.float(object) { return value }
    switch try list.kind(of: object) {
    case .real:
      let value = try list.real(object)
      let narrow = Float(value)
      // Rounding to the nearest value is expected; a finite number must not become infinite.
      if narrow.isFinite || !value.isFinite { return narrow }
    case .integer:
      if let value = try list.integer(object).exactly(Float.self) { return value }
    case .bool: return try list.bool(object) ? 1 : 0
    case .dictionary: return try decimal(as: Float.self)
    default: throw mismatch(Float.self)
    }
    throw misfit(object, Float.self)
  }

  mutating func readDouble() throws -> Double {
    if let value = try list.exactDouble(current) { return value }
    return try double(numberObject())
  }

  @inline(never)
  private mutating func double(_ object: UInt32) throws -> Double {
    switch try list.kind(of: object) {
    case .real: return try list.real(object)
    case .integer:
      guard let value = try list.integer(object).exactly(Double.self) else { throw misfit(object, Double.self) }
      return value
    case .bool: return try list.bool(object) ? 1 : 0
    case .dictionary: return try decimal(as: Double.self)
    default: throw mismatch(Double.self)
    }
  }

  mutating func readString() throws -> String {
    let object = try resolved()
    // ASCII or UTF-16.
    let marker = try list.marker(of: object) & 0xF0
    if marker == PropertyListMarker.asciiString || marker == PropertyListMarker.utf16String, try !isNull(object) {
      return try string(object)
    }
    guard let pairs = try foundationObject(.string) else { throw mismatch(String.self) }
    if let text = try value(of: "NS.string", in: pairs) {
      return try reading(text) { try $0.string(try $0.resolved()) }
    }
    if let text = try value(of: "NSString", in: pairs) {
      try checkAttributes(of: pairs)
      return try reading(text) { try $0.readString() }
    }
    guard let bytes = try value(of: "NS.bytes", in: pairs) else { throw corrupted("A string has no NS.string.") }
    return try keptString(bytes, byteCount: try list.data(bytes).count) { list in
      String(validating: try list.data(bytes), as: UTF8.self)
    }
  }

  /// Refuses an attributed string with attributes, since they would be lost.
  private mutating func checkAttributes(of pairs: PropertyListReader.Pairs) throws {
    guard let attributes = try value(of: "NSAttributes", in: pairs) else { return }
    try reading(attributes) { reader in
      // Either one dictionary for the whole text, or an array with one for each run.
      guard let dictionaries = try reader.foundationObject(.array) else { return try reader.checkHasNoAttributes() }
      guard let elements = try reader.value(of: "NS.objects", in: dictionaries) else {
        throw reader.corrupted("The attributes of a string have no NS.objects.")
      }
      let array = try reader.list.array(elements)
      // The string may be referred to any number of times, and each reference checks the whole array.
      try reader.spend(array.count)
      for index in 0..<array.count {
        try reader.reading(try reader.list.element(index, of: array)) { try $0.checkHasNoAttributes() }
      }
    }
  }

  private mutating func checkHasNoAttributes() throws {
    if try readNull() { return }
    guard let pairs = try foundationObject(.dictionary), let keys = try value(of: "NS.keys", in: pairs),
      try list.array(keys).count == 0
    else { throw corrupted("The attributed string has attributes, which a String cannot hold.") }
  }

  mutating func readDate() throws -> Date {
    let object = try resolved()
    if try list.kind(of: object) == .date { return Date(timeIntervalSinceReferenceDate: try list.date(object)) }
    guard let pairs = try foundationObject(.date), let time = try value(of: "NS.time", in: pairs) else {
      throw mismatch(Date.self)
    }
    return Date(timeIntervalSinceReferenceDate: try reading(time) { try $0.readDouble() })
  }

  mutating func readData() throws -> Data {
    let (object, bytes) = try readBytes(expecting: Data.self)
    // As for strings: one object may be referred to any number of times.
    guard bytes.count > 256 else { return Data(bytes) }
    if let known = data[object] { return known }
    try spend(PropertyListReader.cost(ofBytes: bytes.count))
    let made = Data(bytes)
    data[object] = made
    return made
  }

  /// Returns the bytes of data, and the property list object that has them.
  private mutating func readBytes(expecting type: Any.Type) throws -> (object: UInt32, bytes: UnsafeRawBufferPointer) {
    let object = try resolved()
    if try list.kind(of: object) == .data { return (object, try list.data(object)) }
    guard let pairs = try foundationObject(.data),
      let bytes = try value(of: "NS.data", in: pairs) ?? value(of: "NS.bytes", in: pairs)
    else { throw mismatch(type) }
    return try reading(bytes) { reader in
      let object = try reader.resolved()
      guard try reader.list.kind(of: object) == .data else { throw reader.mismatch(type) }
      return (object, try reader.list.data(object))
    }
  }

  mutating func readURL() throws -> URL {
    var parts: [(object: UInt32, text: String)] = []
    var url: URL?
    var depth = 0
    let start = current
    defer { current = start }
    // Each URL has a base, which may have a base too.
    while true {
      let object = try resolved()
      if let known = urls[object] {
        (url, depth) = known
        break
      }
      guard parts.count < max(limits.maximumDepth, 1) else { throw tooManyBases() }
      guard let pairs = try foundationObject(.url), let relative = try value(of: "NS.relative", in: pairs) else {
        throw mismatch(URL.self)
      }
      parts.append((object, try reading(relative) { try $0.readString() }))
      guard let base = try value(of: "NS.base", in: pairs) else { break }
      current = base
      if try readNull() { break }
    }
    for part in parts.reversed() {
      depth += 1
      guard depth <= max(limits.maximumDepth, 1) else { throw tooManyBases() }
      // The text is kept, but several objects may have it.
      try spend(1 + PropertyListReader.cost(ofBytes: part.text.utf8.count))
      guard let next = URL(string: part.text, relativeTo: url) else {
        throw DecodingError.dataCorrupted(.init("Invalid URL string."))
      }
      url = next
      urls[part.object] = (next, depth)
    }
    guard let url else { throw mismatch(URL.self) }
    return url
  }

  private func tooManyBases() -> DecodingError {
    corrupted(CodingLimits.tooDeep(limits.maximumDepth), as: .limit)
  }

  mutating func readUUID() throws -> UUID {
    guard let pairs = try foundationObject(.uuid), let bytes = try value(of: "NS.uuidbytes", in: pairs) else {
      throw mismatch(UUID.self)
    }
    let value = try reading(bytes) { try $0.readBytes(expecting: UUID.self).bytes }
    guard value.count == 16 else { throw corrupted("A UUID has \(value.count) bytes.") }
    return UUID(uuid: value.loadUnaligned(as: uuid_t.self))
  }

  mutating func readDecimal() throws -> Decimal {
    let object = try resolved()
    switch try list.kind(of: object) {
    case .integer:
      guard let digits = try list.integer(object).digits else { throw mismatch(Decimal.self) }
      return try decimal(digits)
    case .real: return try decimal(try list.float(object)?.description ?? list.real(object).description)
    default: break
    }
    guard let pairs = try foundationObject(.decimal) else { throw mismatch(Decimal.self) }
    func part<Value>(_ key: StaticString, _ read: (inout Self) throws -> Value) throws -> Value {
      guard let found = try value(of: key, in: pairs) else { throw corrupted("A decimal number has no \(key).") }
      return try reading(found, read)
    }
    let bytes = try part("NS.mantissa") { try $0.readBytes(expecting: Decimal.self).bytes }
    guard bytes.count == 16 else { throw corrupted("A decimal number has \(bytes.count) bytes.") }
    let order = try value(of: "NS.mantissa.bo", in: pairs) ?? value(of: "NS.bo", in: pairs)
    let byteOrder = try order.map { try reading($0) { try $0.readInteger(as: Int64.self) } }
    return try DecimalParts(
      exponent: try part("NS.exponent") { try $0.readInteger(as: Int32.self) },
      length: try part("NS.length") { try $0.readInteger(as: UInt32.self) },
      isNegative: try part("NS.negative") { try $0.readBool() },
      isCompact: try part("NS.compact") { try $0.readBool() }, bytes: Array(bytes),
      byteOrder: byteOrder ?? DecimalParts.littleEndian
    ).decimal()
  }

  /// Returns the decimal number for the digits of a number in the archive.
  private func decimal(_ digits: String) throws -> Decimal {
    guard let value = Decimal(exactDigits: digits) else {
      throw corrupted("The number \(digits) is not representable as Decimal.")
    }
    return value
  }

  /// Returns the dictionary of the current value, if it is an object of that class.
  private mutating func foundationObject(_ expected: FoundationClass) throws -> PropertyListReader.Pairs? {
    let object = try resolved()
    guard try isDictionary(object) else { return nil }
    let pairs = try list.dictionary(object)
    return try archivedClass(of: pairs)?.foundation == expected ? pairs : nil
  }

  /// Reads another object as the current value.
  mutating func reading<Value>(_ object: UInt32, _ read: (inout Self) throws -> Value) rethrows -> Value {
    let kept = current
    current = object
    defer { current = kept }
    return try read(&self)
  }
}
