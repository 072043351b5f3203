/// The coding key of a stored property or enum case: made once for the type's map, and trivially copied from then on.
package struct PropertyKey: CodingKey, @unchecked Sendable {
  private struct Text {
    /// ``PropertyKey/slot``.
    let slot: UnsafeMutableRawPointer?
    let string: String
    let intValue: Int?
  }

  /// Immortal, as the map that it belongs to is.
  private let text: UnsafeMutablePointer<Text>

  package init(_ string: String, intValue: Int? = nil) {
    text = .allocate(capacity: 1)
    text.initialize(to: Text(slot: nil, string: string, intValue: intValue))
  }

  package var stringValue: String { text.pointee.string }

  /// Where JSON keeps the key in its notation.
  @inline(__always)
  package var slot: FormatSlot {
    // The first word of what is there.
    FormatSlot(at: UnsafeMutableRawPointer(text))
  }

  /// Identifies this key among those of all properties, even if two have the same text.
  package var identity: UnsafeRawPointer { UnsafeRawPointer(text) }

  package var intValue: Int? { text.pointee.intValue }

  /// Always nil: a property key comes from a type, never from data. A container that is asked for all its keys tries each
  /// of them here, where they are counted.
  @inline(never)
  package init?(stringValue: String) {
    KeyCounter.increment()
    return nil
  }

  /// Always nil, and counted, as ``init(stringValue:)``.
  @inline(never)
  package init?(intValue: Int) {
    KeyCounter.increment()
    return nil
  }

  /// How many keys a container has, or more if it tries some of them twice. It makes none of them, and no array of what
  /// they are not.
  @inline(never)
  package static func count(of container: KeyedDecodingContainer<PropertyKey>) -> Int {
    KeyCounter.reset()
    let made = container.allKeys.count
    return max(made, KeyCounter.value())
  }
}

/// A key exactly as the data has it. Containers of this library return one for each occurrence of a key.
package struct EveryKey: CodingKey {
  package let stringValue: String
  package var intValue: Int? { nil }

  package init(stringValue: String) { self.stringValue = stringValue }
  package init?(intValue: Int) { nil }
}
