/// Decoding from a `String`: its UTF-8 is read in place. A string that has none, such as one that is bridged from
/// Objective-C, is copied once.
extension AutoJSONDecoder {
  /// Decodes a value from text.
  ///
  /// ```swift
  /// let teacher = try AutoJSONDecoder().decode(Teacher.self, from: #"{"name":"Ada"}"#)
  /// ```
  ///
  /// - Parameters:
  ///   - type: What the value is to be.
  ///   - text: JSON text.
  /// - Throws: As ``decode(_:from:)-(_,Data)``; the column of an error is in bytes of UTF-8.
  @_disfavoredOverload
  public func decode<T: Decodable>(_ type: T.Type, from text: String) throws -> T {
    var text = text
    return try text.withUTF8 { try decode(type, from: UnsafeRawBufferPointer($0)) }
  }

  /// Decodes a value from a part of a text; otherwise as ``decode(_:from:)-(_,String)``.
  ///
  /// - Parameters:
  ///   - type: What the value is to be.
  ///   - text: JSON text. The line and column of an error are counted from its start.
  /// - Throws: As ``decode(_:from:)-(_,Data)``.
  @_disfavoredOverload
  public func decode<T: Decodable>(_ type: T.Type, from text: Substring) throws -> T {
    var text = text
    return try text.withUTF8 { try decode(type, from: UnsafeRawBufferPointer($0)) }
  }

  /// Decodes a value from text, and says what ``leniency`` let pass in it and which ``unknownKeys`` it has, in the order of
  /// the text.
  ///
  /// - Parameters:
  ///   - type: What the value is to be.
  ///   - text: JSON text.
  ///   - issues: Issues are appended to it; none if an error is thrown.
  /// - Throws: As ``decode(_:from:)-(_,Data)``.
  public func decode<T: Decodable>(_ type: T.Type, from text: String, reporting issues: inout [Issue]) throws -> T {
    var text = text
    return try text.withUTF8 { try decode(type, from: UnsafeRawBufferPointer($0), reporting: &issues) }
  }

  /// Overlays a struct or object that exists with the keys that a text has; otherwise as ``update(_:from:)-(_,Data)``.
  ///
  /// - Parameters:
  ///   - value: A struct or object that is coded by its properties. Nothing else may use it during the call.
  ///   - text: JSON text.
  /// - Throws: As ``update(_:from:)-(_,Data)``. The value is as it was then.
  public func update<T: AutoCoding>(_ value: inout T, from text: String) throws {
    var text = text
    try text.withUTF8 { try update(&value, from: UnsafeRawBufferPointer($0)) }
  }
}
