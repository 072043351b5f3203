/// Writes values as dictionaries, arrays and leaves in memory.
struct DictionaryWriter: CodingWriter {
  /// A dictionary or array that is being filled.
  private struct Frame {
    let isArray: Bool
    var elements: [Any] = []
    var members: [String: Any] = [:]
    /// The key of the next member.
    var key = ""
  }

  private let state: DictionaryEncoder.State
  var options: JSONEncodingOptions { state.options }
  var leafFormat: DictionaryEncoder.LeafFormat { state.leafFormat }

  /// The dictionaries and arrays being filled, the innermost last.
  private var frames: [Frame] = []
  /// The outermost value, once it is complete.
  private var root: Any = DictionaryValue.null
  /// Whether the next value with its own `Codable` code is the root.
  private var isRootOwnCode = false
  /// A sink that was used for a value with its own `Codable` code, for the next one.
  private var spareSink: DictionaryContainerSink?
  private var pathTracking = PathTracking()
  var trackedPath: TrackedPath? { pathTracking.path }
  var visits: ExpansionGuard?
  /// The number of values written so far.
  private(set) var writtenUnits = 0

  init(_ state: DictionaryEncoder.State) {
    self.state = state
    pathTracking.adopt(hasCustomValues: state.options.hasCustomValues)
  }

  /// Returns the encoded form of the root at the address. Precondition: the address holds a value of the codec's type.
  static func root(at address: UnsafeRawPointer, as codec: Codec, _ state: DictionaryEncoder.State) throws -> Any {
    try value(state) {
      $0.isRootOwnCode = codec.isEncodedByHand(address)
      $0.pathTracking.begin(codec)
      try $0.encode(address, as: codec)
    }
  }

  /// Returns the encoded form of a value within a container.
  static func value(
    at address: UnsafeRawPointer, as codec: Codec, _ state: DictionaryEncoder.State,
    path: @autoclosure () -> ContainerPath
  ) throws -> Any {
    try value(state) { writer in
      let trackedPath = writer.pathTracking.begin(within: codec)
      try trackedPath.starting(at: path()) { try writer.encode(address, as: codec) }
    }
  }

  /// Returns the value that `write` writes. Precondition: it writes exactly one.
  static func value(
    _ state: DictionaryEncoder.State, _ write: (inout DictionaryWriter) throws -> Void
  ) throws -> Any {
    var writer = DictionaryWriter(state)
    try write(&writer)
    return writer.root
  }

  /// Stores a complete value.
  mutating func put(_ value: Any) throws {
    writtenUnits &+= 1
    guard !frames.isEmpty else {
      root = value
      return
    }
    let last = frames.count - 1
    if frames[last].isArray {
      frames[last].elements.append(value)
    } else if frames[last].members.updateValue(value, forKey: frames[last].key) != nil {
      throw EncodingError.invalidValue(
        value,
        .init(
          """
          Another value has the key "\(frames[last].key)" already, with the conversion of keys, so one would be lost. Give one of \
          the properties another key.
          """))
    }
  }

  // MARK: Containers

  mutating func beginArray(count: Int, isOrdered: Bool) throws {
    var frame = Frame(isArray: true)
    frame.elements.reserveCapacity(count)
    frames.append(frame)
  }
  mutating func endArray() throws {
    if let frame = frames.popLast() { try put(frame.elements) }
  }
  mutating func beginRecord(of type: Any.Type, named name: String?) throws {
    frames.append(Frame(isArray: false))
    guard let name else { return }
    begin(options.writtenKey(TypeNames.classKey))
    try put(name)
  }
  mutating func reserveMembers(_ count: () -> Int) {
    // A dictionary that grows hashes all of its keys again.
    let (last, count) = (frames.count - 1, count())
    if last >= 0, count > 0 { frames[last].members.reserveCapacity(frames[last].members.count + count) }
  }
  mutating func endMembers() throws {
    if let frame = frames.popLast() { try put(frame.members) }
  }
  mutating func beginDictionary(count: Int) throws {
    var frame = Frame(isArray: false)
    frame.members.reserveCapacity(count)
    frames.append(frame)
  }

  mutating func writeKey(_ key: PropertyKey) throws {
    begin(options.writtenKey(key))
  }
  mutating func writeKey(_ key: String, isText: Bool) throws {
    begin(options.writtenKey(key, isFixed: isText))
  }

  private mutating func begin(_ key: String) {
    if !frames.isEmpty { frames[frames.count - 1].key = key }
  }

  // MARK: Types with their own Codable code

  mutating func writeCodable(_ value: any Encodable) throws {
    try writeOwn { try $0.encodeOwn(value) }
  }

  mutating func writeByOwnCode(_ address: UnsafeRawPointer, _ access: CodableAccess) throws {
    try writeOwn { try access.encode(address, in: $0) }
  }

  /// Writes what `encode` encodes with the encoder that it is given.
  @inline(never)
  private mutating func writeOwn(_ encode: (ContainerEncoder) throws -> Void) throws {
    var sink = spareSink.take() ?? DictionaryContainerSink(state)
    sink.isRootOwnCode = isRootOwnCode
    isRootOwnCode = false
    do {
      try sink.withRootEncoder(.init(trackedPath), encode)
    } catch {
      throw error.dropping(trackedPath)
    }
    try put(sink.value)
    // If code has kept an encoder, it must not add to the next value.
    guard isKnownUniquelyReferenced(&sink), sink.mayBeKept else { return }
    sink.removeValues()
    spareSink = sink
  }

  /// Writes what the caller's custom strategy encodes.
  mutating func writeCustom(_ encode: (any Encoder) throws -> Void) throws {
    try writeOwn { try $0.encode(with: encode) }
  }
}
