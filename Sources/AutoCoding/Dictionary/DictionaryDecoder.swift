#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Decodes values from dictionaries, `[String: Any]`: what ``DictionaryEncoder`` made, or `JSONSerialization`,
/// `PropertyListSerialization`, `UserDefaults` and others.
///
/// ```swift
/// let teacher = try DictionaryDecoder().decode(Teacher.self, from: dictionary)
/// ```
///
/// Each value may be Swift's own or Foundation's object for it, whichever ``DictionaryEncoder/LeafFormat`` it was written in.
/// Numbers are exact, and no Bools: what a type has no value for is an error. Null is a nil or an `NSNull`. A decoder may be
/// used by several threads.
public final class DictionaryDecoder: @unchecked Sendable {
  /// How dates are read that are no `Date`.
  public typealias DateDecodingStrategy = JSONDecoder.DateDecodingStrategy
  /// How bytes are read that are no `Data`.
  public typealias DataDecodingStrategy = JSONDecoder.DataDecodingStrategy
  /// Which texts are infinity and not-a-number.
  public typealias NonConformingFloatDecodingStrategy = JSONDecoder.NonConformingFloatDecodingStrategy
  /// How keys are read.
  public typealias KeyDecodingStrategy = JSONDecoder.KeyDecodingStrategy

  private let state = Locked(JSONDecodingOptions(.init(decoder: "DictionaryDecoder")))

  /// Makes a decoder with the options that `JSONDecoder` starts with.
  public init() {}

  // MARK: Options

  /// How dates are read that are no `Date`. The default is their own encoding: the seconds since 2001.
  public var dateDecodingStrategy: DateDecodingStrategy {
    get { get(\.dates) }
    set { set(\.dates, newValue) }
  }

  /// How bytes are read that are no `Data`. The default is Base64.
  public var dataDecodingStrategy: DataDecodingStrategy {
    get { get(\.data) }
    set { set(\.data, newValue) }
  }

  /// Which texts are infinity and not-a-number. The default is none. Numbers that are either are always read.
  public var nonConformingFloatDecodingStrategy: NonConformingFloatDecodingStrategy {
    get { get(\.floats) }
    set { set(\.floats, newValue) }
  }

  /// How keys are read. The default is as they are. Two keys that become one are an error.
  public var keyDecodingStrategy: KeyDecodingStrategy {
    get { get(\.keys) }
    set { set(\.keys, newValue) }
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

  /// Limits on what is decoded. The defaults refuse nothing for its size.
  public var limits: CodingLimits {
    get { get(\.limits) }
    set { set(\.limits, newValue) }
  }

  /// The types that data may name in a property of type `Any`, besides those that the properties of the decoded type lead
  /// to and those that are registered. None by default.
  ///
  /// Subclasses of these types, and the types of their properties, are allowed with them.
  public var allowedTypes: [any AutoCoding.Type] {
    get { get(\.allowedTypes) }
    set { set(\.allowedTypes, newValue) }
  }

  /// What types with `Codable` code of their own may ask the decoder for.
  public var userInfo: [CodingUserInfoKey: any Sendable] {
    get { get(\.userInfo) }
    set { set(\.userInfo, newValue) }
  }

  private func get<Value>(_ option: KeyPath<JSONDecodingOptions.Values, Value>) -> Value {
    state.withLock { $0.values[keyPath: option] }
  }

  private func set<Value>(_ option: WritableKeyPath<JSONDecodingOptions.Values, Value>, _ value: Value) {
    // A call that is under way keeps the options that it began with.
    state.replace { $0.setting(option, to: value) }
  }

  // MARK: Decoding

  /// Decodes a value.
  ///
  /// - Parameters:
  ///   - type: What the value is to be.
  ///   - dictionary: What it was encoded as.
  /// - Throws: `DecodingError` with the coding path; ``AutoCodingError`` for a type that cannot be coded; whatever a type's
  ///   own code throws.
  public func decode<T: Decodable>(_ type: T.Type, from dictionary: [String: Any]) throws -> T {
    try decodeValue(type, from: dictionary)
  }

  /// Decodes a value, and lists the keys that its type does not know if ``unknownKeys`` is `.report`.
  ///
  /// - Parameters:
  ///   - type: What the value is to be.
  ///   - dictionary: What it was encoded as.
  ///   - unknownKeys: The keys are appended, in no particular order; none is if an error is thrown.
  /// - Throws: As ``decode(_:from:)``.
  public func decode<T: Decodable>(
    _ type: T.Type, from dictionary: [String: Any], reporting unknownKeys: inout [UnknownKey]
  ) throws -> T {
    let report = UnknownKeyReport()
    let value = try decode(type, from: dictionary, reportingTo: report)
    unknownKeys += report.keys
    return value
  }

  /// Decodes a value that may be no dictionary: what ``DictionaryEncoder/encodeValue(_:)`` returned.
  ///
  /// - Throws: As ``decode(_:from:)``.
  public func decodeValue<T: Decodable>(_ type: T.Type, from value: Any) throws -> T {
    try decode(type, from: value, reportingTo: nil)
  }

  private func decode<T: Decodable>(
    _ type: T.Type, from value: Any, reportingTo report: UnknownKeyReport?
  ) throws -> T {
    let options = state.withLock { $0 }
    let context = report.map(options.context.reporting) ?? options.context
    return try withExtendedLifetime(context) {
      let scope = TypeScope.enter(
        root: try ContainerDispatch.of(type, isDirect: true, isWithin: false).codec, context: context)
      defer { scope.end() }
      return try DictionaryContainerSource.decoder(of: value, options: options, growth: InputGrowth()).decode(type)
    }
  }
}
