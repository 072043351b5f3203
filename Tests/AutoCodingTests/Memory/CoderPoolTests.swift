import Synchronization
import Testing

@testable import AutoCoding

/// Which worker a call gets, and how long it keeps what the user has given the coder.
@Suite(.serialized) struct CoderPoolTests {
  /// What a user gives a coder.
  private final class Given: Sendable {
    static let living = Atomic(0)
    init() { Self.living.wrappingAdd(1, ordering: .relaxed) }
    deinit { Self.living.wrappingSubtract(1, ordering: .relaxed) }
  }

  private final class Options: CoderOptions {
    struct Values: CoderOptionValues {
      var given: Given?
      var number = 0
      var choices: UInt? { given == nil ? UInt(number) : nil }
    }

    static let shared = PermanentTable<Unmanaged<Options>>()
    let values: Values
    let isShared: Bool
    var mayOutliveCoder: Bool { values.given == nil }

    init(_ values: Values) {
      self.values = values
      isShared = values.choices != nil
    }
  }

  private struct Worker: PooledWorker {
    static let pool = ReusePool()
    static var standardOptions: Options.Values { .init() }
    var options: Options
    var adoptionCount = 0
    var keptByteCount = 0

    init(options: Options) { self.options = options }

    mutating func adopt(_ options: Options) {
      self.options = options
      adoptionCount += 1
    }

    func free() {}
  }

  private struct Weak {
    weak var given: Given?
  }

  private final class Coder: Sendable {
    let pool = CoderPool<Worker>()

    /// Sets an option to an object that only the coder keeps.
    func give() -> Weak {
      let made = Given()
      pool.changeOptions { $0.given = made }
      return Weak(given: made)
    }

    /// Makes a call, and returns the worker that it had and its options.
    @discardableResult
    func call(_ body: (CoderPool<Worker>.Item) -> Void = { _ in }) -> CoderPool<Worker>.Item {
      let item = pool.take()
      body(item)
      pool.leave(item)
      return item
    }
  }

  @Test("a coder's calls need not set the worker up again, whatever the options hold")
  func reuse() {
    let coder = Coder()
    for given in [nil, Given()] {
      coder.pool.changeOptions { $0 = .init(given: given, number: 1) }
      let first = coder.call()
      var count = 0
      let second = coder.call { count = $0.pointee.worker.adoptionCount }
      let third = coder.call {
        #expect($0.pointee.worker.adoptionCount == count)
        #expect($0.pointee.worker.options.values.given === given)
      }
      #expect(first == second && second == third)
    }
  }

  @Test("what a user gives a coder dies with the coder, or when the options change", arguments: [1, 2, 5])
  func lifetimes(nestedCallCount: Int) {
    func nested(_ coder: Coder, _ count: Int) {
      coder.call { _ in if count > 1 { nested(coder, count - 1) } }
    }
    let last: Weak
    do {
      let coder = Coder()
      let first = coder.give()
      nested(coder, nestedCallCount)
      #expect(first.given != nil)
      coder.pool.changeOptions { $0.given = nil }
      #expect(first.given == nil)
      coder.call { #expect($0.pointee.worker.options.values.given == nil) }
      last = coder.give()
      nested(coder, nestedCallCount)
      #expect(last.given != nil)
    }
    #expect(last.given == nil)
  }

  @Test("options that change during a call are used by the next, and the old ones die with the call")
  func change() {
    let coder = Coder()
    let old = coder.give()
    coder.call { _ in
      coder.pool.changeOptions { $0 = .init(given: Given(), number: 7) }
      #expect(old.given != nil)
    }
    #expect(old.given == nil)
    coder.call { #expect($0.pointee.worker.options.values.number == 7) }
  }

  @Test("a coder keeps no large worker")
  func large() {
    let coder = Coder()
    let kept = coder.give()
    let first = coder.call { $0.pointee.worker.keptByteCount = 100_000 }
    // The pool keeps it for the call of another coder.
    let other = Coder()
    let second = other.call { #expect($0.pointee.worker.options.values.given == nil) }
    #expect(first == second)
    #expect(kept.given != nil)
  }

  @Test("threads that call a coder and change its options see whole options, and leave none behind")
  func threads() async {
    let before = Given.living.load(ordering: .relaxed)
    await withTaskGroup(of: Void.self) { group in
      let coder = Coder()
      for task in 0..<4 {
        group.addTask {
          for round in 0..<2_000 {
            if (round + task) % 16 == 0 {
              coder.pool.changeOptions { $0 = .init(given: round % 3 == 0 ? nil : Given(), number: round) }
            }
            coder.call { item in
              let values = item.pointee.worker.options.values
              #expect((values.given == nil) == (values.number % 3 == 0))
            }
          }
        }
      }
    }
    #expect(Given.living.load(ordering: .relaxed) == before)
  }
}
