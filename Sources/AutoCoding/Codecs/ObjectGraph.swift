/// Objects that are decoded together, since they refer to each other: each is there before all of its properties are.
///
/// As long as the graph is not whole no code of the objects' classes runs but `init()`, and no `deinit` runs where it comes
/// to nothing: an object that was allocated alone goes as memory, one that `init()` made goes with its defaults.
package final class ObjectGraph {
  private enum State {
    /// Allocated, without properties.
    case allocated
    /// Allocated, with all properties.
    case filled
    /// Made by `init()`.
    case initialized
    /// Made by `init()`, with properties assigned.
    case assigned
    /// Made by the class's own `init(from:)`, or on its way there.
    case made, awaited
  }

  private struct Entry {
    var address: UnsafeMutableRawPointer?
    let codec: Unmanaged<RecordCodec>
    let map: Unmanaged<TypeMap.Storage>?
    var state: State
  }

  private var entries: [Entry] = []
  /// Whether every object has its properties, so that code of their classes may run.
  package private(set) var isWhole = false
  private var isGivenUp = true

  package init() {}

  package var count: Int { entries.count }

  // MARK: Making objects

  /// Makes an object without properties, or with defaults, and returns its number. Objects of a class with an
  /// `init(from:)` of its own are only announced.
  ///
  /// - Throws: ``AutoCodingError`` where the class cannot be decoded.
  package func add(_ codec: RecordCodec) throws -> Int {
    var entry = Entry(
      address: nil, codec: .passUnretained(codec), map: nil, state: .awaited)
    if codec.decodingDefault != nil {
      let map = try codec.map._withUnsafeGuaranteedRef { $0 }
      guard let type = map.objectType else {
        throw DecodingError.typeMismatch(
          codec.type, .init(codingPath: [], debugDescription: "\(codec.type) is no class."))
      }
      let address: UnsafeMutableRawPointer
      switch map.construction {
      case .memberwise:
        address = Instance.allocate(type)
        entry.state = .allocated
      case .defaults(let type):
        address = Self.makeDefault(type)
        entry.state = .initialized
      case .impossible(let error): throw error
      }
      entry = Entry(
        address: address, codec: .passUnretained(codec), map: .passUnretained(map), state: entry.state)
    }
    entries.append(entry)
    return entries.count - 1
  }

  private static func makeDefault<Value: DefaultInitializable>(_ type: Value.Type) -> UnsafeMutableRawPointer {
    Unmanaged.passRetained(Value() as AnyObject).toOpaque()
  }

  /// Stores the object that an `init(from:)` has made.
  package func set(_ object: AnyObject, at number: Int) {
    entries[number].address = Unmanaged.passRetained(object).toOpaque()
    entries[number].state = .made
  }

  /// The codec of an object's own class.
  package func codec(of number: Int) -> RecordCodec { entries[number].codec._withUnsafeGuaranteedRef { $0 } }

  /// Whether there is an object of that number to refer to.
  package func isThere(_ number: Int) -> Bool { entries[number].address != nil }

  /// Whether the object was there before its properties by `init()`, so that it may be part of a cycle.
  package func mayCloseCycle(_ number: Int) -> Bool {
    switch entries[number].state {
    case .allocated, .filled, .awaited: false
    case .initialized, .assigned, .made: true
    }
  }

  /// Stores a reference to an object at the address, which holds none yet.
  ///
  /// Precondition: the object is there, and of a class that may be stored there.
  package func store(_ number: Int, at destination: UnsafeMutableRawPointer) {
    guard let address = entries[number].address else { return }
    _ = Unmanaged<AnyObject>.fromOpaque(address).retain()
    destination.initialize(with: address)
  }

  /// The object, whose properties nobody may look at before the graph is whole.
  package func object(_ number: Int) -> AnyObject? {
    entries[number].address.map { Unmanaged<AnyObject>.fromOpaque($0).takeUnretainedValue() }
  }

  // MARK: Properties

  /// Gives an object the properties that `decode` decodes.
  package func fill(_ number: Int, _ decode: (inout RecordAssembly, TypeMap.Storage) throws -> Void) throws {
    guard let address = entries[number].address, let map = entries[number].map else { return }
    try map._withUnsafeGuaranteedRef { map in
      var assembly = try RecordAssembly(map, of: address)
      try decode(&assembly, map)
      try assembly.finish(of: address)
    }
    entries[number].state = entries[number].state == .allocated ? .filled : .assigned
  }

  /// Replaces a property of an object.
  package func replace(
    _ position: Int, of number: Int, _ decode: (UnsafeMutableRawPointer, Codec) throws -> Void
  ) throws {
    guard let address = entries[number].address, let map = entries[number].map else { return }
    try map._withUnsafeGuaranteedRef { map in
      let operation = map.operations[position]
      let operations = ValueOperations(operation.codec.type)
      let memory = allocateMemory(size: operations.size, alignment: operations.alignment)
      defer { memory.deallocate() }
      try decode(memory, operation.codec)
      operation.memory.assign(taking: memory, to: address + operation.offset)
    }
  }

  /// Says that every object has its properties.
  package func complete() { isWhole = true }

  /// The weak references of an object.
  package func weakReferences(of number: Int) -> [TypeMap.WeakReference] {
    entries[number].map?._withUnsafeGuaranteedRef { $0.weakReferences } ?? []
  }

  package func setWeakReference(_ reference: TypeMap.WeakReference, of number: Int, to object: AnyObject?) {
    guard let address = entries[number].address else { return }
    reference.setObject(object, in: address)
  }

  /// Calls an object's `didDecode()`.
  package func didDecode(_ number: Int) throws {
    guard entries[number].state != .made, var address = entries[number].address else { return }
    // A protocol's mutating method may put another object in its place.
    defer { entries[number].address = address }
    try withUnsafeMutablePointer(to: &address) { try codec(of: number).didDecode(UnsafeMutableRawPointer($0)) }
  }

  // MARK: The end

  /// Leaves the objects to whoever refers to them.
  package func release() {
    isGivenUp = false
    for entry in entries { release(entry) }
    entries = []
  }

  deinit {
    guard isGivenUp else { return }
    // Objects of `init()` first let go of others, so that cycles come undone, and nobody meets half an object.
    for entry in entries where entry.state == .assigned { reset(entry) }
    if isWhole {
      for entry in entries { release(entry) }
      return
    }
    for entry in entries where entry.state == .filled { destroyProperties(of: entry) }
    for entry in entries {
      switch entry.state {
      case .allocated, .filled:
        if let address = entry.address, let type = entry.map?._withUnsafeGuaranteedRef({ $0.objectType }) {
          Instance.deallocate(address, of: type)
        }
      default: release(entry)
      }
    }
  }

  private func release(_ entry: Entry) {
    if let address = entry.address { Unmanaged<AnyObject>.fromOpaque(address).release() }
  }

  private func destroyProperties(of entry: Entry) {
    guard let address = entry.address else { return }
    entry.map?._withUnsafeGuaranteedRef { map in
      for operation in map.operations { operation.memory.destroy(address + operation.offset) }
      for property in map.uncodedProperties { property.destroy(address + property.offset) }
    }
  }

  /// Gives properties that refer to objects the values that `init()` sets them to.
  private func reset(_ entry: Entry) {
    guard let address = entry.address, let map = entry.map else { return }
    map._withUnsafeGuaranteedRef { map in
      guard case .defaults(let type) = map.construction else { return }
      let references = map.operations.filter(\.codec.refersToObjects)
      guard !references.isEmpty else { return }
      let fresh = Self.makeDefault(type)
      for operation in references {
        let memory = allocateMemory(size: operation.memory.size, alignment: operation.memory.alignment)
        operation.memory.copy(from: fresh + operation.offset, to: memory)
        operation.memory.assign(taking: memory, to: address + operation.offset)
        memory.deallocate()
      }
      Unmanaged<AnyObject>.fromOpaque(fresh).release()
    }
  }
}
