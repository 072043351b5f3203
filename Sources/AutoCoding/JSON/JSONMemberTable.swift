/// The members of a large JSON object, or of one with duplicate keys, by their keys.
///
/// A member is the position of its key in the index of the text.
final class JSONMemberTable {
  let keys = DataKeys()
  /// The members whose key an earlier member has, too.
  private(set) var surplus: [Int] = []
  /// The last member with the key of each first one that has duplicates.
  private var last: [Int: Int] = [:]

  /// Adds a member behind all others.
  ///
  /// - Parameter isSame: Whether a member has the same key.
  func add(_ member: Int, hash: UInt32, _ isSame: (Int) throws -> Bool) rethrows {
    guard let first = try keys.insert(member, hash: hash, unless: isSame) else { return }
    surplus.append(member)
    last[first] = member
  }

  /// Returns the member that counts, of those with the key of a first one.
  func used(_ first: Int, keepingFirst: Bool) -> Int { keepingFirst ? first : last[first] ?? first }

  /// Returns the members that do not count.
  func unused(keepingFirst: Bool) -> Set<Int> {
    if surplus.isEmpty { return [] }
    return keepingFirst ? Set(surplus) : Set(surplus).union(last.keys).subtracting(last.values)
  }
}
