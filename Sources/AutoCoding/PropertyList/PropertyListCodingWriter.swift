#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Writes values as Foundation's `PropertyListEncoder` does.
///
/// Precondition: the builder outlives the writer.
struct PropertyListCodingWriter: CodingWriter {
  let builder: UnsafeMutablePointer<PropertyListBuilder>
  let options: JSONEncodingOptions
  /// Whether the next value with its own `Codable` code is the root.
  var isRootOwnCode = false

  init(_ builder: UnsafeMutablePointer<PropertyListBuilder>, options: JSONEncodingOptions) {
    self.builder = builder
    self.options = options
  }

  @inline(__always)
  var rules: WritingRules {
    var rules = WritingRules()
    rules.limits = options.limits
    rules.distinctLeaves = .datesAndData
    return rules
  }
  // Objects are written again for each reference.
  var writtenUnits: Int { builder.pointee.list.objectCount }
  var visits: ExpansionGuard? {
    get { builder.pointee.visits }
    set { builder.pointee.visits = newValue }
  }

  @inline(__always)
  var trackedPath: TrackedPath? { builder.pointee.pathTracking.path }

  // MARK: Leaves

  @inline(__always)
  private func add(_ make: (inout PropertyListWriter) -> UInt32) {
    builder.pointee.push(make(&builder.pointee.list))
  }

  mutating func writeNull() throws { builder.pointee.add(PropertyListBuilder.null) }
  mutating func write(_ value: Bool) throws { add { $0.add(bool: value) } }
  mutating func write(_ value: Float) throws { add { $0.add(float: value) } }
  mutating func write(_ value: Double) throws { add { $0.add(double: value) } }
  mutating func write(_ value: Date) throws { add { $0.add(date: value.timeIntervalSinceReferenceDate) } }
  mutating func write(_ value: Data) throws { value.withUnsafeBytes { bytes in add { $0.add(data: bytes) } } }
  mutating func write(_ value: UUID) throws { builder.pointee.add(value.text) }

  mutating func write(_ value: String) throws {
    if value.utf8.count == 5, value == PropertyListBuilder.null { throw nullText() }
    builder.pointee.add(value)
  }

  @inline(never)
  private func nullText() -> EncodingError {
    .invalidValue(
      PropertyListBuilder.null,
      .init(
        """
        The text "$null" stands for nil in property lists of Codable values, and would be read as nil; use another \
        text, or another format.
        """))
  }

  @inline(__always)
  mutating func write<Integer: FixedWidthInteger>(_ value: Integer) throws {
    if let value = Int64(exactly: value) {
      add { $0.add(integer: value) }
    } else {
      try writeLarge(value)
    }
  }

  @inline(never)
  private func writeLarge<Integer: FixedWidthInteger>(_ value: Integer) throws {
    guard let unsigned = UInt64(exactly: value) else {
      throw EncodingError.invalidValue(
        value,
        .init(
          """
          Property lists have no integers of more than 64 bits (\(value)). \
          \(EncodingError.remedy(forLargeIntegersOf: Integer.self))
          """))
    }
    add { $0.add(unsigned: unsigned) }
  }

  mutating func write(_ value: URL) throws {
    builder.pointee.begin()
    builder.pointee.addKey(PropertyListKey.relative)
    try write(value.relativeString)
    if let base = value.baseURL {
      builder.pointee.addKey(PropertyListKey.base)
      try write(base)
    }
    builder.pointee.endDictionary()
  }

  // Foundation's own code knows the parts.
  mutating func write(_ value: Decimal) throws { try writeCodable(value) }

  // MARK: Containers

  mutating func beginArray(count: Int, isOrdered: Bool) throws { builder.pointee.begin() }
  mutating func endArray() throws { builder.pointee.endArray() }
  mutating func beginDictionary(count: Int) throws { builder.pointee.begin() }
  mutating func beginRecord(of type: Any.Type, named name: String?) throws {
    builder.pointee.begin()
    guard let name else { return }
    builder.pointee.addKey(TypeNames.classKey)
    builder.pointee.add(name)
  }
  mutating func endMembers() throws { builder.pointee.endDictionary() }
  mutating func writeKey(_ key: PropertyKey) throws { builder.pointee.addKey(key) }
  mutating func writeKey(_ key: String, isText: Bool) throws { builder.pointee.addKey(key) }

  // MARK: Records

  /// Writes a record by its properties, like the generic walk, but writes runs of numbers and booleans at once.
  mutating func writeRecord(preparedIn slot: RecordSlot, at base: UnsafeRawPointer) throws -> Bool {
    guard let map = slot.owner(as: TypeMap.Storage.self) else { return false }
    return try map._withUnsafeGuaranteedRef { map in
      guard !map.hasHeader, map.keyGroup == nil, var operation = map.writtenOperations.baseAddress else {
        return false
      }
      if builder.pointee.leafRecords.contains(map.writtenOperations),
        builder.pointee.addRecord(ofLeaves: operation, count: map.writtenOperations.count, of: base)
      {
        return true
      }
      builder.pointee.begin()
      let end = operation + map.writtenOperations.count
      let trackedPath = trackedPath
      while operation < end {
        let leafEnd = operation.endOfLeaves(before: end)
        if leafEnd >= operation + Self.fewestLeaves, builder.pointee.addLeaves(from: operation, to: leafEnd, of: base) {
          operation = leafEnd
          continue
        }
        let address = base + operation.pointee.offset
        if operation.pointee.kind == .string, builder.pointee.addText(operation, at: address) {
          operation += 1
          continue
        }
        trackedPath?.enter(operation.pointee.key)
        defer { trackedPath?.leave() }
        do {
          try encodeProperty(address, operation, map: map)
        } catch {
          throw error.prepending(operation.pointee.key)
        }
        operation += 1
      }
      builder.pointee.endDictionary()
      return true
    }
  }

  /// Shorter runs are written one by one, which needs no setup.
  private static var fewestLeaves: Int { 3 }

  // MARK: Types with their own Codable code

  mutating func writeCodable(_ value: any Encodable) throws {
    try writeOwn { try $0.encodeOwn(value) }
  }

  mutating func writeByOwnCode(_ address: UnsafeRawPointer, _ access: CodableAccess) throws {
    try writeOwn { try access.encode(address, in: $0) }
  }

  /// Writes what `encode` encodes with the encoder that it is given.
  @inline(never)
  mutating func writeOwn(_ encode: (ContainerEncoder) throws -> Void) throws {
    // Take the sink, since the code that is called may be re-entrant.
    var sink = builder.pointee.spareSink.take() ?? PropertyListContainerSink(options: options)
    if sink.options !== options { sink.adopt(options) }
    sink.open(builder)
    sink.isRootOwnCode = isRootOwnCode
    isRootOwnCode = false
    do {
      try sink.withRootEncoder(.init(trackedPath), encode)
    } catch {
      sink.close()
      throw error.dropping(trackedPath)
    }
    builder.pointee.push(sink.finish())
    sink.close()
    // If code has kept an encoder, it must not add to the next value.
    guard isKnownUniquelyReferenced(&sink), sink.mayBeKept else { return }
    sink.removeAll()
    builder.pointee.spareSink = sink
  }
}
