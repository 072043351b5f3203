/// A struct or object that is being decoded.
///
/// Properties arrive one by one in memory that nobody else sees; the value is made when all are there. What arrived for
/// a value that never came to be is destroyed, so a failed decode leaves nothing behind and runs no `deinit` on half
/// an object.
package struct RecordAssembly: ~Copyable {
  private let map: TypeMap.Storage
  private let destination: UnsafeMutableRawPointer
  /// Where properties are decoded to: the destination itself for a struct that is made of its properties alone.
  private let memory: UnsafeMutableRawPointer
  private var present: PropertySet

  /// - Parameters:
  ///   - map: The map of a struct or class.
  ///   - destination: Where the struct or the reference to the object is to be; uninitialized.
  /// - Throws: ``AutoCodingError`` where the type is encode-only.
  package init(_ map: TypeMap.Storage, at destination: UnsafeMutableRawPointer) throws {
    self.map = map
    self.destination = destination
    present = PropertySet(count: map.operations.count)
    switch (map.construction, map.shape) {
    case (.impossible(let error), _): throw error
    case (.memberwise, .structure): memory = destination
    default: memory = .allocate(byteCount: map.layout.size, alignment: map.layout.alignment)
    }
  }

  deinit {
    for position in map.operations.indices where present.contains(position) {
      ValueOperations(map.operations[position].codec.type).destroy(memory + map.operations[position].offset)
    }
    if memory != destination { memory.deallocate() }
  }

  /// Whether missing keys keep defaults.
  package var hasDefaults: Bool {
    if case .defaults = map.construction { true } else { false }
  }

  /// The address at which a property is to be initialized.
  @inline(__always)
  package func slot(_ position: Int) -> UnsafeMutableRawPointer {
    memory + map.operations[position].offset
  }

  /// Says that the property at ``slot(_:)`` is there.
  @inline(__always)
  package mutating func commit(_ position: Int) {
    present.insert(position)
  }

  package func contains(_ position: Int) -> Bool {
    present.contains(position)
  }

  /// Destroys a property that came and is about to be replaced.
  package mutating func remove(_ position: Int) {
    guard present.contains(position) else { return }
    present.remove(position)
    ValueOperations(map.operations[position].codec.type).destroy(slot(position))
  }

  /// Makes the value at the destination.
  ///
  /// - Throws: `DecodingError.keyNotFound` for a property that is missing and has no default. Nothing is left then.
  package mutating func finish() throws {
    if case .defaults(let type) = map.construction {
      initializeDefault(type)
      assignProperties()
    } else {
      try completeProperties()
      let base: UnsafeMutableRawPointer
      if case .object(let type) = map.shape { base = makeObject(of: type) } else { base = destination }
      for property in map.nilProperties { property.initialize(in: base) }
    }
    present.removeAll()
  }

  private func initializeDefault<Value: DefaultInitializable>(_ type: Value.Type) {
    destination.initialize(with: Value())
  }

  private func assignProperties() {
    var base = destination
    if case .object = map.shape { base = UnsafeRawPointer(destination).value(as: UnsafeMutableRawPointer.self) }
    for position in map.operations.indices where present.contains(position) {
      let offset = map.operations[position].offset
      ValueOperations(map.operations[position].codec.type).assign(taking: memory + offset, to: base + offset)
    }
  }

  private mutating func completeProperties() throws {
    for position in map.operations.indices where !present.contains(position) {
      guard map.operations[position].isOptional else { throw map.missingKey(position) }
      unsafeDowncast(map.operations[position].codec, to: OptionalCodec.self).initializeNil(slot(position))
      present.insert(position)
    }
  }

  private func makeObject(of type: AnyClass) -> UnsafeMutableRawPointer {
    let object = Instance.allocate(type)
    for position in map.operations.indices {
      let offset = map.operations[position].offset
      ValueOperations(map.operations[position].codec.type).move(from: memory + offset, to: object + offset)
    }
    destination.initialize(with: object)
    return object
  }
}

extension TypeMap.Storage {
  /// The error for a property whose key is missing in the data, with what would mend it.
  package func missingKey(_ position: Int, codingPath: [any CodingKey] = []) -> DecodingError {
    let key = operations[position].key
    let property = properties.first { $0.exclusion == nil && $0.key == key.stringValue }
    let name = property.map { "\(_typeName($0.declaringType, qualified: false)).\($0.name)" } ?? key.stringValue
    return .keyNotFound(
      key,
      .init(
        codingPath: codingPath,
        debugDescription: """
          No value associated with key "\(key.stringValue)" for property \(name). Make the property Optional, \
          conform \(_typeName(type, qualified: false)) to DefaultInitializable so that it keeps its default, \
          or name the key that older data used in formerPropertyKeys.
          """))
  }
}

/// A set of positions in a map's operations, without allocation up to 64.
struct PropertySet {
  private var first: UInt64 = 0
  private var rest: [UInt64]

  init(count: Int) {
    rest = count <= 64 ? [] : Array(repeating: 0, count: (count - 1) / 64)
  }

  @inline(__always)
  func contains(_ position: Int) -> Bool {
    position < 64 ? first & (1 << UInt64(position)) != 0 : rest[position / 64 - 1] & (1 << UInt64(position % 64)) != 0
  }

  @inline(__always)
  mutating func insert(_ position: Int) {
    if position < 64 { first |= 1 << UInt64(position) } else { rest[position / 64 - 1] |= 1 << UInt64(position % 64) }
  }

  mutating func remove(_ position: Int) {
    if position < 64 {
      first &= ~(1 << UInt64(position))
    } else {
      rest[position / 64 - 1] &= ~(1 << UInt64(position % 64))
    }
  }

  mutating func removeAll() {
    first = 0
    for index in rest.indices { rest[index] = 0 }
  }
}
