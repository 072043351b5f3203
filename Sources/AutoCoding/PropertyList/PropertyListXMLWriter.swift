#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Writes the XML form of a binary property list that this library wrote.
struct PropertyListXMLWriter: ~Copyable {
  /// An array or dictionary that is being written.
  private struct Frame {
    enum Contents {
      case elements(PropertyListReader.Elements)
      case members(PropertyListReader.Pairs)
    }

    let contents: Contents
    var next = 0
  }

  /// Room for a number, a date or a tag.
  private static let leafRoom = 64

  private let list: PropertyListReader
  private var output = GrowingTable<UInt8>(maximumCount: .max / 4)
  private var frames: [Frame] = []

  init(_ list: PropertyListReader) {
    self.list = list
  }

  /// Returns the document.
  mutating func text() throws -> Data {
    _ = try room(for: 2 * list.objectByteCount)
    try put(
      """
      <?xml version="1.0" encoding="UTF-8"?>
      <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
      <plist version="1.0">

      """)
    try write(list.topObject)
    while let frame = frames.last {
      frames[frames.count - 1].next += 1
      switch frame.contents {
      case .elements(let elements):
        if frame.next < elements.count {
          try write(try list.element(frame.next, of: elements))
        } else {
          try end("</array>\n")
        }
      case .members(let members):
        if frame.next < members.count {
          try indent()
          try put("<key>")
          try putString(list.key(frame.next, of: members))
          try put("</key>\n")
          try write(try list.value(frame.next, of: members))
        } else {
          try end("</dict>\n")
        }
      }
    }
    try put("</plist>\n")
    return output.takeData(count: output.count)
  }

  /// Writes a leaf, or begins a container.
  private mutating func write(_ object: UInt32) throws {
    try indent()
    switch try list.kind(of: object) {
    case .bool: try put(try list.bool(object) ? "<true/>\n" : "<false/>\n")
    case .integer:
      try put("<integer>")
      try putInteger(try list.integer(object))
      try put("</integer>\n")
    case .real:
      try put("<real>")
      try putReal(try list.real(object))
      try put("</real>\n")
    case .date:
      try put("<date>")
      try putDate(try list.date(object))
      try put("</date>\n")
    case .data:
      try put("<data>\n")
      try indent()
      try putBase64(try list.data(object))
      try put("\n")
      try indent()
      try put("</data>\n")
    case .string:
      try put("<string>")
      try putString(object)
      try put("</string>\n")
    case .array:
      let elements = try list.array(object)
      if elements.count == 0 { return try put("<array/>\n") }
      try put("<array>\n")
      frames.append(Frame(contents: .elements(elements)))
    case .dictionary:
      let members = try list.dictionary(object)
      if members.count == 0 { return try put("<dict/>\n") }
      try put("<dict>\n")
      frames.append(Frame(contents: .members(members)))
    case .null, .uid, .set, .orderedSet:
      // No value of a Codable type is encoded as one of them.
      throw EncodingError.invalidValue(
        object, .init("XML property lists have no \(try list.kind(of: object).name)."))
    }
  }

  // MARK: Bytes

  /// Returns the end of the text, with room for more.
  @inline(__always)
  private mutating func room(for count: Int) throws -> UnsafeMutablePointer<UInt8> {
    guard let end = output.reserve(count) else {
      throw EncodingError.invalidValue(output.count, .init("The XML of the property list does not fit into memory."))
    }
    return end
  }

  private mutating func put(_ text: StaticString) throws {
    try put(UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
  }

  @inline(__always)
  private mutating func put(_ bytes: UnsafeBufferPointer<UInt8>) throws {
    guard let start = bytes.baseAddress else { return }
    try room(for: bytes.count).initialize(from: start, count: bytes.count)
    output.advance(by: bytes.count)
  }

  private mutating func put(_ text: String) throws {
    var text = text
    try text.withUTF8 { try put($0) }
  }

  /// Writes a leaf in place. `write` returns the end of what it has written, at most ``leafRoom`` bytes.
  @inline(__always)
  private mutating func putLeaf(_ write: (UnsafeMutableRawPointer) -> UnsafeMutableRawPointer) throws {
    let start = UnsafeMutableRawPointer(try room(for: Self.leafRoom))
    output.advance(by: write(start) - start)
  }

  private mutating func indent() throws {
    try room(for: frames.count).initialize(repeating: UInt8(ascii: "\t"), count: frames.count)
    output.advance(by: frames.count)
  }

  private mutating func end(_ tag: StaticString) throws {
    frames.removeLast()
    try indent()
    try put(tag)
  }

  // MARK: Leaves

  private mutating func putInteger(_ integer: WideInteger) throws {
    guard let value = integer.exactly(Int64.self) else { return try put(integer.text) }
    if value < 0 { try put("-") }
    try putLeaf { JSONWriter.putDigits(value.magnitude, at: $0) }
  }

  private mutating func putReal(_ real: Double) throws {
    if real.isNaN { return try put("nan") }
    if real.isInfinite { return try put(real < 0 ? "-infinity" : "+infinity") }
    // Foundation's encoder writes no fraction of zero.
    try putLeaf { JSONWriter.putFinite(real, at: $0) }
  }

  /// The years 0 to 500,000, in seconds since 2001, as Foundation's calendar has them. It turns later ones into others.
  private static let first = -63_145_699_200.0
  private static let end = 15_715_362_096_000.0

  private mutating func putDate(_ seconds: Double) throws {
    let whole = seconds.rounded(.down)
    // Not-a-number is in no range.
    if whole >= Self.first, whole < Self.end {
      let date = Date(timeIntervalSinceReferenceDate: whole)
      let place = try room(for: Self.leafRoom)
      if date.writeISO8601(to: place) { return output.advance(by: Date.textCount) }
      let text = date.iso8601
      if PropertyListXMLParser.unusualDate(text) == date { return try put(text) }
    }
    throw EncodingError.invalidValue(
      PrintableValue.of(Date(timeIntervalSinceReferenceDate: seconds)),
      .init(
        """
        XML property lists have dates of the years 0 to 500000, and not that of \(seconds) seconds since 2001; use \
        outputFormat = .binary.
        """))
  }

  private mutating func putBase64(_ data: UnsafeRawBufferPointer) throws {
    let start = UnsafeMutableRawPointer(try room(for: Base64.room(for: data.count) + 8))
    output.advance(by: Base64.write(data, escapesSlashes: false, to: start) - start)
  }

  private mutating func putString(_ object: UInt32) throws {
    if let text = try list.asciiString(object) {
      return try text.withMemoryRebound(to: UInt8.self) { try escape($0) }
    }
    var text = try list.string(object)
    try text.withUTF8 { try escape($0) }
  }

  private mutating func escape(_ text: UnsafeBufferPointer<UInt8>) throws {
    guard let start = UnsafeRawPointer(text.baseAddress) else { return }
    // No entity has more than five bytes; a block of sixteen bytes may be stored at the end.
    let begin = UnsafeMutableRawPointer(try room(for: 5 * text.count + 16))
    var place = begin
    var index = 0
    while text.count &- index >= 16 {
      // Bytes behind a special one are overwritten by its entity.
      let bytes = start.loadUnaligned(fromByteOffset: index, as: SIMD16<UInt8>.self)
      place.storeBytes(of: bytes, as: SIMD16<UInt8>.self)
      let special = Self.special(in: bytes)
      if special.isEmpty {
        place += 16
        index &+= 16
      } else {
        let count = special.bits.trailingZeroBitCount
        place = Self.put(text[index &+ count], at: place + count)
        index &+= count &+ 1
      }
    }
    while index < text.count {
      place = Self.put(text[index], at: place)
      index &+= 1
    }
    output.advance(by: place - begin)
  }

  /// Writes a byte, as an entity if it is special. Precondition: there is room for eight bytes.
  @inline(__always)
  private static func put(_ byte: UInt8, at place: UnsafeMutableRawPointer) -> UnsafeMutableRawPointer {
    guard let entity = PropertyListXMLEntity(rawValue: byte) else {
      place.storeBytes(of: byte, as: UInt8.self)
      return place + 1
    }
    place.storeBytes(of: entity.word.littleEndian, as: UInt64.self)
    return place + entity.count
  }

  /// Returns which bytes are written as entities.
  @inline(__always)
  private static func special(in bytes: SIMD16<UInt8>) -> ByteMask {
    func equal(_ entity: PropertyListXMLEntity) -> ByteMask { bytes .== SIMD16(repeating: entity.rawValue) }
    return (equal(.ampersand) .| equal(.less)) .| (equal(.greater) .| equal(.carriageReturn))
  }
}
