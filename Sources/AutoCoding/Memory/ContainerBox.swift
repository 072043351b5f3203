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

/// The keys of a decoder's keyed container, read directly from its storage.
///
/// To ask the container for one of them takes three times as long: it looks up the types of its key and of itself, and
/// copies the key.
///
/// Precondition: ``ContainerBox`` has found the dictionary in the container, which is kept alive meanwhile.
package struct ContainerKeys {
  /// The values have another type, which no function used here looks at: the keys are apart from them in memory.
  private let dictionary: UnsafePointer<[String: Any]>

  @inline(__always)
  fileprivate init(at address: UnsafeRawPointer) { dictionary = address.assumingMemoryBound(to: [String: Any].self) }

  @inline(__always)
  package var count: Int { dictionary.pointee.count }

  @inline(__always)
  package func contains(_ key: String) -> Bool { dictionary.pointee.index(forKey: key) != nil }
}

extension ContainerBox {
  /// The type of the object that a container refers to, as a number. Precondition: as for ``isOnlyReference(_:)``.
  @inline(__always)
  package static func objectType<Key>(of container: KeyedDecodingContainer<Key>) -> UInt {
    withUnsafePointer(to: container) { UnsafeRawPointer($0).value(as: UnsafeRawPointer.self).value(as: UInt.self) }
  }

  /// The keys in a dictionary at an offset in the object that a container refers to. Precondition: it is there.
  @inline(__always)
  package static func keys<Key>(of container: KeyedDecodingContainer<Key>, at offset: Int) -> ContainerKeys {
    ContainerKeys(
      at: withUnsafePointer(to: container) { UnsafeRawPointer($0).value(as: UnsafeRawPointer.self) } + offset)
  }
}
