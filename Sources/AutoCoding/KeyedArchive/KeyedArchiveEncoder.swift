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
///
/// An encoder may be used by several threads. It is cheap to make: the memory of a call is left for the next call on the same
/// thread, whichever encoder makes it.
public final class KeyedArchiveEncoder: @unchecked Sendable {
  private typealias Workers = CoderWorkers<ArchiveEncodingWorker>
  private let workers = Workers()

  /// Makes an encoder with default limits.
  public init() {}

  // MARK: Options

  /// Limits on what is encoded. The defaults refuse nothing for its size.
  public var limits: CodingLimits {
    get { workers.options.values.limits }
    set { workers.replaceOptions { $0.setting(\.limits, to: newValue) } }
  }

  /// What types with `Codable` code of their own may ask the encoder for.
  public var userInfo: [CodingUserInfoKey: any Sendable] {
    get { workers.options.values.userInfo }
    set { workers.replaceOptions { $0.setting(\.userInfo, to: newValue) } }
  }

  /// The types of which models may stand in a property of type `Any`, besides those that the properties of the encoded type
  /// lead to and those that are registered. None by default.
  ///
  /// Whoever decodes the archive has to allow them too.
  public var allowedTypes: [any AutoCoding.Type] {
    get { workers.options.values.allowedTypes }
    set { workers.replaceOptions { $0.setting(\.allowedTypes, to: newValue) } }
  }

  // MARK: Encoding

  /// Encodes a value.
  ///
  /// - Parameter value: A model, or any other value that is Encodable.
  /// - Returns: A binary property list.
  /// - Throws: ``AutoCodingError`` where a type cannot be coded; `EncodingError` where a value cannot be written, a class
  ///   could not be found again by its name, or a limit is exceeded.
  /// - Complexity: O(*n*) in the number of values.
  public func encode<Value: Encodable>(_ value: Value) throws -> Data {
    let codec: Codec
    do {
      codec = try Discovery.codec(for: Value.self)
    } catch {
      if Value.self is any Decodable.Type { throw error }
      // What is only Encodable has no codec; its own code is asked.
      return try archive(root: nil) {
        try $0.write(CodedTree(encoding: value, userInfo: $0.userInfo, limits: $0.limits))
      }
    }
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
    let item = workers.take()
    let (archive, options) = (item.pointee.worker.archive, item.pointee.worker.options)
    defer {
      archive.pointee.removeAll()
      Workers.leave(item)
    }
    // The options keep the context.
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

  /// The path from the root to an object, found by writing everything on the way there once more.
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
