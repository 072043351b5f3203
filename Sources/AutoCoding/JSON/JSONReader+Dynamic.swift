/// Reads values without a declared type as they are in the text. Leniency does not apply to them, nor do the strategies
/// for dates and data.
extension JSONReader {
  mutating func readExistential(into address: UnsafeMutableRawPointer, as codec: Codec) throws {
    let codec = unsafeDowncast(codec, to: ExistentialCodec.self)
    try codec.initialize(address, with: try readDynamic(as: codec, depth: 0))
  }

  /// - Parameter depth: The number of arrays and objects without a declared type that enclose the value.
  private mutating func readDynamic(as codec: ExistentialCodec, depth: Int) throws -> Any {
    skipSpace()
    guard next < end else { throw unexpected("a value") }
    switch next.pointee {
    case .openBrace: return try readDynamicObject(as: codec, depth: depth)
    case _ where !codec.isAny: throw DynamicValue.unnamed()
    case .openBracket: return try readDynamicArray(as: codec, depth: depth)
    default: return try readDynamicLeaf()
    }
  }

  /// Reads a value that is neither an array nor an object.
  mutating func readDynamicLeaf() throws -> Any {
    skipSpace()
    guard next < end else { throw unexpected("a value") }
    switch next.pointee {
    case .quote:
      if let value = try nonConforming(Double.self) { return value }
      return try readString()
    case UInt8(ascii: "t"), UInt8(ascii: "f"): return try readBool()
    case UInt8(ascii: "n"):
      try skipLiteral("null")
      return Optional<Any>.none as Any
    default:
      guard try beginNumber() else { throw unexpected("a value") }
      return try readDynamicNumber()
    }
  }

  /// An Int if the number has no fraction and fits, else a UInt64 or Double. Zero with a sign is a Double, which keeps
  /// it.
  private mutating func readDynamicNumber() throws -> Any {
    let begin = next
    try skipNumber()
    let text = UnsafeBufferPointer(start: begin, count: next - begin)
    if text.count <= 18, begin.pointee != UInt8(ascii: "-"), text.allSatisfy(Self.isDigit) {
      next = begin
      return try integer(as: Int.self)
    }
    next = begin
    guard let value = try? double() else {
      let number = String(decoding: text.prefix(50), as: UTF8.self) + (text.count > 50 ? "…" : "")
      throw DecodingError.numberOutOfRange(number, underlyingError: error("Number out of range.", at: begin))
    }
    guard value.rounded() == value, value.magnitude < 0x1p65 else { return value }
    if value == 0 && value.sign == .minus { return value }
    let exact = Self.exactInteger(text)
    return exact?.exactly(Int.self) ?? exact?.exactly(UInt64.self) ?? value as Any
  }

  private mutating func readDynamicArray(as codec: ExistentialCodec, depth: Int) throws -> [Any] {
    let level = try enterDynamic(depth: depth)
    defer { extendLifetime(level) }
    var elements: [Any] = []
    _ = try beginArray()
    while try hasNextElement() {
      trackedPath?.enter(index: elements.count)
      defer { trackedPath?.leave() }
      do {
        elements.append(try readDynamic(as: codec, depth: depth + 1))
      } catch {
        throw error.prepending(DynamicKey(index: elements.count))
      }
    }
    return elements
  }

  private mutating func readDynamicObject(as codec: ExistentialCodec, depth: Int) throws -> Any {
    let begin = next
    try beginRecord()
    if let name = try readTypeName() {
      next = begin
      return try readModel(named: name, as: codec)
    }
    guard codec.isAny else { throw DynamicValue.unnamed() }
    let level = try enterDynamic(depth: depth)
    defer { extendLifetime(level) }
    var members: [String: Any] = [:]
    while let key = try nextKey() {
      trackedPath?.enter(DynamicKey(key))
      defer { trackedPath?.leave() }
      do {
        let value = try readDynamic(as: codec, depth: depth + 1)
        if !rules.keepsFirstOfDuplicateKeys || members[key] == nil { members[key] = value }
      } catch {
        throw error.prepending(DynamicKey(key))
      }
    }
    return members
  }

  func enterDynamic(depth: Int) throws -> NestedLevel {
    guard depth < maximumNesting else { throw tooDeep }
    return try NestedLevel.enter(toDecodeWithin: limits)
  }

  /// Reads the next object as a model. The object has the type's name, and beside it either the model's properties or
  /// the model as a whole, under ``DynamicValue/valueKey``.
  private mutating func readModel(named name: String, as existential: ExistentialCodec) throws -> Any {
    let codec = try existential.codec(ofModelNamed: name)
    let scope = TypeScope.enterValue(.passUnretained(codec))
    defer { scope.end() }
    let begin = next
    var place: Int?
    var count = 0
    try beginRecord()
    // The encoder's key strategy converted the keys of the model, and that of its value.
    while let key = try nextKey(isText: false) {
      skipSpace()
      if key == DynamicValue.valueKey, place == nil || !rules.keepsFirstOfDuplicateKeys { place = offset }
      count += 1
      // A property of the model may have the key of the value, so count the members too: the second form has exactly
      // two.
      if codec.isNamedAmongProperties, count > 2 { break }
      try skipValue()
    }
    if codec.isNamedAmongProperties, count != 2 || place == nil {
      next = begin
      return try codec.boxedValue { try decode(into: $0, as: codec) }
    }
    guard let place else { throw DynamicValue.withoutValue(codec.type) }
    return try trackedPath.within(DynamicValue.valuePropertyKey) {
      try reading(.place(place)) { reader in
        try codec.boxedValue { try reader.decode(into: $0, as: codec) }
      }
    }
  }
}
