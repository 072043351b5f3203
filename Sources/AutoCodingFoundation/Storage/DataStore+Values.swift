import Foundation

extension DataStore {
  /// Saves a value under a key. It replaces the old value.
  ///
  /// - Parameters:
  ///   - value: A model, or any other `Codable` value. To save bytes as they are, use ``saveData(_:forKey:)``.
  ///   - key: The key.
  ///   - coder: The format.
  /// - Throws: ``StorageError``; the old value is then still there.
  public func save<Value: Encodable>(
    _ value: Value, forKey key: String, coder: some DataCoder = .keyedArchive
  ) throws(StorageError) {
    do {
      try write(value, forKey: key, coder: coder)
    } catch {
      throw StorageError(error, .writeFailed, in: self, forKey: key)
    }
  }

  /// Returns the value under a key.
  ///
  /// - Returns: nil if the store holds nothing under that key.
  /// - Throws: ``StorageError``; the store is unchanged.
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

  /// Like ``load(_:forKey:coder:)``, but rethrows errors of the value's own code.
  func read<Value: Decodable>(_ type: Value.Type, forKey key: String, coder: some DataCoder) throws -> Value? {
    guard let data = try bytes(forKey: key, coder: coder) else { return nil }
    return try decode(type, from: data, forKey: key, coder: coder)
  }

  /// Returns the bytes that a coder decodes. Any error is one of the store's, which says nothing about the data.
  func bytes(forKey key: String, coder: some DataCoder) throws(StorageError) -> Data? {
    do {
      if coder is PropertyListCoder, let store = self as? any PropertyListStore {
        return try store.loadPropertyList(forKey: key)
      }
      return try loadData(forKey: key, maximumByteCount: coder.maximumByteCount)
    } catch {
      throw StorageError(error, .readFailed, in: self, forKey: key)
    }
  }

  /// Like ``save(_:forKey:coder:)``, but rethrows errors that are neither `EncodingError` nor the store's.
  func write<Value: Encodable>(_ value: Value, forKey key: String, coder: some DataCoder) throws {
    let data = try encode(value, forKey: key, coder: coder)
    if coder is PropertyListCoder, let store = self as? any PropertyListStore {
      return try store.savePropertyList(data, forKey: key)
    }
    try saveData(data, forKey: key)
  }

  /// Decodes the data of a key.
  func decode<Value: Decodable>(
    _ type: Value.Type, from data: Data, forKey key: String, coder: some DataCoder
  ) throws -> Value {
    do {
      return try coder.decode(type, from: data)
    } catch let error as DecodingError {
      throw StorageError(error, of: type, from: data, in: self, forKey: key)
    } catch  where !coder.throwsOnlyErrorsAboutData && !(error is AutoCodingError) {
      // A key that is locked, for example.
      throw StorageError(error, .readFailed, in: self, forKey: key)
    }
  }

  /// Encodes a value for a key.
  func encode<Value: Encodable>(_ value: Value, forKey key: String, coder: some DataCoder) throws -> Data {
    do {
      return try coder.encode(value)
    } catch let error as EncodingError {
      throw StorageError(error, in: self, forKey: key)
    }
  }
}
