#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Encodes values as archives that `NSKeyedUnarchiver` reads. The archive holds the whole object graph, each object
/// once.
///
/// ```swift
/// let data = try KeyedArchiveEncoder().encode(library)
/// ```
///
/// The output is that of `NSKeyedArchiver` for a class whose `encode(with:)` encodes each property under its key. An
/// object that is reached twice is written once, cycles are preserved, and a weak reference is kept if something else
/// refers to the object too. See `Docs/Formats.md` for the layout.
///
/// An encoder may be used from several threads. It is cheap to create: calls on one thread reuse the same memory,
/// whichever encoder makes them.
public final class KeyedArchiveEncoder: @unchecked Sendable {
  private typealias Pool = CoderPool<ArchiveEncodingWorker>
  private let pool = Pool()

  /// Creates an encoder with default limits.
  public init() {}

  // MARK: Options

  /// Limits on the encoded data. The defaults do not limit its size.
  public var limits: CodingLimits {
    get { pool.options.values.limits }
    set { pool.changeOptions { $0.limits = newValue } }
  }

  /// Values for types with custom `Codable` code.
  @preconcurrency
  public var userInfo: [CodingUserInfoKey: any Sendable] {
    get { pool.options.values.userInfo }
    set { pool.changeOptions { $0.userInfo = newValue } }
  }

  /// Additional types of models in a property of type `Any`. The types of the encoded type's properties and registered
  /// types are always allowed. The default is none.
  ///
  /// A decoder of the archive has to allow them too.
  public var allowedTypes: [any AutoCoding.Type] {
    get { pool.options.values.allowedTypes }
    set { pool.changeOptions { $0.allowedTypes = newValue } }
  }

  // MARK: Encoding

  /// Encodes a value.
  ///
  /// - Parameter value: A model, or any other value that is `Encodable`.
  /// - Returns: A binary property list.
  /// - Throws: ``AutoCodingError`` if a type cannot be coded; `EncodingError` if a value cannot be written, a class
  ///   could not be found again by its name, or a limit is exceeded; errors of the types' own code, such as `willEncode()`.
  /// - Complexity: O(*n*) in the number of values.
  public func encode<Value: Encodable>(_ value: Value) throws -> Data {
    let codec: Codec
    do {
      codec = try Discovery.codec(for: Value.self, in: pool.options.context)
    } catch {
      if Conformances.includes(Value.self, (any Decodable.Type).self) { throw error }
      // A type that is only Encodable has no codec, so call its own code.
      return try archive(root: nil) { try $0.writeOwn(value) }
    }
    return try archive(root: codec) { writer in
      try withUnsafePointer(to: value) { try writer.encode(UnsafeRawPointer($0), as: codec) }
    }
  }

  /// Encodes a dictionary of models of several types and JSON-like values.
  ///
  /// ``KeyedArchiveDecoder/decode(allowing:from:)`` decodes it. The types of the models must be registered or listed in
  /// ``allowedTypes``.
  ///
  /// - Throws: `EncodingError` for a value that is neither, or whose type is not allowed; ``AutoCodingError`` if a type cannot be
  ///   coded.
  public func encode(_ value: [String: Any]) throws -> Data {
    try encodeAny(value)
  }

  /// Encodes an array of models of several types and JSON-like values.
  ///
  /// ``KeyedArchiveDecoder/decode(allowing:from:)`` decodes it. The types of the models must be registered or listed in
  /// ``allowedTypes``.
  ///
  /// - Throws: `EncodingError` for a value that is neither, or whose type is not allowed; ``AutoCodingError`` if a type cannot be
  ///   coded.
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
    let item = pool.take()
    let (archive, options) = (item.pointee.worker.archive, item.pointee.worker.options)
    defer {
      archive.pointee.removeAll()
      pool.leave(item)
    }
    // The options keep the context alive.
    let scope = TypeScope.enter(root: root.map { .passUnretained($0) }, context: options.context)
    defer { scope.end() }
    var writer = KeyedArchiveWriter(archive, limits: options.limits, userInfo: options.userInfo)
    try writeRoot(&writer)
    do {
      try writer.writeQueuedObjects()
    } catch {
      throw path(toObjectAt: archive.pointee.current, in: archive, options, writeRoot).reversed().reduce(error) {
        $0.prepending($1)
      }
    }
    return try archive.pointee.finish()
  }

  /// Returns the path from the root to an object. It is found by writing everything up to the object once more.
  private func path(
    toObjectAt position: UInt32, in archive: UnsafeMutablePointer<ArchiveBuilder>, _ options: ArchiveCodingOptions,
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
        scratch.initialize(to: ArchiveBuilder(limits: options.limits))
        defer {
          scratch.deinitialize(count: 1)
          scratch.deallocate()
        }
        var writer = KeyedArchiveWriter(scratch, limits: options.limits, userInfo: options.userInfo)
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
