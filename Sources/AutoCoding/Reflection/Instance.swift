import RuntimeShims

/// Objects as memory: where their stored properties lie, and how one is made without an initializer.
package enum Instance {
  /// The address from which an object's field offsets count. Valid while the object lives.
  package static func address(of object: AnyObject) -> UnsafeMutableRawPointer {
    Unmanaged.passUnretained(object).toOpaque()
  }

  /// What tells a value from others while it lives, if copies of it share its storage: the address of an object, or of the
  /// one object that an array, dictionary or other value of one word refers to. Nil for anything else.
  package static func identity(of value: Any) -> UInt? {
    let type = type(of: value)
    if type is AnyClass { return UInt(bitPattern: address(of: value as AnyObject)) }
    let operations = ValueOperations(type)
    guard operations.size == MemoryLayout<UInt>.size, operations.isBitwiseTakable, !operations.isTrivial else {
      return nil
    }
    // An existential holds such a value in its first word.
    return withUnsafeBytes(of: value) { $0.load(as: UInt.self) }
  }

  /// Whether an object's class is for certain the given one; false where only the runtime can tell.
  ///
  /// Precondition: the address is an object's.
  @inline(__always)
  package static func isExactly(_ object: UnsafeRawPointer, _ type: Any.Type) -> Bool {
    // The first word of a native object is its metadata; of one that the Objective-C runtime has a hand in, it may differ.
    object.load(as: UnsafeRawPointer.self) == unsafeBitCast(type, to: UnsafeRawPointer.self)
  }

  /// Bytes and alignment of a scratch copy of an object's fields, at the object's own offsets.
  package static func layout(of type: AnyClass) -> (size: Int, alignment: Int) {
    let metadata = Metadata(type)
    return (metadata.instanceSize, metadata.instanceAlignmentMask + 1)
  }

  /// Makes an object without running an initializer.
  ///
  /// Precondition: the caller initializes every stored property before the object is used or released. `type` is a
  /// Swift class whose fields ``TypeMirror`` has accounted for.
  package static func allocate(_ type: AnyClass) -> UnsafeMutableRawPointer {
    let metadata = Metadata(type)
    return swift_allocObject(metadata.pointer, metadata.instanceSize, metadata.instanceAlignmentMask)
  }

  /// Takes back what ``allocate(_:)`` made. No `deinit` runs.
  ///
  /// Precondition: no stored property is initialized, and nothing refers to the object.
  package static func deallocate(_ address: UnsafeMutableRawPointer, of type: AnyClass) {
    let metadata = Metadata(type)
    swift_deallocUninitializedObject(address, metadata.instanceSize, metadata.instanceAlignmentMask)
  }
}
