/// The values of properties with former keys that could not be decoded. Under a former key, that is an error only if the
/// property has no value under a newer key, which may come later.
struct FormerKeyFailures {
  private struct Failure {
    let position: Int
    let rank: Int
    let number: Int
    /// Its path begins at the record. Nil if the property keeps its default.
    var error: (any Error)?
  }

  private var list: [Failure] = []

  /// The number of failures so far, with those that were forgotten.
  private(set) var count = 0

  /// Adds a failure in place of an earlier one under the same key, of which there may be as many as duplicates of it.
  ///
  /// - Parameter error: Nil if the property keeps its default.
  mutating func add(_ position: Int, rank: Int, _ error: DecodingError?) {
    list.removeAll { $0.position == position && $0.rank == rank }
    list.append(Failure(position: position, rank: rank, number: count, error: error))
    count += 1
  }

  /// Prepends a key to the paths of the failures after the first `count`.
  @inline(__always)
  mutating func prepend(_ key: @autoclosure () -> any CodingKey, from count: Int) {
    if self.count > count { prepend(key(), toAllFrom: count) }
  }

  @inline(never)
  private mutating func prepend(_ key: any CodingKey, toAllFrom count: Int) {
    for index in list.indices.reversed() {
      guard list[index].number >= count else { return }
      list[index].error = list[index].error?.prepending(key)
    }
  }

  /// Whether a failure under a newer key, or under the same one, makes a value irrelevant.
  func isIrrelevant(_ position: Int, rank: Int, keepingFirst: Bool) -> Bool {
    list.contains { $0.position == position && ($0.rank < rank || $0.rank == rank && keepingFirst) }
  }

  /// The newest key of a property under which a value could not be decoded.
  func rank(of position: Int) -> Int? {
    list.isEmpty ? nil : list.lazy.filter { $0.position == position }.map(\.rank).min()
  }

  /// Forgets the failures of a property, since another value counts.
  mutating func forget(_ position: Int) { list.removeAll { $0.position == position } }

  /// Moves the failures out.
  mutating func take() -> FormerKeyFailures {
    var taken = FormerKeyFailures()
    swap(&taken, &self)
    return taken
  }

  /// Throws the first error of a property that has no value.
  func check(_ hasValue: (_ position: Int) throws -> Bool) throws {
    for failure in list {
      if let error = failure.error, try !hasValue(failure.position) { throw error }
    }
  }
}

/// The rank of the key under which each property of a record came: 0 for the current key.
struct FormerKeyRanks {
  /// The ranks up to 3 of the first 64 properties, as nearly all are: a bit of each rank in each word.
  private var low: UInt64 = 0
  private var high: UInt64 = 0
  /// All other ranks.
  private var others: [Int: Int] = [:]

  subscript(position: Int) -> Int {
    @inline(__always) get {
      if low | high == 0, others.isEmpty { return 0 }
      return rank(of: position)
    }
    @inline(__always) set { if newValue > 0 || low | high != 0 || !others.isEmpty { set(newValue, at: position) } }
  }

  private func rank(of position: Int) -> Int {
    if !others.isEmpty, let rank = others[position] { return rank }
    let bit = Self.bit(position)
    return (low & bit != 0 ? 1 : 0) + (high & bit != 0 ? 2 : 0)
  }

  private mutating func set(_ rank: Int, at position: Int) {
    let bit = Self.bit(position)
    let isOther = rank > 3 || rank > 0 && bit == 0
    low = isOther || rank & 1 == 0 ? low & ~bit : low | bit
    high = isOther || rank & 2 == 0 ? high & ~bit : high | bit
    if isOther || !others.isEmpty { others[position] = isOther ? rank : nil }
  }

  private static func bit(_ position: Int) -> UInt64 { position < 64 ? 1 << UInt64(position) : 0 }
}

extension CodingReader {
  /// Reads the next value, which is under a former key, with `read`. Returns what `read` returns; false if the value was
  /// passed over, since it cannot be decoded, or since it is irrelevant.
  @inline(never)
  mutating func readFormer(
    _ position: Int, rank: Int, _ failures: inout FormerKeyFailures, _ read: (inout Self) throws -> Bool
  ) throws -> Bool {
    if failures.isIrrelevant(position, rank: rank, keepingFirst: rules.keepsFirstOfDuplicateKeys) {
      try skipValue()
      return false
    }
    var isRead = false
    var failure: DecodingError?
    let fits = try reading(recoveringBy: .formerKey) { reader in
      do {
        isRead = try read(&reader)
      } catch let error as DecodingError {
        failure = error
        throw error
      }
    }
    if !fits || !isRead { failures.add(position, rank: rank, failure) }
    return fits && isRead
  }
}
