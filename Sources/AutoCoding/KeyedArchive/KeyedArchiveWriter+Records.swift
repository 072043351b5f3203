/// The properties of objects.
extension KeyedArchiveWriter {
  /// Writes an object by its properties, like the generic walk, but writes runs of numbers and booleans at once.
  ///
  /// Precondition: the object is of the map's type.
  mutating func writeProperties(of object: UnsafeRawPointer, map: TypeMap.Storage) throws {
    if map.weakReferences.isEmpty, map.versions == nil, let first = map.writtenOperations.baseAddress,
      archive.pointee.hasLeavesAlone(map.writtenOperations),
      archive.pointee.addRecord(
        ofLeaves: first, count: map.writtenOperations.count, of: object, classUID: classUID(of: map.type))
    {
      return
    }
    try beginRecord(of: map.type)
    if let versions = map.versions { try write(versions.archived) }
    if var operation = map.writtenOperations.baseAddress {
      let end = operation + map.writtenOperations.count
      while operation < end {
        let leafEnd = operation.endOfLeaves(before: end)
        if leafEnd >= operation + Self.fewestLeaves, archive.pointee.addLeaves(from: operation, to: leafEnd, of: object)
        {
          operation = leafEnd
          continue
        }
        do {
          try encodeProperty(object + operation.pointee.offset, operation, map: map)
        } catch {
          throw error.prepending(operation.pointee.key)
        }
        operation += 1
      }
    }
    if !map.weakReferences.isEmpty { try encodeWeakReferences(of: object, map: map) }
    try endMembers()
  }

  /// Shorter runs are written one by one, which needs no setup.
  private static var fewestLeaves: Int { 3 }
}

extension UnsafePointer<PropertyOperation> {
  /// Returns the end of the run of numbers and booleans that begins here.
  @inline(__always)
  fileprivate func endOfLeaves(before end: Self) -> Self {
    var operation = self
    while operation < end, !operation.pointee.isOptional, operation.pointee.kind.isInlineLeaf { operation += 1 }
    return operation
  }
}

extension Codec.Kind {
  /// Whether records hold values of the kind inline, in at most 9 bytes.
  @inline(__always)
  fileprivate var isInlineLeaf: Bool {
    switch self {
    case .bool, .int, .int8, .int16, .int32, .int64, .uint8, .uint16, .uint32, .float, .double: true
    default: false
    }
  }
}

extension ArchiveBuilder {
  /// Adds numbers and booleans to a record, with their keys. Returns false if there may be no room for them.
  ///
  /// Precondition: all the properties are of a kind that is an inline leaf, of the object at `base`, and a record is open.
  @inline(__always)
  mutating func addLeaves(
    from start: UnsafePointer<PropertyOperation>, to end: UnsafePointer<PropertyOperation>, of base: UnsafeRawPointer
  ) -> Bool {
    let count = end - start
    guard let target = values.reserve(count), let keyTarget = keys.reserve(count) else { return false }
    let keyCount = keys.count
    var operation = start
    if let known = propertyKeys.objects(ofKeysFrom: start, count: count), let source = known.baseAddress {
      for index in 0..<count { keyTarget[index] = source[index] }
      keys.advance(by: count)
    } else {
      while operation < end {
        addKey(operation.pointee.key)
        operation += 1
      }
    }
    guard var leaves = list.beginLeaves(count) else {
      keys.truncate(to: keyCount)
      return false
    }
    operation = start
    var value = target
    while operation < end {
      value.initialize(to: leaves.add(operation, of: base))
      value += 1
      operation += 1
    }
    values.advance(by: count)
    list.endLeaves(leaves)
    return true
  }

  /// Whether a record has only numbers and booleans.
  @inline(__always)
  mutating func hasLeavesAlone(_ operations: UnsafeBufferPointer<PropertyOperation>) -> Bool {
    guard let first = operations.baseAddress else { return false }
    if first == lastOfLeaves { return true }
    guard first.endOfLeaves(before: first + operations.count) == first + operations.count else { return false }
    lastOfLeaves = first
    return true
  }

  /// Adds a whole record of numbers and booleans. Returns false if a key is new or there may be no room.
  ///
  /// The dictionary precedes its values, so that its references are written in place immediately.
  ///
  /// Precondition: ``hasLeavesAlone(_:)``, and the properties are of the object at `base`.
  @inline(__always)
  mutating func addRecord(
    ofLeaves first: UnsafePointer<PropertyOperation>, count: Int, of base: UnsafeRawPointer, classUID: UInt32
  ) -> Bool {
    guard let keys = propertyKeys.objects(ofKeysFrom: first, count: count) else { return false }
    let classObject = list.add(uid: classUID)
    guard var leaves = list.beginDictionary(ofLeaves: keys, lastKey: classKey) else {
      return false
    }
    var operation = first
    let end = first + count
    while operation < end {
      leaves.refer(to: leaves.add(operation, of: base))
      operation += 1
    }
    leaves.refer(to: classObject)
    let record = UInt32(truncatingIfNeeded: list.objectCount)
    list.endLeaves(leaves)
    finish(record)
    return true
  }
}

extension PropertyListLeaves {
  /// Adds a property of the record at `base`.
  ///
  /// Precondition: the property's kind is an inline leaf.
  @inline(__always)
  fileprivate mutating func add(
    _ operation: UnsafePointer<PropertyOperation>, of base: UnsafeRawPointer
  ) -> UInt32 {
    let address = base + operation.pointee.offset
    let integer: Int64
    switch operation.pointee.kind {
    case .bool: return add(bool: address.value(as: Bool.self))
    case .float: return add(float: address.value(as: Float.self))
    case .double: return add(double: address.value(as: Double.self))
    case .int8: integer = Int64(address.value(as: Int8.self))
    case .int16: integer = Int64(address.value(as: Int16.self))
    case .int32: integer = Int64(address.value(as: Int32.self))
    case .uint8: integer = Int64(address.value(as: UInt8.self))
    case .uint16: integer = Int64(address.value(as: UInt16.self))
    case .uint32: integer = Int64(address.value(as: UInt32.self))
    // Int and Int64, by the precondition.
    default: integer = address.value(as: Int64.self)
    }
    return add(integer: integer)
  }
}
