/// The current and former keys of a type's coded properties, for lookups by readers.
package final class PropertyIndex: @unchecked Sendable {
  /// A property found by a key.
  package struct Match: Sendable {
    /// The property's position in its map's operations.
    package let position: Int
    /// 0 for the current key. Former keys have higher ranks; the key with the lowest rank wins.
    package let rank: Int

    package init(position: Int, rank: Int) {
      self.position = position
      self.rank = rank
    }
  }

  /// The current keys, in the order of the operations.
  package let keys: [PropertyKey]
  private let matches: [(key: String, match: Match)]
  private let table: KeyTable
  /// Whether the type has versions; if so, the versions' key is not an unknown one.
  package let isVersioned: Bool
  /// Whether the keys are those of a model that is flattened into a record, which may have any other keys.
  package let isOfPart: Bool
  /// Whether some of the keys are integers in formats with integer keys.
  package let hasIntegerKeys: Bool
  /// Whether no key strategy of a coder converts the keys.
  package let hasFixedKeys: Bool
  /// The type that owns the keys, if it is one that could have versions.
  package let owner: Any.Type?
  /// The type that owns the keys, for messages; nil if it has no name in the source.
  package let type: Any.Type?
  /// Keys of properties that are left out on purpose.
  package let ignoredKeys: Set<String>
  /// Those of them that strategies of coders convert, although the keys of the type are fixed.
  package let convertedKeys: Set<String>

  /// - Parameter unread: The positions of keys that match nothing, since their properties are only written.
  package init(
    keys: [PropertyKey], formerKeys: [[PropertyKey]], unread: [Int] = [], isVersioned: Bool = false,
    owner: Any.Type? = nil, type: Any.Type? = nil, ignoredKeys: Set<String> = [], convertedKeys: Set<String> = []
  ) {
    self.owner = owner
    self.type = type
    self.ignoredKeys = ignoredKeys
    self.convertedKeys = convertedKeys
    self.keys = keys
    hasIntegerKeys = keys.contains { $0.intValue != nil }
    hasFixedKeys = keys.first?.isFixed ?? false
    self.isVersioned = isVersioned
    isOfPart = false
    // Of several with the same key, the first is used.
    var matches: [(key: String, match: Match)] = []
    matches.reserveCapacity(keys.count)
    for position in keys.indices.reversed() where !unread.contains(position) {
      matches.append((keys[position].stringValue, Match(position: position, rank: 0)))
    }
    for position in formerKeys.indices.reversed() {
      for rank in formerKeys[position].indices.reversed() {
        matches.append((formerKeys[position][rank].stringValue, Match(position: position, rank: rank + 1)))
      }
    }
    self.matches = matches
    table = KeyTable(matches)
    // Without a key to expect, readers look each key up.
    let expectedKeys = unread.isEmpty ? keys : []
    let keyTable = UnsafeMutableBufferPointer<PropertyKey>.allocate(capacity: expectedKeys.count)
    _ = keyTable.initialize(from: expectedKeys)
    keysInPlace = UnsafeBufferPointer(keyTable)
  }

  /// Makes an index of the same keys for a model that is flattened into a record, whose versions are the record's.
  package init(ofPart index: PropertyIndex) {
    keys = index.keys
    matches = index.matches
    table = index.table
    isVersioned = true
    isOfPart = true
    hasIntegerKeys = index.hasIntegerKeys
    hasFixedKeys = index.hasFixedKeys
    owner = index.owner
    type = index.type
    ignoredKeys = index.ignoredKeys
    convertedKeys = index.convertedKeys
    keysInPlace = index.keysInPlace
  }

  /// The current keys, never freed; none if some of them match nothing.
  private let keysInPlace: UnsafeBufferPointer<PropertyKey>

  /// Returns the key at a position; nil if there is no such position, or if some of the keys match nothing.
  @inline(__always)
  package func key(at position: Int) -> PropertyKey? {
    position >= 0 && position < keysInPlace.count ? keysInPlace[position] : nil
  }

  /// Returns the property whose current or former key has these bytes in UTF-8.
  @inline(__always)
  package func match(_ bytes: UnsafeBufferPointer<UInt8>) -> Match? {
    table.match(bytes) ?? equivalentMatch(bytes)
  }

  /// Returns the property whose key is the same text in other bytes: letters may be composed in several ways.
  @inline(never)
  private func equivalentMatch(_ bytes: UnsafeBufferPointer<UInt8>) -> Match? {
    guard bytes.contains(where: { $0 >= 0x80 }) else { return nil }
    let texts: Texts
    if let known = self.texts.value {
      texts = known.takeUnretainedValue()
    } else {
      texts = Texts(matches)
      self.texts.store(texts)
    }
    return texts.matches[String(decoding: bytes, as: UTF8.self)]
  }

  /// The matches by texts rather than bytes.
  private final class Texts: Sendable {
    let matches: [String: Match]

    init(_ matches: [(key: String, match: Match)]) {
      self.matches = Dictionary(matches.map { ($0.key, $0.match) }) { first, _ in first }
    }
  }

  /// Made for the first key in data that is not ASCII, and not found by its bytes.
  private let texts = AtomicReference<Texts>()

  /// Like ``match(_:)-(UnsafeBufferPointer<UInt8>)``, for up to 8 bytes in an integer: the first byte is the lowest,
  /// and unused bytes are zero.
  @inline(__always)
  package func match(word: UInt64, count: Int) -> Match? {
    table.match(word: word, count: count)
  }

  /// The index of a type without properties.
  package static let empty = PropertyIndex(keys: [], formerKeys: [])

  /// Returns the property that has this current or former key.
  package func match(_ key: String) -> Match? {
    var key = key
    return key.withUTF8 { match($0) }
  }
}
