import Foundation

extension DataStore {
  /// Keeps a value under a key, in place of what was there.
  ///
  /// - Parameters:
  ///   - value: A model, or any other value that is Codable. Bytes are kept as they are by ``saveData(_:forKey:)``.
  ///   - key: Where it is kept.
  ///   - coder: The format in which it is kept.
  /// - Throws: ``StorageError``; what was there before is then still there.
  public func save<Value: Encodable>(
    _ value: Value, forKey key: String, coder: some DataCoder = .keyedArchive
  ) throws(StorageError) {
    do {
      try write(value, forKey: key, coder: coder)
    } catch {
      throw StorageError(error, .writeFailed, in: self, forKey: key)
    }
  }

  /// The value that is kept under a key.
  ///
  /// - Returns: nil if the store holds nothing under that key.
  /// - Throws: ``StorageError``; what is kept stays as it is.
  public func load<Value: Decodable>(
    _ type: Value.Type, forKey key: String, coder: some DataCoder = .keyedArchive
  ) throws(StorageError) -> Value? {
    do {
      return try read(type, forKey: key, coder: coder)
    } catch {
      throw StorageError(error, .readFailed, in: self, forKey: key)
    }
  }

  // MARK: -

  /// As ``load(_:forKey:coder:)``, but what is neither a coder's error nor a store's is thrown as it is.
  func read<Value: Decodable>(_ type: Value.Type, forKey key: String, coder: some DataCoder) throws -> Value? {
    guard let data = try loadData(forKey: key, maximumByteCount: coder.maximumByteCount) else { return nil }
    return try decode(type, from: data, forKey: key, coder: coder)
  }

  /// As ``save(_:forKey:coder:)``, but what is neither a coder's error nor a store's is thrown as it is.
  func write<Value: Encodable>(_ value: Value, forKey key: String, coder: some DataCoder) throws {
    try saveData(try encode(value, forKey: key, coder: coder), forKey: key)
  }

  /// Decodes what is kept under a key.
  func decode<Value: Decodable>(
    _ type: Value.Type, from data: Data, forKey key: String, coder: some DataCoder
  ) throws -> Value {
    do {
      return try coder.decode(type, from: data)
    } catch let error as DecodingError {
      throw StorageError(error, of: type, from: data, in: self, forKey: key)
    }
  }

  /// Encodes what is to be kept under a key.
  func encode<Value: Encodable>(_ value: Value, forKey key: String, coder: some DataCoder) throws -> Data {
    do {
      return try coder.encode(value)
    } catch let error as EncodingError {
      throw StorageError(error, in: self, forKey: key)
    }
  }
}
