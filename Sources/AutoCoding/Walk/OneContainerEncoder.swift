/// An encoder for an object that is encoded by several pieces of code, or whose keys are partly properties and partly data.
///
/// It returns the same container of another encoder for every type of key: if asked for a second container, some
/// libraries' encoders discard the first, or trap.
struct OneContainerEncoder: Encoder {
  /// The container is a value, and all that share it have to change the same one.
  final class Shared {
    var container: KeyedEncodingContainer<DynamicKey>
    init(_ container: KeyedEncodingContainer<DynamicKey>) { self.container = container }
  }

  let encoder: any Encoder
  let shared: Shared

  /// Returns nil if the type's object has no such keys, or the encoder's containers are one.
  @inline(never)
  init?(_ encoder: any Encoder, for map: TypeMap.Storage) {
    guard let group = map.keyGroup, group.hasInsertions,
      // The enums have the same type of keys, and Foundation's encoders have one container for an object.
      group.rest?.writtenBefore != nil || !group.enums.isEmpty && !FoundationCoders.includeEncoder(encoder)
    else { return nil }
    self.init(encoder)
  }

  /// Returns nil if the encoder's containers are one.
  init?(_ encoder: any Encoder) {
    if encoder is any LimitedEncoder || encoder is OneContainerEncoder { return nil }
    self.encoder = encoder
    shared = Shared(encoder.container(keyedBy: DynamicKey.self))
  }

  var codingPath: [any CodingKey] { encoder.codingPath }
  var userInfo: [CodingUserInfoKey: Any] { encoder.userInfo }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    KeyedEncodingContainer(SharedContainer(shared: shared))
  }
  func unkeyedContainer() -> any UnkeyedEncodingContainer { encoder.unkeyedContainer() }
  func singleValueContainer() -> any SingleValueEncodingContainer { encoder.singleValueContainer() }
}

/// Encodes under keys of any type in a container that others have, too.
private struct SharedContainer<Key: CodingKey>: ForwardingContainer {
  let shared: OneContainerEncoder.Shared

  var target: KeyedEncodingContainer<DynamicKey> {
    get { shared.container }
    set { shared.container = newValue }
  }

  func targetKey(for key: Key) -> DynamicKey {
    key.intValue.map { DynamicKey(key.stringValue, $0) } ?? DynamicKey(key.stringValue)
  }
}
