/// In which form a property stores its value.
///
/// Swift knows all of the metatype of a struct or enum when it compiles, and stores none of it. Only the value of a
/// generic parameter `T.Type` is stored as generic code stores it, in a word.
extension Metadata {
  /// Returns the type that is laid out as a property of this type stores its value: `Void?` in place of `Int.Type?`, and
  /// otherwise this type itself; nil if that is not known.
  ///
  /// - Parameters:
  ///   - name: The name of the type in the field descriptor.
  ///   - isGeneric: Whether the declaring type is generic, so that names may stand for its parameters.
  func storedType(named name: MangledName?, inGeneric isGeneric: Bool) -> Any.Type? {
    guard holdsMetatypeWithoutSpace else { return type }
    if isGeneric {
      guard let name, !name.mentionsMetatype || name.isMetatypeOfParameter else { return nil }
      return type
    }
    return isOptionalOfMetatypeWithoutSpace ? Void?.self : nil
  }

  /// Whether values have the metatype of a struct, enum, function or tuple in them, in this type's own storage.
  var holdsMetatypeWithoutSpace: Bool {
    switch kind {
    case .metatype: isMetatypeWithoutSpace
    case .optional: Metadata(wrappedType).holdsMetatypeWithoutSpace
    case .tuple: TypeMirror.elements(of: self).contains { Metadata($0.type).holdsMetatypeWithoutSpace }
    default: false
    }
  }

  /// Whether values have a function in them, in this type's own storage. Code that knows the function's type stores it in one
  /// form, and generic code in another.
  package var holdsFunction: Bool {
    switch kind {
    case .function: true
    case .optional: Metadata(wrappedType).holdsFunction
    case .tuple: TypeMirror.elements(of: self).contains { Metadata($0.type).holdsFunction }
    default: false
    }
  }

  /// Whether the type is an Optional of a metatype that itself takes no space.
  var isOptionalOfMetatypeWithoutSpace: Bool { kind == .optional && Metadata(wrappedType).isMetatypeWithoutSpace }

  /// Whether the type is the metatype of a type without subtypes. Other metatypes are a pointer to the type's metadata.
  private var isMetatypeWithoutSpace: Bool {
    guard pointer.load(as: UInt.self) == 0x304 else { return false }
    // Classes that are not Swift's are of kinds that are not told apart here.
    return ![.class, .other].contains(Metadata(pointer.load(fromByteOffset: 8, as: UnsafeRawPointer.self)).kind)
  }

  /// The type that an Optional wraps. Precondition: the type is an Optional.
  private var wrappedType: Any.Type { Metadata(pointer.load(fromByteOffset: 16, as: UnsafeRawPointer.self)).type }
}

extension TypeMirror.Child {
  /// Makes a part of a tuple or payload.
  package init(
    label: String, type: Any.Type, offset: Int, isVariable: Bool, ownership: Ownership, isDeclaredOptional: Bool
  ) {
    self.init(
      label: label, type: type, offset: offset, isVariable: isVariable, ownership: ownership,
      isDeclaredOptional: isDeclaredOptional, storedType: Metadata(type).holdsMetatypeWithoutSpace ? nil : type)
  }
}
