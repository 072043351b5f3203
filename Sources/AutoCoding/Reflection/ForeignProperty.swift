/// Read access to a stored property of another module's class.
///
/// The property is found by its name, and only if reflection accounts for the whole class and the property has exactly
/// the expected type. If the class has changed, the property is not found.
package struct ForeignProperty<Value>: Sendable {
  @usableFromInline let offset: Int
  @usableFromInline let owner: AnyClass

  /// Finds the property; returns nil if it is not as expected.
  ///
  /// - Parameters:
  ///   - owner: The exact class of the objects.
  ///   - level: The class that declares the property, if that is the superclass of `owner`.
  ///   - admits: Returns whether values of the property's declared type have the same memory layout as those of
  ///     `Value`.
  package init?(
    named name: String, in owner: AnyClass, declaredBy level: AnyClass? = nil,
    where admits: (Any.Type) -> Bool = { $0 == Value.self }
  ) {
    let own = try? TypeMirror(reflecting: owner, stoppingAt: { $0 != level })
    guard
      let mirror = level == nil ? own : own?.superclassMirror,
      let child = mirror.children.first(where: { $0.label == name }),
      child.ownership == .strong, admits(child.type), MemoryLayout<Value>.size == ValueOperations(child.type).size
    else { return nil }
    offset = child.offset
    self.owner = owner
  }

  /// The property's value, or nil if the object is of another class.
  @inlinable
  package func value(in object: AnyObject) -> Value? {
    guard type(of: object) == owner else { return nil }
    defer { withExtendedLifetime(object) {} }
    return (UnsafeRawPointer(Unmanaged.passUnretained(object).toOpaque()) + offset)
      .assumingMemoryBound(to: Value.self).pointee
  }
}
