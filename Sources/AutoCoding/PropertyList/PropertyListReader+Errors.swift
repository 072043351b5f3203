extension PropertyListReader {
  /// Returns the error for invalid bytes.
  static func corrupted(_ offset: Int, _ expected: String, _ found: String) -> DecodingError {
    DataRefusal(.damage, message(offset, expected, found)).decodingError()
  }

  private static func message(_ offset: Int, _ expected: String, _ found: String) -> String {
    "Invalid binary property list: expected \(expected) at byte offset \(offset), found \(found)."
  }

  /// Returns the error for data that exceeds a limit.
  static func exceeded(_ offset: Int, _ expected: String, _ found: String) -> DecodingError {
    DataRefusal(.limit, message(offset, expected, found)).decodingError()
  }

  func corrupted(_ offset: Int, _ expected: String, _ found: String) -> DecodingError {
    Self.corrupted(offset, expected, found)
  }

  // The following functions throw rather than return the error, which keeps that code out of the functions that read
  // objects.

  @inline(never)
  func failNoObject(_ object: UInt32) throws -> Never {
    throw DataRefusal(
      .damage, "Invalid binary property list: there is no object \(object), only \(objectCount) objects."
    ).decodingError()
  }

  @inline(never)
  func failUnknown(at position: Int) throws -> Never {
    let marker = String(byte(position), radix: 16)
    throw corrupted(position, "an object", "the marker 0x\(marker), which is not valid")
  }

  /// Throws because an object is of another kind.
  @inline(never)
  func failUnexpected(at position: Int, expected: String) throws -> Never {
    guard let kind = Self.kind(ofMarker: byte(position)) else { try failUnknown(at: position) }
    // A value of another kind is not damage: another type may have written it.
    throw DecodingError.dataCorrupted(.init(Self.message(position, expected, kind.name)))
  }

  /// Throws because an object extends into the offset table.
  @inline(never)
  func failTruncated(at position: Int, size: Int) throws -> Never {
    throw corrupted(
      position, "an object of \(size) bytes", "only \(tableOffset - position) bytes before the offset table")
  }

  @inline(never)
  func failTruncated(at position: Int, count: Int, elementSize: Int) throws -> Never {
    throw corrupted(
      position, "an object of \(count) elements of \(elementSize) bytes",
      "only \(tableOffset - position) bytes before the offset table")
  }

  @inline(never)
  func failReference(_ reference: UInt64, at position: Int) throws -> Never {
    throw corrupted(position, "a reference below \(objectCount)", "\(reference)")
  }

  @inline(never)
  func failNoElement(_ index: Int, of count: Int) throws -> Never {
    throw DecodingError.dataCorrupted(
      .init("Invalid binary property list: a container of \(count) has no element \(index)."))
  }
}

extension PropertyListReader.Kind {
  /// The kind with its article, for messages.
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
