#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Encodes values as dictionaries, `[String: Any]`: what `JSONSerialization`, `UserDefaults` and others take.
///
/// ```swift
/// let dictionary = try DictionaryEncoder().encode(teacher)
/// ```
///
/// Structs, objects and enums become dictionaries, collections arrays, under the keys and by the strategies that JSON has.
/// A nil property is left out as JSON has it; any other nil is `Optional<Any>.none`, which `JSONSerialization` writes as
/// null. An encoder may be used by several threads.
public final class DictionaryEncoder: @unchecked Sendable {
  /// How dates are written where the leaves have none.
  public typealias DateEncodingStrategy = JSONEncoder.DateEncodingStrategy
  /// How bytes are written where the leaves have none.
  public typealias DataEncodingStrategy = JSONEncoder.DataEncodingStrategy
  /// How infinity and not-a-number are written where the leaves have none.
  public typealias NonConformingFloatEncodingStrategy = JSONEncoder.NonConformingFloatEncodingStrategy
  /// How keys are written.
  public typealias KeyEncodingStrategy = JSONEncoder.KeyEncodingStrategy

  /// Which values are stored as they are. Text, Bool and numbers are in their own Swift types with all of them.
  public enum LeafFormat: Sendable {
    /// What `JSONSerialization` takes. Dates, data, infinity and not-a-number are written by the strategies, URLs and
    /// UUIDs as text. Integers beyond 64 bits are a `Decimal`.
    case json
    /// What property lists have, and so `UserDefaults`: dates, data and all floating-point numbers as they are, URLs, UUIDs
    /// and Decimals as text. Null, and integers beyond 64 bits, are an error.
    case propertyList
    /// Dates, data, URLs, UUIDs, Decimals and every number as they are.
    case native
  }

  struct State {
    var options = JSONEncodingOptions()
    var leafFormat = LeafFormat.json
  }

  private let state = Locked(State())

  /// Makes an encoder that writes what `JSONEncoder` would.
  public init() {}

  // MARK: Options

  /// Which values are stored as they are. The default is what `JSONSerialization` takes.
  public var leafFormat: LeafFormat {
    get { state.withLock { $0.leafFormat } }
    set { state.withLock { $0.leafFormat = newValue } }
  }

  /// How dates are written with ``LeafFormat/json``. The default is their own encoding: the seconds since 2001.
  public var dateEncodingStrategy: DateEncodingStrategy {
    get { get(\.dates) }
    set { set(\.dates, newValue) }
  }

  /// How `Data` is written with ``LeafFormat/json``. The default is Base64.
  public var dataEncodingStrategy: DataEncodingStrategy {
    get { get(\.data) }
    set { set(\.data, newValue) }
  }

  /// How infinity and not-a-number are written with ``LeafFormat/json``. The default is to refuse them.
  public var nonConformingFloatEncodingStrategy: NonConformingFloatEncodingStrategy {
    get { get(\.floats) }
    set { set(\.floats, newValue) }
  }

  /// How keys are written. The default is as they are.
  public var keyEncodingStrategy: KeyEncodingStrategy {
    get { get(\.keys) }
    set { set(\.keys, newValue) }
  }

  /// Limits on what is encoded. The defaults refuse nothing for its size.
  public var limits: CodingLimits {
    get { get(\.limits) }
    set { set(\.limits, newValue) }
  }

  /// The types of which models may stand in a property of type `Any`, besides those that the properties of the encoded type
  /// lead to and those that are registered. None by default.
  ///
  /// Whoever decodes the data has to allow them too.
  public var allowedTypes: [any AutoCoding.Type] {
    get { get(\.allowedTypes) }
    set { set(\.allowedTypes, newValue) }
  }

  /// What types with `Codable` code of their own may ask the encoder for.
  public var userInfo: [CodingUserInfoKey: any Sendable] {
    get { get(\.userInfo) }
    set { set(\.userInfo, newValue) }
  }

  private func get<Value>(_ option: KeyPath<JSONEncodingOptions.Values, Value>) -> Value {
    state.withLock { $0.options.values[keyPath: option] }
  }

  private func set<Value>(_ option: WritableKeyPath<JSONEncodingOptions.Values, Value>, _ value: Value) {
    // A call that is under way keeps the options that it began with.
    state.replace { State(options: $0.options.setting(option, to: value), leafFormat: $0.leafFormat) }
  }

  // MARK: Encoding

  /// Encodes a struct, an object, an enum or a dictionary.
  ///
  /// - Throws: `EncodingError` for a value that is no dictionary when it is encoded, that the leaves have nothing for, or
  ///   that is nested too deeply; ``AutoCodingError`` for a type that cannot be coded; whatever a type's own code throws.
  public func encode<T: Encodable>(_ value: T) throws -> [String: Any] {
    let encoded = try encodeValue(value)
    guard let dictionary = encoded as? [String: Any] else {
      throw EncodingError.invalidValue(
        value,
        .init(
          codingPath: [],
          debugDescription: """
            Top-level \(T.self) is encoded as \(DictionaryValue.noun(of: encoded)), which is no dictionary; \
            use encodeValue(_:), or put it into a struct.
            """))
    }
    return dictionary
  }

  /// Encodes any value: as a dictionary, an array, or a leaf.
  ///
  /// - Throws: As ``encode(_:)``.
  public func encodeValue<T: Encodable>(_ value: T) throws -> Any {
    let state = state.withLock { $0 }
    let root = try ContainerDispatch.of(T.self, isDirect: true, isWithin: false).codec
    let scope = TypeScope.enter(root: root, context: state.options.context)
    defer { scope.end() }
    let sink = DictionaryContainerSink(state)
    try sink.rootEncoder().encodeRoot(value)
    return sink.value
  }
}
