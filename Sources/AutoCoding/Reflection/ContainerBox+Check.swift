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
