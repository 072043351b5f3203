/// The flattened models of a record that is being decoded, and the entries for a dictionary of all other keys.
///
/// Each model is assembled in its slot of the model around it. It is made after the last key of the record was read,
/// those within others first.
final class FlattenedParts {
  // As immortal as its map.
  unowned(unsafe) let flattening: TypeMap.Flattening
  // Each is used by one call at a time, so the runtime need not check.
  @exclusivity(unchecked) private var parts: [State]
  /// The entries of the dictionary for all other keys, if there is one that is read.
  let rest: RestEntries?

  private struct State {
    /// The model, since its first key was read.
    var part: Part?
    /// Whether a key of the part, or of a part of it, is in the data.
    var isPresent = false
  }

  /// A model that is being assembled.
  final class Part {
    unowned(unsafe) let map: TypeMap.Storage
    @exclusivity(unchecked) var assembly: RecordAssembly
    @exclusivity(unchecked) var arrivals = KeyArrivals()

    init(_ map: TypeMap.Storage, at slot: UnsafeMutableRawPointer) throws {
      self.map = map
      assembly = try RecordAssembly(map, at: slot)
    }
  }

  init(_ flattening: TypeMap.Flattening, of map: TypeMap.Storage) {
    self.flattening = flattening
    parts = Array(repeating: State(), count: flattening.parts.count)
    rest = RestEntries(of: map)
  }

  deinit {
    // A part is assembled in memory of its parent, which precedes it.
    for index in parts.indices.reversed() { parts[index].part = nil }
  }

  /// Returns the part that has the property at a position, which is now present, and the position there.
  ///
  /// Precondition: the position is that of a part's property.
  func part(of position: Int, within root: inout RecordAssembly) throws -> (part: Part, position: Int)? {
    let location = flattening.location(of: position)
    guard let index = location.part else { return nil }
    var present: Int? = index
    while let part = present, !parts[part].isPresent {
      parts[part].isPresent = true
      present = flattening.parts[part].parent
    }
    return (try part(index, within: &root), location.position)
  }

  /// Calls `body` with each part of which a key was read.
  func forEachMade(_ body: (Part) -> Void) {
    for state in parts { if let part = state.part { body(part) } }
  }

  private func part(_ index: Int, within root: inout RecordAssembly) throws -> Part {
    if let part = parts[index].part { return part }
    let made = try Part(flattening.parts[index].map, at: try slot(of: index, within: &root))
    parts[index].part = made
    return made
  }

  /// The address of the property that a part is.
  private func slot(of index: Int, within root: inout RecordAssembly) throws -> UnsafeMutableRawPointer {
    let (parent, position) = (flattening.parts[index].parent, flattening.parts[index].position)
    guard let parent else { return root.slot(position) }
    return try part(parent, within: &root).assembly.slot(position)
  }

  // MARK: The end of the record

  /// Makes the models, and the dictionary, after the last key was read.
  ///
  /// - Parameters:
  ///   - map: The map of the record.
  ///   - check: Called with each model before it is made; it may refuse missing keys.
  ///   - calls: Returns whether the `didDecode()` of a model may run.
  /// - Throws: `DecodingError` for missing keys; what `didDecode()` throws.
  func finish(
    in root: inout RecordAssembly, _ map: TypeMap.Storage, keepingFirst: Bool,
    check: (borrowing RecordAssembly, TypeMap.Storage) throws -> Void = { _, _ in },
    calls: (RecordCodec) -> Bool
  ) throws {
    let hasEntries = rest.map { $0.keys.count > 0 } ?? false
    if let rest, let location = flattening.rest, location.part == nil {
      rest.initialize(root.slot(location.position), keepingFirst: keepingFirst)
      root.commit(location.position)
    }
    for index in parts.indices.reversed() where isMade(index, map, hasEntries: hasEntries) {
      let part = try part(index, within: &root)
      let slot = try slot(of: index, within: &root)
      if let rest, let location = flattening.rest, location.part == index {
        rest.initialize(part.assembly.slot(location.position), keepingFirst: keepingFirst)
        part.assembly.commit(location.position)
      }
      try part.map.settle(part.arrivals.former.nullPositions, in: &part.assembly)
      try check(part.assembly, part.map)
      try part.assembly.finish(at: slot)
      try flattening.parts[index].complete(slot, calls: calls)
      let operation = operation(of: index, map)
      if operation.pointee.isOptional, let codec = operation.pointee.codec.optional { codec.wrap(slot) }
      if let parent = flattening.parts[index].parent {
        try self.part(parent, within: &root).assembly.commit(flattening.parts[index].position)
      } else {
        root.commit(flattening.parts[index].position)
      }
    }
  }

  /// Whether a part is made of the data, even if that has none of its keys. Otherwise it is nil, or keeps a default.
  private func isMade(_ index: Int, _ map: TypeMap.Storage, hasEntries: Bool) -> Bool {
    let part = flattening.parts[index]
    guard part.isRead else { return false }
    if parts[index].isPresent || part.hasRest && (hasEntries || part.isRest) { return true }
    let owner = part.parent.map { flattening.parts[$0].map } ?? map
    if operation(of: index, map).pointee.isOptional || owner.keepsDefault(part.position) { return false }
    return part.parent.map { isMade($0, map, hasEntries: hasEntries) } ?? true
  }

  private func operation(of index: Int, _ map: TypeMap.Storage) -> UnsafePointer<PropertyOperation> {
    let part = flattening.parts[index]
    return (part.parent.map { flattening.parts[$0].map } ?? map).operation(at: part.position)
  }
}

extension TypeMap.Flattening.Part {
  /// Calls the `didDecode()` of a model that was made at an address. If that throws, the address is uninitialized.
  func complete(_ address: UnsafeMutableRawPointer, calls: (RecordCodec) -> Bool = { _ in true }) throws {
    if let codec = codec.record, calls(codec) { try codec.finish(address) }
  }
}
