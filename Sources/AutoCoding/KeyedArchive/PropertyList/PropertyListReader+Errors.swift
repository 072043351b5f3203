extension PropertyListReader {
  /// The error for bytes that are not what they have to be.
  static func corrupted(_ offset: Int, _ expected: String, _ found: String) -> DecodingError {
    .dataCorrupted(
      .init(
        codingPath: [],
        debugDescription: "Invalid binary property list: expected \(expected) at byte offset \(offset), found \(found)."
      ))
  }

  @inline(never)
  func corrupted(_ offset: Int, _ expected: String, _ found: String) -> DecodingError {
    Self.corrupted(offset, expected, found)
  }

  @inline(never)
  func noObject(_ object: UInt32) -> DecodingError {
    .dataCorrupted(
      .init(
        codingPath: [],
        debugDescription: "Invalid binary property list: there is no object \(object), only \(objectCount) of them."))
  }

  @inline(never)
  func unknown(_ marker: UInt8, at position: Int) -> DecodingError {
    corrupted(position, "an object", "the marker 0x\(String(marker, radix: 16)), which stands for none")
  }

  /// The error for an object of another kind.
  @inline(never)
  func unexpected(at position: Int, expected: String) -> DecodingError {
    let marker = byte(position)
    guard let kind = Self.kind(ofMarker: marker) else { return unknown(marker, at: position) }
    return corrupted(position, expected, kind.name)
  }

  @inline(never)
  func truncated(at position: Int, bytes: Int) -> DecodingError {
    truncated(at: position, needing: "\(bytes) bytes")
  }

  /// The error for an object whose contents reach beyond the objects.
  @inline(never)
  func truncated(at position: Int, needing size: String) -> DecodingError {
    corrupted(position, "an object of \(size)", "only \(tableOffset - position) bytes before the offset table")
  }
}

extension PropertyListReader.Kind {
  /// The kind as messages have it, with its article.
  package var name: String {
    switch self {
    case .null: "null"
    case .bool: "a boolean"
    case .integer: "an integer"
    case .real: "a real number"
    case .date: "a date"
    case .data: "data"
    case .string: "a string"
    case .uid: "a UID"
    case .array: "an array"
    case .orderedSet: "an ordered set"
    case .set: "a set"
    case .dictionary: "a dictionary"
    }
  }
}
