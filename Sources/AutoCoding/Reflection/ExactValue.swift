/// The value of an `Any`, if its type is exactly the given one; nil for a subclass, and for what a cast would convert.
///
/// A cast that fails looks for conformances and conversions, which takes a hundred times as long.
package func exactValue<Value>(_ value: Any, as type: Value.Type) -> Value? {
  func open<Stored>(_ stored: Stored) -> Value? {
    guard Stored.self == Value.self else { return nil }
    // The same type: the address holds a value of it.
    return withUnsafePointer(to: stored) { UnsafeRawPointer($0).value(as: Value.self) }
  }
  return _openExistential(value, do: open)
}
