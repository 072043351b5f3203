/// Abandons objects that are not complete.
extension ObjectGraph {
  func giveUp() {
    let entries = UnsafeMutableBufferPointer(start: table.base, count: count)
    // First, objects made by `init()` release the others: this breaks cycles, and no code sees a partial object.
    for entry in entries where entry.state == .assigned { reset(entry) }
    if isWhole {
      for entry in entries { release(entry) }
      return
    }
    for entry in entries where entry.state == .filled { destroyProperties(of: entry) }
    for entry in entries {
      switch entry.state {
      case .allocated, .filled:
        if let address = entry.address, let type = entry.map?._withUnsafeGuaranteedRef({ $0.objectType }) {
          Instance.deallocate(address, of: type)
        }
      default: release(entry)
      }
    }
  }

  func release(_ entry: Entry) {
    if let address = entry.address { Unmanaged<AnyObject>.fromOpaque(address).release() }
  }

  private func destroyProperties(of entry: Entry) {
    guard let address = entry.address else { return }
    entry.map?._withUnsafeGuaranteedRef { map in
      for operation in map.operations { operation.memory.destroy(address + operation.offset) }
      for property in map.uncodedProperties { property.destroy(address + property.offset) }
    }
  }

  /// Resets properties that refer to objects to the values that `init()` gives them.
  private func reset(_ entry: Entry) {
    guard let address = entry.address, let map = entry.map else { return }
    map._withUnsafeGuaranteedRef { map in
      guard case .defaults(let type) = map.construction else { return }
      let references = map.operations.filter(\.codec.refersToObjects)
      guard !references.isEmpty else { return }
      let fresh = Self.makeDefault(type)
      for operation in references {
        let memory = allocateMemory(size: operation.memory.size, alignment: operation.memory.alignment)
        operation.memory.copy(from: fresh + operation.offset, to: memory)
        operation.memory.assign(taking: memory, to: address + operation.offset)
        memory.deallocate()
      }
      Unmanaged<AnyObject>.fromOpaque(fresh).release()
    }
  }
}
