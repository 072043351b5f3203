import Foundation

/// The calls of a store for `async` code: what they do is done off the caller's actor, so that a disk never holds up a view.
extension DataStore {
  /// The bytes that are kept under a key, read off the caller's actor.
  ///
  /// - Returns: nil if the store holds nothing under that key.
  /// - Throws: ``StorageError`` if the store cannot tell.
  @concurrent public func loadData(forKey key: String) async throws -> Data? {
    try elsewhere { try self.loadData(forKey: key) }
  }

  /// Keeps bytes under a key, in place of what was there, off the caller's actor.
  ///
  /// - Throws: ``StorageError``; what was there before is then still there.
  @concurrent public func saveData(_ data: Data, forKey key: String) async throws {
    try elsewhere { try self.saveData(data, forKey: key) }
  }

  /// Removes what is kept under a key, off the caller's actor.
  ///
  /// - Throws: ``StorageError``; what was there before is then still there.
  @concurrent public func remove(forKey key: String) async throws {
    try elsewhere { try self.remove(forKey: key) }
  }

  /// All keys under which something is kept, found off the caller's actor.
  ///
  /// - Throws: ``StorageError`` if the store cannot tell.
  @concurrent public func keys() async throws -> [String] {
    try elsewhere { try self.keys() }
  }

  /// Encodes and keeps a value, off the caller's actor.
  ///
  /// - Throws: ``StorageError``; what was there before is then still there.
  @concurrent public func save<Value: Encodable & Sendable>(
    _ value: Value, forKey key: String, coder: some DataCoder = .keyedArchive
  ) async throws(StorageError) {
    try elsewhere { () throws(StorageError) in try self.save(value, forKey: key, coder: coder) }
  }

  /// Reads and decodes a value, off the caller's actor.
  ///
  /// - Returns: nil if the store holds nothing under that key.
  /// - Throws: ``StorageError``; what is kept stays as it is.
  @concurrent public func load<Value: Decodable & Sendable>(
    _ type: Value.Type, forKey key: String, coder: some DataCoder = .keyedArchive
  ) async throws(StorageError) -> Value? {
    try elsewhere { () throws(StorageError) in try self.load(type, forKey: key, coder: coder) }
  }
}

extension Cache where Value: Sendable {
  /// Keeps a value, off the caller's actor.
  ///
  /// - Throws: As the call that is not `async`.
  @concurrent public func save(_ value: Value, forKey key: String, expires: Date? = nil) async throws {
    try elsewhere { try self.save(value, forKey: key, expires: expires) }
  }

  /// The value that is kept under a key, read off the caller's actor.
  ///
  /// - Throws: As the call that is not `async`.
  @concurrent public func load(forKey key: String) async throws -> Value? {
    try elsewhere { try self.load(forKey: key) }
  }

  /// Keeps a value off the caller's actor, and says whether it is another one than before.
  ///
  /// - Throws: As the call that is not `async`.
  @concurrent public func update(with value: Value, forKey key: String, expires: Date? = nil) async throws -> Bool {
    try elsewhere { try self.update(with: value, forKey: key, expires: expires) }
  }
}

extension Stored {
  /// Changes the value, and writes it, off the caller's actor.
  ///
  /// - Throws: As the call that is not `async`.
  @concurrent @discardableResult
  public func update<Result: Sendable>(_ change: @Sendable (inout Value) throws -> Result) async throws -> Result {
    try elsewhere { try self.update(change) }
  }

  /// Writes the value, off the caller's actor.
  ///
  /// - Throws: ``StorageError``.
  @concurrent public func save() async throws {
    try elsewhere { try self.save() }
  }

  /// Loads what is kept, off the caller's actor.
  ///
  /// - Throws: ``StorageError``; the value is as it was then.
  @concurrent public func load() async throws {
    try elsewhere { try self.load() }
  }

  /// Removes what is kept, off the caller's actor.
  ///
  /// - Throws: ``StorageError``; the value and what is kept are as they were then.
  @concurrent public func remove() async throws {
    try elsewhere { try self.remove() }
  }
}

/// Calls `body`, in which a call is the one that is not `async`.
private func elsewhere<Result, Failure: Error>(_ body: () throws(Failure) -> Result) throws(Failure) -> Result {
  try body()
}
