import AutoCoding
import Dispatch
import Foundation

/// Two threads that share one encoder or decoder, against one thread that does the work of both.
struct JSONThreads {
  private enum Name {
    static let two = "two threads"
    static let one = "one thread"
  }

  /// How many times as much two threads have to do in the same time.
  private static let floor = 1.8
  /// How many values are coded in one iteration, so that starting a thread does not count.
  private static let count = 200_000

  /// The cases need two processors; on a machine with one there are none.
  func suite() -> Suite {
    Suite(
      name: "JSON threads", sides: [Name.two, Name.one], baseline: Name.one,
      floor: Floor(side: Name.two, worstCase: 1 / Self.floor, geometricMean: 1 / Self.floor),
      cases: ProcessInfo.processInfo.activeProcessorCount < 2
        ? []
        : cases("two fields") { Auto.Shapes.Pair(id: 7919, name: "Object number 1") }
          + cases("1 mixed object") { Auto.Mixed.sample(1) })
  }

  private func cases<Value: Codable & Sendable>(_ name: String, value: @escaping @Sendable () -> Value) -> [Case] {
    let (encoder, decoder) = (AutoJSONEncoder(), AutoJSONDecoder())
    return [
      self.case(name, "encode") { times in
        let value = value()
        return try (0..<times).reduce(0) { sum, _ in sum + (try encoder.encode(value).count) }
      },
      self.case(name, "decode") { times in
        let data = try encoder.encode(value())
        for _ in 0..<times { blackHole(try decoder.decode(Value.self, from: data)) }
        return times
      },
    ]
  }

  /// - Parameter code: Codes a value a number of times, and returns a number that tells how often it did.
  private func `case`(
    _ name: String, _ operation: String, code: @escaping @Sendable (_ times: Int) throws -> Int
  ) -> Case {
    Case(name: name, coder: "JSON threads", operation: operation, objects: Self.count) {
      Work(
        bytes: nil,
        sides: [
          Side(Name.two, operation: { try Self.onTwoThreads(code) }, fingerprint: { $0 }),
          Side(Name.one, operation: { try code(Self.count / 2) + code(Self.count / 2) }, fingerprint: { $0 }),
        ])
    }
  }

  private static func onTwoThreads(_ code: @Sendable (_ times: Int) throws -> Int) throws -> Int {
    let results = Results()
    DispatchQueue.concurrentPerform(iterations: 2) { _ in
      results.append(Result { try code(count / 2) })
    }
    return try results.all.reduce(0) { try $0 + $1.get() }
  }

  /// What threads have to say when they are done.
  private final class Results: @unchecked Sendable {
    private let lock = NSLock()
    private var results: [Result<Int, any Error>] = []

    var all: [Result<Int, any Error>] { lock.withLock { results } }

    func append(_ result: Result<Int, any Error>) { lock.withLock { results.append(result) } }
  }
}
