import RuntimeShims

/// `Mirror` for types: the stored properties of one type, and a mirror of its superclass.
///
/// A mirror is made only if all of the runtime's answers agree: names, counts, ownership, and a layout in which fields
/// account for every byte. Memory is never accessed on a guess.
package struct TypeMirror: Sendable {
  /// A stored property.
  package struct Child: Sendable {
    package let label: String
    package let type: Any.Type
    /// The offset in bytes from the address of the struct, object or tuple.
    package let offset: Int
    package let isVariable: Bool
    package let ownership: Ownership
    /// Whether the property is declared as an Optional, and is not one only through a generic parameter.
    package let isDeclaredOptional: Bool
    /// The type that is laid out as the property stores its value, mostly ``type`` itself; nil if that is not known.
    package let storedType: Any.Type?
  }

  package enum DisplayStyle: Sendable {
    case `struct`, `class`, `enum`, tuple
  }

  package let subjectType: Any.Type
  package let displayStyle: DisplayStyle
  /// The stored properties of this level only, in declaration order. An enum has none.
  package let children: [Child]
  private let superclass: [TypeMirror]

  package var superclassMirror: TypeMirror? { superclass.first }

  /// This mirror and those of its superclasses, base first.
  package var levels: [TypeMirror] {
    (superclassMirror?.levels ?? []) + [self]
  }

  /// Whether a type is a struct whose only stored property has the name and type, so that both are laid out alike.
  package static func isStruct(_ type: Any.Type, ofOnly name: String, _ propertyType: Any.Type) -> Bool {
    guard Metadata(type).kind == .structure, let children = try? TypeMirror(reflecting: type).children,
      children.count == 1
    else { return false }
    return children[0].label == name && children[0].type == propertyType
  }

  /// Makes a mirror of a type.
  ///
  /// - Parameter isOpaque: Returns whether to leave out a superclass and everything above it.
  /// - Throws: ``ReflectionError``, with the reason why the type cannot be reflected.
  package init(reflecting type: Any.Type, stoppingAt isOpaque: (AnyClass) -> Bool = { _ in false }) throws {
    try RuntimeCheck.verified()
    try self.init(unchecked: type, stoppingAt: isOpaque)
  }

  /// Like ``init(reflecting:stoppingAt:)``, for ``RuntimeCheck`` itself.
  init(unchecked type: Any.Type, stoppingAt isOpaque: (AnyClass) -> Bool) throws {
    subjectType = type
    let metadata = Metadata(type)
    switch metadata.kind {
    case .structure:
      displayStyle = .struct
      superclass = []
      children = try Self.fields(of: metadata, skipping: 0)
      try Self.checkLayout(of: type, children, from: 0, to: ValueOperations(type).size)
    case .enumeration, .optional:
      displayStyle = .enum
      superclass = []
      children = []
      guard metadata.descriptor?.fields != nil else { throw ReflectionError(type, .noReflectionMetadata) }
    case .tuple:
      displayStyle = .tuple
      superclass = []
      children = Self.elements(of: metadata)
    case .class:
      displayStyle = .class
      guard let current = type as? AnyClass, metadata.isSwiftClass else { throw ReflectionError(type, .foreignClass) }
      if metadata.descriptor?.isActor == true { throw ReflectionError(type, .actor) }
      let above: AnyClass? = _getSuperclass(current).flatMap { isRuntimeRoot($0) ? nil : $0 }
      if let above, !isOpaque(above) {
        superclass = [try TypeMirror(unchecked: above, stoppingAt: isOpaque)]
      } else {
        superclass = []
      }
      let inherited = above.map { swift_reflectionMirror_recursiveCount(Metadata($0).pointer) } ?? 0
      children = try Self.fields(of: metadata, skipping: inherited)
      let start = above.map { Metadata($0).instanceSize } ?? objectHeaderSize
      try Self.checkLayout(of: type, children, from: start, to: metadata.instanceSize)
    default:
      throw ReflectionError(type, .notNominal)
    }
  }

  /// Returns a stored property of a struct, or of a class without superclass, but asks for no other property's type.
  ///
  /// Returns nil if there is none, or if it cannot be reflected.
  package static func property(named name: String, of type: Any.Type) -> Child? {
    let metadata = Metadata(type)
    guard (try? RuntimeCheck.verified()) != nil, let descriptor = metadata.descriptor?.fields else { return nil }
    switch metadata.kind {
    case .structure: break
    case .class:
      guard metadata.isSwiftClass, let type = type as? AnyClass, _getSuperclass(type) == nil else { return nil }
    default: return nil
    }
    guard swift_reflectionMirror_recursiveCount(metadata.pointer) == descriptor.count,
      let position = (0..<descriptor.count).first(where: { descriptor[$0].name == name })
    else { return nil }
    return try? field(of: metadata, at: position, in: descriptor, skipping: 0)
  }

  private static func fields(of metadata: Metadata, skipping inherited: Int) throws -> [Child] {
    let type = metadata.type
    guard let descriptor = metadata.descriptor?.fields else { throw ReflectionError(type, .noReflectionMetadata) }
    let count = swift_reflectionMirror_recursiveCount(metadata.pointer) - inherited
    guard count == descriptor.count else { throw ReflectionError(type, .inconsistentFields) }
    return try (0..<count).map { try field(of: metadata, at: $0, in: descriptor, skipping: inherited) }
  }

  /// The types of mangled names in types that are not generic, by the names' addresses. A module has each name once,
  /// and the runtime takes microseconds to find its type.
  private static let fieldTypes = PermanentTable<Any.Type>()

  private static func field(
    of metadata: Metadata, at position: Int, in descriptor: FieldDescriptor, skipping inherited: Int
  ) throws -> Child {
    let type = metadata.type
    let index = inherited + position
    let record = descriptor[position]
    let mangledType = record.mangledType
    // In a generic type, a name may stand for a parameter.
    let isKept = metadata.descriptor?.isGeneric == false
    if isKept, let mangledType, let known = fieldTypes.value(for: UInt(bitPattern: mangledType.start)) {
      let name = record.name
      guard !name.isEmpty else { throw ReflectionError(type, .noReflectionNames) }
      return Child(
        label: name, type: known,
        offset: swift_reflectionMirror_recursiveChildOffset(metadata.pointer, index),
        isVariable: record.isVariable, ownership: mangledType.ownership, isDeclaredOptional: mangledType.isOptional,
        storedType: Metadata(known).storedType(named: mangledType, inGeneric: false))
    }
    var info = ACFieldInfo()
    guard let fieldType = swift_reflectionMirror_recursiveChildMetadata(metadata.pointer, index, &info) else {
      throw ReflectionError(type, .inconsistentFields)
    }
    guard let nameBytes = info.name else { throw ReflectionError(type, .noReflectionNames) }
    defer { info.freeName?(nameBytes) }
    let name = String(cString: nameBytes)
    guard !name.isEmpty, name == record.name else {
      throw ReflectionError(type, name.isEmpty ? .noReflectionNames : .inconsistentFields)
    }
    let ownership = mangledType?.ownership ?? .strong
    // The two sources must agree: a weak reference read as a strong one corrupts memory.
    guard info.isStrong == (ownership == .strong) else {
      throw ReflectionError(type, .unknownOwnership(property: name))
    }
    guard info.isVar == record.isVariable else { throw ReflectionError(type, .inconsistentFields) }
    if isKept, let mangledType {
      _ = fieldTypes.insert(Metadata(fieldType).type, for: UInt(bitPattern: mangledType.start))
    }
    return Child(
      label: name, type: Metadata(fieldType).type,
      offset: swift_reflectionMirror_recursiveChildOffset(metadata.pointer, index),
      isVariable: info.isVar, ownership: ownership, isDeclaredOptional: mangledType?.isOptional ?? false,
      storedType: Metadata(fieldType).storedType(named: mangledType, inGeneric: !isKept))
  }

  /// Checks that the fields fill the type the way Swift lays out fields. A gap is a field that reflection does not
  /// show: a noncopyable field, a C union or a bit field.
  private static func checkLayout(of type: Any.Type, _ children: [Child], from start: Int, to end: Int) throws {
    // Only after a metatype may a field begin at several positions.
    var ends = [start]
    for child in children {
      ends =
        ends.count == 1
        ? Self.ends(of: child, after: ends[0]) : Array(Set(ends.flatMap { Self.ends(of: child, after: $0) }))
      guard !ends.isEmpty else { throw gap(in: type, children, before: child.label) }
    }
    guard ends.contains(end) else { throw gap(in: type, children, before: nil) }
  }

  /// The error for bytes that no field accounts for. A field whose layout is not known may account for them.
  private static func gap(in type: Any.Type, _ children: [Child], before label: String?) -> ReflectionError {
    let unknown = children.first { $0.storedType == nil && Metadata($0.type).kind != .metatype }
    return ReflectionError(
      type, unknown.map { .unknownLayout(property: $0.label) } ?? .hiddenFields(before: label))
  }

  /// Returns where a field may end if the previous field ends at `position`; empty if its offset is not as expected.
  private static func ends(of child: Child, after position: Int) -> [Int] {
    let operations = ValueOperations(child.storedType ?? child.type)
    guard operations.size > 0 else { return [position] }
    let offset = (position + operations.alignment - 1) & ~(operations.alignment - 1)
    var ends = offset == child.offset ? [offset + operations.size] : []
    // The metatype of a type without subtypes takes no space, unless it is stored as the value of a generic parameter, and
    // an Optional of it takes one byte.
    let metadata = Metadata(child.type)
    if metadata.kind == .metatype { ends.append(position) }
    if child.storedType == nil, metadata.isOptionalOfMetatypeWithoutSpace, position == child.offset {
      ends.append(position + ValueOperations(Void?.self).size)
    }
    return ends
  }

  static func elements(of metadata: Metadata) -> [Child] {
    let count = metadata.pointer.load(fromByteOffset: 8, as: Int.self)
    let labels = metadata.pointer.load(fromByteOffset: 16, as: UnsafePointer<CChar>?.self).map(String.init(cString:))
    // A space follows every label, and an element without a label has an empty one.
    let names = labels?.split(separator: " ", omittingEmptySubsequences: false) ?? []
    return (0..<count).map { index in
      let element = metadata.pointer + 24 + index * 16
      return Child(
        label: index < names.count ? String(names[index]) : "",
        type: Metadata(element.load(as: UnsafeRawPointer.self)).type,
        // 64 bits on Apple platforms; elsewhere 32 bits with arbitrary padding.
        offset: Int(element.load(fromByteOffset: 8, as: UInt32.self)), isVariable: true, ownership: .strong,
        isDeclaredOptional: false)
    }
  }
}

/// The size in bytes of an object's metadata pointer and reference count.
let objectHeaderSize = 16

/// Whether the class is the hidden root of Swift classes on Apple platforms.
private func isRuntimeRoot(_ type: AnyClass) -> Bool {
  #if canImport(ObjectiveC)
  return _getSuperclass(type) == nil && _typeName(type, qualified: false).hasSuffix("SwiftObject")
  #else
  return false
  #endif
}
