/// The coding key of a stored property or enum case. It is made once for the type's map; copies are trivial.
package struct PropertyKey: CodingKey, @unchecked Sendable {
  /// What names the case or the class of an object.
  package enum Tag: Sendable {
    case text, integer

    /// Returns the integer that a text stands for; nil if the text could be written in another way, or is no integer.
    package static func integer(_ text: String) -> Int? {
      Int(text).flatMap { String($0) == text ? $0 : nil }
    }
  }

  private struct Text {
    /// ``PropertyKey/slot``.
    let slot: UnsafeMutableRawPointer?
    let string: String
    let intValue: Int?
    let isFixed: Bool
    let tag: Tag?
    let isClassKey: Bool
  }

  /// Immortal, like the map that the key belongs to.
  private let text: UnsafeMutablePointer<Text>

  /// - Parameters:
  ///   - isFixed: Whether no key strategy of a coder converts the key.
  ///   - tag: What the key has if it names the case or the class of its object; nil for other keys.
  ///   - isClassKey: Whether it is the key of class names, which types do not choose.
  package init(
    _ string: String, intValue: Int? = nil, isFixed: Bool = false, tag: Tag? = nil, isClassKey: Bool = false
  ) {
    text = .allocate(capacity: 1)
    text.initialize(
      to: Text(
        slot: nil, string: string, intValue: intValue, isFixed: isFixed, tag: tag, isClassKey: isClassKey))
    KnownKeys.add(self)
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
  package var isTag: Bool { text.pointee.tag != nil }

  /// The integer that is written under this key in place of a tag; nil if tags are text. All tags were checked when the map
  /// was made.
  package func integer(of tag: String) -> Int? { text.pointee.tag == .integer ? Int(tag) : nil }

  /// Whether tags under this key are integers.
  package var hasIntegerTags: Bool { text.pointee.tag == .integer }

  /// Whether it is the key of class names.
  package var isClassKey: Bool { text.pointee.isClassKey }

  /// Returns the key of a type that has this text; nil if there is none, since a property key is never made from data. A
  /// container that is asked for all its keys tries each of them here, and this counts them.
  @inline(never)
  package init?(stringValue: String) {
    KeyCounter.increment()
    guard let key = KnownKeys.key(stringValue) else { return nil }
    self = key
  }

  /// Returns nil and counts the key.
  @inline(never)
  package init?(intValue: Int) {
    KeyCounter.increment()
    return nil
  }

  /// Returns how many keys a container has, or more if it tries some of them twice.
  ///
  /// Precondition: the container skips keys that are not made. Those of some coders trap.
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
