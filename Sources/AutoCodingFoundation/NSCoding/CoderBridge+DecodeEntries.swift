#if !canImport(ObjectiveC)
import AutoCoding
import Foundation

/// Decodes values from the entries of an archive, without the coder.
///
/// In all decoding functions the address is uninitialized. If they return true, it holds a value of the codec's type.
/// If they return false or throw, it is still uninitialized. False means that the coder must decode the value, whatever
/// it is.
extension CoderBridge {
  static func decode(
    into address: UnsafeMutableRawPointer, as codec: Codec, entry position: Int, _ expectation: CoderExpectation,
    from source: CoderSource
  ) throws -> Bool {
    guard let archive = source.archive else { return false }
    func initialize<Value>(_ value: Value?) -> Bool {
      guard let value else { return false }
      address.initialize(with: value)
      return true
    }
    switch codec.concrete {
    case .leaf(.string): return initialize(archive.text(position))
    case .leaf(.date): return initialize(archive.date(position))
    case .leaf(.data): return initialize(archive.value(at: position, as: Data.self))
    case .leaf(.bool): return initialize(archive.value(at: position, as: Bool.self))
    case .optional(let codec):
      if archive.isNull(position) {
        codec.initializeNull(address)
        return true
      }
      guard try decode(into: address, as: codec.wrapped, entry: position, expectation, from: source) else {
        return false
      }
      codec.wrap(address)
      return true
    case .sequence(let codec):
      return try decode(into: address, as: codec, entry: position, expectation, from: source)
    case .record(let codec):
      // Only the coder can decode an object, once; it is the same at each reference.
      if codec.isClass {
        return initialize(
          (codec.type as? AnyClass).flatMap { source.scope.decodedObject(at: position, ofClass: $0) })
      }
      return try decodeStructure(into: address, as: codec, entry: position, expectation, from: source)
    default:
      guard let number = archive.value(at: position, as: NSNumber.self) else { return false }
      return try decode(into: address, kind: codec.kind, from: number)
    }
  }

  /// Initializes a property that is an object, or an Optional of one, if it is nil or was decoded before.
  static func initializeKnownObject(
    _ address: UnsafeMutableRawPointer, _ operation: UnsafePointer<PropertyOperation>, ofClass type: AnyClass,
    entry position: Int, from source: CoderSource
  ) -> Bool {
    guard let archive = source.archive else { return false }
    if operation.pointee.isOptional, archive.isNull(position) {
      operation.pointee.initializeNil(address)
      return true
    }
    guard let object = source.scope.decodedObject(at: position, ofClass: type) else { return false }
    initialize(address, operation, with: object)
    return true
  }

  /// Precondition: the object is of the declared class.
  static func initialize(
    _ address: UnsafeMutableRawPointer, _ operation: UnsafePointer<PropertyOperation>, with object: AnyObject
  ) {
    address.initialize(with: object)
    if operation.pointee.isOptional { operation.pointee.memory.injectTag(0, at: address) }
  }

  private static func decode(
    into address: UnsafeMutableRawPointer, as codec: SequenceCodec, entry position: Int,
    _ expectation: CoderExpectation, from source: CoderSource
  ) throws -> Bool {
    guard let references = source.archive?.elements(position) else { return false }
    var elements = ElementBuffer(of: codec.element.type, announced: references.count)
    for reference in references {
      do {
        guard let position = UnarchiverContents.position(of: reference),
          try decode(into: elements.next(), as: codec.element, entry: position, expectation, from: source)
        else { return false }
      } catch {
        throw error.prepending(DynamicKey(index: elements.count))
      }
      elements.commit()
    }
    codec.initialize(address, taking: &elements)
    return true
  }

  /// Thrown if only the coder can read a struct's properties, but the coder is at another position in the archive.
  struct NeedsCoder: Error {}

  private static func decodeStructure(
    into address: UnsafeMutableRawPointer, as codec: RecordCodec, entry position: Int,
    _ expectation: CoderExpectation, from source: CoderSource
  ) throws -> Bool {
    guard let structure = codec.knownStructure,
      let entry = source.archive?.structure(
        position, named: { (try? expectation.codec(named: $0))?.type == codec.type })
    else { return false }
    let level = try NestedLevel.enter(toDecodeWithin: CodingLimits())
    defer { extendLifetime(level) }
    do {
      try structure._withUnsafeGuaranteedRef {
        try decodeProperties(into: address, map: $0, from: CoderSource(entry, within: source))
      }
    } catch is NeedsCoder {
      return false
    }
    try didDecode(address, codec)
    return true
  }
}
#endif
