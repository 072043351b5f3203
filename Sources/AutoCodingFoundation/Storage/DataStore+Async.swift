import Foundation

/// Calls of a store for `async` code. The work is done off the caller's actor, so that a slow disk never blocks a view.
extension DataStore {
  /// Returns the bytes under a key. They are read off the caller's actor.
  ///
  /// - Returns: nil if the store holds nothing under that key.
  /// - Throws: ``StorageError`` if the store fails.
  @concurrent public func loadData(forKey key: String) async throws -> Data? {
    try elsewhere { try self.loadData(forKey: key) }
  }

  /// Saves bytes under a key, off the caller's actor. They replace the old bytes.
  ///
  /// - Throws: ``StorageError``; the old bytes are then still there.
  @concurrent public func saveData(_ data: Data, forKey key: String) async throws {
    try elsewhere { try self.saveData(data, forKey: key) }
  }

  /// Removes the bytes under a key, off the caller's actor.
  ///
  /// - Throws: ``StorageError``; the bytes are then still there.
  @concurrent public func remove(forKey key: String) async throws {
    try elsewhere { try self.remove(forKey: key) }
  }

  /// Returns all keys in use, in no particular order. They are read off the caller's actor.
  ///
  /// - Throws: ``StorageError`` if the store fails.
  @concurrent public func keys() async throws -> [String] {
    try elsewhere { try self.keys() }
  }

  /// Encodes and saves a value, off the caller's actor.
  ///
  /// - Throws: ``StorageError``; the old value is then still there.
  @concurrent public func save<Value: Encodable & Sendable>(
    _ value: Value, forKey key: String, coder: some DataCoder = .keyedArchive
  ) async throws(StorageError) {
    try elsewhere { () throws(StorageError) in try self.save(value, forKey: key, coder: coder) }
  }

  /// Reads and decodes a value, off the caller's actor.
  ///
  /// - Returns: nil if the store holds nothing under that key.
  /// - Throws: ``StorageError``; the store is unchanged.
  @concurrent public func load<Value: Decodable & Sendable>(
    _ type: Value.Type, forKey key: String, coder: some DataCoder = .keyedArchive
  ) async throws(StorageError) -> Value? {
    try elsewhere { () throws(StorageError) in try self.load(type, forKey: key, coder: coder) }
  }
}

extension Cache where Value: Sendable {
  /// Saves a value, off the caller's actor.
  ///
  /// - Throws: The errors of the synchronous call.
  @concurrent public func save(_ value: Value, forKey key: String, expires: Date? = nil) async throws {
    try elsewhere { try self.save(value, forKey: key, expires: expires) }
  }

  /// Returns the value under a key. It is read off the caller's actor.
  ///
  /// - Throws: The errors of the synchronous call.
  @concurrent public func load(forKey key: String) async throws -> Value? {
    try elsewhere { try self.load(forKey: key) }
  }

  /// Saves a value off the caller's actor, and returns whether it differs from the old one.
  ///
  /// - Throws: The errors of the synchronous call.
  @concurrent public func update(with value: Value, forKey key: String, expires: Date? = nil) async throws -> Bool {
    try elsewhere { try self.update(with: value, forKey: key, expires: expires) }
  }
}

extension Stored {
  /// Changes the value and writes it, off the caller's actor.
  ///
  /// - Throws: The errors of the synchronous call.
  @concurrent @discardableResult
  public func update<Result: Sendable>(_ change: @Sendable (inout Value) throws -> Result) async throws -> Result {
    try elsewhere { try self.update(change) }
  }

  /// Writes the value, off the caller's actor.
  ///
  /// - Throws: The errors of the synchronous call.
  @concurrent public func save() async throws {
    try elsewhere { try self.save() }
  }

  /// Loads the value from the store, off the caller's actor.
  ///
  /// - Throws: The errors of the synchronous call; the value is then unchanged.
  @concurrent public func load() async throws {
    try elsewhere { try self.load() }
  }

  /// Removes the value from the store, off the caller's actor.
  ///
  /// - Throws: The errors of the synchronous call; the value and the store are then unchanged.
  @concurrent public func remove() async throws {
    try elsewhere { try self.remove() }
  }
}

/// Calls `body`. It is not `async`, so calls in it resolve to the synchronous overloads.
private func elsewhere<Result, Failure: Error>(_ body: () throws(Failure) -> Result) throws(Failure) -> Result {
  try body()
}
