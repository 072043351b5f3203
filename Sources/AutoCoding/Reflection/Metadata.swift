/// A type's metadata record in the runtime's layout (swift/docs/ABI/TypeMetadata.rst).
///
/// Precondition of every accessor but ``kind``: the record is of the kind that the accessor names.
package struct Metadata {
  let pointer: UnsafeRawPointer

  init(_ type: Any.Type) {
    pointer = unsafeBitCast(type, to: UnsafeRawPointer.self)
  }

  init(_ pointer: UnsafeRawPointer) {
    self.pointer = pointer
  }

  var type: Any.Type {
    unsafeBitCast(pointer, to: Any.Type.self)
  }

  /// The kinds of types that the library distinguishes.
  package enum Kind: Sendable {
    case structure, `class`, enumeration, optional, tuple, function, existential, metatype, other
  }

  package var kind: Kind {
    // On Apple platforms the first word of a class is its isa pointer, which is larger than any kind.
    switch pointer.load(as: UInt.self) {
    case 0x200: .structure
    case 0x201: .enumeration
    case 0x202: .optional
    case 0x301: .tuple
    case 0x302: .function
    case 0x303, 0x307: .existential
    case 0x304, 0x306: .metatype
    case 0, 0x800...: .class
    default: .other
    }
  }

  // MARK: Nominal types

  /// The context descriptor of a class, struct or enum.
  var descriptor: TypeDescriptor? {
    let offset: Int
    switch kind {
    case .structure, .enumeration, .optional: offset = 8
    case .class: offset = ClassLayout.descriptor
    default: return nil
    }
    return pointer.load(fromByteOffset: offset, as: UnsafeRawPointer?.self).map(TypeDescriptor.init)
  }

  // MARK: Classes

  /// Bytes from an object's address to the end of its last stored property.
  var instanceSize: Int {
    Int(pointer.load(fromByteOffset: ClassLayout.instanceSize, as: UInt32.self))
  }

  var instanceAlignmentMask: Int {
    Int(pointer.load(fromByteOffset: ClassLayout.instanceAlignmentMask, as: UInt16.self))
  }

  /// Whether the class is a Swift class; an Objective-C class has none of the fields above.
  var isSwiftClass: Bool {
    #if canImport(ObjectiveC)
    // Class metadata's "data" word carries the is-Swift bits (stable ABI: bit 1, legacy: bit 0).
    return pointer.load(fromByteOffset: 32, as: UInt.self) & 0b11 != 0
    #else
    return true
    #endif
  }

  private enum ClassLayout {
    #if canImport(ObjectiveC)
    static let instanceSize = 48
    static let instanceAlignmentMask = 52
    static let descriptor = 64
    #else
    static let instanceSize = 24
    static let instanceAlignmentMask = 28
    static let descriptor = 40
    #endif
  }
}

/// The ownership of a stored property: how it references its object.
package enum Ownership: Sendable {
  case strong, weak, unowned
  /// `unowned(unsafe)`.
  case unmanaged
}
