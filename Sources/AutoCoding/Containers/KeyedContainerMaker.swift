/// Makes keyed containers for a type of coding key.
///
/// To make one, unspecialized code looks up the container's type and its conformance, which takes as long as some leaves
/// take to be coded. An object for each type of key, found by the type's address, already has both.
class KeyedContainerMaker<Key: CodingKey> {
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

extension KeyedContainerMaker {
  @inline(__always)
  static var shared: KeyedContainerMaker {
    guard let known = keyedContainerMakers.value(for: Key.self) else { return make() }
    return unsafeDowncast(known.takeUnretainedValue(), to: KeyedContainerMaker.self)
  }

  @inline(never)
  private static func make() -> KeyedContainerMaker {
    let maker = TypedKeyedContainerMaker<Key, KeyedContainerEncoder<Key>, KeyedContainerDecoder<Key>>()
    _ = keyedContainerMakers.insert(.passRetained(maker), for: Key.self)
    return maker
  }
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
