/// The properties of objects.
extension KeyedArchiveWriter {
  /// Writes an object by its properties, as the walk does, but numbers and booleans that follow each other at once.
  ///
  /// Precondition: the object is of the map's type.
  mutating func writeProperties(of object: UnsafeRawPointer, map: TypeMap.Storage) throws {
    try beginRecord(of: map.type)
    if var operation = map.operations.baseAddress {
      let end = operation + map.operations.count
      while operation < end {
        let leafEnd = Self.endOfLeaves(operation, end)
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
      try writeKey(reference.key)
      try writeWeakReference(to: reference.object(in: object))
    }
    try endRecord()
  }

  /// Fewer are written one by one, which takes no preparation.
  private static var fewestLeaves: Int { 3 }

  @inline(__always)
  private static func endOfLeaves(
    _ start: UnsafePointer<PropertyOperation>, _ end: UnsafePointer<PropertyOperation>
  ) -> UnsafePointer<PropertyOperation> {
    var operation = start
    while operation < end, !operation.pointee.isOptional, operation.pointee.kind.isInlineLeaf { operation += 1 }
    return operation
  }
}

extension Codec.Kind {
  /// Whether records have values of the kind in themselves, in 9 bytes at the most.
  @inline(__always)
  fileprivate var isInlineLeaf: Bool {
    switch self {
    case .bool, .int, .int8, .int16, .int32, .int64, .uint8, .uint16, .uint32, .float, .double: true
    default: false
    }
  }
}

extension ArchiveBuilder {
  /// Adds numbers and booleans to a record, with their keys, or returns false where there may be no room for them.
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
      let address = base + operation.pointee.offset
      let object =
        switch operation.pointee.kind {
        case .bool: leaves.add(bool: address.value(as: Bool.self))
        case .int: leaves.add(integer: Int64(address.value(as: Int.self)))
        case .int8: leaves.add(integer: Int64(address.value(as: Int8.self)))
        case .int16: leaves.add(integer: Int64(address.value(as: Int16.self)))
        case .int32: leaves.add(integer: Int64(address.value(as: Int32.self)))
        case .int64: leaves.add(integer: address.value(as: Int64.self))
        case .uint8: leaves.add(integer: Int64(address.value(as: UInt8.self)))
        case .uint16: leaves.add(integer: Int64(address.value(as: UInt16.self)))
        case .uint32: leaves.add(integer: Int64(address.value(as: UInt32.self)))
        case .float: leaves.add(float: address.value(as: Float.self))
        // Double, by the precondition.
        default: leaves.add(double: address.value(as: Double.self))
        }
      value.initialize(to: object)
      value += 1
      operation += 1
    }
    values.advance(by: count)
    list.endLeaves(leaves)
    return true
  }
}
