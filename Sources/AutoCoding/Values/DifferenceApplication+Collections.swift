extension DifferenceApplication {
  func makeSequence(
    _ source: UnsafeRawPointer, to target: UnsafeMutableRawPointer, as codec: SequenceCodec, node: Int
  ) throws {
    if codec.isSet { return try makeSet(source, to: target, as: codec, node: node) }
    var edits: [Int: Int] = [:]
    var removals: Set<Int> = []
    var insertions: [Int: Int] = [:]
    for (step, child) in nodes[node].children {
      guard case .index(let index) = step else { throw failure(child, "There is an array at this path.") }
      switch nodes[child].change?.kind {
      case .insert: insertions[index] = child
      case .remove: removals.insert(index)
      case .replace, nil: edits[index] = child
      }
    }
    var elements = ElementBuffer(of: codec.element.type, announced: nil)
    func insert() throws {
      while let child = insertions.removeValue(forKey: elements.count) {
        try store(nodes[child].change?.newValue, to: elements.next(), as: codec.element, node: child)
        elements.commit()
      }
    }
    try codec.withElements(of: source) { first, count in
      for index in 0..<count {
        try insert()
        if removals.remove(index) != nil { continue }
        let element = first + index * codec.stride
        if let child = edits.removeValue(forKey: index) {
          try make(element, to: elements.next(), as: codec.element, node: child)
          elements.commit()
        } else {
          elements.append(copying: element)
        }
      }
    }
    try insert()
    if let missing = edits.values.first ?? insertions.values.first
      ?? removals.first.flatMap({
        nodes[node].children[.index($0)]
      })
    {
      throw failure(missing, "The array has no such index.")
    }
    codec.initialize(target, taking: &elements, inPlaceOf: source)
  }

  private func makeSet(
    _ source: UnsafeRawPointer, to target: UnsafeMutableRawPointer, as codec: SequenceCodec, node: Int
  ) throws {
    var children = nodes[node].children
    var elements = ElementBuffer(of: codec.element.type, announced: nil)
    try codec.withElements(of: source) { first, count in
      for index in 0..<count {
        let element = first + index * codec.stride
        guard let member = codec.element.plainValue(at: element) as? AnyHashable,
          let child = children.removeValue(forKey: .member(member))
        else {
          elements.append(copying: element)
          continue
        }
        switch nodes[child].change?.kind {
        case .remove: break
        case .replace:
          try store(nodes[child].change?.newValue, to: elements.next(), as: codec.element, node: child)
          elements.commit()
        // The element to insert is already in the set.
        case .insert: elements.append(copying: element)
        case nil: throw failure(child, "No path leads into an element of a set.")
        }
      }
    }
    for child in children.values {
      guard let change = nodes[child].change, change.kind == .insert else {
        throw failure(child, "The set has no such element.")
      }
      try store(change.newValue, to: elements.next(), as: codec.element, node: child)
      elements.commit()
    }
    codec.initialize(target, taking: &elements)
  }

  func makeDictionary(
    _ source: UnsafeRawPointer, to target: UnsafeMutableRawPointer, as codec: DictionaryCodec, node: Int
  ) throws {
    var children = nodes[node].children
    var keys = ElementBuffer(of: codec.key.type, announced: nil)
    var values = ElementBuffer(of: codec.value.type, announced: nil)
    try codec.forEach(of: source) { key, value in
      let step = (codec.key.plainValue(at: key) as? AnyHashable).map { ModelValue.Change.Step.key($0) }
      guard let child = step.flatMap({ children.removeValue(forKey: $0) }) else {
        keys.append(copying: key)
        values.append(copying: value)
        return
      }
      switch nodes[child].change?.kind {
      case .remove: return
      // The dictionary already has the key, so replace its value.
      case .insert: try store(nodes[child].change?.newValue, to: values.next(), as: codec.value, node: child)
      case .replace, nil: try make(value, to: values.next(), as: codec.value, node: child)
      }
      values.commit()
      keys.append(copying: key)
    }
    for (step, child) in children {
      guard case .key(let key) = step, let change = nodes[child].change, change.kind == .insert else {
        throw failure(child, "The dictionary has no such key.")
      }
      try store(key.base, to: keys.next(), as: codec.key, node: child)
      keys.commit()
      try store(change.newValue, to: values.next(), as: codec.value, node: child)
      values.commit()
    }
    codec.initialize(target, takingKeys: &keys, values: &values)
  }
}
