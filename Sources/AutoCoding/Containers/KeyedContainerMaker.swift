/// Makes keyed containers for a type of coding key.
///
/// To make one, unspecialized code looks up the container's type and its conformance, which takes as long as some leaves
/// take to be coded. An object for each type of key, found by the type's address, already has both.
class KeyedContainerMaker<Key: CodingKey> {
  /// The header of arrays of keys; nil if they are not made in memory.
  private let header: ArrayStorage.Header?

  init() {
    let operations = ValueOperations(Key.self)
    header = operations.isTrivial && operations.size > 0 ? ArrayStorage.header(of: Key.self) : nil
  }

  /// Returns an array of a key. In unspecialized code, array literals look up metadata.
  func array(of key: Key) -> [Key] {
    guard let header else { return [key] }
    var keys: [Key] = []
    withUnsafePointer(to: key) { key in
      withUnsafeMutablePointer(to: &keys) { keys in
        ArrayStorage.initialize(
          keys, header: header, moving: key, count: 1, stride: MemoryLayout<Key>.stride,
          alignmentMask: max(MemoryLayout<Key>.alignment, 8) - 1)
      }
    }
    return keys
  }

  func container(of encoder: ContainerEncoder) -> KeyedEncodingContainer<Key> {
    KeyedEncodingContainer(KeyedContainerEncoder<Key>(encoder: encoder))
  }

  func container(of decoder: ContainerDecoder) -> KeyedDecodingContainer<Key> {
    KeyedDecodingContainer(KeyedContainerDecoder<Key>(decoder: decoder))
  }
}

/// The maker that has the types of its containers as parameters.
private final class TypedKeyedContainerMaker<
  Key, Encoding: ContainerOfEncoder, Decoding: ContainerOfDecoder
>: KeyedContainerMaker<Key> where Encoding.Key == Key, Decoding.Key == Key {
  override func container(of encoder: ContainerEncoder) -> KeyedEncodingContainer<Key> {
    KeyedEncodingContainer(Encoding(encoder: encoder))
  }

  override func container(of decoder: ContainerDecoder) -> KeyedDecodingContainer<Key> {
    KeyedDecodingContainer(Decoding(decoder: decoder))
  }
}

/// Returns the maker for a type of key. It is no member of the class, since the class's metadata would be looked up at
/// every call.
@inline(__always)
func keyedContainerMaker<Key: CodingKey>(for type: Key.Type) -> KeyedContainerMaker<Key> {
  let known = keyedContainerMakers.value(for: type) ?? makeKeyedContainerMaker(for: type)
  return unsafeDowncast(known.takeUnretainedValue(), to: KeyedContainerMaker<Key>.self)
}

@inline(never)
private func makeKeyedContainerMaker<Key: CodingKey>(for type: Key.Type) -> Unmanaged<AnyObject> {
  let maker = TypedKeyedContainerMaker<Key, KeyedContainerEncoder<Key>, KeyedContainerDecoder<Key>>()
  return keyedContainerMakers.insert(.passRetained(maker), for: type)
}

/// The makers, which are immortal, by the type of their keys.
private let keyedContainerMakers = TypeTable<Unmanaged<AnyObject>>()

private protocol ContainerOfEncoder: KeyedEncodingContainerProtocol {
  init(encoder: ContainerEncoder)
}

private protocol ContainerOfDecoder: KeyedDecodingContainerProtocol {
  init(decoder: ContainerDecoder)
}

extension KeyedContainerEncoder: ContainerOfEncoder {}
extension KeyedContainerDecoder: ContainerOfDecoder {}
