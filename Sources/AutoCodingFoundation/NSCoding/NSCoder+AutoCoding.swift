import AutoCoding
import Foundation

/// Models that Foundation's archivers do not know (structs, enums, and classes that are not `NSObject`) inside of
/// `encode(with:)` and `init(coder:)` that are written by hand.
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
  /// A value that cannot be written fails the archiver: `NSKeyedArchiver.archivedData(withRootObject:requiringSecureCoding:)`
  /// throws the error.
  public func encode<Value: AutoCoding>(_ value: Value, forKey key: String) {
    CoderBridge.encode(value, forKey: key, with: self)
  }

  /// Encodes a model or nil under a key.
  public func encode<Value: AutoCoding>(_ value: Value?, forKey key: String) {
    CoderBridge.encode(value, forKey: key, with: self)
  }

  /// Encodes models in order under a key.
  public func encode<Value: AutoCoding>(_ values: [Value], forKey key: String) {
    CoderBridge.encode(values, forKey: key, with: self)
  }

  /// Encodes different models under a key.
  public func encode<Value: AutoCoding & Hashable>(_ values: Set<Value>, forKey key: String) {
    CoderBridge.encode(values, forKey: key, with: self)
  }

  /// Encodes models by keys of their own under a key.
  public func encode<Key: Codable & Hashable, Value: AutoCoding>(_ values: [Key: Value], forKey key: String) {
    CoderBridge.encode(values, forKey: key, with: self)
  }

  /// Decodes a model, or an array, set or dictionary of models, that was encoded under a key.
  ///
  /// The type says what may be there: no list of classes is needed under secure coding.
  ///
  /// - Returns: nil where there is nothing under the key, where nil was encoded, and where decoding fails. The coder then
  ///   has an error, as after `decodeObject(of:forKey:)`.
  public func decode<Value: Decodable>(_ type: Value.Type, forKey key: String) -> Value? {
    CoderBridge.decode(type, forKey: key, from: self)
  }
}
