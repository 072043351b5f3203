/// Access to the reference that a keyed container of the standard library consists of.
///
/// `KeyedDecodingContainer` and `KeyedEncodingContainer` refer to an object that holds a coder's own container. To make
/// that object, the standard library looks up its type, which takes as long as several leaves take to be coded.
package enum ContainerBox {
  /// Whether a container consists of one reference to an object, and ``Portability`` permits to use this.
  package static func isReference<Container>(_ container: Container) -> Bool {
    guard !Portability.isRequired, MemoryLayout<Container>.size == MemoryLayout<AnyObject>.size else { return false }
    let properties = Mirror(reflecting: container).children
    guard properties.count == 1, let property = properties.first?.value, type(of: property) is AnyClass else {
      return false
    }
    return withUnsafeBytes(of: container) { $0.load(as: UInt.self) }
      == UInt(bitPattern: Unmanaged.passUnretained(property as AnyObject).toOpaque())
  }

  /// Whether nothing else refers to the container's object. Precondition: ``isReference(_:)``.
  @inline(__always)
  package static func isOnlyReference<Container>(_ container: inout Container) -> Bool {
    withUnsafeMutablePointer(to: &container) { UnsafeRawPointer($0).isOnlyReference }
  }
}
