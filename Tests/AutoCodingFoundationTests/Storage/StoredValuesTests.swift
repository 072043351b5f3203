import AutoCodingFoundation
import Foundation
import Testing

private struct Preferences: AutoCoding, DefaultInitializable, Equatable, Sendable {
  var volume = 5
}

/// A value that says on which thread it was coded.
private struct Traced: Codable, Sendable, Equatable {
  var number = 1
  init(number: Int) { self.number = number }
  init(from decoder: any Decoder) throws {
    #expect(!Thread.isMainThread)
    number = try decoder.singleValueContainer().decode(Int.self)
  }
  func encode(to encoder: any Encoder) throws {
    #expect(!Thread.isMainThread)
    var container = encoder.singleValueContainer()
    try container.encode(number)
  }
}

/// Stored: values, and calls off the caller's actor.
struct StoredValuesTests {
  let store = MemoryStore()

  private func collect(_ values: AsyncStream<Preferences>) -> Task<[Int], Never> {
    Task {
      var found: [Int] = []
      for await value in values { found.append(value.volume) }
      return found
    }
  }

  @Test("A sequence has the value as it is, each that is saved, loaded or removed, in order, and ends with the object")
  func values() async throws {
    var stored: Stored<Preferences>? = try Stored(Preferences(), identifier: "p", store: store)
    let all = collect(try #require(stored).values)
    for volume in 6...9 { try await stored?.update { $0.volume = volume } }
    let late = collect(try #require(stored).values)
    try await store.save(Preferences(volume: 20), forKey: "p")
    try await stored?.load()
    try await stored?.save()
    try await stored?.remove()
    stored = nil
    #expect(await all.value == [5, 6, 7, 8, 9, 20, 20, 5])
    #expect(await late.value == [9, 20, 20, 5])
  }

  @Test("A change that fails is not told, and who stops listening costs nothing")
  func failures() async throws {
    let failing = FailingStore()
    let stored = try Stored(Preferences(), identifier: "p", store: failing)
    let values = collect(stored.values)
    let cancelled = collect(stored.values)
    cancelled.cancel()
    _ = await cancelled.value
    failing.fails = true
    await #expect(throws: StorageError.self) { try await stored.update { $0.volume = 6 } }
    await #expect(throws: StorageError.self) { try await stored.load() }
    failing.fails = false
    try await stored.update { $0.volume = 7 }
    values.cancel()
    let found = await values.value
    #expect(found == [5, 7] || found == [5] || found.isEmpty)
    #expect(!found.contains(6))
  }

  @Test("Of many changes at a time every listener has all, in one order", .timeLimit(.minutes(10)))
  func concurrency() async throws {
    var stored: Stored<Preferences>? = try Stored(Preferences(volume: 0), identifier: "p", store: store)
    let listeners = try (0..<4).map { _ in collect(try #require(stored).values) }
    do {
      let stored = try #require(stored)
      try await withThrowingTaskGroup(of: Void.self) { group in
        for _ in 0..<8 {
          group.addTask { for _ in 0..<25 { try await stored.update { $0.volume += 1 } } }
        }
        try await group.waitForAll()
      }
    }
    stored = nil
    for listener in listeners { #expect(await listener.value == Array(0...200)) }
  }

  @MainActor @Test("The async calls of stores, caches and values do their work off the main actor")
  func offMainActor() async throws {
    try await store.save(Traced(number: 1), forKey: "a", coder: .json)
    #expect(try await store.load(Traced.self, forKey: "a", coder: .json) == Traced(number: 1))
    try await store.saveData(Data([1]), forKey: "b")
    #expect(try await store.loadData(forKey: "b") == Data([1]))
    #expect(try await Set(store.keys()) == ["a", "b"])
    try await store.remove(forKey: "b")
    let cache = Cache<Traced>(store: store, coder: .json)
    try await cache.save(Traced(number: 2), forKey: "c")
    #expect(try await cache.load(forKey: "c") == Traced(number: 2))
    #expect(try await !cache.update(with: Traced(number: 2), forKey: "c"))
    let stored = try Stored(Traced(number: 3), identifier: "d", store: store, coder: .json)
    try await stored.save()
    try await stored.update { $0.number += 1 }
    try await stored.load()
    #expect(stored.value == Traced(number: 4))
    try await stored.remove()
    #expect(stored.value == Traced(number: 3))
  }

  @Test("The async calls throw what the others throw")
  func errors() async throws {
    let failing = FailingStore()
    failing.fails = true
    await #expect(throws: StorageError.self) { try await failing.loadData(forKey: "a") }
    await #expect(throws: StorageError.self) { try await failing.saveData(Data(), forKey: "a") }
    await #expect(throws: StorageError.self) { try await failing.remove(forKey: "a") }
    await #expect(throws: StorageError.self) { try await failing.keys() }
    do throws(StorageError) {
      try await failing.save(1, forKey: "a")
      Issue.record("It was saved.")
    } catch {
      #expect(error.code == .writeFailed)
    }
  }
}
