import RuntimeShims

/// Finds types that the caller does not know at compile time: by enumeration if the platform supports it, or by name.
package enum TypeLookup {
  /// Whether a class is another or one of its subclasses. False for what is not a class.
  package static func isSubclass(_ type: Any.Type, of other: Any.Type) -> Bool {
    var level: AnyClass? = type as? AnyClass
    while let current = level, current != other { level = _getSuperclass(current) }
    return level != nil
  }

  /// Returns the name of a type, which is the same in every process: "Module.Outer.Inner".
  ///
  /// The runtime's name of a private or local type contains the address of the type's context. Its name of a type in an
  /// extension of another module's type contains the module that extends it: "(extension in App):Module.Outer.Inner".
  /// Both parts are left out.
  @inline(never)
  package static func name(of type: Any.Type) -> String {
    removing(from: earlierName(of: type), "(extension in ", "):")
  }

  /// Returns the name that earlier versions of this library gave a type: like ``name(of:)``, but with the modules of
  /// extensions.
  package static func earlierName(of type: Any.Type) -> String {
    removing(from: _typeName(type, qualified: true), "(unknown context at ", ").")
  }

  /// Removes every part of a name that begins and ends with the given texts.
  private static func removing(from name: String, _ begin: String, _ end: String) -> String {
    var name = name
    // A fast check, since most names have no such part.
    guard name.utf8.contains(UInt8(ascii: "(")) else { return name }
    while let start = name.firstRange(of: begin), let end = name[start.upperBound...].firstRange(of: end) {
      name.removeSubrange(start.lowerBound..<end.upperBound)
    }
    return name
  }

  /// Returns the type with a name, according to the runtime's tables. Private, local and generic types are not found.
  ///
  /// The runtime's lookup crashes on hostile text, so it gets only a mangled name that is made here from identifiers.
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

  /// Whether a type has generic parameters, including those of the types around it.
  package static func isGeneric(_ type: Any.Type) -> Bool {
    Metadata(type).descriptor?.isGeneric ?? false
  }

  /// Whether the generic arguments of a type are nested more deeply than a number of levels, or make its name very long.
  /// Tuples and functions in its name count as levels.
  package static func hasArguments(_ type: Any.Type, nestedDeeperThan limit: Int) -> Bool {
    var (depth, deepest, last) = (0, 0, UInt8(0))
    let name = _typeName(type)
    if name.utf8.count > 256 * limit { return true }
    for byte in name.utf8 {
      switch byte {
      case UInt8(ascii: "<"), UInt8(ascii: "("): depth += 1
      // The arrow of a function is not the end of its arguments.
      case UInt8(ascii: ">") where last != UInt8(ascii: "-"), UInt8(ascii: ")"): depth -= 1
      default: break
      }
      (deepest, last) = (max(deepest, depth), byte)
    }
    return deepest > limit
  }

  /// Returns the type of an identifier. Precondition: the identifier was made from a type, not from an object.
  package static func type(_ identifier: ObjectIdentifier) -> Any.Type? {
    UnsafeRawPointer(bitPattern: Int(bitPattern: identifier)).map { Metadata($0).type }
  }

  /// Whether a module belongs to this package.
  package static func isOwn(module: String) -> Bool {
    ["AutoCoding", "AutoCodingFoundation", "AutoCodingSchema", "ArchiveInspection"].contains(module)
  }

  static func isToolchain(module: String) -> Bool { toolchainModules.contains(module) }

  /// Whole names: a package of the user's own may be called FoundationExtras or _Models. The largest modules come first,
  /// since every type of the process is compared.
  private static let toolchainModules = [
    "Swift", "FoundationEssentials", "Foundation", "FoundationInternationalization", "FoundationNetworking",
    "FoundationXML", "Dispatch", "Observation", "RegexBuilder", "Synchronization", "Testing", "XCTest", "__C",
    "_Builtin_float", "_Concurrency", "_Differentiation", "_FoundationCollections", "_RegexParser", "_StringProcessing",
    "_TestDiscovery", "_TestingInterop", "_Testing_Foundation", "_Volatile",
  ]

  /// Whether a text is an identifier in ASCII.
  package static func isIdentifier(_ text: Substring) -> Bool {
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
  /// The number of images whose types can be enumerated. It grows when a library is loaded.
  package static var imageCount: Int { LoadedImage.count }

  /// All classes, structs and enums of the process that are not generic, except those of the toolchain's modules.
  package static var allTypes: [Any.Type] {
    allDescriptors.filter { !isGeneric(descriptor: $0) && !isToolchain(module: moduleName(of: $0)) }
      .compactMap(type(descriptor:))
  }

  /// The context descriptors of all classes, structs and enums of the process.
  static var allDescriptors: [UnsafeRawPointer] { LoadedImage.all.flatMap(\.typeDescriptors) }

  /// Whether a type has generic parameters, including those of the types around it.
  static func isGeneric(descriptor: UnsafeRawPointer) -> Bool { TypeDescriptor(pointer: descriptor).isGeneric }

  /// Returns the type of a descriptor. Precondition: the type is not generic.
  static func type(descriptor: UnsafeRawPointer) -> Any.Type? {
    relativeTarget(of: descriptor + 12).flatMap { ac_type_metadata($0) }.map { Metadata($0).type }
  }

  /// Returns the name of a type that may be generic, in the form of ``name(of:)``.
  static func name(of descriptor: UnsafeRawPointer) -> String {
    let outer = enclosingType(of: descriptor).map(name(of:)) ?? moduleName(of: descriptor)
    return "\(outer).\(contextName(of: descriptor))"
  }

  /// Returns the name of a type or module. Precondition: the descriptor is that of a type or module.
  static func contextName(of descriptor: UnsafeRawPointer) -> String { relativeText(of: descriptor + 8) }

  private static func parent(of descriptor: UnsafeRawPointer) -> UnsafeRawPointer? {
    relativeTarget(of: descriptor + 4, mask: 1)
  }

  /// Returns the descriptor of the type in which a type is nested. Anonymous contexts around private types are skipped.
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

  /// Returns the module of a type or protocol. Precondition: the descriptor is that of a type or protocol.
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
