/// Compares values by their codecs.
extension ValueComparison {
  func compare(_ a: UnsafeRawPointer, _ b: UnsafeRawPointer, as codec: Codec) throws -> Bool {
    switch codec.concrete {
    case .optional(let codec):
      let isNil = codec.isNil(a)
      guard isNil == codec.isNil(b) else { return codec.holdsNull(isNil ? b : a) }
      if isNil { return true }
      return try Unmanaged.passUnretained(codec.wrapped)._withUnsafeGuaranteedRef { try compare(a, b, as: $0) }
    case .record(let codec): return try compareRecords(a, b, as: codec)
    case .tuple(let codec): return try compareParts(a, b, as: codec.map)
    case .sequence(let codec): return try compareSequences(a, b, as: codec)
    case .dictionary(let codec):
      guard codec.count(of: a) == codec.count(of: b) else { return false }
      if codec.key.refersToObjects { return postpone(a, b, codec) }
      if Self.shareStorage(a, b), !codec.refersToObjects { return true }
      if let isEqual = Self.compareDictionaries(a, b, of: codec) { return isEqual }
      let outer = paths
      paths = (.shared, .shared)
      defer { paths = outer }
      return try Self.matchMembers(a, b, as: codec) { key, otherKey, value, otherValue in
        guard let value, let otherValue else { return true }
        do {
          return try (codec.key.kind.isLeaf || compare(key, otherKey, as: codec.key))
            && compare(value, otherValue, as: codec.value)
        } catch {
          throw error.prepending(DynamicKey(ValueText.describing(codec.key.plainValue(at: key))))
        }
      }
    case .conversion(let codec):
      var isEqual = false
      try codec.withRepresentation(of: a) { a in
        try codec.withRepresentation(of: b) { b in
          isEqual = try along((.shared, .shared)) { try compare(a, b, as: codec.representation) }
        }
      }
      return isEqual
    case .existential(let codec):
      return try along((.shared, .shared)) {
        try compareAny(codec.plainValue(at: a), codec.plainValue(at: b), isAny: codec.isAny)
      }
    case .codable(let codec):
      return try Self.compareByOwnCode(a, b, as: codec, codec.access)
    default: return Self.compareLeaves(a, b, kind: codec.kind)
    }
  }

  private func compareRecords(_ a: UnsafeRawPointer, _ b: UnsafeRawPointer, as codec: RecordCodec) throws -> Bool {
    if codec.isObject { return try compareReferences(a, b, as: codec) }
    switch codec.decodingDefault {
    case nil: return try Self.compareByOwnCode(a, b, as: codec, codec.access)
    case .rawValue:
      if codec.isClass {
        try InheritedCode.checkRawValue(a, codec)
        try InheritedCode.checkRawValue(b, codec)
      }
      return try compare(a, b, as: codec.rawValue)
    case .structure: break
    }
    try NestedLevel.checkStack()
    return try codec.map._withUnsafeGuaranteedRef { map in
      guard let cases = map.cases else { return try compareParts(a, b, as: map) }
      return try cases._withUnsafeGuaranteedRef { try compareCases(a, b, of: $0) }
    }
  }

  private func compareCases(_ a: UnsafeRawPointer, _ b: UnsafeRawPointer, of cases: TypeMap.Cases) throws -> Bool {
    let position = cases.position(of: a)
    guard position == cases.position(of: b) else { return false }
    guard let payload = cases.payload(at: position) else { return true }
    do {
      return try cases.withPayload(of: a, case: position) { a in
        try cases.withPayload(of: b, case: position) { b in
          try along((.shared, .shared)) { try payload._withUnsafeGuaranteedRef { try compareParts(a, b, as: $0) } }
        }
      }
    } catch {
      throw error.prepending(cases.index.keys[position])
    }
  }

  /// Compares properties, of structs, objects, payloads or tuples at their addresses.
  func compareParts(_ a: UnsafeRawPointer, _ b: UnsafeRawPointer, as map: TypeMap.Storage) throws -> Bool {
    if weakEnds != nil, !map.weakReferences.isEmpty { weakEnds?.add(a, b, of: map) }
    guard var operation = map.operations.baseAddress else { return true }
    let end = operation + map.operations.count
    while operation < end {
      let (a, b) = (a + operation.pointee.offset, b + operation.pointee.offset)
      if operation.pointee.isOptionalLeaf {
        let isNil = operation.pointee.isNilLeaf(a)
        guard isNil == operation.pointee.isNilLeaf(b) else { return false }
        // The wrapped value has the Optional's address.
        guard isNil || Self.compareLeaves(a, b, kind: operation.pointee.kind) else { return false }
      } else if operation.pointee.kind.isLeaf {
        guard Self.compareLeaves(a, b, kind: operation.pointee.kind) else { return false }
      } else {
        do {
          guard try operation.pointee.withCodec({ try compare(a, b, as: $0) }) else { return false }
        } catch {
          throw error.prepending(operation.pointee.key)
        }
      }
      operation += 1
    }
    return true
  }

  private func compareSequences(
    _ a: UnsafeRawPointer, _ b: UnsafeRawPointer, as codec: SequenceCodec
  ) throws -> Bool {
    let element = codec.element
    if codec.isSet {
      if element.refersToObjects { return postpone(a, b, codec) }
      if Self.shareStorage(a, b) { return true }
      if let isEqual = Self.compareSets(a, b, of: element.kind) { return isEqual }
      return try Self.matchMembers(a, b, as: codec) { a, b, _, _ in
        try element.kind.isLeaf || compare(a, b, as: element)
      }
    }
    if codec.isArray, let isEqual = Self.compareArrays(a, b, of: element.kind) { return isEqual }
    let outer = paths
    if element.refersToObjects {
      paths = (outer.left.toElements(ofArrayAt: a, as: codec), outer.right.toElements(ofArrayAt: b, as: codec))
    }
    defer { paths = outer }
    var isEqual = false
    try codec.withElements(of: a) { first, count in
      try codec.withElements(of: b) { other, otherCount in
        guard count == otherCount else { return }
        isEqual = try compareElements(first, other, count: count, as: codec)
      }
    }
    return isEqual
  }

  /// Whether two sets or dictionaries are the same memory, to which each refers by its first word. Their elements are equal.
  private static func shareStorage(_ a: UnsafeRawPointer, _ b: UnsafeRawPointer) -> Bool {
    a.value(as: UInt.self) == b.value(as: UInt.self)
  }

  private func compareElements(
    _ a: UnsafeRawPointer, _ b: UnsafeRawPointer, count: Int, as codec: SequenceCodec
  ) throws -> Bool {
    let element = codec.element
    // The same memory has equal elements. Objects must still get their counterparts.
    if a == b, !element.refersToObjects { return true }
    let map = count > 1 ? try mapOfStructs(element) : nil
    for index in 0..<count {
      let (a, b) = (a + index &* codec.stride, b + index &* codec.stride)
      do {
        let isEqual =
          if let map { try map._withUnsafeGuaranteedRef { try compareParts(a, b, as: $0) } } else {
            try compare(a, b, as: element)
          }
        guard isEqual else { return false }
      } catch {
        throw error.prepending(DynamicKey(index: index))
      }
    }
    return true
  }

  /// Returns the map of elements that are structs, so that it need not be found for each of them; nil for others.
  private func mapOfStructs(_ element: Codec) throws -> Unmanaged<TypeMap.Storage>? {
    guard let codec = element.record, !codec.isObject, codec.decodingDefault == .structure else { return nil }
    try NestedLevel.checkStack()
    let map = try codec.map
    return map._withUnsafeGuaranteedRef { $0.cases == nil } ? map : nil
  }

  /// Compares values without a declared type.
  ///
  /// - Parameter isAny: Whether values may be other than models.
  /// - Throws: `EncodingError` for a value that is no object, and that nothing can code or compare.
  func compareAny(_ a: Any, _ b: Any, isAny: Bool = true) throws -> Bool {
    try NestedLevel.checkStack()
    guard type(of: a) == type(of: b) else { return try comparePlain(a, b) }
    guard let codec = try Discovery.codecIfAny(for: type(of: a))?.takeUnretainedValue() else {
      if let equatable = a as? any Equatable { return equatable.isEqual(to: b) }
      if type(of: a) is AnyClass { return (a as AnyObject) === (b as AnyObject) }
      if PlainValue(a) != nil { return try comparePlain(a, b) }
      throw isAny
        ? DynamicValue.refusal(a, "is neither AutoCoding nor a JSON-like value") : DynamicValue.refusalOfType(a)
    }
    return try Self.withAddress(of: a) { a in try Self.withAddress(of: b) { try compare(a, $0, as: codec) } }
  }

  /// Calls `body` with the address of a value of its dynamic type.
  static func withAddress<Result>(of value: Any, _ body: (UnsafeRawPointer) throws -> Result) throws -> Result {
    func open<Value>(_ type: Value.Type) throws -> Result {
      // An `Any` may hold an `Any` or `any P`; a cast unwraps it, but opening the existential does not.
      guard let value = value as? Value else {
        throw EncodingError.invalidValue(value, .init("The value of type \(type) cannot be taken from its box."))
      }
      return try withUnsafePointer(to: value) { try body(UnsafeRawPointer($0)) }
    }
    return try _openExistential(type(of: value), do: open)
  }
}
