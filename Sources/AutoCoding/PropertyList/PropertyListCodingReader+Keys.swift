/// Unknown keys, and the coding path of the next value.
extension PropertyListCodingReader {
  @inline(never)
  func passOver(unknownKey key: String, as converted: String, in keys: PropertyIndex) throws {
    if keys.isOfPart || keys.isKnown(key) { return }
    guard options.values.unknownKeys == .refuse else { return CoderContext.current?.report?.add(path) ?? () }
    throw unknownKey(key, in: keys)
  }

  /// The path of the next value, relative to the reader's initial value.
  var path: [any CodingKey] {
    var path: [any CodingKey] = []
    var outer = outerKeys[...]
    let open = depth > 0 ? frames + [frame] : []
    for depth in 0...open.count {
      while let next = outer.first, next.depth <= depth {
        path.append(next.key)
        outer.removeFirst()
      }
      if depth < open.count, let key = key(of: open[depth]) { path.append(key) }
    }
    return path
  }

  /// Returns the key or index of the value that a frame last began.
  func key(of frame: Frame) -> (any CodingKey)? {
    let index = frame.next - 1
    switch frame.contents {
    case .members(let members):
      guard index >= 0, index < members.count else { return nil }
      return (try? list.string(list.key(index, of: members))).map { DynamicKey($0) }
    case .elements: return DynamicKey(index: max(index, 0))
    case .none: return nil
    }
  }

  mutating func reading<Result>(under key: String, _ body: (inout Self) throws -> Result) throws -> Result {
    if checksKeys { outerKeys.append((depth, DynamicKey(key))) }
    defer { if checksKeys, !outerKeys.isEmpty { outerKeys.removeLast() } }
    return try body(&self)
  }

  /// Returns a copy that does not look for unknown keys, since a migration may read any keys.
  func reader() throws -> Self {
    var reader = self
    reader.checksKeys = false
    return reader
  }
}
