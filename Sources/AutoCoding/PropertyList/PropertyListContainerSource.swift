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

  @exclusivity(unchecked) private var values: [Object] = []
  /// Nil if the source is closed: once a value is complete, since the code may have kept a decoder.
  @exclusivity(unchecked) private var reader: PropertyListCodingReader?

  init(options: JSONDecodingOptions) {
    super.init(options: options, userInfo: options.userInfo)
  }

  /// Begins to read the next value of a reader. Precondition: the source is closed, and has the reader's options.
  func open(_ reader: PropertyListCodingReader) {
    self.reader = PropertyListCodingReader(
      reader.list, object: reader.current, options: reader.options, state: reader.state)
    values.append(Object(number: reader.current, depth: 0))
  }

  /// Ends the use of the list.
  func close() { reader = nil }

  /// Resets the source for reuse. Precondition: it is closed, and no code has kept a decoder.
  func removeAll() {
    values.removeAll(keepingCapacity: values.count <= 1 << 10)
    forgetContainers()
  }

  private func reader(at object: Object) throws -> PropertyListCodingReader {
    guard var reader else {
      throw DecodingError.dataCorrupted(.init("A decoder was used after the init(from:) that got it had returned."))
    }
    reader.current = object.number
    return reader
  }

  private func contents(_ count: Int, of object: Object, _ reader: inout PropertyListCodingReader) throws -> Int {
    try reader.spend(count)
    let limit = max(options.limits.maximumDepth, 1)
    guard object.depth < limit else { throw DataRefusal(.limit, CodingLimits.tooDeep(limit)).decodingError() }
    return object.depth + 1
  }

  override var hasDecimalObjects: Bool { true }

  override var valueCount: Int { values.count }

  override func addElements(of position: Int) throws -> Bool {
    let object = values[position]
    var reader = try reader(at: object)
    guard try reader.list.kind(of: object.number) == .array else { return false }
    let elements = try reader.list.array(object.number)
    let depth = try contents(elements.count, of: object, &reader)
    // It grows by itself: to reserve exactly what each array needs would copy all values for each.
    for index in 0..<elements.count {
      values.append(Object(number: try reader.list.element(index, of: elements), depth: depth))
    }
    return true
  }

  override func addMembers(of position: Int, keys: inout [String]) throws -> Bool {
    let object = values[position]
    var reader = try reader(at: object)
    guard try reader.list.kind(of: object.number) == .dictionary else { return false }
    let members = try reader.list.dictionary(object.number)
    let depth = try contents(members.count, of: object, &reader)
    keys.reserveCapacity(members.count)
    for index in 0..<members.count {
      keys.append(try reader.string(reader.list.key(index, of: members)))
      values.append(Object(number: try reader.list.value(index, of: members), depth: depth))
    }
    return true
  }

  override func noun(of position: Int) -> String {
    (try? reader(at: values[position]).list.kind(of: values[position].number).name) ?? "something unreadable"
  }

  override func isNull(_ position: Int) -> Bool { (try? reader?.list.isNull(values[position].number)) ?? false }

  override func readString(at position: Int) throws -> String {
    var reader = try reader(at: values[position])
    return try reader.readString()
  }

  override func readLeaf(_ kind: Codec.Kind, at position: Int, into address: UnsafeMutableRawPointer) throws {
    var reader = try reader(at: values[position])
    // Code may try other types before String, so text is no number or URL here, although a property accepts it.
    if kind == .decimal || kind == .url, try reader.list.kind(of: reader.current) == .string {
      throw mismatch(kind == .url ? URL.self : Decimal.self, at: position)
    }
    try reader.decodeLeaf(into: address, kind: kind)
  }

  override func walk(
    _ codec: Codec, at position: Int, path: @autoclosure () -> ContainerPath, into address: UnsafeMutableRawPointer
  ) throws {
    if codec.kind.isLeaf { return try readLeaf(codec.kind, at: position, into: address) }
    var reader = try reader(at: values[position])
    try reader.decode(into: address, as: codec)
  }

  override func dynamicLeaf(at position: Int) throws -> Any? {
    var reader = try reader(at: values[position])
    return try reader.dynamicLeaf()
  }
}
