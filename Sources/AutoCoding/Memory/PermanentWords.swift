import RuntimeShims

/// Words of memory that are never freed.
///
/// A map and its codecs have dozens of them. The allocator would take 32 bytes for each, and more time.
struct PermanentWords: @unchecked Sendable {
  private static let shared = PermanentWords()
  /// The number of words that are allocated at a time.
  private static let blockSize = 512

  /// The next word, and how many there are from it on.
  private let rest: UnsafeMutablePointer<(next: UnsafeMutablePointer<Int>, count: Int)>
  /// Held while a word is taken.
  private let lock = ac_mutex_create()

  private init() {
    rest = .allocate(capacity: 1)
    rest.initialize(to: (.allocate(capacity: Self.blockSize), Self.blockSize))
  }

  /// Returns the address of a word that is 0.
  static func make() -> UnsafeMutableRawPointer {
    let shared = shared
    ac_mutex_lock(shared.lock)
    defer { ac_mutex_unlock(shared.lock) }
    if shared.rest.pointee.count == 0 { shared.rest.pointee = (.allocate(capacity: blockSize), blockSize) }
    let word = shared.rest.pointee.next
    word.initialize(to: 0)
    shared.rest.pointee = (word + 1, shared.rest.pointee.count - 1)
    return UnsafeMutableRawPointer(word)
  }
}
