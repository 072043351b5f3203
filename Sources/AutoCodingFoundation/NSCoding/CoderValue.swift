import AutoCoding
import Foundation

/// A value in memory of its own.
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
    // Last: an object that has all of its properties runs `deinit` if its initializer throws.
    self.type = type
    self.operations = operations
    self.memory = memory
    address = UnsafeRawPointer(memory)
  }

  /// A copy of the value at an address.
  convenience init(copying source: UnsafeRawPointer, of type: Any.Type) {
    self.init(type) { ValueOperations(type).copy(from: source, to: $0) }
  }

  deinit {
    operations.destroy(memory)
    memory.deallocate()
  }

  /// The value, where it is a reference to an object.
  var object: AnyObject? { type is AnyClass ? address.value(as: AnyObject.self) : nil }

  /// Copies the value to uninitialized memory.
  func copy(to destination: UnsafeMutableRawPointer) { operations.copy(from: address, to: destination) }
}
