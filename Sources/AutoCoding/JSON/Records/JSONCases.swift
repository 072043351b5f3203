/// The cases of an enum that is coded as its raw value. It converts the byte of a case to the text of its raw value and
/// back, without calling the type's code. Never freed.
struct JSONCases {
  /// The number of bytes of a case in a table. The last of them is the byte count of the text.
  private static let stride = 64
  /// The byte count of the longest text with its quotes and the comma.
  private static let longestText = 56

  /// The number of cases. In an Optional, any other byte is nil.
  let count: UInt8
  /// Whether raw values are strings.
  private let isText: Bool
  /// The text of each case, followed by a comma: with slashes escaped, and with plain slashes.
  private let escapedTexts: UnsafeRawPointer
  private let plainTexts: UnsafeRawPointer
  /// The integer of each case, if raw values are integers.
  private let integers: UnsafePointer<Int>
  /// The cases by the text of their raw value, if raw values are strings.
  private let texts: JSONTextTable
  /// What says whether the type's code need not be called. Both are immortal.
  private enum Owner {
    case codec(Unmanaged<RecordCodec>)
    case plain(Unmanaged<PlainEnum>)
  }
  private let owner: Owner

  /// Returns the cases of a codec's type; nil if the codec has to code each value.
  @inline(__always)
  static func prepared(for codec: RecordCodec) -> UnsafePointer<JSONCases>? {
    codec.casesSlot.prepared == nil ? prepare(codec) : prepared(in: codec.casesSlot)
  }

  /// Returns the cases of an enum of which the standard library's code has coded a value; nil if its code has to code each
  /// value.
  @inline(__always)
  static func prepared(for plain: PlainEnum) -> UnsafePointer<JSONCases>? {
    plain.casesSlot.prepared == nil ? prepare(plain) : prepared(in: plain.casesSlot)
  }

  /// Returns what was prepared for a type.
  @inline(__always)
  static func prepared(in slot: FormatSlot) -> UnsafePointer<JSONCases>? {
    guard let known = slot.prepared, known != slot.nothing else { return nil }
    return known.assumingMemoryBound(to: JSONCases.self)
  }

  @inline(never)
  private static func prepare(_ codec: RecordCodec) -> UnsafePointer<JSONCases>? {
    prepare(codec.casesSlot) { RawValueCases(of: codec).flatMap { JSONCases($0, .codec(.passUnretained(codec))) } }
  }

  @inline(never)
  private static func prepare(_ plain: PlainEnum) -> UnsafePointer<JSONCases>? {
    prepare(plain.casesSlot) {
      RawValueCases(of: plain.rawValues).flatMap { JSONCases($0, .plain(.passUnretained(plain))) }
    }
  }

  private static func prepare(_ slot: FormatSlot, _ make: () -> JSONCases?) -> UnsafePointer<JSONCases>? {
    guard let cases = ThreadState.outsideCoders(make) else {
      slot.keepNothing()
      return nil
    }
    let address = UnsafeMutablePointer<JSONCases>.allocate(capacity: 1)
    address.initialize(to: cases)
    slot.keep(address)
    return UnsafePointer(address)
  }

  private init?(_ values: RawValueCases, _ owner: Owner) {
    func rawTexts(escapesSlashes: Bool) -> [[UInt8]] {
      switch values {
      case .texts(let texts): texts.map { JSONKey.text(of: $0, escapesSlashes: escapesSlashes).dropLast() + [.comma] }
      case .integers(let integers): integers.map { Array(String($0).utf8) + [.comma] }
      }
    }
    let (escaped, plain) = (rawTexts(escapesSlashes: true), rawTexts(escapesSlashes: false))
    guard escaped.allSatisfy({ $0.count <= Self.longestText }) else { return nil }
    count = UInt8(escaped.count)
    escapedTexts = Self.table(of: escaped)
    plainTexts = escaped == plain ? escapedTexts : Self.table(of: plain)
    self.owner = owner
    texts = JSONTextTable(plain.indices.map { [plainTexts] in plainTexts + $0 &* Self.stride })
    switch values {
    case .texts:
      isText = true
      integers = UnsafePointer(UnsafeMutablePointer<Int>.allocate(capacity: 1))
    case .integers(let values):
      isText = false
      let table = UnsafeMutablePointer<Int>.allocate(capacity: values.count)
      table.initialize(from: values, count: values.count)
      integers = UnsafePointer(table)
    }
  }

  private static func table(of texts: [[UInt8]]) -> UnsafeRawPointer {
    let table = UnsafeMutableRawPointer.allocate(byteCount: texts.count * stride, alignment: 16)
    table.initializeMemory(as: UInt8.self, repeating: 0, count: texts.count * stride)
    for (position, text) in texts.enumerated() {
      let place = table + position * stride
      place.copyMemory(from: text, byteCount: text.count)
      place.storeBytes(of: UInt8(text.count), toByteOffset: stride - 1, as: UInt8.self)
    }
    return UnsafeRawPointer(table)
  }

  // MARK: Writing

  /// Whether values enter a level of nesting, as the code of a ``PlainEnum`` does.
  @inline(__always)
  var enterLevels: Bool { if case .plain = owner { true } else { false } }

  /// Whether it is known that all values are written without calling the type's code; the first one is not.
  @inline(__always)
  var areWritten: Bool {
    if case .codec(let codec) = owner {
      codec._withUnsafeGuaranteedRef { $0.writesRawValues.value != nil }
    } else {
      false
    }
  }

  /// Whether it is known that a value is written without calling the type's code.
  ///
  /// - Parameter byte: The case, or any other byte for the nil of an Optional.
  @inline(__always)
  func isWritten(_ byte: UInt8) -> Bool {
    switch owner {
    case .codec: areWritten
    case .plain(let plain):
      plain._withUnsafeGuaranteedRef { byte < count ? $0.encoding.contains(byte) : $0.encoding.areAny }
    }
  }

  /// Writes the raw value of a case and a comma.
  ///
  /// Precondition: ``isWritten(_:)``; the byte is less than ``count``; there is room for 64 bytes.
  @inline(__always)
  func put(_ byte: UInt8, escapesSlashes: Bool, at target: UnsafeMutableRawPointer) -> UnsafeMutableRawPointer {
    let source = (escapesSlashes ? escapedTexts : plainTexts) + Int(byte) &* Self.stride
    let size = Int(source.load(fromByteOffset: Self.stride &- 1, as: UInt8.self))
    target.storeBytes(of: source.load(as: SIMD16<UInt8>.self), as: SIMD16<UInt8>.self)
    if size > 16 {
      for offset in Swift.stride(from: 16, to: Self.stride, by: 16) {
        target.storeBytes(
          of: source.load(fromByteOffset: offset, as: SIMD16<UInt8>.self), toByteOffset: offset,
          as: SIMD16<UInt8>.self)
      }
    }
    return target + size
  }

  // MARK: Reading

  /// Reads a raw value, and returns the byte of its case. Returns nil if the type's codec has to read the value; the
  /// cursor's place is then undefined.
  @inline(__always)
  func read(at cursor: inout JSONCursor) -> UInt8? {
    switch owner {
    case .codec(let codec):
      // The codec has to call `didDecode()`.
      codec._withUnsafeGuaranteedRef({ $0.mayHaveDidDecode }) ? nil : find(at: &cursor)
    case .plain(let plain):
      find(at: &cursor).flatMap { byte in
        plain._withUnsafeGuaranteedRef { $0.decoding.contains(byte) } ? byte : nil
      }
    }
  }

  /// Returns the byte of the case whose raw value is at the cursor, and moves the cursor behind it. Returns nil if it is not
  /// found; the cursor's place is then undefined.
  @inline(__always)
  func find(at cursor: inout JSONCursor) -> UInt8? {
    isText ? readText(at: &cursor) : readInteger(at: &cursor)
  }

  @inline(__always)
  private func readText(at cursor: inout JSONCursor) -> UInt8? {
    guard cursor.has(JSONTextTable.readByteCount), cursor.byte == .quote else { return nil }
    var size = 0
    let position = texts.index(at: cursor.place) { position in
      let text = plainTexts + position &* Self.stride
      // Without the comma.
      size = Int(text.load(fromByteOffset: Self.stride &- 1, as: UInt8.self)) &- 1
      return cursor.has(size) && JSONCursor.isEqual(text, cursor.place, count: size)
    }
    guard let position else { return nil }
    cursor.place += size
    return UInt8(truncatingIfNeeded: position)
  }

  @inline(__always)
  private func readInteger(at cursor: inout JSONCursor) -> UInt8? {
    guard let value = cursor.integer() else { return nil }
    // Most enums have few cases, or consecutive integers.
    let count = Int(count)
    let distance = value &- integers[0]
    if distance >= 0, distance < count, integers[distance] == value { return UInt8(truncatingIfNeeded: distance) }
    for position in 0..<count where integers[position] == value { return UInt8(truncatingIfNeeded: position) }
    return nil
  }
}
