/// Changes the objects to which paths lead.
extension DifferenceApplication {
  func changeObjects() throws {
    var next = 0
    while next < objects.count {
      let (object, codec, node) = objects[next]
      next += 1
      let map = try codec.map._withUnsafeGuaranteedRef { $0 }
      let names = map.codedNames
      for (step, child) in nodes[node].children {
        let position = try position(of: step, in: names, of: codec.type, child)
        let operation = map.operations[position]
        // A change within the object to which the property refers is not a change of the property.
        if nodes[child].change == nil, try addObject(at: object + operation.offset, operation.codec, child) { continue }
        guard operation.isVariable else {
          throw failure(child, "The property is a constant of an existing object, which cannot be changed.")
        }
        let memory = allocateMemory(size: operation.memory.size, alignment: operation.memory.alignment)
        do {
          try make(UnsafeRawPointer(object + operation.offset), to: memory, as: operation.codec, node: child)
        } catch {
          memory.deallocate()
          throw error
        }
        if operation.losesLazyValue(object + operation.offset, to: memory) {
          operation.memory.destroy(memory)
          memory.deallocate()
          throw failure(child, "The property is lazy and has a value, which an existing object cannot lose.")
        }
        assignments.append(
          Assignment(address: object + operation.offset, memory: operation.memory, value: memory))
      }
    }
  }

  /// Adds the object to which a property refers to the queue. Returns false if the property does not refer to one.
  func addObject(at source: UnsafeRawPointer, _ codec: Codec, _ node: Int) throws -> Bool {
    switch codec.concrete {
    case .optional(let codec):
      return try !codec.isNil(source) && addObject(at: source, codec.wrapped, node)
    case .record(let codec):
      guard codec.isObject else { return false }
      try addObject(source, codec, node)
      return true
    default: return false
    }
  }

  func addObject(_ source: UnsafeRawPointer, _ declared: RecordCodec, _ node: Int) throws {
    let object = source.value(as: UnsafeMutableRawPointer.self)
    let type: AnyClass = ValueComparison.dynamicClass(of: object)
    let codec = try ValueComparison.codec(of: type, declared: declared).takeUnretainedValue()
    guard codec.decodingDefault == .structure else {
      throw failure(node, "The \(type) is not coded by its properties.")
    }
    if let other = met[object] {
      if other == node { return }
      throw failure(node, "Two paths of the difference lead to the same object of class \(type).")
    }
    met.insert(node, for: object)
    objects.append((object, codec, node))
  }
}
