#if canImport(Combine)
import Combine
import Foundation

// Publishers of Combine encode and decode with these: `publisher.decode(type: Person.self, decoder: AutoJSONDecoder())`.

extension AutoJSONEncoder: TopLevelEncoder {
  /// The bytes that are encoded.
  public typealias Output = Data
}

extension AutoJSONDecoder: TopLevelDecoder {
  /// The bytes that are decoded.
  public typealias Input = Data
}

extension AutoPropertyListEncoder: TopLevelEncoder {
  /// The bytes that are encoded.
  public typealias Output = Data
}

extension AutoPropertyListDecoder: TopLevelDecoder {
  /// The bytes that are decoded.
  public typealias Input = Data
}

extension KeyedArchiveEncoder: TopLevelEncoder {
  /// The bytes that are encoded.
  public typealias Output = Data
}

extension KeyedArchiveDecoder: TopLevelDecoder {
  /// The bytes that are decoded.
  public typealias Input = Data
}

extension DictionaryEncoder: TopLevelEncoder {
  /// The dictionary that is encoded.
  public typealias Output = [String: Any]
}

extension DictionaryDecoder: TopLevelDecoder {
  /// The dictionary that is decoded.
  public typealias Input = [String: Any]
}
#endif
