/// Access to weak references in place. They must never be read or written as plain memory.
package enum WeakStorage {
  private struct Reference {
    weak var object: AnyObject?
  }

  /// Returns the object that a weak reference refers to.
  ///
  /// Precondition: the address holds a weak reference to an object of one class, not to an existential.
  package static func object(at address: UnsafeRawPointer) -> AnyObject? {
    address.assumingMemoryBound(to: Reference.self).pointee.object
  }

  /// Makes a weak reference refer to an object, under the same precondition.
  package static func setObject(_ object: AnyObject?, at address: UnsafeMutableRawPointer) {
    address.assumingMemoryBound(to: Reference.self).pointee.object = object
  }
}
