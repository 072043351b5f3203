import RuntimeShims

/// The coding key of a stored property or enum case: made once for the type's map, and trivially copied from then on.
package struct PropertyKey: CodingKey, @unchecked Sendable {
  private struct Text {
    let string: String
    let quoted: UnsafePointer<UInt8>
    let quotedCount: Int
    let hasSlash: Bool
    let intValue: Int?
  }

  /// Immortal, as the map that it belongs to is.
  private let text: UnsafePointer<Text>

  package init(_ string: String, intValue: Int? = nil) {
    let bytes = Self.quoted(string)
    // Readers and writers move 8 bytes at a time, beyond the end if need be.
    let quoted = UnsafeMutablePointer<UInt8>.allocate(capacity: bytes.count + 16)
    quoted.initialize(repeating: 0, count: bytes.count + 16)
    quoted.update(from: bytes, count: bytes.count)
    let storage = UnsafeMutablePointer<Text>.allocate(capacity: 1)
    storage.initialize(
      to: Text(
        string: string, quoted: UnsafePointer(quoted), quotedCount: bytes.count - 1,
        hasSlash: string.utf8.contains(UInt8(ascii: "/")), intValue: intValue))
    self.text = UnsafePointer(storage)
  }

  package var stringValue: String { text.pointee.string }
  /// The key as JSON text, in quotes and with a colon after them, and at least 15 bytes of memory after that.
  package var quoted: UnsafePointer<UInt8> { text.pointee.quoted }
  /// The bytes of ``quoted`` without the colon.
  package var quotedCount: Int { text.pointee.quotedCount }
  /// Whether there is a slash in the key, which JSON text may or may not escape. It is escaped in ``quoted``.
  package var hasSlash: Bool { text.pointee.hasSlash }

  private static func quoted(_ string: String) -> [UInt8] {
    var bytes: [UInt8] = [UInt8(ascii: "\"")]
    for byte in string.utf8 {
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): bytes += [UInt8(ascii: "\\"), byte]
      case 8: bytes += Array(#"\b"#.utf8)
      case 9: bytes += Array(#"\t"#.utf8)
      case 10: bytes += Array(#"\n"#.utf8)
      case 12: bytes += Array(#"\f"#.utf8)
      case 13: bytes += Array(#"\r"#.utf8)
      case 0..<32: bytes += Array((byte < 16 ? #"\u000"# : #"\u00"#).utf8) + Array(String(byte, radix: 16).utf8)
      default: bytes.append(byte)
      }
    }
    return bytes + [UInt8(ascii: "\""), UInt8(ascii: ":")]
  }

  /// What tells this key from those of other properties, whatever they are called.
  package var identity: UnsafeRawPointer { UnsafeRawPointer(text) }

  package var intValue: Int? { text.pointee.intValue }

  /// Always nil: a property key comes from a type, never from data. A container that is asked for all its keys tries each
  /// of them here, where they are counted.
  @inline(never)
  package init?(stringValue: String) {
    ac_key_count().pointee += 1
    return nil
  }

  /// Always nil, and counted, as ``init(stringValue:)``.
  @inline(never)
  package init?(intValue: Int) {
    ac_key_count().pointee += 1
    return nil
  }

  /// How many keys a container has, or more if it tries some of them twice. It makes none of them, and no array of what
  /// they are not.
  @inline(never)
  package static func count(of container: KeyedDecodingContainer<PropertyKey>) -> Int {
    ac_key_count().pointee = 0
    let made = container.allKeys.count
    return max(made, ac_key_count().pointee)
  }

}

/// A key as data has it. Containers of this library have one of these for each time that a key is there.
package struct EveryKey: CodingKey {
  package let stringValue: String
  package var intValue: Int? { nil }

  package init(stringValue: String) { self.stringValue = stringValue }
  package init?(intValue: Int) { nil }
}

/// A coding key made of text or a position: dictionary keys, array indices, and steps of a coding path.
package struct DynamicKey: CodingKey, Hashable {
  /// Small enough that a path of keys needs no memory for each. The texts of numbers are made when they are asked for.
  private enum Content {
    case text(String)
    case number(Int)
    /// The position of an array's element.
    case index(Int)
    indirect case both(String, Int)
  }

  private let content: Content

  package var stringValue: String {
    switch content {
    case .text(let text), .both(let text, _): text
    case .number(let number): "\(number)"
    case .index(let index): "Index \(index)"
    }
  }

  package var intValue: Int? {
    switch content {
    case .text: nil
    case .number(let number), .index(let number), .both(_, let number): number
    }
  }

  package init(_ stringValue: String) {
    content = .text(stringValue)
  }

  package init(stringValue: String) {
    content = Int(stringValue).map { .both(stringValue, $0) } ?? .text(stringValue)
  }

  package init(intValue: Int) {
    content = .number(intValue)
  }

  /// The key of an array's element, as Foundation's coders name it.
  package init(index: Int) {
    content = .index(index)
  }

  package static func == (left: DynamicKey, right: DynamicKey) -> Bool {
    left.intValue == right.intValue && left.stringValue == right.stringValue
  }

  package func hash(into hasher: inout Hasher) {
    hasher.combine(stringValue)
  }
}
