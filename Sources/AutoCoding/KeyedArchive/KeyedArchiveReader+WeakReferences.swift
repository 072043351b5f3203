/// Weak references, to objects that something else refers to as well.
extension KeyedArchiveReader {
  /// Reads the weak references of a struct. Before all objects are there, the struct is read once more later.
  mutating func readWeakReferences(
    of map: TypeMap.Storage, in pairs: PropertyListReader.Pairs, into address: UnsafeMutableRawPointer
  ) throws {
    guard objectTable.graph.isWhole else { return }
    for reference in map.weakReferences {
      if let object = try object(of: reference, in: pairs) { reference.setObject(object, in: address) }
    }
  }

  /// Returns the object of a weak reference, if something else refers to it as well.
  mutating func object(
    of reference: TypeMap.WeakReference, in pairs: PropertyListReader.Pairs
  ) throws -> AnyObject? {
    let key = reference.key.stringValue
    if !movedReferences.isEmpty, let moved = movedReferences[pairs.keys] {
      return try moved[key].flatMap { try object(of: reference, at: $0) }
    }
    for index in 0..<pairs.count where try string(try list.key(index, of: pairs)) == key {
      if let object = try object(of: reference, at: try list.value(index, of: pairs)) { return object }
    }
    return nil
  }

  mutating func object(of reference: TypeMap.WeakReference, at value: UInt32) throws -> AnyObject? {
    guard try list.kind(of: value) == .uid, let other = objectTable.number(of: try checkedUID(value)) else {
      return nil
    }
    guard TypeLookup.isSubclass(objectTable.graph.codec(of: other).type, of: reference.type) else {
      throw DecodingError.typeMismatch(
        reference.type,
        .init(
          codingPath: [reference.key],
          debugDescription: """
            Expected an object of \(TypeLookup.name(of: reference.type)), but the archive has one of \
            \(TypeLookup.name(of: objectTable.graph.codec(of: other).type)), which is not a subclass of it. Declare the \
            reference as a common superclass of both.
            """)
      )
    }
    return objectTable.graph.object(other)
  }

  private mutating func checkedUID(_ value: UInt32) throws -> UInt32 {
    let uid = try list.uid(value)
    _ = try object(of: uid)
    return uid
  }
}
