/// Finds the changes of arrays, sets and dictionaries.
extension DifferenceFinder {
  func findSequence(
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

  func findDictionary(
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
