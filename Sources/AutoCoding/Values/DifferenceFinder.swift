/// Finds the differences between two values.
///
/// Objects are compared from a queue, so chains of references need no stack. A path is stored as the number of its last
/// step, which has the number of the step before it: a path through a chain of objects is as long as the chain.
///
/// Most parts of most values are equal, so a part that refers to no objects is compared as a whole first.
///
/// Precondition of all: addresses hold values of the codec's type, which no code changes meanwhile.
final class DifferenceFinder {
  var changes: [ModelValue.Change] = []
  let comparison = ValueComparison(keepsCounterparts: true)
  /// Steps, each with the number of the one before it.
  private var steps: [(previous: Int, step: Step)] = []
  /// What ``isWhollyCoded(_:)`` has answered, by codec.
  private var wholeCodecs: [ObjectIdentifier: Bool] = [:]
  /// How many of the values around the current one were compared as a whole, and differ.
  private var comparedLevels = 0
  /// At more levels, values of types that contain themselves would be compared again and again.
  private static let maximumComparedLevels = 4
  private var objects: [(old: UnsafeRawPointer, new: UnsafeRawPointer, codec: Unmanaged<RecordCodec>, path: Int)] = []
  /// Collections in which each element is compared with each. They come last, since most objects then have
  /// counterparts.
  var unordered: [(old: Any, new: Any, codec: Codec, path: Int)] = []

  enum Step {
    /// The property of a map, which has its name only if a change is found.
    case part(Unmanaged<TypeMap.Storage>, position: Int)
    case other(ModelValue.Change.Step)
  }

  /// The names of the properties of maps in which changes were found.
  private var names: [UnsafeMutableRawPointer: [String]] = [:]

  /// The path of the value itself.
  static let root = -1

  func findAll(_ old: UnsafeRawPointer, _ new: UnsafeRawPointer, as codec: Codec) throws {
    try find(old, new, as: codec, at: Self.root)
    var next = 0
    while next < objects.count {
      let object = objects[next]
      next += 1
      try object.codec._withUnsafeGuaranteedRef { try $0.map }._withUnsafeGuaranteedRef { map in
        try findParts(object.old, object.new, as: map, at: object.path)
      }
    }
    for collection in unordered {
      try ValueComparison.withAddress(of: collection.old) { old in
        try ValueComparison.withAddress(of: collection.new) { new in
          try findWhole(old, new, as: collection.codec, at: collection.path)
        }
      }
    }
    try findCounterparts(old, new, as: codec)
  }

  // MARK: Objects that stay

  typealias Counterparts = [ModelDifference<Any>.Counterpart]

  /// Objects of the new value to which new values of changes refer, with the paths of their counterparts in the old
  /// value.
  var counterparts: Counterparts = []
  /// Objects of the old value to which old values of changes refer, with the paths of their counterparts in the new
  /// value. For the reversed difference.
  var formerCounterparts: Counterparts = []

  /// Returns an error with a path prepended to its coding path.
  private func located(_ error: any Error, at path: Int) -> any Error {
    error.prepending(steps(at: path).map(\.codingKey))
  }

  private func steps(at path: Int) -> [ModelValue.Change.Step] {
    var list: [ModelValue.Change.Step] = []
    var number = path
    while number != Self.root {
      list.append(published(steps[number].step))
      number = steps[number].previous
    }
    return list.reversed()
  }

  /// Whether all properties on a path are both written and read.
  private func isCoded(_ path: Int) -> Bool {
    var number = path
    while number != Self.root {
      if case .part(let map, let position) = steps[number].step,
        !map._withUnsafeGuaranteedRef({ $0.isCodedBothWays(position) })
      {
        return false
      }
      number = steps[number].previous
    }
    return true
  }

  private func published(_ step: Step) -> ModelValue.Change.Step {
    switch step {
    case .other(let step): return step
    case .part(let map, let position):
      let key = map.toOpaque()
      if let known = names[key] { return .property(known[position]) }
      let found = map._withUnsafeGuaranteedRef { $0.codedNames }
      names[key] = found
      return .property(found[position])
    }
  }

  func path(_ step: ModelValue.Change.Step, after previous: Int) -> Int {
    path(.other(step), after: previous)
  }

  func path(_ step: Step, after previous: Int) -> Int {
    steps.append((previous, step))
    return steps.count - 1
  }

  @inline(never)
  func add(_ kind: ModelValue.Change.Kind, at path: Int, from old: Any?, to new: Any?) {
    let isCodedBothWays = isCoded(path) && [old, new].allSatisfy { $0.map(isWhollyCoded) ?? true }
    changes.append(
      ModelValue.Change(
        path: steps(at: path), kind: kind, oldValue: old, newValue: new, isCodedBothWays: isCodedBothWays))
  }

  /// Whether all properties within a value are both written and read.
  private func isWhollyCoded(_ value: Any) -> Bool {
    guard let codec = try? Discovery.codecIfAny(for: type(of: value)) else { return true }
    return codec._withUnsafeGuaranteedRef { codec in
      if let known = wholeCodecs[ObjectIdentifier(codec)] { return known }
      var visited: Set<ObjectIdentifier> = []
      let isWhole = !codec.hasOneWayProperties(&visited)
      wholeCodecs[ObjectIdentifier(codec)] = isWhole
      return isWhole
    }
  }

  func replace(_ old: UnsafeRawPointer, _ new: UnsafeRawPointer, as codec: Codec, at path: Int) {
    add(.replace, at: path, from: codec.plainValue(at: old), to: codec.plainValue(at: new))
  }

  func findWhole(_ old: UnsafeRawPointer, _ new: UnsafeRawPointer, as codec: Codec, at path: Int) throws {
    let isEqual: Bool
    do {
      isEqual = try comparison.attempt(old, new, as: codec)
    } catch {
      throw located(error, at: path)
    }
    if !isEqual { replace(old, new, as: codec, at: path) }
  }

  // MARK: Values

  /// Finds the changes of a part, most often none.
  func findPart(
    _ old: UnsafeRawPointer, _ new: UnsafeRawPointer, as codec: Codec, at step: Step, after path: Int
  ) throws {
    if isUnchanged(old, new, as: codec) { return }
    guard !codec.kind.isLeaf, !codec.refersToObjects else {
      return try find(old, new, as: codec, at: self.path(step, after: path))
    }
    comparedLevels += 1
    defer { comparedLevels -= 1 }
    try find(old, new, as: codec, at: self.path(step, after: path))
  }

  /// Whether a value is unchanged, as far as that is known before its parts are compared one by one.
  func isUnchanged(_ old: UnsafeRawPointer, _ new: UnsafeRawPointer, as codec: Codec) -> Bool {
    if codec.kind.isLeaf { return ValueComparison.compareLeaves(old, new, kind: codec.kind) }
    guard !codec.refersToObjects, comparedLevels < Self.maximumComparedLevels else { return false }
    // Of an error, only the value's own parts know the path.
    return (try? comparison.attempt(old, new, as: codec)) == true
  }

  private func find(_ old: UnsafeRawPointer, _ new: UnsafeRawPointer, as codec: Codec, at path: Int) throws {
    switch codec.concrete {
    case .optional(let codec): try findOptional(old, new, as: codec, at: path)
    case .record(let codec): try findRecord(old, new, as: codec, at: path)
    case .tuple(let codec): try findParts(old, new, as: codec.map, at: path)
    case .sequence(let codec): try findSequence(old, new, as: codec, at: path)
    case .dictionary(let codec): try findDictionary(old, new, as: codec, at: path)
    case .conversion(let codec) where !codec.isRawValue:
      try codec.withRepresentation(of: old) { old in
        try codec.withRepresentation(of: new) { try find(old, $0, as: codec.representation, at: path) }
      }
    default: try findWhole(old, new, as: codec, at: path)
    }
  }

  private func findOptional(
    _ old: UnsafeRawPointer, _ new: UnsafeRawPointer, as codec: OptionalCodec, at path: Int
  ) throws {
    // A change cannot distinguish the two levels of nil.
    if codec.wrapped.kind == .optional { return try findWhole(old, new, as: codec, at: path) }
    switch (codec.isNil(old), codec.isNil(new)) {
    case (true, true): break
    case (true, false) where codec.holdsNull(new), (false, true) where codec.holdsNull(old): break
    case (false, false): try find(old, new, as: codec.wrapped, at: path)
    case (true, false): add(.replace, at: path, from: nil, to: codec.wrapped.plainValue(at: new))
    case (false, true): add(.replace, at: path, from: codec.wrapped.plainValue(at: old), to: nil)
    }
  }

  private func findRecord(
    _ old: UnsafeRawPointer, _ new: UnsafeRawPointer, as codec: RecordCodec, at path: Int
  ) throws {
    if codec.isObject { return try findObject(old, new, as: codec, at: path) }
    guard codec.decodingDefault == .structure else { return try findWhole(old, new, as: codec, at: path) }
    try NestedLevel.checkStack { self.steps(at: path).map(\.codingKey) }
    let map = try codec.map._withUnsafeGuaranteedRef { $0 }
    guard case .enumeration(let cases) = map.shape else { return try findParts(old, new, as: map, at: path) }
    let position = cases.layout.position(of: old)
    guard position == cases.layout.position(of: new) else { return replace(old, new, as: codec, at: path) }
    guard let payload = cases.payloads[position] else { return }
    let path = self.path(.property(cases.layout.cases[position].name), after: path)
    try cases.layout.withPayload(of: old, case: position) { old in
      try cases.layout.withPayload(of: new, case: position) { try findParts(old, $0, as: payload, at: path) }
    }
  }

  private func findObject(
    _ old: UnsafeRawPointer, _ new: UnsafeRawPointer, as declared: RecordCodec, at path: Int
  ) throws {
    let (first, second) = (old.value(as: UnsafeRawPointer.self), new.value(as: UnsafeRawPointer.self))
    let type: AnyClass = ValueComparison.dynamicClass(of: first)
    guard type == ValueComparison.dynamicClass(of: second) else { return replace(old, new, as: declared, at: path) }
    try ValueComparison.codec(of: type, declared: declared)._withUnsafeGuaranteedRef { codec in
      guard codec.decodingDefault == .structure else { return try findWhole(old, new, as: codec, at: path) }
      switch comparison.pair(first, second, codec) {
      case nil: replace(old, new, as: declared, at: path)
      case false?: break
      case true?: objects.append((first, second, .passUnretained(codec), path))
      }
    }
  }

  private func findParts(
    _ old: UnsafeRawPointer, _ new: UnsafeRawPointer, as map: TypeMap.Storage, at path: Int
  ) throws {
    for position in map.operations.indices {
      let operation = map.operation(at: position)
      let offset = operation.pointee.offset
      try operation.pointee.withCodec {
        try findPart(
          old + offset, new + offset, as: $0, at: .part(.passUnretained(map), position: position), after: path)
      }
    }
  }
}

extension Codec {
  /// Whether values of the declared types have properties that are only written or only read.
  fileprivate func hasOneWayProperties(_ visited: inout Set<ObjectIdentifier>) -> Bool {
    guard visited.insert(ObjectIdentifier(self)).inserted else { return false }
    if let codec = record {
      guard codec.decodingDefault == .structure, let map = try? codec.map else { return false }
      if map._withUnsafeGuaranteedRef({ map in map.operations.indices.contains { !map.isCodedBothWays($0) } }) {
        return true
      }
    }
    return children.contains { $0.hasOneWayProperties(&visited) }
  }
}

extension Codec {
  /// Whether values are coded as their raw value, as text, or as an Optional of such. A difference treats such a value as a unit.
  var isRawValue: Bool {
    guard case .conversion(let codec) = concrete else { return false }
    let stored = codec.representation.optional?.wrapped ?? codec.representation
    return stored.kind.isLeaf && !(type is any CodedPropertyWrapper.Type)
  }
}

extension Members {
  /// The position of each key.
  var positions: [AnyHashable: Int] {
    var positions: [AnyHashable: Int] = [:]
    for index in 0..<count {
      if let key = keyCodec.plainValue(at: key(index)) as? AnyHashable { positions[key] = index }
    }
    return positions
  }
}
