/// A number by itself is coded as a ``JSONValue`` that is one.
extension JSONNumber: Codable {
  /// Encodes the number, as ``JSONValue/encode(to:)`` does.
  public func encode(to encoder: any Encoder) throws { try JSONValue.number(self).encode(to: encoder) }

  /// Decodes a number, as ``JSONValue/init(from:)`` does.
  ///
  /// - Throws: `DecodingError` for any other value.
  public init(from decoder: any Decoder) throws {
    let value = try JSONValue(from: decoder)
    guard let number = value.number else { throw value.mismatch(JSONNumber.self, "a number", decoder) }
    self = number
  }
}

/// An object by itself is coded as a ``JSONValue`` that is one.
extension JSONObject: Codable {
  /// Encodes the object, as ``JSONValue/encode(to:)`` does.
  public func encode(to encoder: any Encoder) throws { try JSONValue.object(self).encode(to: encoder) }

  /// Decodes an object, as ``JSONValue/init(from:)`` does.
  ///
  /// - Throws: `DecodingError` for any other value.
  public init(from decoder: any Decoder) throws {
    let value = try JSONValue(from: decoder)
    guard let object = value.object else { throw value.mismatch(JSONObject.self, "an object", decoder) }
    self = object
  }
}

extension JSONValue {
  fileprivate func mismatch(_ type: Any.Type, _ expected: String, _ decoder: any Decoder) -> DecodingError {
    .typeMismatch(
      type, .init(codingPath: decoder.codingPath, debugDescription: "Expected \(expected) but found \(kindInWords)."))
  }

  /// What the value is, with an article.
  var kindInWords: String {
    switch self {
    case .null: "null"
    case .bool: "a bool"
    case .number: "a number"
    case .string: "a string"
    case .array: "an array"
    case .object: "an object"
    }
  }
}
