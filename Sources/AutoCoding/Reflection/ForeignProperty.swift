/// A stored property of a class that is somebody else's, for reading alone.
///
/// It is found by its name, and only where reflection vouches for the whole class and the property has exactly the type
/// that is expected of it; a class that was changed since has none.
package struct ForeignProperty<Value>: Sendable {
  @usableFromInline let offset: Int
  @usableFromInline let owner: AnyClass

  /// - Parameters:
  ///   - owner: The class of the objects, exactly.
  ///   - level: The class that declares the property, where that is the superclass of the objects' own.
  ///   - admits: Whether values of the property's declared type lie in memory as those of `Value` do.
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
