/// Returns the value of an `Any` if its type is exactly the given one; nil for a subclass, and if a cast would convert
/// the value.
///
/// A failing cast takes a hundred times as long, since it looks for conformances and conversions.
@inlinable
package func exactValue<Value>(_ value: Any, as type: Value.Type) -> Value? {
  guard Swift.type(of: value) == Value.self else { return nil }
  func open<Stored>(_ stored: Stored) -> Value? {
    guard Stored.self == Value.self else { return stored as? Value }
    // The types are the same, so the address holds a value of it.
    return withUnsafePointer(to: stored) { UnsafeRawPointer($0).assumingMemoryBound(to: Value.self).pointee }
  }
  return _openExistential(value, do: open)
}

/// Like ``exactValue(_:as:)``, for `String`.
@inlinable
package func exactValue(_ value: Any, as type: String.Type) -> String? {
  guard Swift.type(of: value) == String.self else { return nil }
  return isRecorded(String.self, in: value) ? storedValue(of: value, as: String.self) : value as? String
}

/// Like ``exactValue(_:as:)``, for `Bool`.
@inlinable
package func exactValue(_ value: Any, as type: Bool.Type) -> Bool? {
  guard Swift.type(of: value) == Bool.self else { return nil }
  return isRecorded(Bool.self, in: value) ? storedValue(of: value, as: Bool.self) : value as? Bool
}

/// Like ``exactValue(_:as:)``, for types that an `Any` holds inline, without a call if it records the type.
///
/// Precondition: values of the type fit in three words, and may be moved by copying their bytes.
@inline(__always)
func inlineValue<Value>(_ value: Any, as type: Value.Type) -> Value? {
  if isRecorded(type, in: value) { return storedValue(of: value, as: type) }
  return Swift.type(of: value) == type ? value as? Value : nil
}

/// Whether an `Any` records a struct that is no existential of a kind, as `AnyHashable` is: it holds no object and no Optional.
@inline(__always)
func recordsStruct(_ value: Any) -> Bool {
  // swift/ABI/MetadataKind.def
  unsafeBitCast(value as Any, to: AnyWords.self).type?.load(as: UInt.self) == 0x200
    && !isRecorded(AnyHashable.self, in: value)
}

/// Like ``exactValue(_:as:)``, for objects.
@inlinable
package func exactValue<Value: AnyObject>(_ value: Any, as type: Value.Type) -> Value? {
  // Safe: `exactObject` checks the class.
  exactObject(value, ofClass: type).map { unsafeDowncast($0, to: Value.self) }
}

/// Returns the object that an `Any` refers to, if it is of exactly the given class.
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
  if recordsClass(value) { return storedValue(of: value, as: AnyObject.self) }
  func cast<Object: AnyObject>(_ type: Object.Type) -> AnyObject? { value as? Object }
  return cast(type)
}

/// Whether an `Any` records the type. If it does not, and holds a value of it, it holds another existential: elements of
/// Foundation's sets do on Linux, since generic code makes an `Any` of an `Any`.
@inlinable
func isRecorded(_ type: Any.Type, in value: Any) -> Bool {
  unsafeBitCast(value as Any, to: AnyWords.self).type == unsafeBitCast(type, to: UnsafeRawPointer.self)
}

/// Whether an `Any` records a class, so that it holds a reference and no other existential.
@usableFromInline
func recordsClass(_ value: Any) -> Bool {
  // swift/ABI/MetadataKind.def: the kind of a class is 0, or an address; those of other types are at most 0x7ff.
  let kind = unsafeBitCast(value as Any, to: AnyWords.self).type?.load(as: UInt.self)
  return kind == 0 || kind.map { $0 > 0x7ff } ?? false
}

/// The memory layout of an `Any`: three words that hold a value inline if it fits, as a reference does, and its type.
@usableFromInline
struct AnyWords {
  @usableFromInline let value: UnsafeRawPointer?
  @usableFromInline let second: UnsafeRawPointer?
  @usableFromInline let third: UnsafeRawPointer?
  @usableFromInline let type: UnsafeRawPointer?
}

/// Returns the value of an `Any` without a call of a generic function.
///
/// An existential stores a value inline, in three words, if the value fits and may be moved by copying its bytes.
///
/// Precondition: the `Any` holds a value of the type, which is stored inline, such as a class or `String`, and no other
/// existential.
@inlinable
@inline(__always)
package func storedValue<Value>(of value: Any, as type: Value.Type) -> Value {
  withUnsafePointer(to: value as Any) { UnsafeRawPointer($0).assumingMemoryBound(to: Value.self).pointee }
}
