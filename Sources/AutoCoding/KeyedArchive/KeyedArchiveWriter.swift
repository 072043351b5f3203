#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Writes values like `NSKeyedArchiver` for classes whose `encode(with:)` encodes every property.
///
/// Precondition: the builder outlives the writer.
struct KeyedArchiveWriter: NSCodingWriter {
  let archive: UnsafeMutablePointer<ArchiveBuilder>
  let limits: CodingLimits
  /// Values for types with custom `Codable` code.
  let userInfo: [CodingUserInfoKey: Any]
  /// The object whose first reference is searched, to locate an error.
  var target: UnsafeRawPointer?

  init(_ archive: UnsafeMutablePointer<ArchiveBuilder>, limits: CodingLimits, userInfo: [CodingUserInfoKey: Any]) {
    self.archive = archive
    self.limits = limits
    self.userInfo = userInfo
  }

  @inline(__always)
  var rules: WritingRules {
    var rules = WritingRules()
    rules.limits = limits
    rules.writesNilProperties = true
    rules.keysAreValues = true
    // Keys of an archive are flat, so a path is a key with dots.
    rules.nestsKeyPaths = false
    rules.writesTypeTags = false
    // Archives have a different object for each of them.
    rules.distinctLeaves = .all
    return rules
  }
  mutating func beginOptional() { archive.pointee.isOptional = true }

  // MARK: Leaves

  mutating func writeNull() throws {
    if archive.pointee.isInCollection { archive.pointee.addNullObject() } else { archive.pointee.addNull() }
  }
  mutating func write(_ value: Bool) throws { archive.pointee.add { $0.add(bool: value) } }
  mutating func write(_ value: Float) throws { archive.pointee.add { $0.add(float: value) } }
  mutating func write(_ value: Double) throws { archive.pointee.add { $0.add(double: value) } }
  mutating func write(_ value: String) throws { archive.pointee.add(value) }

  mutating func write<Integer: FixedWidthInteger>(_ value: Integer) throws {
    if let value = Int64(exactly: value) {
      archive.pointee.add { $0.add(integer: value) }
    } else if let value = UInt64(exactly: value) {
      archive.pointee.add { $0.add(unsigned: value) }
    } else {
      // The largest integers have 16 bytes and are signed.
      guard Integer.bitWidth <= 128 ? Integer.isSigned || value >> 127 == 0 : value >> 127 == 0 || ~value >> 127 == 0
      else {
        throw EncodingError.invalidValue(
          value,
          .init(
            """
            Property lists have no integer as large as \(value). \
            \(EncodingError.remedy(forLargeIntegersOf: Integer.self))
            """))
      }
      archive.pointee.add {
        $0.add(high: Int64(truncatingIfNeeded: value >> 64), low: UInt64(truncatingIfNeeded: value))
      }
    }
  }

  mutating func write(_ value: Date) throws {
    begin(.date)
    archive.pointee.addKey(FoundationClass.Key.time)
    archive.pointee.addInline { $0.add(double: value.timeIntervalSinceReferenceDate) }
    archive.pointee.end()
  }

  mutating func write(_ value: Data) throws {
    begin(.data)
    archive.pointee.addKey(FoundationClass.Key.data)
    value.withUnsafeBytes { bytes in archive.pointee.addInline { $0.add(data: bytes) } }
    archive.pointee.end()
  }

  mutating func write(_ value: URL) throws {
    begin(.url)
    archive.pointee.addKey(FoundationClass.Key.base)
    if let base = value.baseURL { try write(base) } else { archive.pointee.addNull() }
    archive.pointee.addKey(FoundationClass.Key.relative)
    archive.pointee.add(value.relativeString)
    archive.pointee.end()
  }

  mutating func write(_ value: UUID) throws {
    begin(.uuid)
    archive.pointee.addKey(FoundationClass.Key.uuidBytes)
    withUnsafeBytes(of: value.uuid) { bytes in archive.pointee.addInline { $0.add(data: bytes) } }
    archive.pointee.end()
  }

  mutating func write(_ value: Decimal) throws {
    let parts = try DecimalParts(value)
    begin(.decimal)
    func add(_ key: PropertyKey, _ make: (inout PropertyListWriter) -> UInt32) {
      archive.pointee.addKey(key)
      archive.pointee.addInline(make)
    }
    add(FoundationClass.Key.exponent) { $0.add(integer: Int64(parts.exponent)) }
    add(FoundationClass.Key.length) { $0.add(integer: Int64(parts.length)) }
    add(FoundationClass.Key.isNegative) { $0.add(bool: parts.isNegative) }
    add(FoundationClass.Key.isCompact) { $0.add(bool: parts.isCompact) }
    add(FoundationClass.Key.mantissaByteOrder) { $0.add(integer: DecimalParts.littleEndian) }
    let digits = parts.littleEndianMantissa
    digits.withUnsafeBytes { bytes in add(FoundationClass.Key.mantissa) { $0.add(data: bytes) } }
    archive.pointee.end()
  }

  // MARK: Containers

  private func begin(_ class: FoundationClass) {
    let container: ArchiveBuilder.Container =
      switch `class` {
      case .array: .array
      case .set: .set
      case .dictionary: .dictionary
      default: .record
      }
    archive.pointee.begin(container, classUID: archive.pointee.classUID(`class`.identity) { `class`.classNames })
  }

  mutating func beginArray(count: Int, isOrdered: Bool) throws { begin(isOrdered ? .array : .set) }
  mutating func endArray() throws { archive.pointee.end() }
  mutating func beginDictionary(count: Int) throws { begin(.dictionary) }
  mutating func writeKey(_ key: String, isText: Bool) throws { archive.pointee.add(key) }

  /// Begins a record. Every record of an archive has the name of its type.
  mutating func beginRecord(of type: Any.Type, named name: String?) throws {
    let classUID = classUID(of: type)
    archive.pointee.begin(.record, classUID: classUID)
  }
  mutating func writeKey(_ key: PropertyKey) throws { archive.pointee.addKey(key) }
  mutating func endMembers() throws { archive.pointee.end() }

  @inline(__always)
  func classUID(of type: Any.Type) -> UInt32 {
    archive.pointee.classUID(Codec.identity(of: type)) { Self.classNames(of: type) }
  }

  private static let knownClassNames = PermanentTable<[String]>()

  /// Returns the name of a type in archives, followed by those of its superclasses.
  private static func classNames(of type: Any.Type) -> [String] {
    knownClassNames.value(for: type) ?? knownClassNames.insert(findClassNames(of: type), for: type)
  }

  private static func findClassNames(of type: Any.Type) -> [String] {
    guard let coded = Conformances.cast(type, to: (any AutoCoding.Type).self) else {
      return [TypeLookup.name(of: type)]
    }
    var names = [TypeNames.name(of: coded)]
    guard var level = type as? AnyClass else { return names }
    while let above = _getSuperclass(level) {
      let name = TypeNames.name(ofClass: above)
      // Archives name Foundation's classes without a module.
      names.append(name.hasPrefix("Foundation.") ? String(name.dropFirst("Foundation.".count)) : name)
      level = above
    }
    if names.last != "NSObject" { names.append("NSObject") }
    return names
  }

  // MARK: Objects

  @inline(__always)
  mutating func writeNested(_ address: UnsafeRawPointer, as codec: Codec) throws -> Bool {
    guard let codec = codec.record else { return false }
    if codec.isObject {
      try writeReference(to: address.value(as: UnsafeRawPointer.self), as: codec)
      return true
    }
    // A custom `init(from:)` reads what an encoder writes.
    guard codec.decodingDefault == nil else { return false }
    try writeCodable(address, codec.access)
    return true
  }

  private mutating func writeReference(to object: UnsafeRawPointer, as declared: RecordCodec) throws {
    if object == target { throw ArchivePath.found }
    let type: AnyClass = Unmanaged<AnyObject>.fromOpaque(object)._withUnsafeGuaranteedRef { Swift.type(of: $0) }
    var codec = declared
    if type != declared.type, let type = Conformances.cast(type, to: (any AutoCoding.Type).self) {
      // A reader knows only the declared class, and has to find this one by its name.
      _ = try TypeNames.writtenName(of: type)
      codec = try declared.subclassCodec(type)
    }
    archive.pointee.addReference(to: object, codec: UnsafeRawPointer(Unmanaged.passUnretained(codec).toOpaque()))
  }

  /// Writes the queued objects until none is left.
  mutating func writeQueuedObjects() throws {
    var position = 0
    while position < archive.pointee.queue.count, let next = archive.pointee.queue.entries.base?[position] {
      try archive.pointee.checkObjectCount()
      archive.pointee.current = UInt32(truncatingIfNeeded: position)
      prepareObjects(after: position)
      try write(next)
      position += 1
    }
  }

  /// Writes an object of the queue.
  mutating func write(_ queued: ObjectQueue.Entry) throws {
    archive.pointee.nextUID = queued.uid
    let codec = Unmanaged<Codec>.fromOpaque(queued.codec)
    if codec._withUnsafeGuaranteedRef({ $0.kind }) == .codable {
      return try codec._withUnsafeGuaranteedRef { try writeNSCoding(queued, as: $0) }
    }
    try Unmanaged<RecordCodec>.fromOpaque(queued.codec)._withUnsafeGuaranteedRef { codec in
      if let map = codec.knownMap(ofObject: queued.object) {
        return try map._withUnsafeGuaranteedRef { try writeProperties(of: queued.object, map: $0) }
      }
      try encodeObject(queued.object, as: codec)
    }
  }
}
