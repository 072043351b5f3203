import AutoCoding
import Foundation

/// Encodes and decodes models that Foundation's archivers do not support (structs, enums, and classes that are not
/// `NSObject`) in hand-written `encode(with:)` and `init(coder:)`.
///
/// ```swift
/// func encode(with coder: NSCoder) {
///   coder.encode(position, forKey: "position")
/// }
/// init?(coder: NSCoder) {
///   guard let position = coder.decode(Coordinate.self, forKey: "position") else { return nil }
///   self.position = position
/// }
/// ```
extension NSCoder {
  /// Encodes a model under a key. An object that is encoded twice is written once.
  ///
  /// If a value cannot be written, the archiver fails:
  /// `NSKeyedArchiver.archivedData(withRootObject:requiringSecureCoding:)` throws the error.
  public func encode<Value: AutoCoding>(_ value: Value, forKey key: String) {
    CoderBridge.encode(value, forKey: key, with: self)
  }

  /// Encodes an optional model under a key.
  public func encode<Value: AutoCoding>(_ value: Value?, forKey key: String) {
    CoderBridge.encode(value, forKey: key, with: self)
  }

  /// Encodes an array of models under a key.
  public func encode<Value: AutoCoding>(_ values: [Value], forKey key: String) {
    CoderBridge.encode(values, forKey: key, with: self)
  }

  /// Encodes a set of models under a key.
  public func encode<Value: AutoCoding & Hashable>(_ values: Set<Value>, forKey key: String) {
    CoderBridge.encode(values, forKey: key, with: self)
  }

  /// Encodes a dictionary of models under a key.
  public func encode<Key: Codable & Hashable, Value: AutoCoding>(_ values: [Key: Value], forKey key: String) {
    CoderBridge.encode(values, forKey: key, with: self)
  }

  // Without the following, these values would go to Foundation's `encode(_: Any?, forKey:)`, which stops the process.

  /// Encodes an optional array of models under a key.
  public func encode<Value: AutoCoding>(_ values: [Value]?, forKey key: String) {
    CoderBridge.encode(values, forKey: key, with: self)
  }

  /// Encodes an array of optional models under a key.
  public func encode<Value: AutoCoding>(_ values: [Value?], forKey key: String) {
    CoderBridge.encode(values, forKey: key, with: self)
  }

  /// Encodes an array of arrays of models under a key.
  public func encode<Value: AutoCoding>(_ values: [[Value]], forKey key: String) {
    CoderBridge.encode(values, forKey: key, with: self)
  }

  /// Encodes an optional set of models under a key.
  public func encode<Value: AutoCoding & Hashable>(_ values: Set<Value>?, forKey key: String) {
    CoderBridge.encode(values, forKey: key, with: self)
  }

  /// Encodes an optional dictionary of models under a key.
  public func encode<Key: Codable & Hashable, Value: AutoCoding>(_ values: [Key: Value]?, forKey key: String) {
    CoderBridge.encode(values, forKey: key, with: self)
  }

  /// Encodes a dictionary of optional models under a key.
  public func encode<Key: Codable & Hashable, Value: AutoCoding>(_ values: [Key: Value?], forKey key: String) {
    CoderBridge.encode(values, forKey: key, with: self)
  }

  /// Encodes a dictionary of arrays of models under a key.
  public func encode<Key: Codable & Hashable, Value: AutoCoding>(_ values: [Key: [Value]], forKey key: String) {
    CoderBridge.encode(values, forKey: key, with: self)
  }

  /// Decodes a model, or an array, set or dictionary of models, under a key.
  ///
  /// The type determines which classes are allowed. Secure coding needs no list of classes.
  ///
  /// - Returns: nil if there is nothing under the key, if nil was encoded, or if decoding fails. In the last case the
  ///   coder has an error, as after `decodeObject(of:forKey:)`.
  public func decode<Value: Decodable>(_ type: Value.Type, forKey key: String) -> Value? {
    // A type that is only Decodable has no codec.
    Conformances.includes(type, (any Encodable.Type).self)
      ? CoderBridge.decode(type, forKey: key, from: self)
      : CoderBridge.decode(DecodedAlone<Value>.self, forKey: key, from: self)?.value
  }
}
