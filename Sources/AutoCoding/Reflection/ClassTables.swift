/// The tables that follow a class's descriptor (swift/ABI/Metadata.h, `TargetClassDescriptor` and its trailing
/// objects).
struct ClassTables {
  /// A method that a class declares.
  struct Method {
    let pointer: UnsafeRawPointer

    private var flags: UInt32 { pointer.load(as: UInt32.self) }
    /// 0 for a method, 1 for an initializer; other numbers for accessors.
    var kind: UInt32 { flags & 0xf }
    var isClassMethod: Bool { kind == 0 && flags & 0x10 == 0 }
    var isInstanceMethod: Bool { kind == 0 && flags & 0x10 != 0 }
    /// Whether it is an instance method or an accessor of an instance.
    var isInstanceMember: Bool { kind != 1 && flags & 0x10 != 0 }
  }

  /// The methods that the class declares and others may override.
  let methods: [Method]
  /// The methods of superclasses that the class overrides.
  let overriddenMethods: [UnsafeRawPointer]

  /// Reads the tables of a class. Returns nil for a class without a Swift descriptor, or with an unknown layout of its
  /// generic parameters.
  init?(_ type: AnyClass) {
    guard Metadata(type).isSwiftClass, let descriptor = Metadata(type).descriptor?.pointer else { return nil }
    let flags = descriptor.load(as: UInt32.self)
    guard flags & 0x1f == 16 else { return nil }
    let kindFlags = flags >> 16
    var table = descriptor + 44
    if flags & 0x80 != 0 {
      let header = table + 8
      guard header.load(fromByteOffset: 6, as: UInt16.self) == 0 else { return nil }
      let parameterCount = Int(header.load(as: UInt16.self))
      let requirementCount = Int(header.load(fromByteOffset: 2, as: UInt16.self))
      let parameterSize = (parameterCount + 3) & ~3
      table = header + (8 + parameterSize + requirementCount * 12)
    }
    if kindFlags & 1 << 13 != 0 { table += 4 }
    switch kindFlags & 0b11 {
    case 0: break
    case 1: table += 12
    case 2: table += 4
    default: return nil
    }
    if kindFlags & 1 << 15 != 0 {
      let count = Int(table.load(fromByteOffset: 4, as: UInt32.self))
      methods = (0..<count).map { Method(pointer: table + (8 + $0 * 8)) }
      table += 8 + count * 8
    } else {
      methods = []
    }
    if kindFlags & 1 << 14 != 0 {
      let count = Int(table.load(as: UInt32.self))
      overriddenMethods = (0..<count).compactMap { relativeTarget(of: table + (4 + $0 * 12 + 4), mask: 1) }
    } else {
      overriddenMethods = []
    }
  }
}
