/// `Optional` of any wrapped type.
package protocol AnyOptional {
  static var wrappedType: Any.Type { get }
  /// Nil, or the wrapped value.
  var wrappedValue: Any? { get }
}

extension Optional: AnyOptional {
  package static var wrappedType: Any.Type { Wrapped.self }
  package var wrappedValue: Any? { map { $0 as Any } }
}
