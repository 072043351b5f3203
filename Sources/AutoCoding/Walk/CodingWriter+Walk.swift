#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The walk that encodes a value: here codecs and a format meet.
///
/// Precondition for all functions: the address holds an initialized value of the codec's type.
extension CodingWriter {
  /// Writes the value at the address.
  @inline(never)
  package mutating func encode(_ address: UnsafeRawPointer, as codec: Codec) throws {
    switch codec.kind {
    case .optional:
      let codec = unsafeDowncast(codec, to: OptionalCodec.self)
      if codec.isNil(address) { return try writeNull() }
      beginOptional()
      try encode(address, as: codec.wrapped)
    case .record: try encodeNested(address, as: unsafeDowncast(codec, to: RecordCodec.self))
    case .sequence: try encodeSequence(address, as: unsafeDowncast(codec, to: SequenceCodec.self))
    case .dictionary: try encodeDictionary(address, as: unsafeDowncast(codec, to: DictionaryCodec.self))
    case .existential: try writeExistential(address, as: codec)
    case .tuple: try encodeTuple(address, as: unsafeDowncast(codec, to: TupleCodec.self))
    case .conversion:
      let codec = unsafeDowncast(codec, to: ConversionCodec.self)
      try codec.withRepresentation(of: address) { try encode($0, as: codec.representation) }
    case .codable: try writeCodable(address, unsafeDowncast(codec, to: CodableCodec.self).access)
    default: try encodeLeaf(address, kind: codec.kind)
    }
  }

  /// Writes the leaf at the address. Precondition: `kind` is a leaf.
  @inline(__always)
  package mutating func encodeLeaf(_ address: UnsafeRawPointer, kind: Codec.Kind) throws {
    switch kind {
    case .bool: try write(address.value(as: Bool.self))
    case .int: try write(address.value(as: Int.self))
    case .int8: try write(address.value(as: Int8.self))
    case .int16: try write(address.value(as: Int16.self))
    case .int32: try write(address.value(as: Int32.self))
    case .int64: try write(address.value(as: Int64.self))
    case .uint: try write(address.value(as: UInt.self))
    case .uint8: try write(address.value(as: UInt8.self))
    case .uint16: try write(address.value(as: UInt16.self))
    case .uint32: try write(address.value(as: UInt32.self))
    case .uint64: try write(address.value(as: UInt64.self))
    case .int128:
      if #available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *) {
        try write(address.value(as: Int128.self))
      }
    case .uint128:
      if #available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *) {
        try write(address.value(as: UInt128.self))
      }
    case .float: try write(address.value(as: Float.self))
    case .double: try write(address.value(as: Double.self))
    case .string: try write(address.value(as: String.self))
    case .date: try write(address.value(as: Date.self))
    case .data: try write(address.value(as: Data.self))
    case .url: try write(address.value(as: URL.self))
    case .uuid: try write(address.value(as: UUID.self))
    case .decimal: try write(address.value(as: Decimal.self))
    case .optional, .sequence, .dictionary, .record, .existential, .tuple, .conversion, .codable: break
    }
  }

  private mutating func encodeSequence(_ address: UnsafeRawPointer, as codec: SequenceCodec) throws {
    if codec.isArray {
      if try writeNested(address, as: codec) { return }
      if try encodeLeaves(address, kind: codec.element.kind) { return }
    }
    let element = codec.element
    let stride = codec.stride
    try codec.withElements(of: address) { first, count in
      try beginArray(count: count, isOrdered: !codec.isSet)
      let trackedPath = trackedPath
      for index in 0..<count {
        // Prefetch eight elements ahead: their work takes some hundred nanoseconds, about the latency of memory.
        if index &+ 8 < count { prepare(first + (index &+ 8) &* stride, as: element) }
        trackedPath?.enter(index: index)
        defer { trackedPath?.leave() }
        do {
          try encode(first + index &* stride, as: element)
        } catch {
          throw error.prepending(DynamicKey(index: index))
        }
      }
      try endArray()
    }
  }

  /// Writes an `Array` of one of the most common leaf types, or returns false.
  @inline(__always)
  private mutating func encodeLeaves(_ address: UnsafeRawPointer, kind: Codec.Kind) throws -> Bool {
    switch kind {
    case .string: try encodeLeaves([String].self, at: address) { try $0.write($1) }
    case .int: try encodeLeaves([Int].self, at: address) { try $0.write($1) }
    case .double: try encodeLeaves([Double].self, at: address) { try $0.write($1) }
    case .bool: try encodeLeaves([Bool].self, at: address) { try $0.write($1) }
    default: return false
    }
    return true
  }

  @inline(__always)
  private mutating func encodeLeaves<Leaf>(
    _ type: [Leaf].Type, at address: UnsafeRawPointer, _ write: (inout Self, Leaf) throws -> Void
  ) throws {
    try address.assumingMemoryBound(to: type).pointee.withUnsafeBufferPointer { leaves in
      try beginArray(count: leaves.count)
      for index in leaves.indices {
        do {
          try write(&self, leaves[index])
        } catch {
          throw error.prepending(DynamicKey(index: index))
        }
      }
      try endArray()
    }
  }

  private mutating func encodeDictionary(_ address: UnsafeRawPointer, as codec: DictionaryCodec) throws {
    let count = codec.count(of: address)
    if rules.keysAreValues {
      try encodeValues(of: address, count: count, as: codec)
    } else if codec.isKeyed {
      var strings: Set<String>? = codec.mayRepeatStrings ? [] : nil
      try beginDictionary(count: count)
      try codec.forEach(of: address) { key, value in
        let key = codec.string(forKey: key)
        if strings?.insert(key).inserted == false { throw codec.equalStrings(key) }
        try writeKey(key, isText: codec.isTextKeyed)
        trackedPath?.enter(DynamicKey(key))
        defer { trackedPath?.leave() }
        do {
          try encode(value, as: codec.value)
        } catch {
          throw error.prepending(DynamicKey(key))
        }
      }
      try endMembers()
    } else {
      var position = 0
      try beginArray(count: 2 * count)
      try codec.forEach(of: address) { key, value in
        do {
          try encodeElement(key, as: codec.key, at: position)
          position += 1
          try encodeElement(value, as: codec.value, at: position)
          position += 1
        } catch {
          throw error.prepending(DynamicKey(index: position))
        }
      }
      try endArray()
    }
  }

  private mutating func encodeElement(_ address: UnsafeRawPointer, as codec: Codec, at index: Int) throws {
    trackedPath?.enter(index: index)
    defer { trackedPath?.leave() }
    try encode(address, as: codec)
  }

  private mutating func encodeValues(
    of address: UnsafeRawPointer, count: Int, as codec: DictionaryCodec
  ) throws {
    try beginDictionary(count: count)
    try codec.forEach(of: address) { key, value in
      do {
        try encode(key, as: codec.key)
        try encode(value, as: codec.value)
      } catch {
        let name = codec.isKeyed ? codec.string(forKey: key) : ValueText.describing(codec.key.boxedValue(at: key))
        throw error.prepending(DynamicKey(name))
      }
    }
    try endMembers()
  }

  private mutating func encodeRecord(_ address: UnsafeRawPointer, as codec: RecordCodec) throws {
    if let map = codec.knownMap(ofValueAt: address) {
      return try map._withUnsafeGuaranteedRef { try encodeStructure(address, map: $0, namingType: nil) }
    }
    if codec.isClass, let dynamic = type(of: address.value(as: AnyObject.self)) as? any AutoCoding.Type,
      dynamic != codec.type
    {
      let declared = codec.type
      let codec = try codec.subclassCodec(dynamic)
      let scope = TypeScope.enterValue(.passUnretained(codec))
      defer { scope.end() }
      let named = codec.hasTypeKey ? try namedType(dynamic, at: address, as: codec, declared: declared) : dynamic
      return try encodeRecord(address, as: codec, namingType: named)
    }
    try encodeRecord(address, as: codec, namingType: nil)
  }

  /// Enters a level for the model at the address, and writes it.
  private mutating func encodeNested(_ address: UnsafeRawPointer, as codec: RecordCodec) throws {
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
        part, type(of: address.value(as: AnyObject.self)), within: limits, codingPath: { [] }
      ) {
        try body(&self)
      }
    }
    let visits = visits ?? ExpansionGuard()
    self.visits = visits
    return try withUnsafeMutablePointer(to: &self) { writer in
      try NestedLevel.visiting(
        part, type(of: address.value(as: AnyObject.self)), within: limits, visits: visits,
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

  private mutating func encodeTuple(_ address: UnsafeRawPointer, as codec: TupleCodec) throws {
    if codec.isKeyed { return try encodeProperties(of: address, map: codec.map) }
    let operations = codec.map.operations
    try beginArray(count: operations.count)
    for position in operations.indices {
      trackedPath?.enter(index: position)
      defer { trackedPath?.leave() }
      do {
        try encode(address + operations[position].offset, as: operations[position].codec)
      } catch {
        throw error.prepending(DynamicKey(index: position))
      }
    }
    try endArray()
  }

  private mutating func encodeCase(
    at address: UnsafeRawPointer, map: TypeMap.Storage, cases: TypeMap.Cases
  ) throws {
    if map.hasHeader, rules.writesTypeTags, let tags = cases.tags {
      return try encodeTaggedCase(at: address, map: map, cases: cases, tags)
    }
    let position = cases.layout.position(of: address)
    try beginRecord(of: map.type)
    if let versions = map.versions { try write(versions.archived) }
    try writeKey(cases.index.keys[position])
    if let payload = cases.payloads[position] {
      trackedPath?.enter(cases.index.keys[position])
      defer { trackedPath?.leave() }
      do {
        try cases.layout.withPayload(of: address, case: position) { try encodeProperties(of: $0, map: payload) }
      } catch {
        throw error.prepending(cases.index.keys[position])
      }
    } else {
      try beginRecord(of: map.type)
      try endMembers()
    }
    try endMembers()
  }

  /// Writes an object for a format with references: by its properties, or by its own `encode(to:)`.
  ///
  /// - Parameter codec: The codec of the object's own class.
  package mutating func encodeObject(_ object: UnsafeRawPointer, as codec: RecordCodec) throws {
    if let map = withUnsafePointer(to: object, { codec.knownMap(ofValueAt: $0) }) {
      return try map._withUnsafeGuaranteedRef { try encodeProperties(of: object, map: $0) }
    }
    let encodingDefault = withUnsafePointer(to: object) { codec.encodingDefault(of: $0) }
    guard encodingDefault == nil else {
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

  private mutating func encodeProperties(
    of base: UnsafeRawPointer, map: TypeMap.Storage, namingType namedType: (any AutoCoding.Type)? = nil,
    name: String? = nil
  ) throws {
    if namedType == nil {
      if try writeRecord(preparedIn: map.slot, at: base) { return }
    } else {
      try checkKeys(preparedIn: map.slot)
    }
    try beginRecord(of: map.recordType, named: try name ?? namedType.map { try TypeNames.writtenName(of: $0) })
    if map.hasHeader { try writeHeader(of: map) }
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

  /// Writes the key and value of a property of a record that was begun; writes nothing for a nil that is left out.
  @inline(__always)
  package mutating func encodeProperty(
    _ address: UnsafeRawPointer, _ operation: UnsafePointer<PropertyOperation>, map: TypeMap.Storage
  ) throws {
    if operation.pointee.isOptional {
      // Only the outermost nil is left out, as in synthesized Codable.
      let isNil =
        operation.pointee.isOptionalLeaf
        ? operation.pointee.isNilLeaf(address) : operation.pointee.memory.enumTag(address) != 0
      if isNil, !rules.writesNilProperties || operation.pointee.isLazyOptional,
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
      if operation.pointee.isLeftOutWrapper(address) { return }
      try writeKey(operation.pointee.key)
    }
    try operation.pointee.withCodec { try encode(address, as: $0) }
  }
}

extension CodingWriter {
  fileprivate mutating func writeCodable(_ address: UnsafeRawPointer, _ access: CodableAccess) throws {
    if let value = access.value(at: address) { try writeCodable(value) } else { try writeNull() }
  }

  private mutating func write(bigInteger digits: String) throws {
    if #available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *) {
      if let value = Int128(digits) { return try write(value) }
      if let value = UInt128(digits) { return try write(value) }
    }
  }

  /// Writes a tree.
  package mutating func write(_ tree: CodedTree) throws {
    switch tree {
    case .null: try writeNull()
    case .bool(let value): try write(value)
    case .int(let value): try write(value)
    case .uint(let value): try write(value)
    case .bigInteger(let digits): try write(bigInteger: digits)
    case .float(let value): try write(value)
    case .double(let value): try write(value)
    case .string(let value): try write(value)
    case .date(let value): try write(value)
    case .data(let value): try write(value)
    case .url(let value): try write(value)
    case .uuid(let value): try write(value)
    case .decimal(let value): try write(value)
    case .array(let elements):
      try NestedLevel.encoding(tree, limits: limits, codingPath: { [] }) {
        try beginArray(count: elements.count)
        for element in elements { try write(element) }
        try endArray()
      }
    case .dictionary(let pairs):
      try NestedLevel.encoding(tree, limits: limits, codingPath: { [] }) {
        try beginDictionary(count: pairs.count)
        for pair in pairs {
          try writeKey(pair.key)
          try write(pair.value)
        }
        try endMembers()
      }
    case .object(let object): try write(.dictionary(object.values))
    }
  }
}
