import Foundation

/// An identifier of a store that belongs to one living object, which no other may have at the same time.
final class Place: Sendable {
  let store: any DataStore
  let identifier: String
  let coder: any DataCoder
  private let name: [UInt8]

  private static let taken = Locked<Set<[UInt8]>>([])

  /// - Throws: ``StorageError`` (``StorageError/Code/identifierInUse``).
  init(identifier: String, store: any DataStore, coder: any DataCoder) throws {
    // An identifier may have any byte, a location has no zero: so where it ends is sure.
    let name = Array(store.location.utf8) + [0] + Array(identifier.utf8)
    guard Self.taken.withLock({ $0.insert(name).inserted }) else {
      // Not all properties are there, so there is no deinit to release what is somebody else's.
      throw StorageError(
        .identifierInUse, location: store.location, key: identifier,
        explanation: "A living object is kept there already; two would overwrite each other.",
        remedy: "Use that one, or another identifier.")
    }
    self.store = store
    self.identifier = identifier
    self.coder = coder
    self.name = name
  }

  deinit {
    _ = Self.taken.withLock { $0.remove(name) }
  }

  // MARK: Values

  /// The value that is kept, or nil.
  ///
  /// - Throws: ``StorageError``; nothing in it is of what is kept.
  func load<Value: Decodable>(_ type: Value.Type) throws -> Value? {
    try store.data(forKey: identifier).map { data in
      try StorageError.aboutDecoding(type, in: store, forKey: identifier) { try coder.decode(type, from: data) }
    }
  }

  /// Keeps a value.
  func save<Value: Encodable>(_ value: Value) throws {
    let data = try StorageError.aboutEncoding(in: store, forKey: identifier) { try coder.encode(value) }
    try store.setData(data, forKey: identifier)
  }

  func delete() throws {
    try store.removeData(forKey: identifier)
  }
}
