/// Sorts the members of an object after they are written, by moving their text.
extension JSONWriter {
  /// Sorts the members of the object that ends at ``next`` by their keys, and forgets them.
  ///
  /// - Parameter first: The index of the first member in ``memberKeys``.
  mutating func sortMembers(from first: Int) {
    let count = memberKeys.count - first
    if count > 1 {
      memberKeys.withUnsafeBufferPointer { keys in
        KeyOrder.withOrder(of: UnsafeBufferPointer(rebasing: keys[first...])) { moveMembers(to: $0, from: first) }
      }
    }
    memberKeys.removeLast(count)
    memberOffsets.removeLast(count)
  }

  /// Writes the members of the object that ends at ``next`` in another order.
  private func moveMembers(to order: UnsafeMutableBufferPointer<KeyOrder.Entry>, from first: Int) {
    let begin = memberOffsets[first]
    let size = count - begin
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: size) { copy in
      guard let copy = copy.baseAddress else { return }
      copy.initialize(from: start + begin, count: size)
      var target = start + begin
      for entry in order {
        let offset = memberOffsets[first + entry.index]
        let end = entry.index + 1 < order.count ? memberOffsets[first + entry.index + 1] : count
        target.update(from: copy + (offset - begin), count: end - offset)
        target += end - offset
      }
    }
  }
}

/// The order of keys by their bytes in UTF-8, as in Foundation.
struct KeyOrder {
  struct Entry: BitwiseCopyable {
    /// Sorts like the first eight bytes of the key in which keys may differ.
    var prefix: UInt64
    let index: Int
  }

  /// So many members are sorted by inserting each in its place.
  static let few = 24
  /// So many members are sorted byte by byte, which takes a time proportional to their number.
  private static let many = 200

  private let keys: UnsafeBufferPointer<String>
  private var entries: [Entry] = []

  /// Calls `body` with the entries of keys in their order, unless they are in order already.
  static func withOrder(of keys: UnsafeBufferPointer<String>, _ body: (UnsafeMutableBufferPointer<Entry>) -> Void) {
    guard keys.count <= few else {
      var order = KeyOrder(keys: keys)
      if order.sort() { order.entries.withUnsafeMutableBufferPointer { body($0) } }
      return
    }
    withUnsafeTemporaryAllocation(of: Entry.self, capacity: keys.count) { entries in
      let order = KeyOrder(keys: keys)
      var isSorted = true
      for index in keys.indices {
        let entry = Entry(prefix: prefix(of: keys[index], after: 0), index: index)
        if insert(entry, after: index, of: entries, order.precedes) < index { isSorted = false }
      }
      if !isSorted { body(entries) }
    }
  }

  /// Inserts an entry into the first entries, which are in order. Returns its place.
  ///
  /// - Parameter count: The number of the entries that are in order. There is room for another one.
  @inline(__always)
  @discardableResult
  static func insert(
    _ entry: Entry, after count: Int, of entries: UnsafeMutableBufferPointer<Entry>, _ precedes: (Entry, Entry) -> Bool
  ) -> Int {
    var place = count
    while place > 0, precedes(entry, entries[place - 1]) {
      entries[place] = entries[place - 1]
      place -= 1
    }
    entries[place] = entry
    return place
  }

  /// Makes the entries of all keys, in order. Returns false if they are in order already.
  private mutating func sort() -> Bool {
    entries.reserveCapacity(keys.count)
    var isSorted = true
    for index in keys.indices {
      let entry = Entry(prefix: Self.prefix(of: keys[index], after: 0), index: index)
      if isSorted, let last = entries.last { isSorted = precedes(last, entry) }
      entries.append(entry)
    }
    guard !isSorted else { return false }
    if keys.count < Self.many {
      entries.sort(by: precedes)
    } else {
      sort(keys.indices, after: 0)
    }
    return true
  }

  private func precedes(_ left: Entry, _ right: Entry) -> Bool {
    if left.prefix != right.prefix { return left.prefix < right.prefix }
    return keys[left.index].precedesInUTF8(keys[right.index])
  }

  /// Sorts many entries whose keys begin with the same bytes.
  private mutating func sort(_ range: Range<Int>, after known: Int) {
    let common = commonByteCount(of: range, from: known)
    for place in range {
      entries[place].prefix = Self.prefix(of: keys[entries[place].index], after: common)
    }
    sortByPrefix(range)
    var start = range.lowerBound
    while start < range.upperBound {
      var end = start + 1
      while end < range.upperBound, entries[end].prefix == entries[start].prefix { end += 1 }
      // All of the range have one prefix only if a key ends where others have zeros.
      if end - start >= Self.many, end - start < range.count {
        sort(start..<end, after: common + 8)
      } else if end - start > 1 {
        entries[start..<end].sort(by: precedes)
      }
      start = end
    }
  }

  /// Returns the number of bytes with which all keys begin. At least the first `known` bytes are the same.
  private func commonByteCount(of range: Range<Int>, from known: Int) -> Int {
    var first = keys[entries[range.lowerBound].index]
    return first.withUTF8 { first in
      var common = first.count
      for entry in entries[range] where common > known {
        var key = keys[entry.index]
        key.withUTF8 { key in
          var same = known
          while same < common, same < key.count, key[same] == first[same] { same += 1 }
          common = same
        }
      }
      return common
    }
  }

  static func prefix(of text: String, after common: Int) -> UInt64 {
    var text = text
    return text.withUTF8 { bytes in
      let count = bytes.count - common
      if count >= 4, let first = UnsafeRawPointer(bytes.baseAddress).map({ $0 + common }) {
        if count >= 8 { return UInt64(bigEndian: first.loadUnaligned(as: UInt64.self)) }
        let start = UInt64(UInt32(bigEndian: first.loadUnaligned(as: UInt32.self)))
        let end = UInt64(UInt32(bigEndian: first.loadUnaligned(fromByteOffset: count - 4, as: UInt32.self)))
        return start << 32 | end << UInt64(8 * (8 - count))
      }
      var prefix: UInt64 = 0
      for index in common..<(common + 8) { prefix = prefix << 8 | (index < bytes.count ? UInt64(bytes[index]) : 0) }
      return prefix
    }
  }

  /// Sorts by prefixes alone, by their last byte first and by no byte that all share. Equal ones keep their order.
  private mutating func sortByPrefix(_ range: Range<Int>) {
    var sorted = Array(entries[range])
    var other = sorted
    var differences: UInt64 = 0
    for entry in sorted { differences |= entry.prefix ^ sorted[0].prefix }
    for shift in stride(from: UInt64(0), to: 64, by: 8) where differences >> shift & 0xff != 0 {
      var starts = [Int](repeating: 0, count: 257)
      for entry in sorted { starts[Int(entry.prefix >> shift & 0xff) + 1] += 1 }
      for byte in 1..<256 { starts[byte] += starts[byte - 1] }
      for entry in sorted {
        let byte = Int(entry.prefix >> shift & 0xff)
        other[starts[byte]] = entry
        starts[byte] += 1
      }
      swap(&sorted, &other)
    }
    entries.replaceSubrange(range, with: sorted)
  }
}
