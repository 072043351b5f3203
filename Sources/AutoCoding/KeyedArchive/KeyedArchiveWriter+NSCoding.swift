#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Objects that code themselves.
extension KeyedArchiveWriter {
  mutating func writeCodable(_ value: any Encodable) throws {
    guard let value = value as? NSCodingObject else {
      if let value = value as? any ArchivedAsObject, let object = try value.archivedObject { return try write(object) }
      return try writeOwn(value)
    }
    let object = value.object
    if Swift.type(of: object).isArchivedAsValue { return try object.encodeAsValue(to: self) }
    let address = UnsafeRawPointer(Unmanaged.passUnretained(object as AnyObject).toOpaque())
    if address == target { throw ArchivePath.found }
    let type = object.nsArchivedClass
    // A reader has to find the class by its name.
    guard let name = type.nsCodingNames.first, type.nsCodingClass(named: name) == type else {
      throw EncodingError.invalidValue(
        object,
        .init(
          """
          A decoder could not find \(TypeLookup.name(of: type)) by its name: it is generic, private or local.
          """))
    }
    let codec = try Discovery.codec(for: type)
    archive.pointee.addReference(to: address, codec: UnsafeRawPointer(Unmanaged.passUnretained(codec).toOpaque()))
  }

  /// Writes what a value's own code encodes.
  mutating func writeOwn(_ value: any Encodable) throws {
    // Take the sink, since the code that is called may be re-entrant.
    var sink = archive.pointee.spareSink.take() ?? TreeContainerSink(userInfo: userInfo, limits: limits)
    try sink.encode(value)
    try sink.write(to: &self)
    // If code has kept an encoder, it must not add to the next value.
    guard isKnownUniquelyReferenced(&sink), sink.mayBeKept else { return }
    sink.removeTrees()
    archive.pointee.spareSink = sink
  }

  /// Writes an object of one of Foundation's classes.
  private mutating func write(_ object: CodedObject) throws {
    archive.pointee.begin(
      .record,
      classUID: archive.pointee.classUID(ArchiveKeys.key(object.className).identity) { object.classNames })
    for (key, value) in object.values {
      archive.pointee.addKey(ArchiveKeys.key(key))
      if object.boxedKeys.contains(key) { beginOptional() }
      if case .object(let object) = value { try write(object) } else { try write(value) }
    }
    archive.pointee.end()
  }

  mutating func writeBytes(_ value: Data) throws {
    value.withUnsafeBytes { bytes in archive.pointee.addInline { $0.add(data: bytes) } }
  }

  var memberCount: Int { archive.pointee.memberCount }
  mutating func replaceMember(at index: Int) { archive.pointee.replaceMember(at: index) }

  /// Writes an object of the queue by its own code.
  func writeNSCoding(_ queued: ObjectQueue.Entry, as codec: Codec) throws {
    let object = Unmanaged<AnyObject>.fromOpaque(queued.object).takeUnretainedValue()
    guard let object = object as? any NSCodingClass,
      let type = Conformances.cast(codec.type, to: (any NSCodingClass.Type).self)
    else { return }
    archive.pointee.begin(
      .record, classUID: archive.pointee.classUID(Codec.identity(of: type)) { type.nsCodingNames })
    try object.encodeByHand(to: self)
    archive.pointee.end()
  }
}
