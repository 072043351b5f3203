/// The keys of properties before they are decoded, and their values, in order. Each key is there once.
package struct ArchivedMembers: Sequence {
  package typealias Element = (key: String, value: ArchivedProperties.Value)

  /// Removed members are nil, so that the others keep their places. The values are apart, since a search through the keys would
  /// copy them.
  private var places: [String?] = []
  private var values: [ArchivedProperties.Value?] = []
  /// The place of each key, if there are too many to compare one by one.
  private var table: [String: Int]?
  private var count = 0

  private static let maximumScan = 16

  package init() {}

  package var keys: [String] { places.compactMap { $0 } }

  package func contains(_ key: String) -> Bool { place(of: key) != nil }

  /// The value of a key. A new one stands behind all others; nil removes the key.
  package subscript(key: String) -> ArchivedProperties.Value? {
    get { place(of: key).flatMap { values[$0] } }
    set {
      guard let newValue else { return remove(key) }
      if let place = place(of: key) {
        values[place] = newValue
      } else {
        table?[key] = places.count
        places.append(key)
        values.append(newValue)
        count += 1
        if table == nil, places.count > Self.maximumScan { compact() }
      }
    }
  }

  private func place(of key: String) -> Int? {
    if let table { return table[key] }
    return places.firstIndex(of: key)
  }

  private mutating func remove(_ key: String) {
    guard let place = place(of: key) else { return }
    places[place] = nil
    values[place] = nil
    table?[key] = nil
    count -= 1
    if places.count > 2 * count + Self.maximumScan { compact() }
  }

  private mutating func compact() {
    places.removeAll { $0 == nil }
    values.removeAll { $0 == nil }
    table =
      count > Self.maximumScan
      ? Dictionary(uniqueKeysWithValues: places.enumerated().map { ($1 ?? "", $0) }) : nil
  }

  package struct Iterator: IteratorProtocol {
    fileprivate var members: Zip2Sequence<[String?], [ArchivedProperties.Value?]>.Iterator

    package mutating func next() -> ArchivedMembers.Element? {
      while let member = members.next() {
        if case (let key?, let value?) = member { return (key, value) }
      }
      return nil
    }
  }

  package func makeIterator() -> Iterator { Iterator(members: zip(places, values).makeIterator()) }
}
