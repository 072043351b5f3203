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

/// Calls `body` with the value in an Optional; returns nil if there is none.
///
/// `if let` copies the value first, for which unspecialized code looks up the metadata of the Optional.
@inline(__always)
package func withWrapped<Wrapped: ~Copyable, Result>(
  _ optional: borrowing Wrapped?, _ body: (borrowing Wrapped) throws -> Result
) rethrows -> Result? {
  switch optional {
  case .some(let wrapped): try body(wrapped)
  case .none: nil
  }
}
