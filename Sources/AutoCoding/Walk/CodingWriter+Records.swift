/// The walk over structs, classes and their properties.
extension CodingWriter {
  private mutating func encodeRecord(_ address: UnsafeRawPointer, as codec: RecordCodec) throws {
    if let map = codec.knownMap(ofValueAt: address) {
      return try map._withUnsafeGuaranteedRef { try encodeStructure(address, map: $0, namingType: nil) }
    }
    if codec.isClass, let dynamic = type(of: address.value(as: AnyObject.self)) as? any AutoCoding.Type,
      dynamic != codec.type
    {
      if codec.decodingDefault == .rawValue { try InheritedCode.checkRawValue(address, codec) }
      let (declared, decodesByHand) = (codec.type, codec.decodingDefault == nil)
      let codec = try codec.subclassCodec(dynamic)
      if decodesByHand, codec.encodingDefault(of: address) == .structure {
        throw InheritedCode.lossOfClass(dynamic, declared: declared)
      }
      let scope = TypeScope.enterValue(.passUnretained(codec))
      defer { scope.end() }
      let named = codec.hasTypeKey ? try namedType(dynamic, at: address, as: codec, declared: declared) : dynamic
      return try encodeRecord(address, as: codec, namingType: named)
    }
    try encodeRecord(address, as: codec, namingType: nil)
  }

  /// Enters a level for the model at the address, and writes it.
  mutating func encodeNested(_ address: UnsafeRawPointer, as codec: RecordCodec) throws {
    if try writeNested(address, as: codec) { return }
    // A raw value is a leaf, which needs no level.
    if codec.decodingDefault == .rawValue,
      codec.writesRawValues.value != nil || codec.encodingDefault(of: address) == .rawValue
    {
      return try encodeRecord(address, as: codec)
    }
    try atNestedLevel(address, as: codec) { try $0.encodeRecord(address, as: codec) }
  }

  /// Calls `body`, which writes the model at the address, within a new level.
  @inline(__always)
  package mutating func atNestedLevel<Result>(
    _ address: UnsafeRawPointer, as codec: RecordCodec, _ body: (inout Self) throws -> Result
  ) throws -> Result {
    let limits = limits
    do {
      let level = try NestedLevel.enter(within: limits, codingPath: { [] })
      do {
        if codec.isClass, level.isWatched || writtenUnits > ExpansionGuard.threshold {
          return try visiting(address, body)
        }
        return try body(&self)
      } catch let failure as NestingError where level.isOutermost {
        throw leaving(address, as: codec, failure).encodingError(for: codec.type)
      }
    } catch let failure as NestingError {
      let failure = leaving(address, as: codec, failure)
      throw failure.isOfOutermost ? failure.encodingError(for: codec.type) : failure
    }
  }

  /// Calls `body`, unless too much was written of objects that were encoded before; see ``ExpansionGuard``.
  @inline(never)
  private mutating func visiting<Result>(
    _ address: UnsafeRawPointer, _ body: (inout Self) throws -> Result
  ) throws -> Result {
    let part = UInt(bitPattern: address.value(as: UnsafeRawPointer.self))
    let limits = limits
    // The writer's own count is more exact than the thread's.
    guard writtenUnits > ExpansionGuard.threshold else {
      return try NestedLevel.visiting(
        part, address.value(as: AnyObject.self), within: limits, codingPath: { [] }
      ) {
        try body(&self)
      }
    }
    let visits = visits ?? ExpansionGuard()
    self.visits = visits
    return try withUnsafeMutablePointer(to: &self) { writer in
      try NestedLevel.visiting(
        part, address.value(as: AnyObject.self), within: limits, visits: visits,
        work: { writer.pointee.writtenUnits }, codingPath: { [] }
      ) { try body(&writer.pointee) }
    }
  }

  private func leaving(
    _ address: UnsafeRawPointer, as codec: RecordCodec, _ failure: NestingError
  ) -> NestingError {
    guard codec.isClass else { return failure }
    return failure.leaving(address.value(as: UnsafeRawPointer.self), of: codec.type, depth: 0)
  }

  /// - Parameter namedType: The type to name, if it is not the declared one.
  private mutating func encodeRecord(
    _ address: UnsafeRawPointer, as codec: RecordCodec, namingType namedType: (any AutoCoding.Type)?
  ) throws {
    switch codec.encodingDefault(of: address) {
    case nil: return try writeCodable(address, codec.access)
    case .rawValue:
      if codec.mayHaveWillEncode { try codec.willEncode(address) }
      codec.publishRawValues()
      return try encode(address, as: codec.rawValue)
    case .structure: break
    }
    if codec.mayHaveWillEncode { try codec.willEncode(address) }
    try codec.map._withUnsafeGuaranteedRef { map in
      try map.checkEncoding()
      // Publish the map only for a value of exactly this class, not of a subclass.
      if namedType == nil { codec.publish(map) }
      try encodeStructure(address, map: map, namingType: namedType)
    }
  }

  /// Writes a struct or object by its properties, with its type among them.
  mutating func encodeNamed(_ address: UnsafeRawPointer, as codec: RecordCodec, _ name: String) throws {
    try atNestedLevel(address, as: codec) { writer in
      if codec.mayHaveWillEncode { try codec.willEncode(address) }
      try codec.map._withUnsafeGuaranteedRef { map in
        let base = map.objectType == nil ? address : address.value(as: UnsafeRawPointer.self)
        try writer.encodeProperties(
          of: base, map: map, namingType: Conformances.cast(codec.type, to: (any AutoCoding.Type).self), name: name)
      }
    }
  }

  @inline(__always)
  private mutating func encodeStructure(
    _ address: UnsafeRawPointer, map: TypeMap.Storage, namingType namedType: (any AutoCoding.Type)?
  ) throws {
    if map.objectType != nil {
      try encodeProperties(of: address.value(as: UnsafeRawPointer.self), map: map, namingType: namedType)
    } else if case .enumeration(let cases) = map.shape {
      try encodeCase(at: address, map: map, cases: cases)
    } else {
      try encodeProperties(of: address, map: map)
    }
  }

  /// Writes an object for a format with references: by its properties, or by its own `encode(to:)`.
  ///
  /// - Parameter codec: The codec of the object's own class.
  package mutating func encodeObject(_ object: UnsafeRawPointer, as codec: RecordCodec) throws {
    if let map = codec.knownMap(ofObject: object) {
      return try map._withUnsafeGuaranteedRef { try encodeProperties(of: object, map: $0) }
    }
    let encodingDefault = withUnsafePointer(to: object) { codec.encodingDefault(of: $0) }
    // A custom `init(from:)` reads what an encoder writes.
    guard encodingDefault == nil || codec.decodingDefault == nil else {
      if codec.mayHaveWillEncode { try withUnsafePointer(to: object) { try codec.willEncode($0) } }
      return try codec.map._withUnsafeGuaranteedRef { map in
        try map.checkEncoding()
        if encodingDefault == .structure { codec.publish(map) }
        try encodeProperties(of: object, map: map)
      }
    }
    try beginRecord(of: codec.type)
    try writeKey(DynamicValue.valuePropertyKey)
    try withUnsafePointer(to: object) { try writeCodable($0, codec.access) }
    try endMembers()
  }

  mutating func encodeProperties(
    of base: UnsafeRawPointer, map: TypeMap.Storage, namingType namedType: (any AutoCoding.Type)? = nil,
    name: String? = nil
  ) throws {
    if namedType == nil {
      if try writeRecord(preparedIn: map.slot, at: base) { return }
    } else {
      try checkKeys(preparedIn: map.slot)
    }
    if rules.nestsKeyPaths, let map = map.mapToEncodeInPlace {
      return try encodeProperties(of: base, map: map, namingType: namedType, name: name)
    }
    try beginRecord(of: map.recordType, named: try name ?? namedType.map { try TypeNames.writtenName(of: $0) })
    if map.hasHeader { try writeHeader(of: base, map: map) }
    try encodeMembers(of: base, map: map)
    try endMembers()
  }

  /// Writes the properties of a record that was begun.
  @inline(__always)
  mutating func encodeMembers(of base: UnsafeRawPointer, map: TypeMap.Storage) throws {
    if let group = map.keyGroup, rules.nestsKeyPaths {
      try encodeMembers(of: group, base, map: map)
    } else if var operation = map.writtenOperations.baseAddress {
      let end = operation + map.writtenOperations.count
      reserveMembers { Self.countMembers(of: base, operation, end) }
      let trackedPath = trackedPath
      while operation < end {
        trackedPath?.enter(operation.pointee.key)
        defer { trackedPath?.leave() }
        do {
          try encodeProperty(base + operation.pointee.offset, operation, map: map)
        } catch {
          throw error.prepending(operation.pointee.key)
        }
        operation += 1
      }
    }
  }

  /// The number of properties that are not nil.
  private static func countMembers(
    of base: UnsafeRawPointer, _ first: UnsafePointer<PropertyOperation>, _ end: UnsafePointer<PropertyOperation>
  ) -> Int {
    var (operation, count) = (first, 0)
    while operation < end {
      let address = base + operation.pointee.offset
      if !operation.pointee.isOptional {
        count += 1
      } else if operation.pointee.isOptionalLeaf {
        if !operation.pointee.isNilLeaf(address) { count += 1 }
      } else if operation.pointee.memory.enumTag(address) == 0 {
        count += 1
      }
      operation += 1
    }
    return count
  }

  /// Writes the key and value of a property of a record that was begun; writes nothing for a value that is left out.
  @inline(__always)
  package mutating func encodeProperty(
    _ address: UnsafeRawPointer, _ operation: UnsafePointer<PropertyOperation>, map: TypeMap.Storage
  ) throws {
    if operation.pointee.isLeftOut(address) { return }
    if operation.pointee.isOptional {
      // Only the outermost nil is left out, as in synthesized Codable.
      let isNil =
        operation.pointee.isOptionalLeaf
        ? operation.pointee.isNilLeaf(address) : operation.pointee.memory.enumTag(address) != 0
      if isNil, !rules.writesNilProperties || operation.pointee.isLazy,
        map.omitsNil(operation.pointee.position)
      {
        return
      }
      try writeKey(operation.pointee.key)
      if isNil { return try writeNull() }
      beginOptional()
      // The wrapped value is at the Optional's own address.
      if operation.pointee.isOptionalLeaf { return try encodeLeaf(address, kind: operation.pointee.kind) }
    } else {
      if operation.pointee.kind.isLeaf {
        try writeKey(operation.pointee.key)
        return try encodeLeaf(address, kind: operation.pointee.kind)
      }
      try writeKey(operation.pointee.key)
    }
    try operation.pointee.withCodec { try encode(address, as: $0) }
  }
}
