/// Weak references, to objects that something else refers to as well.
extension KeyedArchiveReader {
  /// Reads the weak references of a struct. Before all objects are there, the struct is read once more later.
  mutating func readWeakReferences(
    of map: TypeMap.Storage, in pairs: PropertyListReader.Pairs, into address: UnsafeMutableRawPointer
  ) throws {
    guard objectTable.graph.isWhole else { return }
    try findWeakReferences(of: map, in: pairs) { $0.setObject($1, in: address) }
  }

  /// Calls `body` with each weak reference of a record to an object to which something else refers as well.
  mutating func findWeakReferences(
    of map: TypeMap.Storage, in pairs: PropertyListReader.Pairs, _ body: (TypeMap.WeakReference, AnyObject) -> Void
  ) throws {
    if !movedReferences.isEmpty, let moved = movedReferences[pairs.keys] {
      for reference in map.weakReferences {
        guard let value = moved[reference.key.stringValue] else { continue }
        if let object = try object(of: reference, at: value) { body(reference, object) }
      }
      return
    }
    try spendSearch(among: pairs.count)
    // Of several objects under one key, the first is used: `body` is called with it last.
    for index in (0..<pairs.count).reversed() {
      guard let match = try match(index, of: pairs, in: map.weakKeys) else { continue }
      let value = try list.value(index, of: pairs)
      // Properties of a class and its superclass may have the same key.
      let key = map.weakReferences[match.position].key.stringValue
      for reference in map.weakReferences where reference.key.stringValue == key {
        if let object = try object(of: reference, at: value) { body(reference, object) }
      }
    }
  }

  private mutating func object(of reference: TypeMap.WeakReference, at value: UInt32) throws -> AnyObject? {
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
