/// Objects that are decoded together because they refer to each other: each exists before all of its properties do.
///
/// Until the graph is whole, the only code of the objects' classes that runs is `init()`, and `init(from:)` if it is
/// handwritten. If decoding fails before that, no `deinit` runs for an object that was only allocated: its properties
/// are destroyed and its memory is freed. An object that an initializer made is released. If it was made by `init()`,
/// its properties that refer to objects first get their defaults back, also if the graph is whole.
package final class ObjectGraph {
  enum State {
    /// Allocated, without properties.
    case allocated
    /// Allocated, with all properties.
    case filled
    /// Made by `init()`.
    case initialized
    /// Made by `init()`, with properties assigned.
    case assigned
    /// Made by the class's own `init(from:)`, or awaiting it.
    case made, awaited
  }

  struct Entry {
    var address: UnsafeMutableRawPointer?
    let codec: Unmanaged<RecordCodec>
    var map: Unmanaged<TypeMap.Storage>?
    var state: State
  }

  /// How objects of a class are made.
  private struct Kind {
    let codec: UnsafeMutableRawPointer
    let map: Unmanaged<TypeMap.Storage>
    let type: AnyClass
    /// The type, if it has an `init()`.
    var defaults: (any DefaultInitializable.Type)?
  }

  // Not an array, whose checks every object would pay for several times. For the same reason the runtime guards no access to
  // the state of a graph: it is not used while a function of it changes it. Precondition of all functions that take a
  // number: ``add(_:)`` returned it.
  @exclusivity(unchecked) var table = GrowingTable<Entry>()
  @exclusivity(unchecked) private var lastKind: Kind?
  /// Whether some object has weak references.
  @exclusivity(unchecked) package private(set) var hasWeakReferences = false
  /// Whether some object may have its own `didDecode`.
  @exclusivity(unchecked) package private(set) var mayHaveDidDecode = false
  /// Memory for properties until they are assigned to an object that `init()` made; nil while it is in use.
  @exclusivity(unchecked) private var scratch: (memory: UnsafeMutableRawPointer, size: Int, alignment: Int)?
  /// Whether every object has its properties, so that code of their classes may run.
  @exclusivity(unchecked) package private(set) var isWhole = false
  @exclusivity(unchecked) private var isGivenUp = true

  package init() {}

  package var count: Int { table.count }

  @inline(__always)
  var entries: UnsafeMutablePointer<Entry> { table.first }

  // MARK: Making objects

  /// Makes an object without properties, or with defaults, and returns its number.
  ///
  /// - Parameter isMadeAtOnce: Whether the object is only announced, and ``set(_:at:)`` stores it when an `init(from:)`
  ///   has made it. True for a class with its own `init(from:)`.
  /// - Throws: ``AutoCodingError`` if the class cannot be decoded.
  package func add(_ codec: RecordCodec, isMadeAtOnce: Bool = false) throws -> Int {
    var entry = Entry(
      address: nil, codec: .passUnretained(codec), map: nil, state: .awaited)
    if !isMadeAtOnce, codec.decodingDefault != nil {
      let kind = try self.kind(of: codec)
      if let type = kind.defaults {
        entry.address = Self.makeDefault(type)
        entry.state = .initialized
      } else {
        entry.address = Instance.allocate(kind.type)
        entry.state = .allocated
      }
      entry.map = kind.map
    }
    table.push(entry)
    return count - 1
  }

  /// Returns how objects of a codec are made. Most objects have the same codec as the one before.
  @inline(__always)
  private func kind(of codec: RecordCodec) throws -> Kind {
    if let lastKind, lastKind.codec == Unmanaged.passUnretained(codec).toOpaque() { return lastKind }
    return try findKind(of: codec)
  }

  @inline(never)
  private func findKind(of codec: RecordCodec) throws -> Kind {
    let map = try codec.map._withUnsafeGuaranteedRef { $0 }
    guard let type = map.objectType else {
      throw DecodingError.typeMismatch(codec.type, .init("\(codec.type) is not a class."))
    }
    var kind = Kind(
      codec: Unmanaged.passUnretained(codec).toOpaque(), map: .passUnretained(map), type: type, defaults: nil)
    switch map.construction {
    case .memberwise: break
    case .defaults(let type): kind.defaults = type
    case .impossible(let error): throw error
    }
    if !map.weakReferences.isEmpty { hasWeakReferences = true }
    if codec.mayHaveDidDecode { mayHaveDidDecode = true }
    lastKind = kind
    return kind
  }

  /// Precondition: the type is a class, so that its value is a single reference and its layout need not be looked up.
  static func makeDefault<Value: DefaultInitializable>(_ type: Value.Type) -> UnsafeMutableRawPointer {
    withTemporaryMemory(size: MemoryLayout<Value>.size, alignment: MemoryLayout<Value>.alignment) { memory in
      memory.initialize(with: Value())
      return memory.take(as: UnsafeMutableRawPointer.self)
    }
  }

  /// Stores the object that an `init(from:)` has made.
  package func set(_ object: AnyObject, at number: Int) {
    entries[number].address = Unmanaged.passRetained(object).toOpaque()
    entries[number].state = .made
  }

  /// The codec of an object's own class.
  package func codec(of number: Int) -> RecordCodec { entries[number].codec._withUnsafeGuaranteedRef { $0 } }

  /// An object's own class.
  package func type(of number: Int) -> Any.Type { entries[number].codec._withUnsafeGuaranteedRef { $0.type } }

  /// Whether the object with a number exists, so that it can be referred to.
  package func isThere(_ number: Int) -> Bool { entries[number].address != nil }

  /// Whether `init()` made the object before its properties were decoded, so that it may be part of a cycle.
  package func mayCloseCycle(_ number: Int) -> Bool {
    switch entries[number].state {
    case .allocated, .filled, .awaited: false
    case .initialized, .assigned, .made: true
    }
  }

  /// Stores a reference to an object at an uninitialized address.
  ///
  /// Precondition: the object exists, and its class is allowed there.
  package func store(_ number: Int, at destination: UnsafeMutableRawPointer) {
    guard let address = entries[number].address else { return }
    _ = Unmanaged<AnyObject>.fromOpaque(address).retain()
    destination.initialize(with: address)
  }

  /// Returns the object. Its properties must not be read before the graph is whole.
  package func object(_ number: Int) -> AnyObject? {
    entries[number].address.map { Unmanaged<AnyObject>.fromOpaque($0).takeUnretainedValue() }
  }

  // MARK: Properties

  /// Sets an object's properties to those that `decode` decodes.
  package func fill(_ number: Int, _ decode: (inout RecordAssembly, TypeMap.Storage) throws -> Void) throws {
    guard let address = entries[number].address, let map = entries[number].map else { return }
    try map._withUnsafeGuaranteedRef { map in
      guard !map.isMadeWithoutInitializer else {
        var assembly = try RecordAssembly(map, of: address, scratch: address)
        try decode(&assembly, map)
        return try assembly.finish(of: address)
      }
      let scratch = takeScratch(size: map.layout.size, alignment: map.layout.alignment)
      defer { putBack(scratch) }
      var assembly = try RecordAssembly(map, of: address, scratch: scratch.memory)
      try decode(&assembly, map)
      try assembly.finish(of: address)
    }
    entries[number].state = entries[number].state == .allocated ? .filled : .assigned
  }

  /// Sets all properties of an object, in the order of its map.
  ///
  /// - Parameter make: Initializes the memory of the property with an operation.
  @inline(__always)
  func fillInOrder(
    _ number: Int, _ make: (UnsafePointer<PropertyOperation>, UnsafeMutableRawPointer) throws -> Void
  ) throws {
    guard let address = entries[number].address, let map = entries[number].map else { return }
    let isMadeWithoutInitializer = try map._withUnsafeGuaranteedRef { map in
      guard map.isMadeWithoutInitializer else { return false }
      try RecordAssembly.initializeAll(of: map, in: address, make)
      return true
    }
    if isMadeWithoutInitializer { return entries[number].state = .filled }
    try fill(number) { assembly, map in
      for position in 0..<map.operations.count {
        try make(map.operation(at: position), assembly.slot(position))
        assembly.commit(position)
      }
    }
  }

  /// Returns memory for the properties of one object: the shared memory, unless it is in use.
  private func takeScratch(
    size: Int, alignment: Int
  ) -> (memory: UnsafeMutableRawPointer, size: Int, alignment: Int) {
    if let known = scratch {
      scratch = nil
      if known.size >= size, known.alignment >= alignment { return known }
      known.memory.deallocate()
    }
    let alignment = max(alignment, 16)
    return (allocateMemory(size: size, alignment: alignment), size, alignment)
  }

  private func putBack(_ memory: (memory: UnsafeMutableRawPointer, size: Int, alignment: Int)) {
    if let other = scratch { other.memory.deallocate() }
    scratch = memory
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

  /// Records that every object has its properties.
  package func complete() { isWhole = true }

  /// The map of an object; nil if it was made at once.
  package func map(of number: Int) -> TypeMap.Storage? { entries[number].map?.takeUnretainedValue() }

  /// The weak references of an object.
  package func weakReferences(of number: Int) -> [TypeMap.WeakReference] { map(of: number)?.weakReferences ?? [] }

  package func setWeakReference(_ reference: TypeMap.WeakReference, of number: Int, to object: AnyObject?) {
    guard let address = entries[number].address else { return }
    reference.setObject(object, in: address)
  }

  /// Calls an object's `didDecode(in:)` or `didDecode()`.
  ///
  /// - Parameter context: The context to pass; nil for that of the current thread's decoder.
  package func didDecode(_ number: Int, in context: DecodingContext? = nil) throws {
    guard entries[number].state != .made, codec(of: number).mayHaveDidDecode, var address = entries[number].address
    else { return }
    // A mutating method of a protocol may replace the object.
    defer { entries[number].address = address }
    try withUnsafeMutablePointer(to: &address) {
      try codec(of: number).didDecode(UnsafeMutableRawPointer($0), in: context)
    }
  }

  // MARK: The end

  /// Releases the graph's references, so that the objects live as long as others refer to them.
  package func release() {
    isGivenUp = false
    for number in 0..<count { release(entries[number]) }
    table.removeAll()
  }

  deinit {
    if isGivenUp { giveUp() }
    scratch?.memory.deallocate()
  }
}
