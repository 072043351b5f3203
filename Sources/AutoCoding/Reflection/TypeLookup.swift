import RuntimeShims

/// Types, found without being named in the program: by enumeration where the platform offers it, else by name.
package enum TypeLookup {
  /// The name of a type that means the same in every process: "Module.Outer.Inner".
  ///
  /// The runtime's own name of a private or local type says at which address it found the type's context, and that of a
  /// type in an extension of another module's type says which module extends it: "(extension in App):Module.Outer.Inner".
  /// Both parts are left out.
  package static func name(of type: Any.Type) -> String {
    removing(from: earlierName(of: type), "(extension in ", "):")
  }

  /// The name that earlier versions of this library gave a type: as ``name(of:)``, but with the modules of extensions.
  package static func earlierName(of type: Any.Type) -> String {
    removing(from: _typeName(type, qualified: true), "(unknown context at ", ").")
  }

  /// Removes every part that begins and ends with these texts.
  private static func removing(from name: String, _ begin: String, _ end: String) -> String {
    var name = name
    // Most names have no such part, and this is the fastest way to see it.
    guard name.utf8.contains(UInt8(ascii: "(")) else { return name }
    while let start = name.firstRange(of: begin), let end = name[start.upperBound...].firstRange(of: end) {
      name.removeSubrange(start.lowerBound..<end.upperBound)
    }
    return name
  }

  /// The type of a name, by the runtime's own tables. Private, local and generic types are not found.
  ///
  /// The runtime's lookup crashes on hostile text; it is only given a mangled name that is made here, of identifiers.
  package static func type(named name: String) -> Any.Type? {
    guard name.utf8.count <= 512 else { return nil }
    let parts = name.split(separator: ".", omittingEmptySubsequences: false)
    guard (2...8).contains(parts.count), parts.allSatisfy(isIdentifier) else { return nil }
    let mangled = parts.map { "\($0.utf8.count)\($0)" }
    // Each part after the module may be a class, a struct or an enum.
    var prefixes = [mangled[0]]
    for part in mangled.dropFirst() {
      prefixes = prefixes.flatMap { prefix in ["C", "V", "O"].map { prefix + part + $0 } }
    }
    return prefixes.lazy.compactMap { _typeByName($0) }.first
  }

  /// Whether a type belongs to the toolchain.
  package static func isToolchain(_ type: Any.Type) -> Bool {
    isToolchain(module: String(_typeName(type, qualified: true).prefix { $0 != "." }))
  }

  /// Whether a type has generic parameters, its own or those of what it is nested in.
  package static func isGeneric(_ type: Any.Type) -> Bool {
    Metadata(type).descriptor?.isGeneric ?? false
  }

  /// The type that an identifier was made of. Precondition: it was made of one, not of an object.
  package static func type(_ identifier: ObjectIdentifier) -> Any.Type? {
    UnsafeRawPointer(bitPattern: Int(bitPattern: identifier)).map { Metadata($0).type }
  }

  /// Whether a module is one of this package.
  package static func isOwn(module: String) -> Bool { ["AutoCoding", "AutoCodingFoundation"].contains(module) }

  static func isToolchain(module: String) -> Bool {
    module.hasPrefix("_") || module.hasPrefix("Foundation")
      || ["Swift", "Dispatch", "Synchronization", "Observation", "Testing", "XCTest", "RegexBuilder"].contains(module)
  }

  private static func isIdentifier(_ text: Substring) -> Bool {
    guard let first = text.utf8.first, !(UInt8(ascii: "0")...UInt8(ascii: "9")).contains(first) else { return false }
    return text.utf8.allSatisfy { byte in
      switch byte {
      case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"):
        true
      default: false
      }
    }
  }
}

#if os(Linux) || canImport(Darwin)
extension TypeLookup {
  /// How many images there are whose types can be enumerated; more come when a library is loaded.
  package static var imageCount: Int { LoadedImage.count }

  /// Every class, struct and enum of the process that is not generic, but for those of the toolchain's own modules.
  package static var allTypes: [Any.Type] {
    allDescriptors.filter { !isGeneric(descriptor: $0) && !isToolchain(module: moduleName(of: $0)) }
      .compactMap(type(descriptor:))
  }

  /// The context descriptors of every class, struct and enum of the process.
  static var allDescriptors: [UnsafeRawPointer] { LoadedImage.all.flatMap(\.typeDescriptors) }

  /// Whether a type has generic parameters, its own or those of what it is nested in.
  static func isGeneric(descriptor: UnsafeRawPointer) -> Bool { TypeDescriptor(pointer: descriptor).isGeneric }

  /// The type of a descriptor that is not generic.
  static func type(descriptor: UnsafeRawPointer) -> Any.Type? {
    let access = Int(descriptor.load(fromByteOffset: 12, as: Int32.self))
    guard access != 0, let metadata = ac_type_metadata(descriptor + 12 + access) else { return nil }
    return Metadata(metadata).type
  }

  /// The name of a type that may be generic, as ``name(of:)`` has it.
  static func name(of descriptor: UnsafeRawPointer) -> String {
    let outer = enclosingType(of: descriptor).map(name(of:)) ?? moduleName(of: descriptor)
    return "\(outer).\(contextName(of: descriptor))"
  }

  /// The name of a type or module. Precondition: the descriptor is of one.
  static func contextName(of descriptor: UnsafeRawPointer) -> String {
    let name = descriptor + 8 + Int(descriptor.load(fromByteOffset: 8, as: Int32.self))
    return String(cString: name.assumingMemoryBound(to: CChar.self))
  }

  private static func parent(of descriptor: UnsafeRawPointer) -> UnsafeRawPointer? {
    let offset = Int(descriptor.load(fromByteOffset: 4, as: Int32.self))
    guard offset != 0 else { return nil }
    let target = descriptor + 4 + (offset & ~1)
    return offset & 1 == 0 ? target : target.load(as: UnsafeRawPointer.self)
  }

  /// The descriptor of the type that a type is nested in; what is private lies in an anonymous context between them.
  static func enclosingType(of descriptor: UnsafeRawPointer) -> UnsafeRawPointer? {
    var context = parent(of: descriptor)
    while let current = context {
      switch current.load(as: UInt32.self) & 0x1f {
      case 16...18: return current
      case 2: context = parent(of: current)
      default: return nil
      }
    }
    return nil
  }

  /// Whether a type of a module of the toolchain has this descriptor.
  static func isToolchain(descriptor: UnsafeRawPointer) -> Bool {
    isToolchain(module: moduleName(of: descriptor))
  }

  /// The module that a type or protocol is of. Precondition: the descriptor is of one.
  static func moduleName(of descriptor: UnsafeRawPointer) -> String {
    var context: UnsafeRawPointer? = descriptor
    while let current = context {
      if current.load(as: UInt32.self) & 0x1f == 0 { return contextName(of: current) }
      context = parent(of: current)
    }
    return ""
  }
}
#endif
