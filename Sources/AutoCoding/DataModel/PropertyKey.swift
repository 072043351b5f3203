/// The coding key of a stored property or enum case. It is made once for the type's map; copies are trivial.
package struct PropertyKey: CodingKey, @unchecked Sendable {
  private struct Text {
    /// ``PropertyKey/slot``.
    let slot: UnsafeMutableRawPointer?
    let string: String
    let intValue: Int?
    let isFixed: Bool
    let isTag: Bool
    let isClassKey: Bool
  }

  /// Immortal, like the map that the key belongs to.
  private let text: UnsafeMutablePointer<Text>

  /// - Parameters:
  ///   - isFixed: Whether no key strategy of a coder converts the key.
  ///   - isTag: Whether the key names the case or the class of the object that has it.
  ///   - isClassKey: Whether it is the key of class names, which types do not choose.
  package init(
    _ string: String, intValue: Int? = nil, isFixed: Bool = false, isTag: Bool = false, isClassKey: Bool = false
  ) {
    text = .allocate(capacity: 1)
    text.initialize(
      to: Text(
        slot: nil, string: string, intValue: intValue, isFixed: isFixed, isTag: isTag, isClassKey: isClassKey))
  }

  package var stringValue: String { text.pointee.string }

  /// Calls `body` with the text in place. Returns nil if it is not in memory as UTF-8.
  @inline(__always)
  package func withUTF8<Result>(_ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result? {
    text.pointee.string.utf8.withContiguousStorageIfAvailable(body)
  }

  /// The slot in which JSON keeps the key in its notation.
  @inline(__always)
  package var slot: FormatSlot {
    // The slot is the first word of the text.
    FormatSlot(at: UnsafeMutableRawPointer(text))
  }

  /// Identifies this key among the keys of all properties, even if another has the same text.
  package var identity: UnsafeRawPointer { UnsafeRawPointer(text) }

  package var intValue: Int? { text.pointee.intValue }

  /// Whether no key strategy of a coder converts the key, since its type has a key style.
  package var isFixed: Bool { text.pointee.isFixed }

  /// Whether the key names the case or the class of the object that has it.
  package var isTag: Bool { text.pointee.isTag }

  /// Whether it is the key of class names.
  package var isClassKey: Bool { text.pointee.isClassKey }

  /// Stands for each key that is counted. Never a key of a type.
  private static let counted = PropertyKey("")

  /// Returns nil, since a property key comes from a type, never from data. A container that is asked for all its keys
  /// tries each of them here. While they are counted, all are the same key, since containers of some coders trap if
  /// they get none.
  @inline(never)
  package init?(stringValue: String) {
    guard KeyCounting.isOn() else { return nil }
    self = Self.counted
  }

  /// Returns nil, or the key that stands for counted ones, like ``init(stringValue:)``.
  @inline(never)
  package init?(intValue: Int) {
    guard KeyCounting.isOn() else { return nil }
    self = Self.counted
  }

  /// Returns how many keys a container has, without a key for each.
  @inline(never)
  package static func count(of container: KeyedDecodingContainer<PropertyKey>) -> Int {
    let outer = KeyCounting.isOn()
    KeyCounting.set(true)
    defer { KeyCounting.set(outer) }
    return container.allKeys.count
  }
}

/// A key exactly as the data has it. Containers of this library return one for each occurrence of a key.
package struct EveryKey: CodingKey {
  package let stringValue: String
  package let intValue: Int?

  package init(stringValue: String) { (self.stringValue, intValue) = (stringValue, nil) }
  /// Data in which keys may be integers has such keys, and containers of some coders trap if they get none.
  package init(intValue: Int) { (stringValue, self.intValue) = (String(intValue), intValue) }
}

extension CodingKey {
  /// Whether this is a key of a property that no key strategy converts.
  var isFixedKey: Bool {
    // A cast that fails takes long.
    Self.self == PropertyKey.self && (self as? PropertyKey)?.isFixed == true
  }
}
