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
  @exclusivity(unchecked) private var path: UniquePath?
  /// The objects whose copies are in the graph, by the same numbers. The value that is copied keeps them alive.
  @exclusivity(unchecked) private var originals: [UnsafeRawPointer] = []
  /// Properties with sets and dictionaries of objects, which were left empty: objects can be hashed only when they are
  /// complete. And those with structs that have weak references, which lead to copies only if all copies are there.
  @exclusivity(unchecked) private var postponed: [(number: Int, position: Int)] = []
  /// Whether something was left incomplete since this was reset.
  @exclusivity(unchecked) private var hasLeftIncomplete = false
  /// Whether all copies are there with their properties, so that they may be hashed, and be referred to weakly.
  @exclusivity(unchecked) private var isComplete = false
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

  private func setWeakReferences() {
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
  private func setWeakReferences(
    of source: UnsafeRawPointer, in target: UnsafeMutableRawPointer, _ map: TypeMap.Storage
  ) {
    guard isComplete else { return hasLeftIncomplete = true }
    for reference in map.weakReferences {
      if let object = reference.object(in: source) { reference.setObject(copy(of: object), in: target) }
    }
  }

  @inline(__always)
  private func copyReference(
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

  // MARK: Values

  private func copy(_ source: UnsafeRawPointer, to target: UnsafeMutableRawPointer, as codec: Codec) throws {
    guard codec.refersToObjects else { return ValueOperations(codec.type).copy(from: source, to: target) }
    switch codec.concrete {
    case .optional(let codec):
      if codec.isNil(source) { return codec.initializeNil(target) }
      try copy(source, to: target, as: codec.wrapped)
      codec.wrap(target)
    case .record(let codec):
      if codec.isObject { return try copyReference(source, to: target, as: codec) }
      try copyRecord(source, to: target, as: codec)
    case .tuple(let codec): try copyParts(source, to: target, as: codec.map)
    case .sequence(let codec):
      try along(path?.toElements(ofArrayAt: source, as: codec)) { try copySequence(source, to: target, as: codec) }
    case .dictionary(let codec): try along(.shared) { try copyDictionary(source, to: target, as: codec) }
    case .conversion(let codec):
      try along(.shared) {
        try codec.withRepresentation(of: source) { representation in
          try codec.representation.withTemporaryValue { memory in
            try copy(representation, to: memory, as: codec.representation)
            try codec.initialize(target, taking: memory)
          }
        }
      }
    case .existential(let codec):
      try along(.shared) { try codec.initialize(target, with: copyOfAny(codec.plainValue(at: source))) }
    default: ValueOperations(codec.type).copy(from: source, to: target)
    }
  }

  /// Copies values that are reached by another path. If each object has to be in ``numbers``, there is none.
  @inline(__always)
  private func along(_ path: UniquePath?, _ copy: () throws -> Void) rethrows {
    let outer = self.path
    if outer != nil { self.path = path }
    defer { if self.path != nil { self.path = outer } }
    try copy()
  }

  /// Returns a copy of a value by its dynamic type. A value without a codec is returned as it is.
  private func copyOfAny(_ value: Any) throws -> Any {
    try NestedLevel.checkStack()
    guard let codec = try Discovery.codecIfAny(for: type(of: value))?.takeUnretainedValue(), codec.refersToObjects
    else { return value }
    return try ValueComparison.withAddress(of: value) { source in
      try codec.boxedValue { try copy(source, to: $0, as: codec) }
    }
  }

  private func copyRecord(
    _ source: UnsafeRawPointer, to target: UnsafeMutableRawPointer, as codec: RecordCodec
  ) throws {
    try NestedLevel.checkStack()
    let map = try codec.map._withUnsafeGuaranteedRef { $0 }
    guard case .enumeration(let cases) = map.shape else { return try copyParts(source, to: target, as: map) }
    let position = cases.layout.position(of: source)
    guard let payload = cases.payloads[position] else {
      return ValueOperations(codec.type).copy(from: source, to: target)
    }
    do {
      try along(.shared) {
        try cases.layout.withPayload(of: source, case: position) { original in
          try cases.layout.initialize(target, case: position) { try copyParts(original, to: $0, as: payload) }
        }
      }
    } catch {
      throw error.prepending(cases.index.keys[position])
    }
  }

  /// Copies a struct, tuple or payload as Swift does, and then replaces references by those to copies.
  private func copyParts(
    _ source: UnsafeRawPointer, to target: UnsafeMutableRawPointer, as map: TypeMap.Storage
  ) throws {
    try ValueOperations(map.type).copy(from: source, to: target) {
      for operation in map.operations where operation.codec.refersToObjects {
        do {
          try operation.codec.withTemporaryValue { part in
            try copy(source + operation.offset, to: part, as: operation.codec)
            operation.memory.assign(taking: part, to: target + operation.offset)
          }
        } catch {
          throw error.prepending(operation.key)
        }
      }
    }
    if !map.weakReferences.isEmpty { setWeakReferences(of: source, in: target, map) }
  }

  private func copySequence(
    _ source: UnsafeRawPointer, to target: UnsafeMutableRawPointer, as codec: SequenceCodec
  ) throws {
    if codec.movesElements, codec.elementOperations.alignment <= 16 {
      return try codec.withKeptElements(of: source) { try copyElements($0, count: $1, to: target, as: codec) }
    }
    var elements = ElementBuffer(of: codec.element.type, announced: nil)
    try codec.withElements(of: source) { first, count in
      for index in 0..<count {
        do {
          try copy(first + index * codec.stride, to: elements.next(), as: codec.element)
          elements.commit()
        } catch {
          throw error.prepending(DynamicKey(index: index))
        }
      }
    }
    if codec.isSet, !isComplete {
      elements.removeAll()
      hasLeftIncomplete = true
    }
    codec.initialize(target, taking: &elements, inPlaceOf: source)
  }

  /// Copies the elements of an array in place into the memory that becomes the new one.
  private func copyElements(
    _ first: UnsafeRawPointer, count: Int, to target: UnsafeMutableRawPointer, as codec: SequenceCodec
  ) throws {
    guard count > 0 else { return codec.initialize(target, moving: target, count: 0) }
    let memory = ArrayStorage.resize(nil, toHold: count, stride: codec.stride)
    for index in 0..<count {
      let offset = index &* codec.stride
      do {
        try copy(first + offset, to: memory + offset, as: codec.element)
      } catch {
        codec.elementOperations.destroy(memory, count: index)
        ArrayStorage.free(memory)
        throw error.prepending(DynamicKey(index: index))
      }
    }
    codec.initialize(target, adopting: memory, count: count, capacity: count)
  }

  private func copyDictionary(
    _ source: UnsafeRawPointer, to target: UnsafeMutableRawPointer, as codec: DictionaryCodec
  ) throws {
    var keys = ElementBuffer(of: codec.key.type, announced: nil)
    var values = ElementBuffer(of: codec.value.type, announced: nil)
    try codec.forEach(of: source) { key, value in
      try copy(key, to: keys.next(), as: codec.key)
      keys.commit()
      do {
        try copy(value, to: values.next(), as: codec.value)
        values.commit()
      } catch {
        throw error.prepending(DynamicKey(ValueText.describing(codec.key.plainValue(at: key))))
      }
    }
    if codec.key.refersToObjects, !isComplete {
      keys.removeAll()
      values.removeAll()
      hasLeftIncomplete = true
    }
    codec.initialize(target, takingKeys: &keys, values: &values)
  }
}
