/// The properties of objects, and of structs with weak references.
extension KeyedArchiveWriter {
  /// Writes an object, or a struct with weak references, which other formats do not write. The walk writes other structs.
  ///
  /// The walk is here with the first object of a class, which must be written as all others are.
  @inline(__always)
  mutating func writeRecord(preparedIn slot: RecordSlot, at base: UnsafeRawPointer) throws -> Bool {
    guard let map = slot.owner(as: TypeMap.Storage.self) else { return false }
    return try map._withUnsafeGuaranteedRef { map in
      guard map.objectType != nil || !map.weakReferences.isEmpty else { return false }
      try writeProperties(of: base, map: map)
      return true
    }
  }

  /// Writes an object by its properties, like the generic walk, but writes runs of numbers and booleans at once.
  ///
  /// Precondition: `object` is the address of an object or struct of the map's type.
  mutating func writeProperties(of object: UnsafeRawPointer, map: TypeMap.Storage) throws {
    if map.weakReferences.isEmpty, map.versions == nil, let first = map.writtenOperations.baseAddress,
      archive.pointee.leafRecords.contains(map.writtenOperations),
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
    for reference in map.weakReferences {
      archive.pointee.addKey(reference.key)
      // A weak reference is null unless a strong one leads to the object, too.
      if let object = reference.object(in: object) {
        archive.pointee.addWeakReference(to: object)
      } else {
        archive.pointee.addNull()
      }
    }
    try endMembers()
  }

  /// Shorter runs are written one by one, which needs no setup.
  private static var fewestLeaves: Int { 3 }
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

  /// Adds a whole record of numbers and booleans. Returns false if a key is new or there may be no room.
  ///
  /// The dictionary precedes its values, so that its references are written in place immediately.
  ///
  /// Precondition: ``LeafRecords/contains(_:)`` is true of them, and the properties are of the object at `base`.
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
