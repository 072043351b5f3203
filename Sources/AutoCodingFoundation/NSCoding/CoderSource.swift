import AutoCoding
import Foundation

/// What has values under keys: the object that a coder is decoding, or a dictionary.
struct CoderSource {
  /// What is under a key.
  enum Value {
    case missing
    case number(NSNumber)
    /// An object, or nil where null was encoded.
    case object(Any?)

    /// What is there, numbers included; nil for null as well.
    var object: Any? {
      switch self {
      case .missing: nil
      case .number(let number): number
      case .object(let object): object
      }
    }
  }

  private enum Place {
    case coder(NSCoder, UnarchiverContents?)
    case dictionary([String: Any])
  }

  let scope: CoderScope
  private let place: Place

  /// The object that the scope's coder is decoding.
  init(_ scope: CoderScope) {
    self.scope = scope
    place = .coder(scope.coder, UnarchiverContents(of: scope.coder))
  }

  /// A dictionary that was decoded.
  init(_ values: [String: Any], _ scope: CoderScope) {
    self.scope = scope
    place = .dictionary(values)
  }

  func contains(_ key: String) -> Bool {
    switch place {
    case .coder(let coder, let contents):
      guard let contents else { return coder.containsValue(forKey: key) }
      return contents.value(forKey: key) != nil
    case .dictionary(let values): return values[key] != nil
    }
  }

  /// Reads the value under a key.
  ///
  /// - Parameter kind: What the value is wanted for: a coder has numbers in another place than objects.
  /// - Throws: What the coder found wrong.
  func value(forKey key: String, kind: Codec.Kind, _ expectation: CoderExpectation) throws -> Value {
    switch place {
    case .dictionary(let values): return values[key].map { .object($0) } ?? .missing
    case .coder(_, let contents?):
      guard let value = contents.value(forKey: key) else { return .missing }
      if let number = exactValue(value, as: NSNumber.self) { return .number(number) }
      if UnarchiverContents.isReference(value) { return .object(try scope.object(forKey: key, value, expectation)) }
      return CoderNumber.number(value).map { .number($0) } ?? .object(value)
    case .coder(let coder, nil):
      guard coder.containsValue(forKey: key) else { return .missing }
      guard let number = number(forKey: key, kind: kind, coder) else {
        return .object(try scope.object(forKey: key, nil, expectation))
      }
      if let error = scope.coderError {
        throw DecodingError.dataCorrupted(
          .init(codingPath: [], debugDescription: "The coder failed: \(error)", underlyingError: error))
      }
      return .number(number)
    }
  }

  /// The number under a key of a coder that refuses what is none.
  private func number(forKey key: String, kind: Codec.Kind, _ coder: NSCoder) -> NSNumber? {
    switch kind {
    case .bool: NSNumber(value: coder.decodeBool(forKey: key))
    case .float: NSNumber(value: coder.decodeFloat(forKey: key))
    case .double: NSNumber(value: coder.decodeDouble(forKey: key))
    case .int, .int8, .int16, .int32, .int64, .uint8, .uint16, .uint32:
      NSNumber(value: coder.decodeInt64(forKey: key))
    default: nil
    }
  }

  /// The text under a key, where it can be seen without the coder; nil says nothing.
  func text(forKey key: String) -> String? {
    #if canImport(ObjectiveC)
    return nil
    #else
    guard case .coder(let coder, let contents?) = place, let reference = contents.value(forKey: key),
      let position = UnarchiverContents.position(of: reference),
      let entries = UnarchiverContents.entries(of: coder), position < entries.count,
      let text = exactValue(entries[position], as: String.self)
    else { return nil }
    return text
    #endif
  }

  /// The bytes that are under a key themselves.
  func bytes(forKey key: String) -> [UInt8]? {
    guard case .coder(let coder, _) = place else { return nil }
    #if canImport(ObjectiveC)
    var count = 0
    guard let bytes = coder.decodeBytes(forKey: key, returnedLength: &count) else { return nil }
    return Array(UnsafeBufferPointer(start: bytes, count: count))
    #else
    return coder.withDecodedUnsafeBytes(forKey: key) { $0.map(Array.init) }
    #endif
  }
}
