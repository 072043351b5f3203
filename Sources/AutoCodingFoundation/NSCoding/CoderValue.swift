import AutoCoding

/// A value in separately allocated memory.
final class CoderValue {
  let type: Any.Type
  let address: UnsafeRawPointer
  private let memory: UnsafeMutableRawPointer
  private let operations: ValueOperations

  /// - Parameter initialize: Initializes a value of the type at the address.
  init(_ type: Any.Type, _ initialize: (UnsafeMutableRawPointer) throws -> Void) rethrows {
    let operations = ValueOperations(type)
    let memory = allocateMemory(size: operations.size, alignment: operations.alignment)
    do {
      try initialize(memory)
    } catch {
      memory.deallocate()
      throw error
    }
    // Assigned last: once all properties are set, `deinit` runs if the initializer throws.
    self.type = type
    self.operations = operations
    self.memory = memory
    address = UnsafeRawPointer(memory)
  }

  /// Copies the value at an address.
  convenience init(copying source: UnsafeRawPointer, of type: Any.Type) {
    self.init(type) { ValueOperations(type).copy(from: source, to: $0) }
  }

  deinit {
    operations.destroy(memory)
    memory.deallocate()
  }

  /// The value, if it is an object reference.
  var object: AnyObject? { type is AnyClass ? address.value(as: AnyObject.self) : nil }

  /// Copies the value to uninitialized memory.
  func copy(to destination: UnsafeMutableRawPointer) { operations.copy(from: address, to: destination) }
}
