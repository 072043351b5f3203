extension ContainerBox {
  /// Whether containers of a type consist of one reference to an object, and ``Portability`` permits to use this.
  ///
  /// Not by `Mirror`, for which the runtime scans all conformances.
  package static func isReference(_ type: Any.Type) -> Bool {
    guard !Portability.isRequired, ValueOperations(type).size == MemoryLayout<AnyObject>.size,
      let properties = try? TypeMirror(unchecked: type, stoppingAt: { _ in false }).children, properties.count == 1,
      let property = properties.first
    else { return false }
    return property.type is AnyClass && property.offset == 0 && property.ownership == .strong
  }
}

extension ContainerBox {
  /// Returns the offset of the dictionary by strings in the object that a container refers to: the only one in a decoder's
  /// own container. Returns nil if there is no such dictionary.
  ///
  /// Precondition: ``isReference(_:)`` says that the container is a reference.
  ///
  /// - Parameter isKnown: Whether the type of a decoder's own container is one whose keys are in such a dictionary.
  package static func dictionaryOffset<Key>(
    of container: KeyedDecodingContainer<Key>, if isKnown: (Any.Type) -> Bool
  ) -> Int? {
    guard let pointer = UnsafeRawPointer(bitPattern: objectType(of: container)),
      let object = Metadata(pointer).type as? AnyClass,
      let box = try? TypeMirror(reflecting: object, stoppingAt: { _ in true }).children, box.count == 1,
      isKnown(box[0].type), Metadata(box[0].type).kind == .structure,
      let children = try? TypeMirror(reflecting: box[0].type).children
    else { return nil }
    let dictionaries = children.filter {
      _typeName($0.type, qualified: true).hasPrefix("Swift.Dictionary<Swift.String, ")
    }
    return dictionaries.count == 1 ? box[0].offset + dictionaries[0].offset : nil
  }
}
