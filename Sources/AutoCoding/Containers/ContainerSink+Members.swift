/// The members of objects.
extension ContainerSink {
  /// Sets a member. An earlier member with the key is replaced in place.
  ///
  /// - Returns: The node of the earlier member; ``none`` if there is none.
  @discardableResult
  final func set(_ child: Int32, in object: Int32, forKey key: consuming String) -> Int32 {
    at(child).pointee.hash = KeyHash.of(key)
    at(child).pointee.key = consume key
    return insert(child, in: object)
  }

  /// Sets a member that is a leaf, like ``set(_:in:forKey:)``.
  final func set(_ leaf: Leaf, in object: Int32, forKey key: consuming String) -> Int32 {
    insert(makeNode(leaf, hash: KeyHash.of(key), key: consume key), in: object)
  }

  @inline(__always)
  private func insert(_ child: Int32, in object: Int32) -> Int32 {
    let hash = at(child).pointee.hash
    if at(object).pointee.count > Self.maximumScan { return set(child, inLarge: object) }
    let bit = KeyHash.bit(of: hash)
    if at(object).pointee.keyBits & bit != 0 {
      let known = find(at(child).pointee.key, hash, in: object)
      if known != Self.none {
        replace(known, by: child)
        return known
      }
    }
    at(object).pointee.keyBits |= bit
    append(child, to: object)
    return Self.none
  }

  private func replace(_ known: Int32, by child: Int32) {
    at(known).pointee.kind = .replaced
    at(known).pointee.leaf.first = Int(child)
  }

  func set(_ child: Int32, inLarge object: Int32) -> Int32 {
    let table = table(of: object)
    let key = at(child).pointee.key
    if let known = table.insert(Int(child), hash: table.hash(of: key), unless: { isKey(key, $0) }) {
      let known = current(Int32(truncatingIfNeeded: known))
      replace(known, by: child)
      return known
    }
    append(child, to: object)
    return Self.none
  }

  private func isKey(_ key: String, _ node: Int) -> Bool { at(Int32(truncatingIfNeeded: node)).pointee.key == key }

  /// Returns the members of a large object.
  private func table(of object: Int32) -> DataKeys {
    if let lastTable, lastTable.object == object { return lastTable.members }
    let table = tables[object] ?? makeTable(of: object)
    lastTable = (object, table)
    return table
  }

  private func makeTable(of object: Int32) -> DataKeys {
    let table = DataKeys()
    forEachChild(of: object) { child in
      let key = at(child).pointee.key
      _ = table.insert(Int(child), hash: table.hash(of: key)) { isKey(key, $0) }
    }
    tables[object] = table
    return table
  }

  /// Returns the node of a member; ``none`` if there is none.
  final func member(_ key: String, of object: Int32) -> Int32 { find(key, KeyHash.of(key), in: object) }

  private func find(_ key: String, _ hash: UInt32, in object: Int32) -> Int32 {
    if at(object).pointee.count > Self.maximumScan {
      let table = table(of: object)
      return table.number(hash: table.hash(of: key)) { isKey(key, $0) }
        .map { current(Int32(truncatingIfNeeded: $0)) } ?? Self.none
    }
    var node = at(object).pointee.first
    while node != Self.none {
      if at(node).pointee.hash == hash, at(node).pointee.key == key { return current(node) }
      node = at(node).pointee.next
    }
    return Self.none
  }

  /// Returns the node that holds a node's content, after any replacement.
  @inline(__always)
  final func current(_ node: Int32) -> Int32 {
    at(node).pointee.kind == .replaced ? replacement(of: node) : node
  }

  @inline(never)
  private func replacement(of node: Int32) -> Int32 {
    var last = node
    while at(last).pointee.kind == .replaced { last = Int32(truncatingIfNeeded: at(last).pointee.leaf.first) }
    // The next search takes one step.
    at(node).pointee.leaf.first = Int(last)
    return last
  }
}
