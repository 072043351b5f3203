/// The descriptor that all specializations of a nominal type share (swift/ABI/Metadata.h,
/// `TargetTypeContextDescriptor`).
struct TypeDescriptor {
  let pointer: UnsafeRawPointer

  /// The list of stored properties or cases, or nil if the module was compiled without reflection metadata.
  var fields: FieldDescriptor? {
    relativeTarget(of: pointer + 16).map(FieldDescriptor.init)
  }

  /// The number of cases with a payload, which have the lowest tags. Precondition: the descriptor is an enum's.
  var payloadCaseCount: Int { Int(pointer.load(fromByteOffset: 20, as: UInt32.self) & 0xffffff) }

  /// The number of cases without a payload. Precondition: the descriptor is an enum's.
  var emptyCaseCount: Int { Int(pointer.load(fromByteOffset: 24, as: UInt32.self)) }

  /// Whether this is the only descriptor of the type in the process.
  var isUnique: Bool { pointer.load(as: UInt32.self) & 0x40 != 0 }

  /// Whether the type has generic parameters, including those of the types around it.
  var isGeneric: Bool { pointer.load(as: UInt32.self) & 0x80 != 0 }

  /// How many arguments the metadata of a generic enum has, and how many of them are types; nil if a parameter stands for
  /// a list of types. Precondition: the type is a generic enum.
  var enumArgumentCounts: (types: Int, all: Int)? {
    // The descriptor of an enum has 28 bytes. Two relative pointers follow, and then the numbers of parameters, of
    // requirements and of arguments, and flags.
    let (parameters, arguments) = (pointer.load(fromByteOffset: 36, as: UInt16.self), pointer + 40)
    guard arguments.load(fromByteOffset: 2, as: UInt16.self) & 1 == 0 else { return nil }
    let all = Int(arguments.load(as: UInt16.self))
    return (min(Int(parameters), all), all)
  }

  /// The descriptor of a class's superclass, which may be generic; nil if there is none, or if it is not a Swift class.
  var superclass: UnsafeRawPointer? {
    // Offset 20 leads to a mangled name, which begins with a symbolic reference to the descriptor: the byte 1 and the
    // relative position of the descriptor, or the byte 2 and the relative position of its address.
    guard pointer.load(as: UInt32.self) & 0x1f == 16, let name = relativeTarget(of: pointer + 20) else { return nil }
    let kind = name.load(as: UInt8.self)
    guard kind == 1 || kind == 2 else { return nil }
    let target = name + 1 + Int((name + 1).loadUnaligned(as: Int32.self))
    return kind == 1 ? target : target.load(as: UnsafeRawPointer?.self)
  }

  /// Whether the descriptor is an actor's.
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

  /// Whether the field is a `var`.
  var isVariable: Bool {
    pointer.load(as: UInt32.self) & 2 != 0
  }

  var name: String { relativeText(of: pointer + 8) }

  /// The mangled name of the field's type, or nil for an enum case without payload.
  var mangledType: MangledName? {
    relativeTarget(of: pointer + 4).map(MangledName.init)
  }
}
