/// Finds the differences between two values.
///
/// Objects are compared from a queue, so chains of references need no stack. A path is stored as the number of its last
/// step, which has the number of the step before it: a path through a chain of objects is as long as the chain.
///
/// Most parts of most values are equal, so a part that refers to no objects is compared as a whole first.
///
/// Precondition of all: addresses hold values of the codec's type, which no code changes meanwhile.
final class DifferenceFinder {
  private(set) var changes: [ModelValue.Change] = []
  private let comparison = ValueComparison(keepsCounterparts: true)
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
  private var unordered: [(old: Any, new: Any, codec: Codec, path: Int)] = []

  private enum Step {
    /// The property of a map, which has its name only if a change is found.
    case part(Unmanaged<TypeMap.Storage>, position: Int)
    case other(ModelValue.Change.Step)
  }

  /// The names of the properties of maps in which changes were found.
  private var names: [UnsafeMutableRawPointer: [String]] = [:]

  /// The path of the value itself.
  private static let root = -1

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
  private(set) var counterparts: Counterparts = []
  /// Objects of the old value to which old values of changes refer, with the paths of their counterparts in the new
  /// value. For the reversed difference.
  private(set) var formerCounterparts: Counterparts = []

  /// Finds the counterparts. If a changed value leads to an object whose counterpart has no path, the whole value is
  /// replaced.
  private func findCounterparts(_ old: UnsafeRawPointer, _ new: UnsafeRawPointer, as codec: Codec) throws {
    let comparison = comparison
    guard comparison.hasPairs else { return }
    if let later = try counterparts(of: changes.compactMap(\.newValue), in: old, codec, comparison.counterpart),
      let former = try counterparts(of: changes.compactMap(\.oldValue), in: new, codec, comparison.laterCounterpart)
    {
      (counterparts, formerCounterparts) = (later, former)
      return
    }
    changes = []
    replace(old, new, as: codec, at: Self.root)
  }

  /// Returns the objects that values of one side lead to and that have counterparts, with the paths of the counterparts
  /// on the other side. Returns nil if a counterpart has no path, or if the paths are too long.
  private func counterparts(
    of values: [Any], in other: UnsafeRawPointer, _ codec: Codec,
    _ counterpart: @escaping (UnsafeRawPointer) -> UnsafeRawPointer?
  ) throws -> Counterparts? {
    let ends = ObjectWalk(entersSets: true, isEnd: { counterpart($0) != nil })
    for value in values {
      guard let codec = try Discovery.codecIfAny(for: type(of: value))?.takeUnretainedValue() else { continue }
      try ValueComparison.withAddress(of: value) { try ends.walk($0, as: codec) }
    }
    var wanted: [UnsafeRawPointer: ObjectWalk.Found] = [:]
    for end in ends.found {
      if let other = counterpart(end.object) { wanted[other] = end }
    }
    if wanted.isEmpty { return [] }
    let others = ObjectWalk(entersSets: false, isEnd: { _ in false })
    try others.walk(other, as: codec)
    var found: Counterparts = []
    var stepCount = 0
    for former in others.found {
      guard let end = wanted[former.object], let path = others.path(of: former) else { continue }
      wanted[former.object] = nil
      stepCount += path.count
      let object = Unmanaged<AnyObject>.fromOpaque(end.object).takeUnretainedValue()
      found.append(.init(object: object, path: path, isWeak: end.isWeak))
    }
    // A million steps take some hundred MB.
    return wanted.isEmpty && !ends.hasLostEnd && stepCount <= 1 << 20 ? found : nil
  }

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

  private func path(_ step: ModelValue.Change.Step, after previous: Int) -> Int {
    path(.other(step), after: previous)
  }

  private func path(_ step: Step, after previous: Int) -> Int {
    steps.append((previous, step))
    return steps.count - 1
  }

  @inline(never)
  private func add(_ kind: ModelValue.Change.Kind, at path: Int, from old: Any?, to new: Any?) {
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

  private func replace(_ old: UnsafeRawPointer, _ new: UnsafeRawPointer, as codec: Codec, at path: Int) {
    add(.replace, at: path, from: codec.plainValue(at: old), to: codec.plainValue(at: new))
  }

  private func findWhole(_ old: UnsafeRawPointer, _ new: UnsafeRawPointer, as codec: Codec, at path: Int) throws {
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
  private func findPart(
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
  private func isUnchanged(_ old: UnsafeRawPointer, _ new: UnsafeRawPointer, as codec: Codec) -> Bool {
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

  // MARK: Collections

  private func findSequence(
    _ old: UnsafeRawPointer, _ new: UnsafeRawPointer, as codec: SequenceCodec, at path: Int
  ) throws {
    if codec.isSet {
      guard !codec.element.refersToObjects else {
        return unordered.append((codec.plainValue(at: old), codec.plainValue(at: new), codec, path))
      }
      return try findSet(old, new, as: codec, at: path)
    }
    try codec.withElements(of: old) { old, oldCount in
      try codec.withElements(of: new) { new, newCount in
        try findElements((old, oldCount), (new, newCount), as: codec, at: path)
      }
    }
  }

  private func findElements(
    _ old: (first: UnsafeRawPointer, count: Int), _ new: (first: UnsafeRawPointer, count: Int),
    as codec: SequenceCodec, at path: Int
  ) throws {
    func former(_ index: Int) -> UnsafeRawPointer { old.first + index * codec.stride }
    func later(_ index: Int) -> UnsafeRawPointer { new.first + index * codec.stride }
    let common = min(old.count, new.count)
    var begin = 0
    var end = 0
    if old.count != new.count {
      while begin < common, try comparison.attempt(former(begin), later(begin), as: codec.element) { begin += 1 }
      while end < common - begin,
        try comparison.attempt(former(old.count - 1 - end), later(new.count - 1 - end), as: codec.element)
      {
        end += 1
      }
    }
    for index in begin..<common - end {
      try findPart(former(index), later(index), as: codec.element, at: .other(.index(index)), after: path)
    }
    for index in max(begin, common - end)..<max(begin, common - end) + old.count - common {
      let value = codec.element.plainValue(at: former(index))
      add(.remove, at: self.path(.index(index), after: path), from: value, to: nil)
    }
    for index in max(begin, common - end)..<max(begin, common - end) + new.count - common {
      let value = codec.element.plainValue(at: later(index))
      add(.insert, at: self.path(.index(index), after: path), from: nil, to: value)
    }
  }

  private func findSet(
    _ old: UnsafeRawPointer, _ new: UnsafeRawPointer, as codec: SequenceCodec, at path: Int
  ) throws {
    let (before, after) = (try hashed(old, codec), try hashed(new, codec))
    if Self.hasStrangers(before) || Self.hasStrangers(after) { return try findWhole(old, new, as: codec, at: path) }
    for (element, value) in Self.ordered(before.filter { after[$0.key] == nil }) {
      add(.remove, at: self.path(.member(element), after: path), from: value, to: nil)
    }
    let isLeaf = codec.element.kind.isLeaf
    for (element, value) in Self.ordered(isLeaf ? after.filter { before[$0.key] == nil } : after) {
      guard let former = before[element] else {
        add(.insert, at: self.path(.member(element), after: path), from: nil, to: value)
        continue
      }
      // Elements that are equal by their `==` may differ in their properties.
      let isSame = try ValueComparison.withAddress(of: former) { former in
        try ValueComparison.withAddress(of: value) { try comparison.attempt(former, $0, as: codec.element) }
      }
      if !isSame { add(.replace, at: self.path(.member(element), after: path), from: former, to: value) }
    }
  }

  private func hashed(_ address: UnsafeRawPointer, _ codec: SequenceCodec) throws -> [AnyHashable: Any] {
    var elements: [AnyHashable: Any] = [:]
    try codec.withElements(of: address) { first, count in
      for index in 0..<count {
        let value = codec.element.plainValue(at: first + index * codec.stride)
        if let element = value as? AnyHashable { elements[element] = value }
      }
    }
    return elements
  }

  /// Whether there are members that do not equal themselves, as not-a-number: no path leads to them.
  private static func hasStrangers<Value>(_ members: [AnyHashable: Value]) -> Bool {
    members.keys.contains { $0 != $0 }
  }

  /// Returns members in an order that is the same every time.
  private static func ordered<Value>(_ members: [AnyHashable: Value]) -> [(key: AnyHashable, value: Value)] {
    members.sorted(byText: { ValueDescription.wholeText(of: $0.key.base) })
  }

  private func findDictionary(
    _ old: UnsafeRawPointer, _ new: UnsafeRawPointer, as codec: DictionaryCodec, at path: Int
  ) throws {
    guard !codec.key.refersToObjects else {
      return unordered.append((codec.plainValue(at: old), codec.plainValue(at: new), codec, path))
    }
    let before = try Members(of: codec.plainValue(at: old), as: codec)
    let after = try Members(of: codec.plainValue(at: new), as: codec)
    let (oldKeys, newKeys) = (before.positions, after.positions)
    if Self.hasStrangers(oldKeys) || Self.hasStrangers(newKeys) {
      return try findWhole(old, new, as: codec, at: path)
    }
    // If keys are equal by their `==` but differ in their properties, no path distinguishes them: replace the
    // dictionary.
    for (key, index) in newKeys {
      guard let former = oldKeys[key], !codec.key.kind.isLeaf else { continue }
      if try !comparison.attempt(before.key(former), after.key(index), as: codec.key) {
        return replace(old, new, as: codec, at: path)
      }
    }
    for (key, index) in Self.ordered(oldKeys.filter { newKeys[$0.key] == nil }) {
      let value = codec.value.plainValue(at: before.value(index))
      add(.remove, at: self.path(.key(key), after: path), from: value, to: nil)
    }
    // Most entries are unchanged, and sorting takes far longer than comparing.
    let changed = newKeys.filter { key, index in
      guard let former = oldKeys[key] else { return true }
      return !isUnchanged(before.value(former), after.value(index), as: codec.value)
    }
    for (key, index) in Self.ordered(changed) {
      if let former = oldKeys[key] {
        try findPart(before.value(former), after.value(index), as: codec.value, at: .other(.key(key)), after: path)
      } else {
        let value = codec.value.plainValue(at: after.value(index))
        add(.insert, at: self.path(.key(key), after: path), from: nil, to: value)
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

extension TypeMap.Storage {
  /// The names of the coded properties in the source code, by position, each of them once.
  var codedNames: [String] {
    hasRepeatedNames ? Self.distinctNames(of: codedProperties) : codedProperties.map(\.name)
  }

  /// A class and its superclass may each have a private property of a name. Such a name has its class before it, so that
  /// a step leads to one property.
  private static func distinctNames(of properties: [TypeMap.Property]) -> [String] {
    var taken = Set(properties.map(\.name))
    var counts: [String: Int] = [:]
    for property in properties { counts[property.name, default: 0] += 1 }
    return properties.map { property in
      guard counts[property.name] != 1 else { return property.name }
      // Classes of several modules may have the same name, too.
      let names = [false, true].lazy.map { "\(_typeName(property.declaringType, qualified: $0)).\(property.name)" }
      var name = names.first { !taken.contains($0) } ?? property.name
      while !taken.insert(name).inserted { name += "'" }
      return name
    }
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
