import AutoCodingFoundation
import Foundation
import Testing

private struct Preferences: AutoCoding, DefaultInitializable, Equatable, Sendable {
  var volume = 5
  var names: [String] = []
}

/// A part of a value that uses the value's owner when it is released.
private final class ReleasedPart: Codable, Sendable {
  let number: Int
  nonisolated(unsafe) static var action: (@Sendable () -> Void)?
  init(number: Int) { self.number = number }
  deinit { Self.action?() }
}

/// Stored.
struct StoredTests {
  let store = MemoryStore()

  @Test("A value is loaded, changed, written and removed")
  func value() throws {
    do {
      let stored = try Stored<Preferences>(identifier: "p", store: store)
      #expect(stored.value == Preferences())
      #expect(
        try stored.update {
          $0.volume += 1; return $0.volume
        } == 6)
      #expect(store.keys() == ["p"])
    }
    let stored = try Stored(Preferences(volume: 1), identifier: "p", store: store)
    #expect(stored.value.volume == 6)
    try stored.remove()
    #expect(stored.value.volume == 1)
    #expect(store.keys().isEmpty)
    try stored.save()
    #expect(store.keys() == ["p"])
    store.remove(forKey: "p")
    try stored.load()
    #expect(stored.value.volume == 1)
  }

  /// Throws when it is saved.
  private struct Unsaved: AutoCoding, DefaultInitializable, Sendable {
    struct Refusal: Error {}
    var number = 0
    func willEncode() throws { if number > 0 { throw Refusal() } }
  }

  private final class Decoded: StoredObject {
    struct Refusal: Error {}
    var number = 1
    @Transient var seen = 0
    override func didDecode() throws {
      seen = number
      if number > 1 { throw Refusal() }
    }
    override func willEncode() throws { if number < 0 { throw Refusal() } }
  }

  private struct FailingCoder: DataCoder {
    struct Failure: Error {}
    func encode<Value: Encodable>(_ value: Value) throws -> Data { throw Failure() }
    func decode<Value: Decodable>(_ type: Value.Type, from data: Data) throws -> Value { throw Failure() }
  }

  @Test("Errors of own code pass unchanged, and leave what was there")
  func ownErrors() throws {
    let stored = try Stored<Unsaved>(identifier: "u", store: store)
    #expect(throws: Unsaved.Refusal.self) { try stored.update { $0.number = 1 } }
    #expect(stored.value.number == 0 && store.keys().isEmpty)
    #expect(throws: Unsaved.Refusal.self) { try Cache<Unsaved>(store: store).save(Unsaved(number: 1), forKey: "c") }
    #expect(throws: FailingCoder.Failure.self) {
      try Stored<Preferences>(identifier: "f", store: store, coder: FailingCoder()).save()
    }
    let object = try Decoded(identifier: "d", store: store, coder: .json)
    object.number = -1
    #expect(throws: Decoded.Refusal.self) { try object.save() }
    object.number = 1
    store.saveData(Data(#"{"number":2}"#.utf8), forKey: "d")
    #expect(throws: Decoded.Refusal.self) { try object.load() }
    // What is not coded keeps what `didDecode()` has set.
    #expect(object.number == 1 && object.seen == 2)
  }

  @Test("A value that is replaced may use its owner when it is released")
  func release() throws {
    let stored = try Stored(ReleasedPart(number: 1), identifier: "release", store: store)
    let isDone = DispatchSemaphore(value: 0)
    ReleasedPart.action = { _ = (stored.value, stored.values) }
    Thread.detachNewThread {
      _ = try? stored.update { $0 = ReleasedPart(number: 2) }
      _ = try? stored.update { $0 = ReleasedPart(number: 3) }
      isDone.signal()
    }
    // Otherwise the thread would wait for itself.
    try #require(isDone.wait(timeout: .now() + 30) == .success)
    ReleasedPart.action = nil
    #expect(stored.value.number == 3)
  }

  @Test("A change that fails changes nothing")
  func failure() throws {
    let failing = FailingStore()
    let stored = try Stored(Preferences(), identifier: "p", store: failing)
    #expect(throws: CancellationError.self) {
      try stored.update { value in
        value.volume = 9
        throw CancellationError()
      }
    }
    failing.fails = true
    #expect(throws: StorageError.self) { try stored.update { $0.volume = 9 } }
    #expect(throws: StorageError.self) { try stored.remove() }
    #expect(stored.value == Preferences())
    failing.fails = false
    failing.memory.saveData(Data([1]), forKey: "p")
    #expect(throws: StorageError.self) { try stored.load() }
    #expect(stored.value == Preferences())
  }

  @Test("A change within a change is an error, not a lost change or a standstill", .timeLimit(.minutes(10)))
  func reentrance() throws {
    let stored = try Stored(Preferences(), identifier: "p", store: store)
    try stored.update { value in
      value.volume = 7
      #expect(stored.value.volume == 5)
      #expect(throws: StorageError.self) { try stored.update { $0.volume = 8 } }
      #expect(throws: StorageError.self) { try stored.load() }
    }
    #expect(stored.value.volume == 7)
  }
}

/// Stored, concurrently.
struct StoredConcurrencyTests {
  @Test("Changes by many threads all arrive")
  func threads() async throws {
    let directory = try TemporaryDirectory()
    let store = try FileStore(directory: directory.url)
    let stored = try Stored(Preferences(volume: 0), identifier: "p", store: store)
    try await withThrowingTaskGroup(of: Void.self) { group in
      for task in 0..<8 {
        group.addTask {
          for index in 0..<25 {
            try await stored.update { value in
              value.volume += 1
              value.names.append("\(task) \(index)")
            }
            #expect(stored.value.volume == stored.value.names.count || stored.value.volume > 0)
          }
        }
      }
      try await group.waitForAll()
    }
    #expect(stored.value.volume == 200)
    #expect(Set(stored.value.names).count == 200)
    let kept = try #require(try await store.load(Preferences.self, forKey: "p"))
    #expect(kept == stored.value)
    #expect(try directory.names() == ["p"])
  }
}
