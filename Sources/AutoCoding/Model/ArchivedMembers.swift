/// The keys of properties before they are decoded, and their values, in order. Each key is there once.
package struct ArchivedMembers: Sequence {
  package typealias Element = (key: String, value: ArchivedProperties.Value)

  /// Removed members are nil, so that the others keep their places.
  private var places: [Element?] = []
  /// The place of each key, if there are too many to compare one by one.
  private var table: [String: Int]?
  private var count = 0

  private static let maximumScan = 16

  package init() {}

  package var keys: [String] { map(\.key) }

  package func contains(_ key: String) -> Bool { place(of: key) != nil }

  /// The value of a key. A new one stands behind all others; nil removes the key.
  package subscript(key: String) -> ArchivedProperties.Value? {
    get { place(of: key).flatMap { places[$0]?.value } }
    set {
      guard let newValue else { return remove(key) }
      if let place = place(of: key) {
        places[place]?.value = newValue
      } else {
        table?[key] = places.count
        places.append((key, newValue))
        count += 1
        if table == nil, places.count > Self.maximumScan { compact() }
      }
    }
  }

  /// Only keys are looked at, since a copy of a value takes longer.
  private func place(of key: String) -> Int? {
    if let table { return table[key] }
    return places.indices.first { places[$0]?.key == key }
  }

  private mutating func remove(_ key: String) {
    guard let place = place(of: key) else { return }
    places[place] = nil
    table?[key] = nil
    count -= 1
    if places.count > 2 * count + Self.maximumScan { compact() }
  }

  private mutating func compact() {
    places.removeAll { $0 == nil }
    table =
      count > Self.maximumScan
      ? Dictionary(uniqueKeysWithValues: places.enumerated().map { ($1?.key ?? "", $0) }) : nil
  }

  package struct Iterator: IteratorProtocol {
    fileprivate var places: IndexingIterator<[ArchivedMembers.Element?]>

    package mutating func next() -> ArchivedMembers.Element? {
      while let place = places.next() {
        if let place { return place }
      }
      return nil
    }
  }

  package func makeIterator() -> Iterator { Iterator(places: places.makeIterator()) }
}
