/// Reads objects, whose classes the text may name.
extension JSONReader {
  /// Reads an object as the walk does, but without a copy of the class name for each object.
  ///
  /// Precondition: the codec is of a class whose `init(from:)` is AutoCoding's, and that has no type key.
  mutating func readObject(into address: UnsafeMutableRawPointer, as declared: RecordCodec) throws {
    let level = try NestedLevel.enter(toDecodeWithin: limits)
    defer { extendLifetime(level) }
    try beginRecord(of: declared.type)
    if let codec = try readSubclass(of: declared) {
      let scope = TypeScope.enterValue(.passUnretained(codec))
      defer { scope.end() }
      try codec.map._withUnsafeGuaranteedRef { try decodeProperties(into: address, map: $0) }
    } else {
      try declared.map._withUnsafeGuaranteedRef { try decodeProperties(into: address, map: $0) }
    }
    try declared.finish(address)
  }

  /// Returns the codec of the class that the object names; nil if it names none.
  private mutating func readSubclass(of declared: RecordCodec) throws -> RecordCodec? {
    guard textNamesTypes else { return nil }
    guard !options.hasCustomKeys, rules.keepsFirstOfDuplicateKeys, let (name, end) = firstMemberAsTypeName else {
      return try readSubclassName().map { try declared.subclassCodec(named: $0) }
    }
    if let known = namedClasses.codec(named: name, for: declared) {
      next = end
      return known
    }
    let codec = try declared.subclassCodec(named: String(decoding: name, as: UTF8.self))
    namedClasses.insert(codec, named: name, for: declared)
    next = end
    return codec
  }

  /// The name of the object's class and the place after it, if the name is the first member and in its most common
  /// form.
  private var firstMemberAsTypeName: (name: UnsafeBufferPointer<UInt8>, end: UnsafePointer<UInt8>)? {
    // `"$class":` and a quote, with at most a space between them.
    let key: UInt64 = 0x2273_7361_6c63_2422
    let place = UnsafeRawPointer(next)
    guard end - next > 16, UInt64(littleEndian: place.loadUnaligned(as: UInt64.self)) == key, next[8] == .colon else {
      return nil
    }
    let start = next + (next[9] == .space ? 11 : 10)
    guard start[-1] == .quote else { return nil }
    var end = start
    while end < self.end, end.pointee != .quote {
      guard end.pointee >= 0x20, end.pointee < 0x80, end.pointee != .backslash else { return nil }
      end += 1
    }
    return end < self.end ? (UnsafeBufferPointer(start: start, count: end - start), end + 1) : nil
  }
}

/// Finds out whether a text names classes at all.
extension JSONReader {
  /// Whether the text may name classes. The text is searched at most once.
  var textNamesTypes: Bool {
    mutating get {
      if let mayNameTypes { return mayNameTypes }
      let mayNameTypes = textMayNameTypes
      self.mayNameTypes = mayNameTypes
      return mayNameTypes
    }
  }

  /// Whether the text contains the class key, or an escape that may be part of it, or a key that the caller's code may
  /// convert to it.
  private var textMayNameTypes: Bool {
    if options.hasCustomKeys { return true }
    var place = UnsafeRawPointer(start)
    let limit = UnsafeRawPointer(end)
    while limit - place > 64 {
      let (first, second) = (Self.classKeyStarts(at: place), Self.classKeyStarts(at: place + 16))
      let (third, fourth) = (Self.classKeyStarts(at: place + 32), Self.classKeyStarts(at: place + 48))
      if !((first .| second) .| (third .| fourth)).isEmpty {
        var starts = first.bits | second.bits &<< 16 | third.bits &<< 32 | fourth.bits &<< 48
        while starts != 0 {
          if mayNameTypes(at: place + starts.trailingZeroBitCount) { return true }
          starts &= starts &- 1
        }
      }
      place += 64
    }
    while place < limit {
      if mayNameTypes(at: place) { return true }
      place += 1
    }
    return false
  }

  /// Returns where in 16 bytes a dollar sign is, or a backslash before the letter "u".
  ///
  /// Precondition: 17 bytes can be read.
  @inline(__always)
  private static func classKeyStarts(at place: UnsafeRawPointer) -> ByteMask {
    let block = place.loadUnaligned(as: SIMD16<UInt8>.self)
    let following = (place + 1).loadUnaligned(as: SIMD16<UInt8>.self)
    let dollars: ByteMask = block .== SIMD16<UInt8>(repeating: UInt8(ascii: "$"))
    let backslashes: ByteMask = block .== SIMD16<UInt8>(repeating: .backslash)
    let letters: ByteMask = following .== SIMD16<UInt8>(repeating: UInt8(ascii: "u"))
    return dollars .| (backslashes .& letters)
  }

  /// Whether the class key, or an escape of one of its characters, begins at a place.
  private func mayNameTypes(at place: UnsafeRawPointer) -> Bool {
    let text = UnsafeRawBufferPointer(start: place, count: UnsafeRawPointer(end) - place)
    guard text.count >= 6 else { return false }
    switch text[0] {
    case UInt8(ascii: "$"): return text.starts(with: TypeNames.classKey.utf8)
    case .backslash:
      guard text.starts(with: #"\u00"#.utf8) else { return false }
      let (high, low) = (Self.hexadecimalDigit(text[4]), Self.hexadecimalDigit(text[5]))
      // Text that is no escape is refused when it is read.
      return high | low < 16 && TypeNames.classKey.utf8.contains(high &<< 4 | low)
    default: return false
    }
  }
}

/// A cache of the classes that a text has named so far. The names are in the text.
struct JSONNamedClasses {
  private struct Entry {
    let name: UnsafeBufferPointer<UInt8>
    /// The codec of the declared class, and that of the named subclass. Both are immortal.
    let declared: Unmanaged<RecordCodec>
    let codec: Unmanaged<RecordCodec>
  }

  /// The most names that are kept, since they are searched one by one. Texts with more names are rare.
  private static let maximumCount = 8

  private var entries: [Entry] = []

  func codec(named name: UnsafeBufferPointer<UInt8>, for declared: RecordCodec) -> RecordCodec? {
    for entry in entries where entry.name.count == name.count && entry.declared.toOpaque() == address(of: declared) {
      if entry.name.elementsEqual(name) { return entry.codec.takeUnretainedValue() }
    }
    return nil
  }

  mutating func insert(_ codec: RecordCodec, named name: UnsafeBufferPointer<UInt8>, for declared: RecordCodec) {
    guard entries.count < Self.maximumCount else { return }
    entries.append(Entry(name: name, declared: .passUnretained(declared), codec: .passUnretained(codec)))
  }

  mutating func removeAll() {
    if !entries.isEmpty { entries.removeAll(keepingCapacity: true) }
  }

  private func address(of codec: RecordCodec) -> UnsafeMutableRawPointer { Unmanaged.passUnretained(codec).toOpaque() }
}
