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

/// As ``exactValue(_:as:)``, for text.
@inlinable
package func exactValue(_ value: Any, as type: String.Type) -> String? {
  guard Swift.type(of: value) == String.self else { return nil }
  return storedValue(of: value, as: String.self)
}

/// As ``exactValue(_:as:)``, for truth values.
@inlinable
package func exactValue(_ value: Any, as type: Bool.Type) -> Bool? {
  guard Swift.type(of: value) == Bool.self else { return nil }
  return storedValue(of: value, as: Bool.self)
}

/// As ``exactValue(_:as:)``, for objects.
@inlinable
package func exactValue<Value: AnyObject>(_ value: Any, as type: Value.Type) -> Value? {
  // Of exactly that class, as was just found out.
  exactObject(value, ofClass: type).map { unsafeDowncast($0, to: Value.self) }
}

/// The object that an `Any` refers to, if it is of exactly the given class.
@inlinable
package func exactObject(_ value: Any, ofClass type: AnyClass) -> AnyObject? {
  defer { withExtendedLifetime(value as Any) {} }
  let words = unsafeBitCast(value as Any, to: AnyWords.self)
  if words.type == unsafeBitCast(type, to: UnsafeRawPointer.self), let reference = words.value {
    let object = Unmanaged<AnyObject>.fromOpaque(reference).takeUnretainedValue()
    // The object may be of a subclass of the type that the `Any` records.
    return Swift.type(of: object) == type ? object : nil
  }
  guard Swift.type(of: value) == type else { return nil }
  return storedValue(of: value, as: AnyObject.self)
}

/// An `Any` as it lies in memory: three words for a value that fits there, as a reference does, and its type.
@usableFromInline
struct AnyWords {
  @usableFromInline let value: UnsafeRawPointer?
  @usableFromInline let second: UnsafeRawPointer?
  @usableFromInline let third: UnsafeRawPointer?
  @usableFromInline let type: UnsafeRawPointer?
}

/// The value of an `Any`, without a call of a generic function.
///
/// An existential has three words of its own, in which a value lies that fits there and may be moved by its bytes.
///
/// Precondition: the `Any` holds a value of the type, which is a class, `String` or `Bool`.
@inlinable
@inline(__always)
package func storedValue<Value>(of value: Any, as type: Value.Type) -> Value {
  withUnsafePointer(to: value as Any) { UnsafeRawPointer($0).assumingMemoryBound(to: Value.self).pointee }
}
