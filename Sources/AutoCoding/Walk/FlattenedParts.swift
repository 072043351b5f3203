/// The flattened models of a record that is being decoded, and the entries for a dictionary of all other keys.
///
/// Each model is assembled in its slot of the model around it. It is made after the last key of the record was read,
/// those within others first.
final class FlattenedParts {
  // As immortal as its map, and not retained for each key.
  private let unretainedFlattening: Unmanaged<TypeMap.Flattening>
  /// The models: those of which a key was read are initialized.
  private let parts: UnsafeMutablePointer<Part>
  private var made: PropertySet
  /// The parts of which a key is in the data, or of a part of which.
  private var present: PropertySet
  /// The parts that are nil, and those in them: see ``leaveOutNulls(_:_:)``.
  private var leftOut: Set<Int> = []
  /// The entries of the dictionary for all other keys, if there is one that is read.
  let rest: RestEntries?

  /// A model that is being assembled.
  struct Part: ~Copyable {
    let map: Unmanaged<TypeMap.Storage>
    var assembly: RecordAssembly
    var arrivals = KeyArrivals()

    init(_ map: Unmanaged<TypeMap.Storage>, at slot: UnsafeMutableRawPointer) throws {
      self.map = map
      assembly = try RecordAssembly(map.takeUnretainedValue(), at: slot)
    }
  }

  init(_ flattening: TypeMap.Flattening, of map: TypeMap.Storage) {
    let count = flattening.parts.count
    unretainedFlattening = .passUnretained(flattening)
    parts = .allocate(capacity: count)
    made = PropertySet(count: count)
    present = PropertySet(count: count)
    rest = flattening.rest == nil ? nil : RestEntries(of: map)
  }

  deinit {
    // A part is assembled in memory of its parent, which precedes it.
    for index in flattening.parts.indices.reversed() where made.contains(index) {
      (parts + index).deinitialize(count: 1)
    }
    parts.deallocate()
  }

  private var flattening: TypeMap.Flattening { unretainedFlattening.takeUnretainedValue() }

  /// Returns the part that has the property at a position, which is now present, and the position there.
  ///
  /// Precondition: the position is that of a part's property.
  ///
  /// - Parameter position: The position among the properties of all parts.
  func part(
    of position: Int, within root: inout RecordAssembly
  ) throws -> (part: UnsafeMutablePointer<Part>, position: Int) {
    let location = unretainedFlattening._withUnsafeGuaranteedRef { $0.locations[position] }
    if !present.contains(location.part) { notePresence(of: location.part) }
    return (try part(location.part, within: &root), location.position)
  }

  private func notePresence(of index: Int) {
    var index: Int? = index
    while let part = index, !present.contains(part) {
      present.insert(part)
      index = flattening.parts[part].parent
    }
  }

  /// Forgets the presence of parts whose values were all discarded, with an object under a duplicate key.
  func forgetDiscarded() {
    for index in flattening.parts.indices.reversed() where present.contains(index) {
      if made.contains(index), !parts[index].arrivals.isEmpty { continue }
      if flattening.parts.indices.contains(where: { flattening.parts[$0].parent == index && present.contains($0) }) {
        continue
      }
      present.remove(index)
    }
  }

  /// Calls `body` with each part of which a key was read.
  func forEachMade(_ body: (borrowing Part) -> Void) {
    for index in flattening.parts.indices where made.contains(index) { body(parts[index]) }
  }

  private func part(_ index: Int, within root: inout RecordAssembly) throws -> UnsafeMutablePointer<Part> {
    if !made.contains(index) {
      let map = flattening.parts[index].unretainedMap
      (parts + index).initialize(to: try Part(map, at: try slot(of: index, within: &root)))
      made.insert(index)
    }
    return parts + index
  }

  /// The address of the property that a part is.
  private func slot(of index: Int, within root: inout RecordAssembly) throws -> UnsafeMutableRawPointer {
    let (parent, position) = unretainedFlattening._withUnsafeGuaranteedRef {
      ($0.parts[index].parent, $0.parts[index].position)
    }
    guard let parent else { return root.slot(position) }
    return try part(parent, within: &root).pointee.assembly.slot(position)
  }

  // MARK: Nulls

  /// Makes those Optional models nil that have no value but null, if one of their properties cannot be null.
  ///
  /// - Parameter values: The positions of the properties in the data, and whether they are null.
  func leaveOutNulls(_ values: [(position: Int, isNull: Bool)], _ map: TypeMap.Storage) {
    var valued: Set<Int> = []
    var refusing: Set<Int> = []
    for (position, isNull) in values {
      let location = flattening.locations[position]
      var refuses = flattening.parts[location.part].unretainedMap._withUnsafeGuaranteedRef {
        $0.operation(at: location.position).pointee.refusesNull
      }
      var part: Int? = location.part
      while let index = part {
        if !isNull { valued.insert(index) }
        if refuses { refusing.insert(index) }
        if operation(of: index, map).pointee.isOptional { refuses = false }
        part = flattening.parts[index].parent
      }
    }
    leftOut = refusing.subtracting(valued).filter { operation(of: $0, map).pointee.isOptional }
    // Those within others follow them.
    for index in flattening.parts.indices {
      if let parent = flattening.parts[index].parent, leftOut.contains(parent) { leftOut.insert(index) }
    }
  }

  /// Whether a property is one of a model that is nil.
  ///
  /// - Parameter position: The position among the properties of all parts.
  func isLeftOut(_ position: Int) -> Bool {
    !leftOut.isEmpty && leftOut.contains(flattening.locations[position].part)
  }

  private func initializeNils(in root: inout RecordAssembly, _ map: TypeMap.Storage) throws {
    for index in leftOut {
      let part = flattening.parts[index]
      if let parent = part.parent, leftOut.contains(parent) || !made.contains(parent) { continue }
      operation(of: index, map).pointee.initializeNil(try slot(of: index, within: &root))
      if let parent = part.parent {
        parts[parent].assembly.commit(part.position)
      } else {
        root.commit(part.position)
      }
    }
  }

  // MARK: Enums

  /// Decodes the enums that the data has, and those that have to be there, after all other properties were read.
  ///
  /// - Parameters:
  ///   - map: The map of the record.
  ///   - context: The context of `didDecode(in:)`; nil for that of the thread's coder.
  ///   - isPresent: Returns whether the data has a value under the key that names the case.
  ///   - decode: Decodes an enum at an uninitialized address.
  func decodeEnums(
    in root: inout RecordAssembly, _ map: TypeMap.Storage, context: DecodingContext? = nil,
    isPresent: (PropertyKey) throws -> Bool, decode: (TypeMap.Flattening.Part, UnsafeMutableRawPointer) throws -> Void
  ) throws {
    let flattening = flattening
    let hasEntries = hasEntries
    // An enum that is made in any case need not be looked for.
    for index in flattening.enums
    where flattening.parts[index].isRead && !isMade(index, map, hasEntries: hasEntries) {
      if let tags = flattening.parts[index].tags, try isPresent(tags.key) { notePresence(of: index) }
    }
    for index in flattening.enums where isMade(index, map, hasEntries: hasEntries) {
      let slot = try slot(of: index, within: &root)
      try decode(flattening.parts[index], slot)
      try flattening.parts[index].complete(slot, in: context)
      try commit(index, at: slot, in: &root, map)
    }
  }

  // MARK: The end of the record

  private var hasEntries: Bool { rest.map { $0.keys.count > 0 } ?? false }

  /// Records that a model was made in its slot.
  private func commit(
    _ index: Int, at slot: UnsafeMutableRawPointer, in root: inout RecordAssembly, _ map: TypeMap.Storage
  ) throws {
    let operation = operation(of: index, map)
    if operation.pointee.isOptional, let codec = operation.pointee.codec.optional { codec.wrap(slot) }
    if let parent = flattening.parts[index].parent {
      try part(parent, within: &root).pointee.assembly.commit(flattening.parts[index].position)
    } else {
      root.commit(flattening.parts[index].position)
    }
  }

  /// Makes the models, and the dictionary, after the last key was read.
  ///
  /// - Parameters:
  ///   - map: The map of the record.
  ///   - check: Called with each model before it is made; it may refuse missing keys.
  ///   - context: The context of `didDecode(in:)`; nil for that of the thread's coder.
  ///   - calls: Returns whether the `didDecode()` of a model may run.
  /// - Throws: `DecodingError` for missing keys; what `didDecode()` throws.
  func finish(
    in root: inout RecordAssembly, _ map: TypeMap.Storage, keepingFirst: Bool,
    check: (borrowing RecordAssembly, TypeMap.Storage) throws -> Void = { _, _ in }, context: DecodingContext? = nil,
    calls: (RecordCodec) -> Bool
  ) throws {
    let flattening = flattening
    let hasEntries = hasEntries
    if let rest, let location = flattening.rest, location.part == nil {
      rest.initialize(root.slot(location.position), keepingFirst: keepingFirst)
      root.commit(location.position)
    }
    if !leftOut.isEmpty { try initializeNils(in: &root, map) }
    for index in flattening.parts.indices.reversed()
    where !flattening.parts[index].isEnum && isMade(index, map, hasEntries: hasEntries) {
      let part = try part(index, within: &root)
      let slot = try slot(of: index, within: &root)
      if let rest, let location = flattening.rest, location.part == index {
        rest.initialize(part.pointee.assembly.slot(location.position), keepingFirst: keepingFirst)
        part.pointee.assembly.commit(location.position)
      }
      try part.pointee.map._withUnsafeGuaranteedRef { map in
        let arrivals = part.pointee.arrivals
        try map.settle(arrivals.former, in: &part.pointee.assembly) { position, _ in arrivals.rank(of: position) == nil
        }
        try check(part.pointee.assembly, map)
      }
      try part.pointee.assembly.finish(at: slot)
      try flattening.parts[index].complete(slot, in: context, calls: calls)
      try commit(index, at: slot, in: &root, map)
    }
  }

  /// Whether a part is made of the data, even if that has none of its keys. Otherwise it is nil, or keeps a default.
  private func isMade(_ index: Int, _ map: TypeMap.Storage, hasEntries: Bool) -> Bool {
    let part = flattening.parts[index]
    guard part.isRead else { return false }
    if present.contains(index) || part.hasRest && (hasEntries || part.isRest) { return true }
    let owner = part.parent.map { flattening.parts[$0].unretainedMap } ?? .passUnretained(map)
    if operation(of: index, map).pointee.isOptional
      || owner._withUnsafeGuaranteedRef({ $0.keepsDefault(part.position) })
    {
      return false
    }
    return part.parent.map { isMade($0, map, hasEntries: hasEntries) } ?? true
  }

  private func operation(of index: Int, _ map: TypeMap.Storage) -> UnsafePointer<PropertyOperation> {
    let part = flattening.parts[index]
    let owner = part.parent.map { flattening.parts[$0].unretainedMap } ?? .passUnretained(map)
    return owner._withUnsafeGuaranteedRef { $0.operation(at: part.position) }
  }
}

extension PropertyOperation {
  /// Whether null under the property's key is an error.
  fileprivate var refusesNull: Bool {
    !isOptional && !takesNullAsMissing && !keepsDefaultForUndecodable && withCodec { !$0.readsNull }
  }
}

extension TypeMap.Flattening.Part {
  /// Calls the `didDecode()` of a model that was made at an address. If that throws, the address is uninitialized.
  ///
  /// - Parameter context: The context of `didDecode(in:)`; nil for that of the thread's coder.
  func complete(
    _ address: UnsafeMutableRawPointer, in context: DecodingContext? = nil, calls: (RecordCodec) -> Bool = { _ in true }
  ) throws {
    try unretainedCodec._withUnsafeGuaranteedRef { codec in
      guard codec.kind == .record else { return }
      let record = unsafeDowncast(codec, to: RecordCodec.self)
      if calls(record) { try record.finish(address, in: context) }
    }
  }
}
