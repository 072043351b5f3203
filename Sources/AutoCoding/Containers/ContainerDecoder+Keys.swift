/// Checks values that are decoded through containers for keys that a type does not know.
extension ContainerDecoder: KeyCheckingDecoder {
  var hasArchiveKeys: Bool { withSource { $0.hasArchiveKeys(at: position) } }

  func checkKeys(of map: TypeMap.Storage, isPart: Bool) throws {
    if case .enumeration(let cases) = map.shape {
      return try check(position, codingPath, cases.index) { match, position, path in
        try check(position, path, cases.payloads[match]?.index ?? .empty, group: cases.payloads[match]?.keyGroup)
      }
    }
    try check(position, codingPath, map.index, group: hasArchiveKeys ? nil : map.keyGroup, isPart: isPart)
  }

  private func check(
    _ object: Int, _ path: [any CodingKey], _ keys: PropertyIndex, group: KeyGroup?, isPart: Bool = false
  ) throws {
    guard let group else { return isPart ? () : try check(object, path, keys) { _, _, _ in } }
    guard !group.isArray else { return try checkElements(of: object, path, group) }
    try check(object, path, group.index, knowsAll: isPart || group.rest?.isRead == true) { match, position, path in
      guard case .group(let inner) = group.members[match] else { return }
      try check(position, path, inner.index, group: inner)
    }
  }

  /// Checks the objects in an array that key paths lead through.
  private func checkElements(of array: Int, _ path: [any CodingKey], _ group: KeyGroup) throws {
    guard array != ContainerSource.null, let elements = try source.elements(of: array) else { return }
    var position = elements.first
    for index in 0..<elements.count {
      if index > 0 { position = source.element(after: position) }
      if let member = group.member(atElement: index), case .group(let inner) = group.members[member] {
        try check(position, path + [DynamicKey(index: index)], inner.index, group: inner)
      }
    }
  }

  /// - Parameters:
  ///   - knowsAll: Whether there are no unknown keys, since a dictionary takes them.
  ///   - known: Called with the position of a known key in `keys`, the position of its value, and its path.
  private func check(
    _ object: Int, _ path: [any CodingKey], _ keys: PropertyIndex, knowsAll: Bool = false,
    known: (Int, Int, [any CodingKey]) throws -> Void
  ) throws {
    guard object != ContainerSource.null else { return }
    guard try source.withRootPath(.keys(path), { try source.open(object, path: $0) }) else { return }
    try source.forEachKey(of: object) { key, converted, position in
      let converted = keys.hasFixedKeys && !keys.isConverted(converted) ? key : converted
      if let match = keys.match(converted) { return try known(match.position, position, path + [DynamicKey(key)]) }
      guard !knowsAll, !keys.isKnown(converted) else { return }
      if CoderContext.current?.unknownKeys == .refuse {
        throw source.refusal(ofUnknownKey: key, at: position, keys).prepending(path + [DynamicKey(refused: key)])
      }
      source.report(unknownKey: key, at: position, path: path)
    }
  }
}
