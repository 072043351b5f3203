import Foundation

/// A coder that keeps values as property lists, which other programs can read.
///
/// In a ``UserDefaultsStore``, the values are in the suite as what they are: dictionaries, arrays, text, numbers, dates
/// and data, which the command `defaults` shows and `UserDefaults` returns. In other stores they are the bytes of a
/// property list.
public struct PropertyListCoder: DataCoder {
  private let encoder: AutoPropertyListEncoder
  private let decoder: AutoPropertyListDecoder

  /// - Parameters:
  ///   - encoder: The encoder, with its options.
  ///   - decoder: The decoder. Its options must match those of the encoder.
  public init(
    encoder: AutoPropertyListEncoder = AutoPropertyListEncoder(),
    decoder: AutoPropertyListDecoder = AutoPropertyListDecoder()
  ) {
    self.encoder = encoder
    self.decoder = decoder
  }

  /// Encodes a value as a property list.
  ///
  /// - Throws: The errors of the encoder.
  public func encode<Value: Encodable>(_ value: Value) throws -> Data {
    try encoder.encode(value)
  }

  /// Decodes a value from a property list.
  ///
  /// - Throws: The errors of the decoder.
  public func decode<Value: Decodable>(_ type: Value.Type, from data: Data) throws -> Value {
    try decoder.decode(type, from: data)
  }

  /// The decoder's ``CodingLimits/maximumByteCount``.
  public var maximumByteCount: Int { decoder.limits.maximumByteCount }
}

extension DataCoder where Self == PropertyListCoder {
  /// Binary property lists, with the default options of ``AutoPropertyListEncoder``.
  public static var propertyList: PropertyListCoder { PropertyListCoder() }
}

/// A store that can keep the values of a property list as what they are, rather than its bytes.
protocol PropertyListStore: DataStore {
  /// Returns the property list under a key, or nil.
  func loadPropertyList(forKey key: String) throws -> Data?
  /// Saves a property list under a key. It replaces any value.
  func savePropertyList(_ data: Data, forKey key: String) throws
}
