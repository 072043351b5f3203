import Foundation

/// How long the current thread has run. Tests measure this and no clock, which would measure the rest of a busy machine.
package enum ThreadTime {
  /// In seconds, since the thread began.
  package static var now: Double {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }

  /// The seconds that `body` took this thread.
  package static func measure(_ body: () throws -> Void) rethrows -> Double {
    let start = now
    try body()
    return now - start
  }

  /// How many times as long `work` takes for four times as much: 4 if it is linear, 16 if it is quadratic.
  ///
  /// The least of some runs, since a busy machine has colder caches.
  package static func growth(of count: Int, _ work: (Int) throws -> Void) rethrows -> Double {
    func least(_ count: Int) throws -> Double {
      var seconds = Double.infinity
      for _ in 0..<3 { seconds = min(seconds, try measure { try work(count) }) }
      return seconds
    }
    try work(count / 4)
    return try least(4 * count) / least(count)
  }
}
