/// Makes keyed containers and arrays of keys for a type of coding key.
///
/// To make one, unspecialized code looks up the metadata of the types involved, which takes as long as some leaves take
/// to be coded. An object for each type of key, found by the type's address, already has them.
class KeyedContainerMaker<Key: CodingKey> {
  /// The number of the type of key.
  fileprivate let kind = keyedContainerKinds.withLock { kinds in
    defer { kinds += 1 }
    return kinds
  }

  func container(of encoder: ContainerEncoder) -> KeyedEncodingContainer<Key> {
    KeyedEncodingContainer(KeyedContainerEncoder<Key>(encoder: encoder))
  }

  func container(of decoder: ContainerDecoder) -> KeyedDecodingContainer<Key> {
    KeyedDecodingContainer(KeyedContainerDecoder<Key>(decoder: decoder))
  }

  /// Returns the key with a name, if there is one.
  func keys(named name: String) -> [Key] { Key(stringValue: name).map { [$0] } ?? [] }
}

/// The maker that has the types which it makes as parameters.
private final class TypedKeyedContainerMaker<
  Key, Encoding: ContainerOfEncoder, Decoding: ContainerOfDecoder, Found: FoundKey
>: KeyedContainerMaker<Key> where Encoding.Key == Key, Decoding.Key == Key, Found.Wrapped == Key {
  /// The header of arrays of keys; nil if the standard library makes them.
  private let header: ArrayStorage.Header?

  override init() {
    let operations = ValueOperations(Key.self)
    let isSmall = (1...MemoryLayout<UInt>.size).contains(operations.size) && operations.isTrivial
    header = isSmall ? ArrayStorage.header(of: Key.self) : nil
  }

  override func container(of encoder: ContainerEncoder) -> KeyedEncodingContainer<Key> {
    let found = encoder.withSink { $0.takeContainer(kind: kind, path: encoder.path) }
    if let found {
      return found._withUnsafeGuaranteedRef { reused in
        reused.coder._withUnsafeGuaranteedRef { unsafeDowncast($0, to: Encoding.self).use(for: encoder) }
        return unsafeDowncast(reused, to: StandardContainer<KeyedEncodingContainer<Key>>.self).copy()
      }
    }
    let coder = Encoding(encoder: encoder)
    let made = KeyedEncodingContainer(coder)
    encoder.sink.containers.add(made, kind: kind, coder: coder)
    return made
  }

  override func container(of decoder: ContainerDecoder) -> KeyedDecodingContainer<Key> {
    let found = decoder.withSource { $0.takeContainer(kind: kind, path: decoder.path) }
    if let found {
      return found._withUnsafeGuaranteedRef { reused in
        reused.coder._withUnsafeGuaranteedRef { unsafeDowncast($0, to: Decoding.self).use(for: decoder) }
        return unsafeDowncast(reused, to: StandardContainer<KeyedDecodingContainer<Key>>.self).copy()
      }
    }
    let coder = Decoding(decoder: decoder)
    let made = KeyedDecodingContainer(coder)
    decoder.source.containers.add(made, kind: kind, coder: coder)
    return made
  }

  override func keys(named name: String) -> [Key] {
    guard let header else { return super.keys(named: name) }
    var keys = ArrayStorage.empty
    var key: UInt = 0
    withUnsafeMutablePointer(to: &key) { key in
      guard Found(named: name).store(at: key) else { return }
      withUnsafeMutablePointer(to: &keys) { keys in
        ArrayStorage.initialize(
          keys, header: header, moving: key, count: 1, stride: MemoryLayout<Key>.stride,
          alignmentMask: MemoryLayout<UInt>.alignment - 1)
      }
    }
    return ArrayStorage.array(referredToBy: keys)
  }
}

/// Returns the maker for a type of key, which is immortal. The function is no member of the class, since the class's metadata
/// would be looked up at every call.
@inline(__always)
func keyedContainerMaker<Key: CodingKey>(for type: Key.Type) -> Unmanaged<KeyedContainerMaker<Key>> {
  let known = keyedContainerMakers.value(for: type) ?? makeKeyedContainerMaker(for: type)
  return .fromOpaque(known.toOpaque())
}

@inline(never)
private func makeKeyedContainerMaker<Key: CodingKey>(for type: Key.Type) -> Unmanaged<AnyObject> {
  let maker = TypedKeyedContainerMaker<Key, KeyedContainerEncoder<Key>, KeyedContainerDecoder<Key>, Key?>()
  return keyedContainerMakers.insert(.passRetained(maker), for: type)
}

/// The makers, which are immortal, by the type of their keys.
private let keyedContainerMakers = PermanentTable<Unmanaged<AnyObject>>()

/// The number of makers.
private let keyedContainerKinds = Locked(0)

private protocol ContainerOfEncoder: KeyedContainer, KeyedEncodingContainerProtocol {
  init(encoder: ContainerEncoder)
  func use(for encoder: ContainerEncoder)
}

private protocol ContainerOfDecoder: KeyedContainer, KeyedDecodingContainerProtocol {
  init(decoder: ContainerDecoder)
  func use(for decoder: ContainerDecoder)
}

extension KeyedContainerEncoder: ContainerOfEncoder {}
extension KeyedContainerDecoder: ContainerOfDecoder {}

/// The Optional that a key's initializer returns.
private protocol FoundKey {
  associatedtype Wrapped
  init(named name: String)
  /// Stores the key, and returns whether there is one. Precondition: the address is uninitialized memory for it.
  func store(at address: UnsafeMutableRawPointer) -> Bool
}

extension Optional: FoundKey where Wrapped: CodingKey {
  fileprivate init(named name: String) { self = Wrapped(stringValue: name) }

  fileprivate func store(at address: UnsafeMutableRawPointer) -> Bool {
    guard let key = self else { return false }
    address.initialize(with: key)
    return true
  }
}
