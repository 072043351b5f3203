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
  @exclusivity(unchecked) var weakEnds: WeakEnds?
  /// How many objects are being compared within each other, and not from the queue.
  @exclusivity(unchecked) private var depth = 0
  private static let maximumDepth = 16
  /// The paths to the values that are being compared.
  @exclusivity(unchecked) var paths = (left: UniquePath(), right: UniquePath())

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
  func compareReferences(
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
  func along(_ paths: (left: UniquePath, right: UniquePath), _ compare: () throws -> Bool) rethrows -> Bool {
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

  // MARK: Without order

  func postpone(_ a: UnsafeRawPointer, _ b: UnsafeRawPointer, _ codec: Codec) -> Bool {
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
        let (count, weakEnds) = (pairs.count, weakEnds)
        guard try attempt(left.key(index), right.key(candidate), as: left.keyCodec) else { return false }
        guard let codec = left.valueCodec else { return true }
        if try attempt(left.value(index), right.value(candidate), as: codec) { return true }
        // The keys are not counterparts either. Otherwise they would fit no other entry.
        forgetPairs(from: count)
        self.weakEnds = weakEnds
        return false
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
