extension CodableBridge {
  /// Encodes the stored properties of a struct or object at `base`.
  ///
  /// - Parameters:
  ///   - encoder: The encoder that made the container.
  ///   - hasTag: Whether the container has the tag of a case.
  @inline(__always)
  static func encodeProperties(
    of base: UnsafeRawPointer, map: TypeMap.Storage, in container: inout KeyedEncodingContainer<PropertyKey>,
    of encoder: any Encoder, hasTag: Bool = false
  ) throws {
    if map.hasHeader { try encodeHeader(of: base, map: map, in: &container) }
    if let group = map.keyGroup {
      return try encodeMembers(of: group, base, map: map, in: &container, of: encoder)
    }
    try withNestingCoder(of: encoder, map, hasTag: hasTag) {
      try encodeOperations(of: base, map: map, in: &container, nestingIn: $0)
    }
  }

  /// Encodes the elements of a tuple or payload.
  static func encodeProperties(
    of base: UnsafeRawPointer, map: TypeMap.Storage, in container: inout KeyedEncodingContainer<PropertyKey>
  ) throws {
    if map.hasHeader { try encodeHeader(of: base, map: map, in: &container) }
    if let group = map.keyGroup {
      return try encodeMembers(of: group, base, map: map, in: &container, of: nil)
    }
    try encodeOperations(of: base, map: map, in: &container, nestingIn: nil)
  }

  /// Encodes the properties of a struct or object without key paths.
  ///
  /// - Parameter encoder: The encoder if models may be nested in its containers.
  static func encodeOperations(
    of base: UnsafeRawPointer, map: TypeMap.Storage, in container: inout KeyedEncodingContainer<PropertyKey>,
    nestingIn encoder: NestingEncoder?
  ) throws {
    for index in map.writtenOperations.indices {
      let position = map.writtenOperations[index].position
      try encodeProperty(
        position, of: base, map: map, forKey: map.operation(at: position).pointee.key, in: &container,
        nestingIn: encoder)
    }
  }

  /// Encodes the stored property at a position.
  @inline(__always)
  static func encodeProperty(
    _ position: Int, of base: UnsafeRawPointer, map: TypeMap.Storage, forKey key: PropertyKey,
    in container: inout KeyedEncodingContainer<PropertyKey>, nestingIn encoder: NestingEncoder? = nil
  ) throws {
    let operation = map.operation(at: position)
    let address = base + operation.pointee.offset
    if operation.pointee.isLeftOut(address) { return }
    if operation.pointee.omitsNil, map.hasDefaults || !operation.pointee.isOptionalLeaf || operation.pointee.isLazy,
      operation.pointee.memory.enumTag(address) != 0
    {
      if map.hasDefaults, !map.omitsNil(position) { return try container.encodeNil(forKey: key) }
      if operation.pointee.isLazy { return }
      try encodeNil(of: operation, forKey: key, in: &container)
    } else if operation.pointee.isOptionalLeaf {
      try encodeOptionalLeaf(address, operation, forKey: key, in: &container)
    } else {
      try encode(address, operation, forKey: key, in: &container, nestingIn: encoder)
    }
  }

  /// Decodes the stored properties of a struct or object.
  ///
  /// - Parameters:
  ///   - decoder: The decoder that made the container.
  ///   - isPart: Whether they are those of a flattened model: versions are the object's, and have been checked.
  @inline(__always)
  static func decodeProperties(
    into address: UnsafeMutableRawPointer, map: TypeMap.Storage, from container: KeyedDecodingContainer<PropertyKey>,
    of decoder: any Decoder, isPart: Bool = false
  ) throws {
    if let group = map.keyGroup, !hasArchiveKeys(decoder) {
      if !isPart { try checkVersions(of: map, group.index, in: container) }
      return try decodeMembers(of: group, into: address, map: map, from: container, of: decoder)
    }
    if !isPart { try checkVersions(of: map, map.index, in: container) }
    try withNestingCoder(of: decoder, map) {
      try decodeOperations(into: address, map: map, from: container, nestingIn: $0)
    }
  }

  /// Decodes the elements of a tuple or payload.
  static func decodeProperties(
    into address: UnsafeMutableRawPointer, map: TypeMap.Storage, from container: KeyedDecodingContainer<PropertyKey>
  ) throws {
    try checkVersions(of: map, map.objectIndex, in: container)
    if let group = map.keyGroup {
      return try decodeMembers(of: group, into: address, map: map, from: container, of: nil)
    }
    try decodeOperations(into: address, map: map, from: container, nestingIn: nil)
  }

  /// Decodes the properties of a struct or object without key paths.
  ///
  /// - Parameter decoder: The decoder if models may be nested in its containers.
  static func decodeOperations(
    into address: UnsafeMutableRawPointer, map: TypeMap.Storage, from container: KeyedDecodingContainer<PropertyKey>,
    nestingIn decoder: NestingDecoder?
  ) throws {
    guard !map.isDecodedInOrder else {
      var unread = unreadCount(of: map, FoundationCoders.keys(of: container))
      return try RecordAssembly.inOrder(map, at: address) { position, slot in
        let operation = map.operation(at: position)
        if unread == 0, operation.pointee.isOptional { return operation.pointee.initializeNil(slot) }
        let key = key(of: position, in: map, container)
        do {
          try decode(into: slot, operation, forKey: key, from: container, nestingIn: decoder)
          if operation.pointee.isFound(slot) { unread &-= 1 }
        } catch {
          throw explained(error, at: position, of: map, key, container)
        }
      }
    }
    var assembly = try RecordAssembly(map, at: address)
    try decodePresentProperties(into: &assembly, map: map, from: container, nestingIn: decoder)
    try checkMissing(in: assembly, map, container)
    try assembly.finish(at: address)
  }

  /// - Throws: `DecodingError.keyNotFound` for a missing property without a default.
  static func checkMissing(
    in assembly: borrowing RecordAssembly, _ map: TypeMap.Storage, _ container: KeyedDecodingContainer<PropertyKey>
  ) throws {
    guard !map.hasDefaults else {
      guard map.hasRequiredKeys else { return }
      // The assembly would throw without a path.
      for position in map.requiredPositions where !assembly.contains(position) {
        throw map.missingKey(position, codingPath: container.codingPath)
      }
      return
    }
    for position in map.operations.indices
    where !assembly.contains(position) && !map.operations[position].isOptional
      && !map.operations[position].isWrapper && map.defaultValue(at: position) == nil
    {
      throw map.missingKey(position, codingPath: container.codingPath)
    }
  }

  /// Decodes the stored properties that are present in the container.
  static func decodePresentProperties(
    into assembly: inout RecordAssembly, map: TypeMap.Storage, from container: KeyedDecodingContainer<PropertyKey>,
    nestingIn decoder: NestingDecoder? = nil
  ) throws {
    let keys = FoundationCoders.keys(of: container)
    var unread = unreadCount(of: map, keys)
    for index in map.readOperations.indices where unread != 0 {
      let position = map.readOperations[index].position
      let key = key(of: position, in: map, container)
      // The key is nearly always present: ask for the value first, so that the container looks the key up once. But if fewer
      // keys than properties are left, some are missing.
      let isLikely = unread < 0 || unread >= map.readOperations.count &- index
      var isNil = false
      if isLikely, map.operation(at: position).pointee.isCommonLeaf {
        let slot = assembly.slot(position)
        if try decodeIfPresent(into: slot, map.operation(at: position), forKey: key, from: container) {
          assembly.commit(position)
          unread &-= 1
          continue
        }
        isNil = map.operation(at: position).pointee.isOptionalLeaf
        // Without a default, a missing key is nil as well.
        if isNil, !map.hasAnyDefaults { continue }
      }
      guard container.has(key, in: keys) else { continue }
      unread &-= 1
      if isNil {
        map.operation(at: position).pointee.initializeNil(assembly.slot(position))
        assembly.commit(position)
        continue
      }
      let operation = map.operation(at: position)
      if operation.pointee.takesNullAsMissing, try container.decodeNil(forKey: key) { continue }
      if operation.pointee.keepsDefaultForUndecodable {
        let slot = assembly.slot(position)
        let isDecoded = try decodeOrDefault(operation) {
          try decode(into: slot, operation, forKey: key, isPresent: true, from: container)
        }
        if isDecoded { assembly.commit(position) }
        continue
      }
      try decode(
        into: assembly.slot(position), operation, forKey: key, isPresent: true, from: container, nestingIn: decoder)
      assembly.commit(position)
    }
  }

  /// Returns how many keys a container has that may be those of a map's properties. When so many were found, the other
  /// properties are missing. Returns a negative number if it is not known.
  @inline(__always)
  private static func unreadCount(of map: TypeMap.Storage, _ keys: ContainerKeys?) -> Int {
    // A former key may also be the current one of another property, which a subclass declares.
    guard let keys, !map.hasFormerKeys else { return -1 }
    return keys.count
  }

  /// Returns the key of a property in the data: a former key if the current one is missing.
  @inline(__always)
  private static func key(
    of position: Int, in map: TypeMap.Storage, _ container: KeyedDecodingContainer<PropertyKey>
  ) -> PropertyKey {
    map.hasFormerKeys
      ? keyOrFormerKey(of: map.operation(at: position), container) : map.operation(at: position).pointee.key
  }

  @inline(never)
  private static func keyOrFormerKey(
    of operation: UnsafePointer<PropertyOperation>, _ container: KeyedDecodingContainer<PropertyKey>
  ) -> PropertyKey {
    let key = operation.pointee.key
    func isThere(_ key: PropertyKey) -> Bool {
      guard container.contains(key) else { return false }
      // Null is as a missing key.
      return !operation.pointee.takesNullAsMissing || (try? container.decodeNil(forKey: key)) != true
    }
    return isThere(key) ? key : operation.pointee.formerKeys.first(where: isThere) ?? key
  }

  /// Returns a clearer error if the property's own key is missing, or else the same error. Not inlined: the variables
  /// that the pattern binds would enlarge the stack frame of every record.
  @inline(never)
  private static func explained(
    _ error: any Error, at position: Int, of map: TypeMap.Storage, _ key: PropertyKey,
    _ container: KeyedDecodingContainer<PropertyKey>
  ) -> any Error {
    // A leaf has no keys. For other values the paths are compared, which containers make anew each time.
    guard case DecodingError.keyNotFound(let missing, let context) = error, missing.stringValue == key.stringValue,
      map.operation(at: position).pointee.isCommonLeaf || context.codingPath.count == container.codingPath.count
    else { return error }
    return map.missingKey(position, codingPath: context.codingPath)
  }
}
