import RuntimeShims

/// Access to the memory of objects: their stored properties, and allocation without an initializer.
package enum Instance {
  /// Returns the address to which an object's field offsets are relative. Valid while the object lives.
  package static func address(of object: AnyObject) -> UnsafeMutableRawPointer {
    Unmanaged.passUnretained(object).toOpaque()
  }

  /// Returns what identifies a value while it lives, if copies of the value share storage: the address of an object, or
  /// of the one object that an array, dictionary or other one-word value refers to. Returns nil for any other value.
  package static func identity(of value: Any) -> UInt? {
    let type = type(of: value)
    if type is AnyClass { return UInt(bitPattern: address(of: value as AnyObject)) }
    let operations = ValueOperations(type)
    guard operations.size == MemoryLayout<UInt>.size, operations.isBitwiseTakable, !operations.isTrivial else {
      return nil
    }
    // An existential holds such a value in its first word.
    func word<Value>(_ value: Value) -> UInt { withUnsafeBytes(of: value) { $0.load(as: UInt.self) } }
    if isRecorded(type, in: value) { return word(value) }
    // It holds another existential, which a cast opens.
    func open<Value>(_: Value.Type) -> UInt? { (value as? Value).map(word) }
    return _openExistential(type, do: open)
  }

  /// Returns whether an object's class is certainly the given one; false if only the runtime can tell.
  ///
  /// Precondition: the address is that of an object.
  @inline(__always)
  package static func isExactly(_ object: UnsafeRawPointer, _ type: Any.Type) -> Bool {
    // The first word of a native object is its metadata. It may differ for objects that the Objective-C runtime
    // manages.
    object.load(as: UnsafeRawPointer.self) == unsafeBitCast(type, to: UnsafeRawPointer.self)
  }

  /// Returns the size and alignment of a scratch copy of an object's fields, at the same offsets as in the object.
  package static func layout(of type: AnyClass) -> (size: Int, alignment: Int) {
    let metadata = Metadata(type)
    return (metadata.instanceSize, metadata.instanceAlignmentMask + 1)
  }

  /// Allocates an object without running an initializer.
  ///
  /// Precondition: the caller initializes every stored property before the object is used or released. `type` is a
  /// Swift class for which a ``TypeMirror`` could be made.
  package static func allocate(_ type: AnyClass) -> UnsafeMutableRawPointer {
    let metadata = Metadata(type)
    return swift_allocObject(metadata.pointer, metadata.instanceSize, metadata.instanceAlignmentMask)
  }

  /// Frees an object from ``allocate(_:)``. No `deinit` runs.
  ///
  /// Precondition: no stored property is initialized, and nothing refers to the object.
  package static func deallocate(_ address: UnsafeMutableRawPointer, of type: AnyClass) {
    let metadata = Metadata(type)
    swift_deallocUninitializedObject(address, metadata.instanceSize, metadata.instanceAlignmentMask)
  }
}
