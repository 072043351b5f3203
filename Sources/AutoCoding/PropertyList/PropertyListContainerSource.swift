/// Provides the values of a property list to handwritten `Codable` code.
final class PropertyListContainerSource: MemoryContainerSource<PropertyListContainerSource.Object> {
  /// An object, and the number of arrays and dictionaries around it. An object may contain itself.
  struct Object {
    let number: UInt32
    let depth: Int
  }

  /// Nil once the value is complete, since the code may have kept a decoder.
  private var reader: PropertyListCodingReader?

  /// Makes a source of the next value of a reader.
  init(_ reader: PropertyListCodingReader) {
    self.reader = PropertyListCodingReader(
      reader.list, object: reader.current, options: reader.options, state: reader.state)
    super.init(
      Object(number: reader.current, depth: 0), options: reader.options, userInfo: reader.options.values.userInfo)
  }

  /// Ends the use of the list.
  func close() { reader = nil }

  private func reader(at object: Object) throws -> PropertyListCodingReader {
    guard var reader else {
      throw DecodingError.dataCorrupted(
        .init(codingPath: [], debugDescription: "A decoder was used after the init(from:) that got it had returned."))
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

  override func elements(in object: Object) throws -> [Object]? {
    var reader = try reader(at: object)
    guard try reader.list.kind(of: object.number) == .array else { return nil }
    let elements = try reader.list.array(object.number)
    let depth = try contents(elements.count, of: object, &reader)
    return try (0..<elements.count).map { Object(number: try reader.list.element($0, of: elements), depth: depth) }
  }

  override func members(in object: Object) throws -> [(key: String, value: Object)]? {
    var reader = try reader(at: object)
    guard try reader.list.kind(of: object.number) == .dictionary else { return nil }
    let members = try reader.list.dictionary(object.number)
    let depth = try contents(members.count, of: object, &reader)
    return try (0..<members.count).map { index in
      let key = try reader.string(reader.list.key(index, of: members))
      return (key, Object(number: try reader.list.value(index, of: members), depth: depth))
    }
  }

  override func noun(of object: Object) -> String {
    (try? reader(at: object).list.kind(of: object.number).name) ?? "something unreadable"
  }

  override func isNull(_ object: Object) -> Bool { (try? reader?.list.isNull(object.number)) ?? false }

  override func readString(at position: Int) throws -> String {
    var reader = try reader(at: self[position])
    return try reader.readString()
  }

  override func readLeaf(_ kind: Codec.Kind, at position: Int, into address: UnsafeMutableRawPointer) throws {
    var reader = try reader(at: self[position])
    try reader.decodeLeaf(into: address, kind: kind)
  }

  override func walk(
    _ codec: Codec, at position: Int, path: ContainerPath?, into address: UnsafeMutableRawPointer
  ) throws {
    var reader = try reader(at: self[position])
    try reader.decode(into: address, as: codec)
  }

  override func dynamicLeaf(at position: Int) throws -> Any? {
    var reader = try reader(at: self[position])
    return try reader.dynamicLeaf()
  }
}
