extension JSONValue {
  /// Makes the value that an encoder writes for any encodable value.
  ///
  /// ```swift
  /// var value = try JSONValue(encoding: person)
  /// value["source"] = "import"
  /// ```
  ///
  /// - Parameters:
  ///   - value: What is encoded.
  ///   - encoder: The encoder whose keys and strategies are used. The default is one with no options set.
  /// - Throws: What the encoder throws.
  /// - Complexity: That of encoding the value, and of reading the text.
  public init(encoding value: some Encodable, by encoder: AutoJSONEncoder = AutoJSONEncoder()) throws {
    var text: [UInt8] = []
    try encoder.encode(value, appendingTo: &text)
    let decoder = AutoJSONDecoder()
    // What was written may be read.
    decoder.limits.maximumDepth = .max
    self = try decoder.decode(JSONValue.self, from: text)
  }

  /// Decodes a value of any type from this one.
  ///
  /// - Parameters:
  ///   - type: What the value is to be.
  ///   - decoder: The decoder whose keys and strategies are used. The default is one with no options set.
  /// - Throws: What the decoder throws. Lines and columns of its errors are those of ``description``.
  /// - Complexity: That of writing the text, and of decoding it.
  public func decode<T: Decodable>(_ type: T.Type = T.self, by decoder: AutoJSONDecoder = AutoJSONDecoder()) throws -> T
  {
    let encoder = AutoJSONEncoder()
    encoder.outputFormatting = .withoutEscapingSlashes
    encoder.limits.maximumDepth = .max
    var text: [UInt8] = []
    try encoder.encode(self, appendingTo: &text)
    return try decoder.decode(type, from: text)
  }
}
