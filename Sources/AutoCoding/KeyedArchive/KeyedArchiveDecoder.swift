#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Decodes values from archives that ``KeyedArchiveEncoder`` or `NSKeyedArchiver` wrote, on any platform.
///
/// ```swift
/// let library = try KeyedArchiveDecoder().decode(Library.self, from: data)
/// ```
///
/// Archives are untrusted: an object is created only if its class is declared at that place or is a conforming
/// subclass. Any other class in the archive is an error. Shared objects are shared again. Cycles are restored if a
/// class in them is ``DefaultInitializable``. `didDecode()` and `Hashable` code run when the whole graph is there, on
/// objects before those that refer to them.
///
/// A decoder may be used from several threads.
public final class KeyedArchiveDecoder: Sendable {
  private let options = Locked(ArchiveCodingOptions.with(.init(coder: .decoder)))

  /// Creates a decoder with default limits.
  public init() {}

  // MARK: Options

  private func get<Value>(_ option: KeyPath<ArchiveCodingOptions.Values, Value>) -> Value {
    options.withLock { $0 }.values[keyPath: option]
  }

  private func change(_ change: (inout ArchiveCodingOptions.Values) -> Void) {
    options.replace { $0.changed(by: change) }
  }

  /// Limits on the decoded data. The defaults do not limit its size.
  public var limits: CodingLimits {
    get { get(\.limits) }
    set { change { $0.limits = newValue } }
  }

  /// Values for handwritten `Codable` code, which finds them in the decoder's `userInfo`, and for
  /// ``AutoCoding/didDecode(in:)``.
  @preconcurrency
  public var userInfo: [CodingUserInfoKey: any Sendable] {
    get { get(\.userInfo) }
    set { change { $0.userInfo = newValue } }
  }

  /// What to do with keys that the decoded type does not have. The default ignores them.
  ///
  /// With `.report`, ``decode(_:from:reporting:)`` lists them.
  public var unknownKeys: UnknownKeyStrategy {
    get { get(\.unknownKeys) }
    set { change { $0.unknownKeys = newValue } }
  }

  /// Whether data of a newer ``AutoCoding/archiveVersion`` than the type's is read by the properties that the type has.
  /// By default it is an error.
  public var acceptsNewerVersions: Bool {
    get { get(\.acceptsNewerVersions) }
    set { change { $0.acceptsNewerVersions = newValue } }
  }

  /// Additional types that the archive may name in a property of type `Any`. The types of the decoded type's properties
  /// and registered types are always allowed. The default is none.
  ///
  /// Subclasses of these types and the types of their properties are allowed too.
  public var allowedTypes: [any AutoCoding.Type] {
    get { get(\.allowedTypes) }
    set { change { $0.allowedTypes = newValue } }
  }

  // MARK: Decoding

  /// Decodes a value.
  ///
  /// - Parameters:
  ///   - type: The type of the archive's root, or a superclass. It may be a type that is only `Decodable`.
  ///   - data: A binary property list. XML property lists are refused.
  /// - Throws: ``AutoCodingError`` if a type cannot be decoded; `DecodingError` if the archive is damaged, exceeds a
  ///   limit, or is not of the type; errors of the types' own code, such as `didDecode()`.
  /// - Complexity: O(*n*) in the number of values.
  public func decode<Value: Decodable>(_ type: Value.Type, from data: Data) throws -> Value {
    try decode(type, from: data, reportingTo: nil)
  }

  /// Decodes a value. If ``unknownKeys`` is `.report`, also lists the keys that its type does not have.
  ///
  /// - Parameters:
  ///   - type: The type of the archive's root, or a superclass. It may be a type that is only `Decodable`.
  ///   - data: A binary property list. XML property lists are refused.
  ///   - unknownKeys: The keys are appended here, grouped by object in the order in which objects are met. Nothing is
  ///     appended if an error is thrown. A key that is reached by several paths is listed once.
  /// - Throws: The errors of ``decode(_:from:)``.
  public func decode<Value: Decodable>(
    _ type: Value.Type, from data: Data, reporting unknownKeys: inout [UnknownKey]
  ) throws -> Value {
    let report = UnknownKeyReport()
    let value = try decode(type, from: data, reportingTo: report)
    unknownKeys += report.keys
    return value
  }

  private func decode<Value: Decodable>(
    _ type: Value.Type, from data: Data, reportingTo report: UnknownKeyReport?
  ) throws -> Value {
    let codec: Codec
    do {
      codec = try Discovery.codec(for: type, in: options.withLock { $0 }.context)
    } catch {
      if Conformances.includes(type, (any Encodable.Type).self) { throw error }
      // A type that is only Decodable has no codec, so call its own code.
      return try decode(from: data, root: nil, reportingTo: report) { try $0.readOwn(type) }
    }
    return try withValue(of: type) { memory in
      try decode(from: data, root: codec, reportingTo: report) { try $0.readRoot(into: memory, as: codec) }
    }
  }

  /// Decodes models of several types and JSON-like values: an archive that ``KeyedArchiveEncoder`` made of a dictionary
  /// or an array of them, or of one model.
  ///
  /// - Parameters:
  ///   - types: Additional types of values. The types of their properties, ``allowedTypes`` and registered types are
  ///     always allowed.
  ///   - data: A binary property list.
  /// - Throws: The errors of ``decode(_:from:)``; `DecodingError.dataCorrupted` for a class that is not allowed, which
  ///   names it and the allowed ones.
  public func decode(allowing types: [any AutoCoding.Type], from data: Data) throws -> Any {
    let codec = try Discovery.codec(for: Any.self)
    return try decode(from: data, root: codec, allowing: types) { reader in
      try codec.boxedValue { try reader.readRoot(into: $0, as: codec) }
    }
  }

  private func decode<Value>(
    from data: Data, root: Codec?, allowing types: [any AutoCoding.Type] = [],
    reportingTo report: UnknownKeyReport? = nil,
    _ read: (inout KeyedArchiveReader) throws -> Value
  ) throws -> Value {
    // A call keeps the options with which it began.
    let options = options.withLock { $0 }
    let allowing = options.context(allowing: types)
    let context = report.map(allowing.reporting) ?? allowing
    return try withExtendedLifetime(context) {
      let scope = TypeScope.enter(root: root.map { .passUnretained($0) }, context: context)
      defer { scope.end() }
      return try ArchivedClasses.using { classes in
        try data.withUnsafeBytes { bytes in
          var reader = try KeyedArchiveReader(
            PropertyListReader(bytes, limits: options.limits), options: options, classes: classes)
          return try read(&reader)
        }
      }
    }
  }
}
