import AutoCoding

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// A format without data: it answers every question of the decoding walk with made-up contents.
///
/// ``fill(_:as:)`` makes the parts of a value, and leaves to the walk what makes structs, objects and cases of them.
struct SampleReader: CodingReader {
  let contents: SampleContents
  /// The case that the next enum is to have; nil if it was read.
  var nextCase: Int?
  /// The versions of the next record.
  var versions: ArchivedVersions?

  init(_ contents: SampleContents) { self.contents = contents }

  var rules: ReadingRules {
    var rules = ReadingRules()
    rules.nestsKeyPaths = false
    rules.readsTypeTags = false
    return rules
  }

  // MARK: Leaves

  mutating func readNull(forDefault: Bool) throws -> Bool { false }
  mutating func readBool() throws -> Bool { contents.number() % 2 == 1 }
  mutating func readInteger<Integer: FixedWidthInteger>(as type: Integer.Type) throws -> Integer {
    contents.integer(as: type)
  }
  mutating func readFloat() throws -> Float { Float(try readDouble()) }
  mutating func readDouble() throws -> Double { contents.form.floatingPoint(contents.number()) }
  mutating func readString() throws -> String { contents.text() }
  /// Returns midnight of a day from 2026 on.
  mutating func readDate() throws -> Date {
    Date(timeIntervalSinceReferenceDate: 788_918_400 + 86_400 * Double(contents.number() % 10_000))
  }
  mutating func readData() throws -> Data { Data("\(contents.label) \(contents.number())".utf8) }
  mutating func readURL() throws -> URL {
    let text = "https://example.com/\(contents.number())"
    guard let url = URL(string: text) else {
      throw contents.error(URL.self, "\(text) is no URL here.", remedy: "Name the property in unEncodedProperties.")
    }
    return url
  }
  mutating func readUUID() throws -> UUID { UUID(sample: contents.number()) }
  mutating func readDecimal() throws -> Decimal { Decimal(contents.number() % 100_000) + Decimal(1) / Decimal(4) }

  // MARK: Records

  mutating func beginRecord(of type: Any.Type?) throws {}
  mutating func readVersions() throws -> ArchivedVersions? { versions }

  /// Returns the case of the enum that was begun. Properties are read by ``readRecord(preparedIn:into:)``.
  mutating func nextProperty(in keys: PropertyIndex, expecting expected: Int) throws -> PropertyIndex.Match? {
    guard let position = nextCase, !keys.keys.isEmpty else { return nil }
    nextCase = nil
    return PropertyIndex.Match(position: position, rank: 0)
  }

  /// Reads the properties of a struct, object, payload or tuple.
  mutating func readRecord(preparedIn slot: RecordSlot, into address: UnsafeMutableRawPointer) throws -> Bool {
    guard let map = slot.owner as? TypeMap.Storage else { return false }
    var assembly = try RecordAssembly(map, at: address)
    let held = heldTag(in: map)
    for operation in map.operations {
      try contents.under(operation.key) {
        let slot = assembly.slot(operation.position)
        guard let held, held.key == operation.key.stringValue else { return try fill(slot, as: operation.codec) }
        try contents.holding(held.text) { try fill(slot, as: operation.codec) }
      }
      assembly.commit(operation.position)
    }
    try assembly.finish(at: address)
    return true
  }

  /// The tag that a property of an object or payload has to hold if it has the tag's key; nil if there is none.
  private func heldTag(in map: TypeMap.Storage) -> (key: String, text: String)? {
    // The map of a case's values may be of the same type, but has other keys.
    if let name = contents.caseName, name.payload == map.type,
      map.operations.contains(where: { $0.key.stringValue == name.key })
    {
      contents.caseName = nil
      return (name.key, name.text)
    }
    return map.tags.flatMap { tags in tags.tag.map { (tags.key.stringValue, $0) } }
  }

  mutating func readCodable(into address: UnsafeMutableRawPointer, as access: CodableAccess) throws {
    try access.decode(into: address, from: SampleDecoder(contents, case: nextCase))
  }

  // MARK: Not asked for, since `fill` makes these values

  mutating func beginArray(isOrdered: Bool) throws -> Int? { 0 }
  mutating func hasNextElement() throws -> Bool { false }
  mutating func beginDictionary() throws -> Int? { 0 }
  mutating func nextKey(isText: Bool) throws -> String? { nil }
  mutating func skipValue() throws {}
}
