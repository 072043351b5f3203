#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Decodes values from dictionaries, `[String: Any]`, that ``DictionaryEncoder``, `JSONSerialization`,
/// `PropertyListSerialization`, `UserDefaults` and others make.
///
/// ```swift
/// let teacher = try DictionaryDecoder().decode(Teacher.self, from: dictionary)
/// ```
///
/// Each value may be a Swift value or the corresponding object of Foundation, in any ``DictionaryEncoder/LeafFormat``.
/// Numbers are read exactly, and are not Bools: a number that the type cannot represent is an error. Null is a nil or
/// an `NSNull`. Several threads may use one decoder.
public final class DictionaryDecoder: @unchecked Sendable {
  /// How to read dates that are not stored as a `Date`.
  public typealias DateDecodingStrategy = JSONDecoder.DateDecodingStrategy
  /// How to read bytes that are not stored as a `Data`.
  public typealias DataDecodingStrategy = JSONDecoder.DataDecodingStrategy
  /// Which texts mean infinity and not-a-number.
  public typealias NonConformingFloatDecodingStrategy = JSONDecoder.NonConformingFloatDecodingStrategy
  /// How to read keys.
  public typealias KeyDecodingStrategy = JSONDecoder.KeyDecodingStrategy

  /// The mismatches between data and types that a decoder can tolerate.
  public typealias Leniency = AutoJSONDecoder.Leniency

  private let state = Locked(JSONDecodingOptions.with(.init(decoder: .dictionary)))

  /// Makes a decoder with the options that `JSONDecoder` starts with.
  public init() {}

  // MARK: Options

  /// How to read dates that are not stored as a `Date`. The default is their own encoding: the seconds since 2001.
  public var dateDecodingStrategy: DateDecodingStrategy {
    get { get(\.dates) }
    set { change { $0.dates = newValue } }
  }

  /// How to read bytes that are not stored as a `Data`. The default is Base64.
  public var dataDecodingStrategy: DataDecodingStrategy {
    get { get(\.data) }
    set { change { $0.data = newValue } }
  }

  /// Which texts mean infinity and not-a-number. The default is none. Numbers with these values are always read.
  public var nonConformingFloatDecodingStrategy: NonConformingFloatDecodingStrategy {
    get { get(\.floats) }
    set { change { $0.floats = newValue } }
  }

  /// How to read keys. By default they are not converted. It is an error if two keys are converted to the same one.
  public var keyDecodingStrategy: KeyDecodingStrategy {
    get { get(\.keys) }
    set { change { $0.keys = newValue } }
  }

  /// What an update does with collections whose keys are in the dictionary. By default they are replaced.
  public var collectionUpdates: CollectionUpdateStrategy {
    get { get(\.collectionUpdates) }
    set { change { $0.collectionUpdates = newValue } }
  }

  /// How to treat keys that the decoded type does not know. By default they are ignored.
  ///
  /// With `.report`, `decode(_:from:reporting:)` lists them.
  public var unknownKeys: UnknownKeyStrategy {
    get { get(\.unknownKeys) }
    set { change { $0.unknownKeys = newValue } }
  }

  /// The mismatches between data and types that are tolerated, as by an ``AutoJSONDecoder``. None by default.
  ///
  /// `decode(_:from:reporting:)` with an array of ``Issue`` lists those that were tolerated.
  public var leniency: Leniency {
    get { get(\.leniency) }
    set { change { $0.leniency = newValue } }
  }

  /// Whether to accept data of a newer ``AutoCoding/archiveVersion`` than the type's, and to read the properties that
  /// the type knows. By default such data is an error.
  public var acceptsNewerVersions: Bool {
    get { get(\.acceptsNewerVersions) }
    set { change { $0.acceptsNewerVersions = newValue } }
  }

  /// Limits on the decoded data. The defaults refuse nothing for its size.
  public var limits: CodingLimits {
    get { get(\.limits) }
    set { change { $0.limits = newValue } }
  }

  /// The types that data may name in a property of type `Any`, in addition to registered types and those that the
  /// properties of the decoded type lead to. None by default.
  ///
  /// Subclasses of these types, and the types of their properties, are allowed with them.
  public var allowedTypes: [any AutoCoding.Type] {
    get { get(\.allowedTypes) }
    set { change { $0.allowedTypes = newValue } }
  }

  /// Values for handwritten `Codable` code, which finds them in the decoder's `userInfo`, and for
  /// ``AutoCoding/didDecode(in:)``.
  @preconcurrency
  public var userInfo: [CodingUserInfoKey: any Sendable] {
    get { get(\.userInfo) }
    set { change { $0.userInfo = newValue } }
  }

  private func get<Value>(_ option: KeyPath<JSONDecodingOptions.Values, Value>) -> Value {
    state.withLock { $0.values[keyPath: option] }
  }

  private func change(_ change: (inout JSONDecodingOptions.Values) -> Void) {
    // A call in progress keeps the options that it began with.
    state.replace { $0.changed(by: change) }
  }

  // MARK: Decoding

  /// Decodes a value.
  ///
  /// - Parameters:
  ///   - type: The type of the value.
  ///   - dictionary: The encoded value.
  /// - Throws: `DecodingError` with the coding path; ``AutoCodingError`` for a type that cannot be coded; errors of
  ///   handwritten code of the types.
  public func decode<T: Decodable>(_ type: T.Type, from dictionary: [String: Any]) throws -> T {
    try decodeValue(type, from: dictionary)
  }

  /// Decodes a value, and lists the keys that its type does not know if ``unknownKeys`` is `.report`.
  ///
  /// - Parameters:
  ///   - type: The type of the value.
  ///   - dictionary: The encoded value.
  ///   - unknownKeys: The array to which the keys are appended, in no particular order; unchanged if an error is
  ///     thrown.
  /// - Throws: The errors of ``decode(_:from:)``.
  public func decode<T: Decodable>(
    _ type: T.Type, from dictionary: [String: Any], reporting unknownKeys: inout [UnknownKey]
  ) throws -> T {
    let report = UnknownKeyReport()
    let value = try decode(type, from: dictionary, reportingTo: report)
    unknownKeys += report.keys
    return value
  }

  /// Decodes a value from anything that ``DictionaryEncoder/encodeValue(_:)`` returns, which need not be a dictionary.
  ///
  /// - Throws: The errors of ``decode(_:from:)``.
  public func decodeValue<T: Decodable>(_ type: T.Type, from value: Any) throws -> T {
    try decode(type, from: value, reportingTo: nil)
  }

  /// Updates a value in part, as ``AutoJSONDecoder/update(_:from:)-(_,Data)`` does.
  ///
  /// Properties whose keys are in the dictionary are replaced. Models among them are updated in part, and objects in
  /// place; models in collections are if ``collectionUpdates`` says so. A dictionary without a `$version` is taken for a part
  /// of the current version, and is not migrated; one of an older version is, as
  /// ``AutoJSONDecoder/update(_:from:)-(_,Data)`` says.
  ///
  /// - Parameters:
  ///   - value: The value; unchanged if an error is thrown.
  ///   - dictionary: The properties to change.
  /// - Throws: The errors of ``decode(_:from:)``.
  public func update<T: AutoCoding>(_ value: inout T, from dictionary: [String: Any]) throws {
    let options = state.withLock { $0 }
    guard let codec = try Discovery.codec(for: T.self, in: options.context).record else {
      throw DecodingError.notOverlaid(T.self)
    }
    try withExtendedLifetime(options.context) {
      let scope = TypeScope.enter(root: .passUnretained(codec), context: options.context)
      defer { scope.end() }
      try withUnsafeMutablePointer(to: &value) { pointer in
        let address = UnsafeMutableRawPointer(pointer)
        var reader = DictionaryReader(dictionary, options: options, growth: InputGrowth())
        reader.pathTracking.begin(codec)
        try reader.overlay(address, as: codec, mergesCollections: options.mergesCollections) { _ in }
      }
    }
  }

  /// Decodes the value at a path in a dictionary: `decode([Item].self, from: dictionary, at: "data.items")`.
  ///
  /// - Parameters:
  ///   - type: The type of the value.
  ///   - dictionary: The dictionary around the encoded value.
  ///   - path: Keys as they are in the dictionary, with dots between them, as in ``AutoCoding/propertyKeys``. A
  ///     number is an index if there is an array. An empty path leads to the dictionary.
  /// - Throws: The errors of ``decode(_:from:)``; `DecodingError.keyNotFound` if the path leads to nothing.
  public func decode<T: Decodable>(_ type: T.Type, from dictionary: [String: Any], at path: String) throws -> T {
    let path = try PathInData(path)
    var value: Any = dictionary
    var passed: [any CodingKey] = []
    do {
      for step in path.steps {
        if let index = step.index, let elements = value as? [Any] {
          let key = DynamicKey(index: index)
          guard index < elements.count else { throw path.missing(key, PathInData.described(elements.count)) }
          value = elements[index]
          passed.append(key)
        } else {
          let key = DynamicKey(step.key)
          guard let members = value as? [String: Any] else {
            throw DecodingError.typeMismatch(
              [String: Any].self,
              .init("The path \"\(path.text)\" leads through \(DictionaryValue.noun(of: value)), which has no keys."))
          }
          guard let member = members[step.key] else {
            throw path.missing(key, PathInData.described(members.keys.inOrder()))
          }
          value = member
          passed.append(key)
        }
      }
      return try decodeValue(type, from: value)
    } catch {
      throw error.prepending(passed)
    }
  }

  func decode<T: Decodable>(
    _ type: T.Type, from value: Any, reportingTo report: UnknownKeyReport?
  ) throws -> T {
    let options = state.withLock { $0 }
    let context = report.map(options.context.reporting) ?? options.context
    return try withExtendedLifetime(context) {
      let route = try ContainerDispatch.of(type, isDirect: true, isWithin: false, in: context)
      let scope = TypeScope.enter(root: route.codec, context: context)
      defer { scope.end() }
      if case .walk(let reference) = route {
        // Without containers, which take time, and would not skip entries of the root.
        let codec = reference.takeUnretainedValue()
        var reader = DictionaryReader(value, options: options, growth: InputGrowth())
        reader.pathTracking.begin(codec)
        return try withValue(of: type) { try reader.decode(into: $0, as: codec) }
      }
      return try DictionaryContainerSource.decoding(value, options: options, growth: InputGrowth()) {
        try $0.decode(type)
      }
    }
  }
}
