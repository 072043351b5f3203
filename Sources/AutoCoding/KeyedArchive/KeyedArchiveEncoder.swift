#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Encodes values as archives that `NSKeyedUnarchiver` reads: the whole object graph, with every object once.
///
/// ```swift
/// let data = try KeyedArchiveEncoder().encode(library)
/// ```
///
/// What is written is what `NSKeyedArchiver` writes for a class whose `encode(with:)` has a call for each property, with
/// the property's key. Objects that are reached twice are written once, cycles are closed, and weak references are kept
/// where something else refers to the object too. See `Docs/Formats.md` for the layout.
public final class KeyedArchiveEncoder {
  /// Limits on what is encoded. The defaults refuse nothing for its size.
  public var limits = CodingLimits()

  /// A builder that is not in use, whose memory serves again.
  private var idle: UnsafeMutablePointer<ArchiveBuilder>?

  deinit {
    idle?.deinitialize(count: 1)
    idle?.deallocate()
  }

  /// Makes an encoder with default limits.
  public init() {}

  /// The types of which models may stand in a property of type `Any`, besides those that the properties of the encoded type
  /// lead to and those that are registered. None by default.
  ///
  /// Whoever decodes the archive has to allow them too.
  public var allowedTypes: [any AutoCoding.Type] = []

  /// Encodes a value.
  ///
  /// - Parameter value: A model, or any other value that is Codable.
  /// - Returns: A binary property list.
  /// - Throws: ``AutoCodingError`` where a type cannot be coded; `EncodingError` where a value cannot be written, a class
  ///   could not be found again by its name, or a limit is exceeded.
  /// - Complexity: O(*n*) in the number of values.
  public func encode<Value: Encodable>(_ value: Value) throws -> Data {
    let codec = try Discovery.codec(for: Value.self)
    return try archive(root: codec) { writer in
      try withUnsafePointer(to: value) { try writer.encode(UnsafeRawPointer($0), as: codec) }
    }
  }

  /// Encodes models of several types, and values like JSON's, under keys: the dictionary that everyone archives.
  ///
  /// ``KeyedArchiveDecoder/decode(allowing:from:)`` decodes it. The models have to be of types that are registered, or named
  /// in ``allowedTypes``.
  public func encode(_ value: [String: Any]) throws -> Data {
    try encodeAny(value)
  }

  /// Encodes models of several types, and values like JSON's, in order.
  ///
  /// ``KeyedArchiveDecoder/decode(allowing:from:)`` decodes it. The models have to be of types that are registered, or named
  /// in ``allowedTypes``.
  public func encode(_ value: [Any]) throws -> Data {
    try encodeAny(value)
  }

  private func encodeAny(_ value: Any) throws -> Data {
    let codec = try Discovery.codec(for: Any.self)
    return try archive(root: nil) { writer in
      try withUnsafePointer(to: value) { try writer.encode(UnsafeRawPointer($0), as: codec) }
    }
  }

  private func archive(root: Codec?, _ writeRoot: (inout KeyedArchiveWriter) throws -> Void) throws -> Data {
    let context = CoderContext(name: "KeyedArchiveEncoder", allowedTypes: allowedTypes) { try Discovery.codec(for: $0) }
    return try withExtendedLifetime(context) {
      let scope = TypeScope.enter(root: root.map { .passUnretained($0) }, context: context)
      defer { scope.end() }
      return try archive(writeRoot)
    }
  }

  private func archive(_ writeRoot: (inout KeyedArchiveWriter) throws -> Void) throws -> Data {
    let archive = takeBuilder()
    defer { putBack(archive) }
    var writer = KeyedArchiveWriter(archive, limits: limits)
    try writeRoot(&writer)
    do {
      try writer.writeQueuedObjects()
    } catch {
      throw path(toObjectAt: archive.pointee.current, in: archive, writeRoot).reversed().reduce(error) {
        $0.prepending($1)
      }
    }
    return try archive.pointee.finish()
  }

  /// A builder that nobody else uses: code of a value's own may encode with this encoder, too.
  private func takeBuilder() -> UnsafeMutablePointer<ArchiveBuilder> {
    if let known = idle {
      idle = nil
      if known.pointee.maximumByteCount == limits.maximumByteCount,
        known.pointee.maximumObjectCount == limits.maximumObjectCount
      {
        return known
      }
      known.deinitialize(count: 1)
      known.deallocate()
    }
    let made = UnsafeMutablePointer<ArchiveBuilder>.allocate(capacity: 1)
    made.initialize(to: ArchiveBuilder(limits: limits))
    return made
  }

  private func putBack(_ builder: UnsafeMutablePointer<ArchiveBuilder>) {
    builder.pointee.removeAll()
    if let other = idle {
      other.deinitialize(count: 1)
      other.deallocate()
    }
    idle = builder
  }

  /// The path from the root to an object, found by writing everything on the way there once more.
  private func path(
    toObjectAt position: UInt32, in archive: UnsafeMutablePointer<ArchiveBuilder>,
    _ writeRoot: (inout KeyedArchiveWriter) throws -> Void
  ) -> [any CodingKey] {
    var steps: [[any CodingKey]] = []
    var position = position
    var length = 0
    while position != ArchiveBuilder.none, let queue = archive.pointee.queue.entries.base,
      length < ArchivePath.maximumLength
    {
      let queued = queue[Int(position)]
      let step = ArchivePath.of {
        let scratch = UnsafeMutablePointer<ArchiveBuilder>.allocate(capacity: 1)
        scratch.initialize(to: ArchiveBuilder(limits: limits))
        defer {
          scratch.deinitialize(count: 1)
          scratch.deallocate()
        }
        var writer = KeyedArchiveWriter(scratch, limits: limits)
        writer.target = queued.object
        if queued.parent == ArchiveBuilder.none {
          try writeRoot(&writer)
        } else {
          try writer.write(queue[Int(queued.parent)])
        }
      }
      steps.append(step)
      length += step.count
      position = queued.parent
    }
    return Array(steps.reversed().joined())
  }
}

/// Ways through an object graph, which are found out only when something has failed.
enum ArchivePath {
  /// How many steps a path shows at the most.
  static let maximumLength = 1000

  /// Thrown where the object that is looked for has been found; gets its path as any error does.
  static let found = EncodingError.invalidValue((), .init(codingPath: [], debugDescription: "found"))

  /// As ``found``, for decoders.
  static let foundInArchive = DecodingError.dataCorrupted(.init(codingPath: [], debugDescription: "found"))

  /// The path at which `search` throws ``found``.
  static func of(_ search: () throws -> Void) -> [any CodingKey] {
    do {
      try search()
    } catch EncodingError.invalidValue(_, let context) where context.debugDescription == "found" {
      return context.codingPath
    } catch DecodingError.dataCorrupted(let context) where context.debugDescription == "found" {
      return context.codingPath
    } catch {}
    return []
  }
}
