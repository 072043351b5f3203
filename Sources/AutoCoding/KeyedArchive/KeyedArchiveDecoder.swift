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
/// The archive is trusted with nothing: an object is made only of a class that is declared where it stands, or of a
/// conforming subclass; whatever else the archive names is an error. Objects that were shared are shared again, cycles are
/// closed where a class in them is ``DefaultInitializable``, and `didDecode()` and `Hashable` code run when the whole
/// graph is there, on objects before those that refer to them.
///
/// A decoder may be used by several threads.
public final class KeyedArchiveDecoder: Sendable {
  private let options = Locked(ArchiveCodingOptions(coderName: "KeyedArchiveDecoder"))

  /// Makes a decoder with default limits.
  public init() {}

  // MARK: Options

  private func get<Value>(_ option: KeyPath<ArchiveCodingOptions.Values, Value>) -> Value {
    options.withLock { $0 }.values[keyPath: option]
  }

  private func set<Value>(_ option: WritableKeyPath<ArchiveCodingOptions.Values, Value>, _ value: Value) {
    options.replace { $0.setting(option, to: value) }
  }

  /// Limits on what is decoded. The defaults refuse nothing for its size.
  public var limits: CodingLimits {
    get { get(\.limits) }
    set { set(\.limits, newValue) }
  }

  /// What types with `Codable` code of their own may ask the decoder for.
  public var userInfo: [CodingUserInfoKey: any Sendable] {
    get { get(\.userInfo) }
    set { set(\.userInfo, newValue) }
  }

  /// What is done about keys that the decoded type does not know. They are ignored by default.
  ///
  /// With `.report`, ``decode(_:from:reporting:)`` lists them.
  public var unknownKeys: UnknownKeyStrategy {
    get { get(\.unknownKeys) }
    set { set(\.unknownKeys, newValue) }
  }

  /// Whether data of a newer ``AutoCoding/archiveVersion`` than a type's is read by the properties that the type knows. It is
  /// an error by default.
  public var acceptsNewerVersions: Bool {
    get { get(\.acceptsNewerVersions) }
    set { set(\.acceptsNewerVersions, newValue) }
  }

  /// The types that the archive may name in a property of type `Any`, besides those that the properties of the decoded type
  /// lead to and those that are registered. None by default.
  ///
  /// Subclasses of these types, and the types of their properties, are allowed with them.
  public var allowedTypes: [any AutoCoding.Type] {
    get { get(\.allowedTypes) }
    set { set(\.allowedTypes, newValue) }
  }

  // MARK: Decoding

  /// Decodes a value.
  ///
  /// - Parameters:
  ///   - type: The type of the archive's root, or a superclass. It may be one that is only Decodable.
  ///   - data: A binary property list. XML property lists are refused.
  /// - Throws: ``AutoCodingError`` where a type cannot be decoded; `DecodingError` where the archive is damaged, exceeds a
  ///   limit, or is not of the type.
  /// - Complexity: O(*n*) in the number of values.
  public func decode<Value: Decodable>(_ type: Value.Type, from data: Data) throws -> Value {
    try decode(type, from: data, reportingTo: nil)
  }

  /// Decodes a value, and lists the keys that its type does not know if ``unknownKeys`` is `.report`.
  ///
  /// - Parameters:
  ///   - type: The type of the archive's root, or a superclass. It may be one that is only Decodable.
  ///   - data: A binary property list. XML property lists are refused.
  ///   - unknownKeys: The keys are appended, an object's behind those of objects that were met before it; none is if an error
  ///     is thrown. What is met on several paths is listed once.
  /// - Throws: As ``decode(_:from:)``.
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
      codec = try Discovery.codec(for: type)
    } catch {
      if type is any Encodable.Type { throw error }
      // What is only Decodable has no codec; its own code is asked.
      return try decode(from: data, root: nil, reportingTo: report) { try $0.readOwn(type) }
    }
    let value = try decode(from: data, root: codec, reportingTo: report) { reader in
      try codec.boxedValue { try reader.readRoot(into: $0, as: codec) }
    }
    guard let value = value as? Value else {
      throw DecodingError.typeMismatch(
        type, .init(codingPath: [], debugDescription: "The archive's root is no \(type)."))
    }
    return value
  }

  /// Decodes models of several types, and values like JSON's: what ``KeyedArchiveEncoder`` made of a dictionary or array
  /// of them, or one model.
  ///
  /// - Parameters:
  ///   - types: The types of which there may be values, besides those of their properties, those of ``allowedTypes`` and
  ///     those that are registered.
  ///   - data: A binary property list.
  /// - Throws: As ``decode(_:from:)`` does; `DecodingError.dataCorrupted` for a class that is not allowed, naming it and
  ///   those that are.
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
    // A call keeps the options that it begins with.
    let options = options.withLock { $0 }
    let allowing = options.context(allowing: types)
    let context = report.map(allowing.reporting) ?? allowing
    return try withExtendedLifetime(context) {
      let scope = TypeScope.enter(root: root.map { .passUnretained($0) }, context: context)
      defer { scope.end() }
      return try data.withUnsafeBytes { bytes in
        var reader = try KeyedArchiveReader(PropertyListReader(bytes, limits: options.limits), options: options)
        return try read(&reader)
      }
    }
  }
}
