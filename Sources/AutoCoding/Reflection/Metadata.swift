import RuntimeShims

/// A type's metadata record, as the runtime lays it out (swift/docs/ABI/TypeMetadata.rst).
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

  /// The kinds of type that matter here.
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

  /// Whether the class was made by a Swift compiler; an Objective-C class has none of the fields above.
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

/// The part of a nominal type that all its specializations share (swift/ABI/Metadata.h, `TargetTypeContextDescriptor`).
struct TypeDescriptor {
  let pointer: UnsafeRawPointer

  /// The list of stored properties or cases, or nil where the module was compiled without reflection metadata.
  var fields: FieldDescriptor? {
    relativePointer(at: pointer + 16).map(FieldDescriptor.init)
  }

  /// How many cases of an enum have a payload, and so the lowest tags. Precondition: the descriptor is an enum's.
  var payloadCaseCount: Int { Int(pointer.load(fromByteOffset: 20, as: UInt32.self) & 0xffffff) }

  /// How many cases of an enum have none. Precondition: the descriptor is an enum's.
  var emptyCaseCount: Int { Int(pointer.load(fromByteOffset: 24, as: UInt32.self)) }

  /// Whether the type has generic parameters, its own or those of what it is nested in.
  var isGeneric: Bool { pointer.load(as: UInt32.self) & 0x80 != 0 }

  /// The descriptor of a class's superclass, which may be generic; nil if there is none, or none of Swift.
  var superclass: UnsafeRawPointer? {
    // Offset 20 leads to a mangled name, which begins with a reference to the descriptor: after a byte 1 its place, after a
    // byte 2 the place of its address.
    guard pointer.load(as: UInt32.self) & 0x1f == 16, let name = relativePointer(at: pointer + 20) else { return nil }
    let kind = name.load(as: UInt8.self)
    guard kind == 1 || kind == 2 else { return nil }
    let target = name + 1 + Int((name + 1).loadUnaligned(as: Int32.self))
    return kind == 1 ? target : target.load(as: UnsafeRawPointer?.self)
  }

  /// Whether the descriptor is of a class that is an actor.
  var isActor: Bool {
    let flags = pointer.load(as: UInt32.self)
    let isClass = flags & 0x1f == 16
    // Kind-specific flags are the upper half; `Class_IsActor` is its bit 7, `Class_IsDefaultActor` bit 8.
    return isClass && (flags >> 16) & 0b1_1000_0000 != 0
  }
}

/// The reflection metadata of one level of a nominal type (swift/RemoteInspection/Records.h).
struct FieldDescriptor {
  let pointer: UnsafeRawPointer

  var count: Int {
    Int(pointer.load(fromByteOffset: 12, as: UInt32.self))
  }

  /// Precondition: `index` is in `0..<count`.
  subscript(index: Int) -> FieldRecord {
    let size = Int(pointer.load(fromByteOffset: 10, as: UInt16.self))
    return FieldRecord(pointer: pointer + 16 + index * size)
  }
}

/// A stored property or enum case in a ``FieldDescriptor``.
struct FieldRecord {
  let pointer: UnsafeRawPointer

  var isIndirectCase: Bool {
    pointer.load(as: UInt32.self) & 1 != 0
  }

  var name: String {
    relativePointer(at: pointer + 8).map { String(cString: $0.assumingMemoryBound(to: CChar.self)) } ?? ""
  }

  /// The mangled name of the field's type, or nil for an enum case without payload.
  var mangledType: MangledName? {
    relativePointer(at: pointer + 4).map(MangledName.init)
  }
}

/// A mangled type name in the binary. It may hold symbolic references, so it is no C string.
struct MangledName {
  let start: UnsafeRawPointer
  let count: Int
  /// The ownership that the name's suffix states.
  let ownership: Ownership
  /// Whether the name, without that suffix, is an Optional's.
  let isOptional: Bool
  /// Whether an Optional is any part of the name.
  let mentionsOptional: Bool

  init(start: UnsafeRawPointer) {
    self.start = start
    var end = start
    // The last four bytes that are no symbolic reference, the last one lowest.
    var last: UInt32 = 0
    var mentionsOptional = false
    while true {
      let byte = end.load(as: UInt8.self)
      switch byte {
      case 0:
        count = end - start
        ownership =
          switch last & 0xffff {
          case 0x5877: .weak  // Xw
          case 0x586f: .unowned  // Xo
          case 0x5875: .unmanaged  // Xu
          default: .strong
          }
        let bare = ownership == .strong ? last : last >> 16
        isOptional = bare & 0xffff == 0x5367  // Sg
        self.mentionsOptional = mentionsOptional
        return
      case 0x01...0x17:
        end += 5
        last = 0
      case 0x18...0x1f:
        end += 9
        last = 0
      default:
        end += 1
        last = last << 8 | UInt32(byte)
        if last & 0xffff == 0x5367 { mentionsOptional = true }
      }
    }
  }
}

/// How a stored property holds the object it refers to.
package enum Ownership: Sendable {
  case strong, weak, unowned
  /// `unowned(unsafe)`.
  case unmanaged
}

private func relativePointer(at address: UnsafeRawPointer) -> UnsafeRawPointer? {
  let offset = address.load(as: Int32.self)
  return offset == 0 ? nil : address + Int(offset)
}
