/// The value of an `Any`, if its type is exactly the given one; nil for a subclass, and for what a cast would convert.
///
/// A cast that fails looks for conformances and conversions, which takes a hundred times as long.
@inlinable
package func exactValue<Value>(_ value: Any, as type: Value.Type) -> Value? {
  guard Swift.type(of: value) == Value.self else { return nil }
  func open<Stored>(_ stored: Stored) -> Value? {
    // The same type: the address holds a value of it.
    withUnsafePointer(to: stored) { UnsafeRawPointer($0).assumingMemoryBound(to: Value.self).pointee }
  }
  return _openExistential(value, do: open)
}

/// The object that an `Any` refers to, if it is of exactly the given class.
@inlinable
package func exactObject(_ value: Any, ofClass type: AnyClass) -> AnyObject? {
  guard Swift.type(of: value) == type else { return nil }
  func open<Stored>(_ stored: Stored) -> AnyObject {
    // A class: what is stored is a reference.
    withUnsafePointer(to: stored) { UnsafeRawPointer($0).assumingMemoryBound(to: AnyObject.self).pointee }
  }
  return _openExistential(value, do: open)
}
