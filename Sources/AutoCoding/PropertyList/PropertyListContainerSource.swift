#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Provides the values of a property list to handwritten `Codable` code.
final class PropertyListContainerSource: MemoryContainerSource {
  /// An object, and the number of arrays and dictionaries around it. An object may contain itself.
  private struct Object {
    let number: UInt32
    let depth: Int
  }

  @exclusivity(unchecked) private var values = GrowingTable<Object>(firstCapacity: 8)
  /// A reader of the list, for values without code of their own; uninitialized memory if the source is closed. It is
  /// used in place, since it takes as long to copy it as to read several leaves.
  private let reader = UnsafeMutablePointer<PropertyListCodingReader>.allocate(capacity: 1)
  /// Not once a value is complete, since the code may have kept a decoder.
  @exclusivity(unchecked) private var isOpen = false

  init(options: JSONDecodingOptions) {
    super.init(options: options, userInfo: options.userInfo)
  }

  deinit {
    close()
    reader.deallocate()
  }

  /// Begins to read the next value of a reader. Precondition: the source is closed, and has the reader's options.
  func open(_ list: PropertyListReader, object: UInt32, state: PropertyListReadingState) {
    reader.initialize(to: PropertyListCodingReader(list, object: object, options: options, state: state))
    isOpen = true
    values.push(Object(number: object, depth: 0))
  }

  /// Ends the use of the list.
  func close() {
    guard isOpen else { return }
    isOpen = false
    reader.deinitialize(count: 1)
  }

  /// Resets the source for reuse. Precondition: it is closed, and no code has kept a decoder.
  func removeAll() {
    values.removeAll(keepingAtMost: 1 << 14)
    forgetContainers()
  }

  /// Returns the reader, which is at an object. It is for values that no other code reads.
  private func reader(at object: Object) throws -> UnsafeMutablePointer<PropertyListCodingReader> {
    guard isOpen else {
      throw DecodingError.dataCorrupted(.init("A decoder was used after the init(from:) that got it had returned."))
    }
    reader.pointee.current = object.number
    return reader
  }

  private func contents(_ count: Int, of object: Object) throws -> Int {
    try reader.pointee.spend(count)
    let limit = max(options.limits.maximumDepth, 1)
    guard object.depth < limit else { throw DataRefusal(.limit, CodingLimits.tooDeep(limit)).decodingError() }
    return object.depth + 1
  }

  override var hasDecimalObjects: Bool { true }

  override var valueCount: Int { values.count }

  override func addElements(of position: Int) throws -> Bool {
    let object = values.first[position]
    let reader = try reader(at: object)
    guard try reader.pointee.list.kind(of: object.number) == .array else { return false }
    let elements = try reader.pointee.list.array(object.number)
    let depth = try contents(elements.count, of: object)
    for index in 0..<elements.count {
      values.push(Object(number: try reader.pointee.list.element(index, of: elements), depth: depth))
    }
    return true
  }

  override func addMembers(of position: Int, keys: inout [String]) throws -> Bool {
    let object = values.first[position]
    let reader = try reader(at: object)
    guard try reader.pointee.list.kind(of: object.number) == .dictionary else { return false }
    let members = try reader.pointee.list.dictionary(object.number)
    let depth = try contents(members.count, of: object)
    keys.reserveCapacity(members.count)
    for index in 0..<members.count {
      keys.append(try reader.pointee.string(reader.pointee.list.key(index, of: members)))
      values.push(Object(number: try reader.pointee.list.value(index, of: members), depth: depth))
    }
    return true
  }

  override func noun(of position: Int) -> String {
    let object = values.first[position]
    return (try? reader(at: object).pointee.list.kind(of: object.number).name) ?? "something unreadable"
  }

  override func isNull(_ position: Int) -> Bool {
    isOpen && (try? reader.pointee.list.isNull(values.first[position].number)) ?? false
  }

  override func readString(at position: Int) throws -> String {
    try reader(at: values.first[position]).pointee.readString()
  }

  override func readLeaf(_ kind: Codec.Kind, at position: Int, into address: UnsafeMutableRawPointer) throws {
    let reader = try reader(at: values.first[position])
    // Code may try other types before String, so text is no number or URL here, although a property accepts it.
    if kind == .decimal || kind == .url, try reader.pointee.list.kind(of: reader.pointee.current) == .string {
      throw mismatch(kind == .url ? URL.self : Decimal.self, at: position)
    }
    try reader.pointee.decodeLeaf(into: address, kind: kind)
  }

  override func walk(
    _ codec: Codec, at position: Int, path: @autoclosure () -> ContainerPath, into address: UnsafeMutableRawPointer
  ) throws {
    if codec.kind.isLeaf { return try readLeaf(codec.kind, at: position, into: address) }
    // A copy, since the code that is called may read another value meanwhile.
    var reader = try reader(at: values.first[position]).pointee
    let trackedPath = reader.state.values.pointee.pathTracking.begin(within: codec)
    try trackedPath.starting(at: path()) { try reader.decode(into: address, as: codec) }
  }

  override func dynamicLeaf(at position: Int) throws -> Any? {
    try reader(at: values.first[position]).pointee.dynamicLeaf()
  }
}
