#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Compares two values with all objects that they refer to: their coded properties, and which references lead to the
/// same object.
///
/// An object is compared once with its counterpart, mostly from a queue, so chains of references need no stack and cycles
/// end.
/// Sets and dictionaries of objects come last, since most of the objects in them then have counterparts.
///
/// Precondition of all: addresses hold values of the codec's type, which no code changes meanwhile.
///
/// The runtime need not guard its state: no code but this uses it, one function after the other.
final class ValueComparison {
  /// Two objects that must be equal.
  private struct Pair {
    let left: UnsafeRawPointer
    let right: UnsafeRawPointer
    let codec: Unmanaged<RecordCodec>
    /// Whether the objects are in the tables. Those that nothing else leads to need not be found again.
    let isNumbered: Bool
  }

  /// Sets or dictionaries whose elements cannot be found by their hash.
  private struct Unordered {
    let left: Any
    let right: Any
    let codec: Codec
  }

  // Both map an object to the number of its pair.
  @exclusivity(unchecked) private var left = AddressTable()
  @exclusivity(unchecked) private var right = AddressTable()
  @exclusivity(unchecked) private var pairs: [Pair] = []
  /// How many pairs have been compared.
  @exclusivity(unchecked) private var compared = 0
  @exclusivity(unchecked) private var unordered: [Unordered] = []
  /// Whether all counterparts must be found afterwards.
  private let keepsCounterparts: Bool
  /// The ends of weak references; nil if these are not compared.
  @exclusivity(unchecked) private var weakEnds: WeakEnds?
  /// How many objects are being compared within each other, and not from the queue.
  @exclusivity(unchecked) private var depth = 0
  private static let maximumDepth = 16
  /// The paths to the values that are being compared.
  @exclusivity(unchecked) private var paths = (left: UniquePath(), right: UniquePath())

  /// - Parameter keepsCounterparts: Whether ``counterpart(of:)`` and ``laterCounterpart(of:)`` will be called.
  init(keepsCounterparts: Bool = false) {
    self.keepsCounterparts = keepsCounterparts
  }

  /// Returns whether two whole values are equal, including everything that they lead to.
  static func areEqual(
    _ a: UnsafeRawPointer, _ b: UnsafeRawPointer, as codec: Codec, comparesWeakReferences: Bool = false
  ) throws -> Bool {
    if comparesWeakReferences {
      let comparison = ValueComparison(keepsCounterparts: true)
      comparison.weakEnds = WeakEnds()
      guard try comparison.isEqual(a, b, as: codec) else { return false }
      return comparison.weakEnds?.areCounterparts(comparison.left, comparison.right) ?? true
    }
    let comparison = ValueComparison()
    if let codec = codec.record, let isEqual = try comparison.compareAlone(a, b, as: codec) {
      return isEqual
    }
    return try comparison.isEqual(a, b, as: codec)
  }

  private func isEqual(_ a: UnsafeRawPointer, _ b: UnsafeRawPointer, as codec: Codec) throws -> Bool {
    guard try compare(a, b, as: codec) else { return false }
    return try comparePending()
  }

  /// Returns whether two values are equal, including everything that they lead to. If they differ, objects keep the
  /// counterparts that they had before.
  func attempt(_ a: UnsafeRawPointer, _ b: UnsafeRawPointer, as codec: Codec) throws -> Bool {
    guard codec.refersToObjects else { return try compare(a, b, as: codec) }
    let (count, compared, waiting, weakEnds) = (pairs.count, compared, unordered, weakEnds)
    // Set aside what is pending from before, to be compared later.
    self.compared = count
    unordered = []
    let isEqual = try isEqual(a, b, as: codec)
    self.compared = compared
    unordered = waiting
    if !isEqual {
      forgetPairs(from: count)
      self.weakEnds = weakEnds
    }
    return isEqual
  }

  private func forgetPairs(from count: Int) {
    for pair in pairs[count...] where pair.isNumbered {
      left.remove(pair.left)
      right.remove(pair.right)
    }
    pairs.removeSubrange(count...)
  }

  private func comparePending() throws -> Bool {
    repeat {
      while compared < pairs.count {
        let pair = pairs[compared]
        compared += 1
        paths = (UniquePath(), UniquePath())
        let isEqual = try pair.codec._withUnsafeGuaranteedRef { codec in
          try codec.map._withUnsafeGuaranteedRef { try compareParts(pair.left, pair.right, as: $0) }
        }
        guard isEqual else { return false }
      }
      guard let next = unordered.popLast() else { return true }
      paths = (.shared, .shared)
      guard try compare(next) else { return false }
    } while true
  }

  // MARK: Objects

  /// Returns whether two objects are equal; nil if they may lead to others, or if these are no objects. An object that
  /// leads to no others is not met again if it is the whole value, so it needs no table.
  private func compareAlone(
    _ a: UnsafeRawPointer, _ b: UnsafeRawPointer, as declared: RecordCodec
  ) throws -> Bool? {
    guard declared.isObject else { return nil }
    let (a, b) = (a.value(as: UnsafeRawPointer.self), b.value(as: UnsafeRawPointer.self))
    let type: AnyClass = Self.dynamicClass(of: a)
    guard type == Self.dynamicClass(of: b) else { return false }
    let codec = try Self.codec(of: type, declared: declared)
    guard codec._withUnsafeGuaranteedRef({ $0.decodingDefault == .structure }) else { return nil }
    return try codec._withUnsafeGuaranteedRef { try $0.map }._withUnsafeGuaranteedRef { map in
      for position in map.operations.indices
      where map.operation(at: position).pointee.withCodec({ $0.refersToObjects }) {
        return nil
      }
      return try compareParts(a, b, as: map)
    }
  }

  /// Returns whether two objects may be counterparts. Their properties are compared later.
  @inline(__always)
  private func compareReferences(
    _ a: UnsafeRawPointer, _ b: UnsafeRawPointer, as declared: RecordCodec
  ) throws -> Bool {
    let isOnly = !keepsCounterparts && paths.left.isOnlyReference(a) && paths.right.isOnlyReference(b)
    let (a, b) = (a.value(as: UnsafeRawPointer.self), b.value(as: UnsafeRawPointer.self))
    if !isOnly {
      let number = left[a]
      guard number == right[b] else { return false }
      if number != nil { return true }
    }
    let type: AnyClass = Self.dynamicClass(of: a)
    guard type == Self.dynamicClass(of: b) else { return false }
    return try Self.codec(of: type, declared: declared)._withUnsafeGuaranteedRef { codec in
      guard codec.decodingDefault == .structure else {
        return try a == b
          || withUnsafePointer(to: a) { a in
            try withUnsafePointer(to: b) { b in try Self.compareByOwnCode(a, b, as: codec, codec.access) }
          }
      }
      if isOnly, depth < Self.maximumDepth {
        // The queue is for objects that are met again, and for chains of many objects, for which there is no stack.
        depth += 1
        defer { depth -= 1 }
        return try along((UniquePath(), UniquePath())) {
          try codec.map._withUnsafeGuaranteedRef { try compareParts(a, b, as: $0) }
        }
      }
      if !isOnly {
        left.insert(pairs.count, for: a)
        right.insert(pairs.count, for: b)
      }
      pairs.append(Pair(left: a, right: b, codec: .passUnretained(codec), isNumbered: !isOnly))
      return true
    }
  }

  /// Compares values that are reached by other paths.
  @inline(__always)
  private func along(_ paths: (left: UniquePath, right: UniquePath), _ compare: () throws -> Bool) rethrows -> Bool {
    let outer = self.paths
    self.paths = paths
    defer { self.paths = outer }
    return try compare()
  }

  @inline(__always)
  static func dynamicClass(of object: UnsafeRawPointer) -> AnyClass {
    Unmanaged<AnyObject>.fromOpaque(object)._withUnsafeGuaranteedRef { Swift.type(of: $0) }
  }

  /// Returns the codec of an object's class. Codecs are immortal, and retaining them takes longer than most properties.
  @inline(__always)
  static func codec(of type: AnyClass, declared: RecordCodec) throws -> Unmanaged<RecordCodec> {
    type == declared.type ? .passUnretained(declared) : try subclassCodec(of: type, declared: declared)
  }

  @inline(never)
  private static func subclassCodec(of type: AnyClass, declared: RecordCodec) throws -> Unmanaged<RecordCodec> {
    guard let type = Conformances.cast(type, to: (any AutoCoding.Type).self) else { return .passUnretained(declared) }
    return .passUnretained(try declared.subclassCodec(type))
  }

  /// Makes two objects counterparts. The caller compares their parts.
  ///
  /// - Returns: Whether they became counterparts only now; nil if one of them already has another counterpart.
  func pair(_ a: UnsafeRawPointer, _ b: UnsafeRawPointer, _ codec: RecordCodec) -> Bool? {
    let number = left[a]
    guard number == right[b] else { return nil }
    guard number == nil else { return false }
    left.insert(pairs.count, for: a)
    right.insert(pairs.count, for: b)
    pairs.append(Pair(left: a, right: b, codec: .passUnretained(codec), isNumbered: true))
    compared = pairs.count
    return true
  }

  /// Whether any two objects are counterparts.
  var hasPairs: Bool { !pairs.isEmpty }

  /// Returns the counterpart in the first value of an object of the second.
  func counterpart(of object: UnsafeRawPointer) -> UnsafeRawPointer? {
    right[object].map { pairs[$0].left }
  }

  /// Returns the counterpart in the second value of an object of the first.
  func laterCounterpart(of object: UnsafeRawPointer) -> UnsafeRawPointer? {
    left[object].map { pairs[$0].right }
  }

  // MARK: Values

  private func compare(_ a: UnsafeRawPointer, _ b: UnsafeRawPointer, as codec: Codec) throws -> Bool {
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
    case .existential:
      return try along((.shared, .shared)) { try compareAny(codec.plainValue(at: a), codec.plainValue(at: b)) }
    case .codable(let codec):
      return try Self.compareByOwnCode(a, b, as: codec, codec.access)
    default: return Self.compareLeaves(a, b, kind: codec.kind)
    }
  }

  private func compareRecords(_ a: UnsafeRawPointer, _ b: UnsafeRawPointer, as codec: RecordCodec) throws -> Bool {
    if codec.isObject { return try compareReferences(a, b, as: codec) }
    switch codec.decodingDefault {
    case nil: return try Self.compareByOwnCode(a, b, as: codec, codec.access)
    case .rawValue: return try compare(a, b, as: codec.rawValue)
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
  private func compareParts(_ a: UnsafeRawPointer, _ b: UnsafeRawPointer, as map: TypeMap.Storage) throws -> Bool {
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
  func compareAny(_ a: Any, _ b: Any) throws -> Bool {
    try NestedLevel.checkStack()
    guard type(of: a) == type(of: b) else { return try comparePlain(a, b) }
    guard let codec = try Discovery.codecIfAny(for: type(of: a))?.takeUnretainedValue() else {
      return (a as? any Equatable)?.isEqual(to: b) ?? ((a as AnyObject) === (b as AnyObject))
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

  // MARK: Without order

  private func postpone(_ a: UnsafeRawPointer, _ b: UnsafeRawPointer, _ codec: Codec) -> Bool {
    unordered.append(Unordered(left: codec.boxedValue(at: a), right: codec.boxedValue(at: b), codec: codec))
    return true
  }

  /// Finds an equal element for each. Hashes do not help, since objects may hash by identity, so each pair is tried.
  private func compare(_ collections: Unordered) throws -> Bool {
    try NestedLevel.checkStack()
    let left = try Members(of: collections.left, as: collections.codec)
    let right = try Members(of: collections.right, as: collections.codec)
    guard left.count == right.count else { return false }
    var candidates = Array(0..<right.count)
    for index in 0..<left.count {
      let match = try candidates.firstIndex { candidate in
        guard try attempt(left.key(index), right.key(candidate), as: left.keyCodec) else { return false }
        guard let codec = left.valueCodec else { return true }
        return try attempt(left.value(index), right.value(candidate), as: codec)
      }
      guard let match else { return false }
      candidates.remove(at: match)
    }
    return true
  }
}

extension Codec {
  /// Returns the value at the address as an `Any`; for an existential type the value that it holds, not boxed twice.
  ///
  /// Precondition: the address holds a value of the codec's type.
  func plainValue(at address: UnsafeRawPointer) -> Any {
    let value = boxedValue(at: address)
    guard kind == .existential else { return value }
    func open<Value>(_ type: Value.Type) -> Any? { (value as? Value).map { $0 as Any } }
    return _openExistential(Swift.type(of: value), do: open) ?? value
  }
}
