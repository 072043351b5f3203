/// Updates existing values in part from a decoder.
extension CodableBridge {
  /// Overlays an existing struct or object with the properties that are present in a decoder. If the data names another
  /// class than the object's, a new object takes the place of the existing one.
  ///
  /// Precondition: as for ``RecordCodec/overlay(_:undo:_:)``.
  static func overlay(
    _ address: UnsafeMutableRawPointer, as codec: RecordCodec, from decoder: any Decoder
  ) throws {
    if codec.isClass, try !isPart(of: codec, at: address, decoder) {
      let operations = ValueOperations(codec.type)
      return try operations.withTemporaryValue { memory in
        try decode(into: memory, as: codec, from: decoder)
        operations.assign(taking: memory, to: address)
      }
    }
    let undo = OverlayUndo()
    do {
      try overlay(address, as: codec, from: decoder, undo)
    } catch {
      undo.undo()
      throw error
    }
  }

  fileprivate static func overlay(
    _ address: UnsafeMutableRawPointer, as codec: RecordCodec, from decoder: any Decoder, _ undo: OverlayUndo
  ) throws {
    let level = try NestedLevel.enter(toDecodeFrom: decoder)
    defer { extendLifetime(level) }
    try codec.overlay(address, undo: undo) { map, assembly, base in
      let container = try decoder.container(keyedBy: PropertyKey.self)
      try checkKeys(of: map, decoder)
      // A part without a version is in the current format.
      if container.contains(ArchivedVersions.propertyKey) { try checkVersions(of: map, map.index, in: container) }
      let overlay = Overlay(base: base, undo: undo)
      if let group = map.keyGroup {
        try decodePresentMembers(of: group, into: &assembly, map: map, from: container, overlay: overlay)
        try overlay.overlayFlattened(of: map, known: group.index, into: &assembly, from: container, of: decoder)
      } else {
        try decodePresentProperties(into: &assembly, map: map, from: container, overlay: overlay)
      }
    }
  }

  /// Whether a decoder has a part of the object at an address, rather than an object of another class.
  private static func isPart(
    of record: RecordCodec, at address: UnsafeMutableRawPointer, _ decoder: any Decoder
  ) throws -> Bool {
    let container = try decoder.container(keyedBy: PropertyKey.self)
    let dynamic: AnyClass = type(of: UnsafeRawPointer(address).value(as: AnyObject.self))
    if let tags = try record.map._withUnsafeGuaranteedRef(\.tags) {
      return try !container.contains(tags.key) || taggedType(tags, in: container, of: decoder) == dynamic
    }
    guard container.contains(TypeNames.classPropertyKey) else { return true }
    // Null stands for the declared class, of which a new object is made.
    guard let name = try container.decodeIfPresent(String.self, forKey: TypeNames.classPropertyKey) else {
      return false
    }
    return (dynamic as? any AutoCoding.Type).map { TypeNames.isName(name, of: $0) } ?? false
  }

  /// A value that is updated in part.
  struct Overlay {
    /// The address of the value whose properties are updated.
    let base: UnsafeMutableRawPointer
    let undo: OverlayUndo

    /// Decodes the new value of a property. A model is updated in part, an object in place.
    func decode(
      _ position: Int, into assembly: inout RecordAssembly, map: TypeMap.Storage, forKey key: PropertyKey,
      from container: KeyedDecodingContainer<PropertyKey>
    ) throws {
      let operation = map.operation(at: position)
      let (existing, slot) = (base + operation.pointee.offset, assembly.slot(position))
      func decodeWhole() throws {
        let isDecoded = try CodableBridge.decodeOrDefault(operation) {
          try CodableBridge.decode(into: slot, operation, forKey: key, from: container)
        }
        if isDecoded { assembly.commit(position) }
      }
      // A rule decides what becomes of a value that is no object.
      guard let record = operation.pointee.codec.overlaidRecord(at: existing), try !container.decodeNil(forKey: key),
        !operation.pointee.recovers || (try? container.nestedContainer(keyedBy: PropertyKey.self, forKey: key)) != nil
      else { return try decodeWhole() }
      let decoder = try container.decode(CapturedDecoder.self, forKey: key).decoder
      if record.isClass {
        guard try CodableBridge.isPart(of: record, at: existing, decoder) else { return try decodeWhole() }
        return try CodableBridge.overlay(existing, as: record, from: decoder, undo)
      }
      try operation.pointee.memory.copy(from: existing, to: slot) {
        try CodableBridge.overlay(slot, as: record, from: decoder, undo)
      }
      assembly.commit(position)
    }
  }

  /// Captures the decoder of a value.
  private struct CapturedDecoder: Decodable {
    let decoder: any Decoder

    init(from decoder: any Decoder) { self.decoder = decoder }
  }
}
