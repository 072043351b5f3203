/// Copies a value with all objects that it refers to.
///
/// Values are copied as Swift copies them, but refer to new objects. An object is made when the first reference to it
/// is found, and gets its properties later, from a queue, so chains of references need no stack. As in decoding, no
/// code of the objects runs until all have their properties, except `init()`, and a failed copy leaves nothing behind.
///
/// Precondition of all: sources hold values of the codec's type, which no code changes meanwhile; targets are
/// uninitialized. A target is initialized afterwards, unless an error is thrown.
///
/// The runtime need not guard its state: no code but this uses it, one function after the other.
final class GraphCopier {
  private let graph = ObjectGraph()
  /// The numbers of the objects that the walk may meet again.
  @exclusivity(unchecked) private var numbers = AddressTable()
  /// The path to the value that is being copied; nil if each object has to be in ``numbers``.
  @exclusivity(unchecked) var path: UniquePath?
  /// The objects whose copies are in the graph, by the same numbers. The value that is copied keeps them alive.
  @exclusivity(unchecked) private var originals: [UnsafeRawPointer] = []
  /// Properties with sets and dictionaries of objects, which were left empty: objects can be hashed only when they are
  /// complete. And those with structs that have weak references, which lead to copies only if all copies are there.
  @exclusivity(unchecked) private var postponed: [(number: Int, position: Int)] = []
  /// Whether something was left incomplete since this was reset.
  @exclusivity(unchecked) var hasLeftIncomplete = false
  /// Whether all copies are there with their properties, so that they may be hashed, and be referred to weakly.
  @exclusivity(unchecked) var isComplete = false
  /// The objects to which references were found since this was set; nil if they are not needed.
  @exclusivity(unchecked) private var met: [Int]?
  /// The codec of the last object's class.
  @exclusivity(unchecked) private var lastCodec: Unmanaged<RecordCodec>?
  /// Objects, and the existing ones that replace them in the copy.
  private let substitutes: [UnsafeRawPointer: UnsafeRawPointer]?

  /// - Parameter substitutes: Objects, and the existing ones that replace them in the copy. The caller keeps both
  ///   alive.
  init(substitutes: [UnsafeRawPointer: UnsafeRawPointer] = [:]) {
    self.substitutes = substitutes.isEmpty ? nil : substitutes
    path = substitutes.isEmpty ? UniquePath() : nil
  }

  /// Copies the whole value at the source.
  func copyRoot(_ source: UnsafeRawPointer, to target: UnsafeMutableRawPointer, as codec: Codec) throws {
    try copy(source, to: target, as: codec)
    do {
      let isRootPostponed = hasLeftIncomplete
      try copyProperties()
      if isRootPostponed || !postponed.isEmpty || graph.hasWeakReferences { numberAll() }
      let order = try orderOfPostponed()
      graph.complete()
      isComplete = true
      try copyPostponed(in: order)
      if isRootPostponed {
        try codec.withTemporaryValue { memory in
          try copy(source, to: memory, as: codec)
          ValueOperations(codec.type).assign(taking: memory, to: target)
        }
      }
      setWeakReferences()
      if graph.mayHaveDidDecode {
        for number in originals.indices.reversed() { try graph.didDecode(number, in: DecodingContext()) }
      }
    } catch {
      codec.destroyValue(at: target)
      throw error
    }
    graph.release()
  }

  // MARK: Objects

  /// Makes each object known by its address, since references are followed again.
  private func numberAll() {
    for (number, original) in originals.enumerated() where numbers[original] == nil {
      numbers.insert(number, for: original)
    }
    path = nil
  }

  private func copyProperties() throws {
    var number = 0
    while number < originals.count {
      let original = originals[number]
      if path != nil { path = UniquePath() }
      try graph.fillInOrder(number) { operation, slot in
        let source = original + operation.pointee.offset
        if operation.pointee.kind.isLeaf { return operation.pointee.memory.copy(from: source, to: slot) }
        hasLeftIncomplete = false
        do {
          try operation.pointee.withCodec { try copy(source, to: slot, as: $0) }
        } catch {
          throw error.prepending(operation.pointee.key)
        }
        if hasLeftIncomplete { postponed.append((number, operation.pointee.position)) }
      }
      number += 1
    }
  }

  /// Returns the properties that were left empty. Each comes after those of the objects that it leads to, since its
  /// hashes may depend on them.
  private func orderOfPostponed() throws -> [(number: Int, position: Int)] {
    guard postponed.count > 1 else { return postponed }
    var isDone = [Bool](repeating: false, count: originals.count)
    var rank = [Int](repeating: 0, count: originals.count)
    var next = 0
    for (number, _) in postponed where !isDone[number] {
      isDone[number] = true
      var path = [(number: number, references: try references(of: number)[...])]
      while var step = path.popLast() {
        guard let reference = step.references.popFirst() else {
          rank[step.number] = next
          next += 1
          continue
        }
        path.append(step)
        if isDone[reference] { continue }
        isDone[reference] = true
        path.append((reference, try references(of: reference)[...]))
      }
    }
    return postponed.sorted { rank[$0.number] < rank[$1.number] }
  }

  /// Returns the numbers of the objects to which an object refers.
  private func references(of number: Int) throws -> [Int] {
    met = []
    defer { met = nil }
    let map = try graph.codec(of: number).map._withUnsafeGuaranteedRef { $0 }
    for operation in map.operations where operation.codec.refersToObjects {
      try operation.codec.withTemporaryValue { memory in
        try copy(originals[number] + operation.offset, to: memory, as: operation.codec)
        operation.memory.destroy(memory)
      }
    }
    return met ?? []
  }

  private func copyPostponed(in order: [(number: Int, position: Int)]) throws {
    for (number, position) in order {
      let original = originals[number]
      let map = try graph.codec(of: number).map._withUnsafeGuaranteedRef { $0 }
      try graph.replace(position, of: number) { memory, codec in
        try copy(original + map.operation(at: position).pointee.offset, to: memory, as: codec)
      }
    }
  }

  func setWeakReferences() {
    guard graph.hasWeakReferences else { return }
    for number in originals.indices {
      for reference in graph.weakReferences(of: number) {
        guard let object = reference.object(in: originals[number]) else { continue }
        graph.setWeakReference(reference, of: number, to: copy(of: object))
      }
    }
  }

  /// Returns the copy to which a weak reference to an object leads. An object that no strong reference in the graph leads
  /// to was not copied; then it is the original.
  private func copy(of object: AnyObject) -> AnyObject {
    let address = UnsafeRawPointer(Unmanaged.passUnretained(object).toOpaque())
    return substitute(for: address) ?? numbers[address].flatMap { graph.object($0) } ?? object
  }

  /// Makes the weak references of a copied struct lead to copies. Before all copies are there, the struct is copied once
  /// more later.
  func setWeakReferences(
    of source: UnsafeRawPointer, in target: UnsafeMutableRawPointer, _ map: TypeMap.Storage
  ) {
    guard isComplete else { return hasLeftIncomplete = true }
    for reference in map.weakReferences {
      if let object = reference.object(in: source) { reference.setObject(copy(of: object), in: target) }
    }
  }

  @inline(__always)
  func copyReference(
    _ source: UnsafeRawPointer, to target: UnsafeMutableRawPointer, as declared: RecordCodec
  ) throws {
    let object = source.value(as: UnsafeRawPointer.self)
    let isOnly = path?.isOnlyReference(source) ?? false
    if !isOnly, let number = numbers[object] {
      met?.append(number)
      return graph.store(number, at: target)
    }
    if let substitutes, let other = substitutes[object] {
      return withUnsafePointer(to: other) { ValueOperations(declared.type).copy(from: $0, to: target) }
    }
    try codec(of: object, declared: declared)._withUnsafeGuaranteedRef { codec in
      // An object whose class has a handwritten init(from:) cannot be copied by its properties, so it is shared.
      guard codec.decodingDefault == .structure else {
        return ValueOperations(codec.type).copy(from: source, to: target)
      }
      guard !graph.isWhole else {
        throw EncodingError.invalidValue(codec.type, .init("The value was changed while it was being copied."))
      }
      let number = try graph.add(codec)
      if !isOnly { numbers.insert(number, for: object) }
      originals.append(object)
      graph.store(number, at: target)
    }
  }

  @inline(__always)
  private func codec(of object: UnsafeRawPointer, declared: RecordCodec) throws -> Unmanaged<RecordCodec> {
    let type: AnyClass = ValueComparison.dynamicClass(of: object)
    if type == declared.type { return .passUnretained(declared) }
    if let lastCodec, lastCodec._withUnsafeGuaranteedRef({ $0.type == type }) { return lastCodec }
    let codec = try ValueComparison.codec(of: type, declared: declared)
    lastCodec = codec
    return codec
  }

  private func substitute(for object: UnsafeRawPointer) -> AnyObject? {
    guard let other = substitutes?[object] else { return nil }
    return Unmanaged<AnyObject>.fromOpaque(other).takeUnretainedValue()
  }
}
