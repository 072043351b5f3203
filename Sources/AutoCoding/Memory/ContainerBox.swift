/// Access to the reference that a keyed container of the standard library consists of.
///
/// `KeyedDecodingContainer` and `KeyedEncodingContainer` refer to an object that holds a coder's own container. To make
/// that object, the standard library looks up its type, which takes as long as several leaves take to be coded.
package enum ContainerBox {
  /// Whether nothing else refers to the container's object. Precondition: `isReference(_:)` says that the container is
  /// a reference.
  @inline(__always)
  package static func isOnlyReference<Container>(_ container: inout Container) -> Bool {
    withUnsafeMutablePointer(to: &container) { UnsafeRawPointer($0).isOnlyReference }
  }
}
