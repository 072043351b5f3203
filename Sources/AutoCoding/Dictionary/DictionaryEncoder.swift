#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Encodes values as dictionaries, `[String: Any]`, for `JSONSerialization`, `UserDefaults` and others.
///
/// ```swift
/// let dictionary = try DictionaryEncoder().encode(teacher)
/// ```
///
/// Structs, objects and enums become dictionaries, and collections become arrays, with the same keys and strategies as
/// in JSON. A property that is nil is left out as in JSON; any other nil becomes `Optional<Any>.none`, which
/// `JSONSerialization` writes as null. Several threads may use one encoder.
public final class DictionaryEncoder: @unchecked Sendable {
  /// How to write dates if the leaf format has none.
  public typealias DateEncodingStrategy = JSONEncoder.DateEncodingStrategy
  /// How to write `Data` if the leaf format has none.
  public typealias DataEncodingStrategy = JSONEncoder.DataEncodingStrategy
  /// How to write infinity and not-a-number if the leaf format has none.
  public typealias NonConformingFloatEncodingStrategy = JSONEncoder.NonConformingFloatEncodingStrategy
  /// How to write keys.
  public typealias KeyEncodingStrategy = JSONEncoder.KeyEncodingStrategy

  /// What becomes of a property that is nil.
  public typealias NilEncodingStrategy = AutoJSONEncoder.NilEncodingStrategy

  /// Which values are stored in their own types. Every format keeps the Swift types of text, Bools and numbers.
  public enum LeafFormat: Sendable {
    /// The values that `JSONSerialization` accepts. Dates, data, infinity and not-a-number are written by the
    /// strategies, URLs and UUIDs as text. Integers beyond 64 bits become a `Decimal`.
    case json
    /// The values of property lists, and so of `UserDefaults`: dates, data and all floating-point numbers are kept, and
    /// URLs, UUIDs and Decimals become text. Null and integers beyond 64 bits are errors.
    case propertyList
    /// Dates, data, URLs, UUIDs, Decimals and all numbers are kept.
    case native
  }

  struct State {
    var options = JSONEncodingOptions.with(.init())
    var leafFormat = LeafFormat.json
  }

  private let state = Locked(State())

  /// Makes an encoder with the options that `JSONEncoder` starts with.
  public init() {}

  // MARK: Options

  /// Which values are stored in their own types. The default is ``LeafFormat/json``.
  public var leafFormat: LeafFormat {
    get { state.withLock { $0.leafFormat } }
    set { state.withLock { $0.leafFormat = newValue } }
  }

  /// How to write dates with ``LeafFormat/json``. The default is their own encoding: the seconds since 2001.
  public var dateEncodingStrategy: DateEncodingStrategy {
    get { get(\.dates) }
    set { change { $0.dates = newValue } }
  }

  /// How to write `Data` with ``LeafFormat/json``. The default is Base64.
  public var dataEncodingStrategy: DataEncodingStrategy {
    get { get(\.data) }
    set { change { $0.data = newValue } }
  }

  /// How to write infinity and not-a-number with ``LeafFormat/json``. By default they are an error.
  public var nonConformingFloatEncodingStrategy: NonConformingFloatEncodingStrategy {
    get { get(\.floats) }
    set { change { $0.floats = newValue } }
  }

  /// How to write keys. By default they are not converted.
  public var keyEncodingStrategy: KeyEncodingStrategy {
    get { get(\.keys) }
    set { change { $0.keys = newValue } }
  }

  /// What becomes of a property that is nil. By default it is left out.
  ///
  /// With `.null` it is `Optional<Any>.none`, which `JSONSerialization` writes as null, and which becomes an `NSNull`
  /// wherever Swift bridges it to Objective-C.
  public var nilEncodingStrategy: NilEncodingStrategy {
    get { get(\.writesNils) ? .null : .omit }
    set { change { $0.writesNils = newValue == .null } }
  }

  /// Limits on the encoded value. The defaults refuse nothing for its size.
  public var limits: CodingLimits {
    get { get(\.limits) }
    set { change { $0.limits = newValue } }
  }

  /// The types of models that a property of type `Any` may hold, in addition to registered types and those that the
  /// properties of the encoded type lead to. None by default.
  ///
  /// The decoder of the data must allow them, too.
  public var allowedTypes: [any AutoCoding.Type] {
    get { get(\.allowedTypes) }
    set { change { $0.allowedTypes = newValue } }
  }

  /// Values for handwritten `Codable` code, which finds them in the encoder's `userInfo`.
  @preconcurrency
  public var userInfo: [CodingUserInfoKey: any Sendable] {
    get { get(\.userInfo) }
    set { change { $0.userInfo = newValue } }
  }

  /// The only properties that are written; nil for all. The default is nil.
  ///
  /// Paths are as for ``AutoJSONEncoder/includedProperties``. A path that leads to no property is an `EncodingError`.
  public var includedProperties: Set<String>? {
    get { get(\.included) }
    set { change { $0.included = newValue } }
  }

  /// Properties that are not written, although they are coded. The default is none.
  ///
  /// Paths are as for ``AutoJSONEncoder/includedProperties``. If a property is in both, it is not written.
  public var omittedProperties: Set<String> {
    get { get(\.omitted) }
    set { change { $0.omitted = newValue } }
  }

  private func get<Value>(_ option: KeyPath<JSONEncodingOptions.Values, Value>) -> Value {
    state.withLock { $0.options.values[keyPath: option] }
  }

  private func change(_ change: (inout JSONEncodingOptions.Values) -> Void) {
    // A call in progress keeps the options that it began with.
    state.replace { State(options: $0.options.changed(by: change), leafFormat: $0.leafFormat) }
  }

  // MARK: Encoding

  /// Encodes a struct, an object, an enum or a dictionary.
  ///
  /// - Throws: `EncodingError` for a value that is not encoded as a dictionary, that the leaf format cannot represent,
  ///   or that is nested too deeply; ``AutoCodingError`` for a type that cannot be coded; errors of handwritten code of
  ///   the types.
  public func encode<T: Encodable>(_ value: T) throws -> [String: Any] {
    let encoded = try encodeValue(value)
    guard let dictionary = encoded as? [String: Any] else {
      throw EncodingError.invalidValue(
        PrintableValue.of(value),
        .init(
          """
          Top-level \(T.self) is encoded as \(DictionaryValue.noun(of: encoded)), which is not a dictionary; \
          use encodeValue(_:), or wrap it in a struct.
          """))
    }
    return dictionary
  }

  /// Encodes any value, as a dictionary, an array or a leaf.
  ///
  /// - Throws: The errors of ``encode(_:)``, but the value need not be encoded as a dictionary.
  public func encodeValue<T: Encodable>(_ value: T) throws -> Any {
    let state = state.withLock { $0 }
    guard state.options.selects else { return try Self.encode(value, state) }
    return try PropertySelection.output(of: value, by: state.options) { options in
      let whole = State(options: options, leafFormat: state.leafFormat)
      return SelectedValue(value: try Self.encode(value, whole))
    }.value
  }

  private static func encode<T: Encodable>(_ value: T, _ state: State) throws -> Any {
    let route = try ContainerDispatch.of(T.self, isDirect: true, isWithin: false, in: state.options.context)
    let scope = TypeScope.enter(root: route.codec, context: state.options.context)
    defer { scope.end() }
    if !state.options.usesContainers, case .walk(let reference) = route {
      // Without containers, which take time.
      return try withUnsafePointer(to: value) { value in
        try reference._withUnsafeGuaranteedRef { try DictionaryWriter.root(at: value, as: $0, state) }
      }
    }
    let sink = DictionaryContainerSink(state)
    try sink.withRootEncoder { try $0.encodeRoot(value) }
    return sink.value
  }
}

/// A value of a dictionary that an encoder has made.
private struct SelectedValue: SelectableOutput {
  let value: Any

  func keeping(_ parts: SelectedParts, of selection: PropertySelection) throws -> SelectedValue {
    if let array = value as? [Any] {
      let values = parts.alternateValues
      return SelectedValue(
        value: try array.indices.map { index in
          if values != nil, index % 2 == 0 { return array[index] }
          return try SelectedValue(value: array[index]).keeping(values ?? parts, of: selection).value
        })
    }
    guard let dictionary = value as? [String: Any] else { return self }
    var members: [String: Any] = [:]
    var own = PropertySelection.OwnKeys()
    for (key, member) in dictionary {
      var text = key
      switch text.withUTF8({ selection.kept(of: $0, in: parts, &own) }) {
      case .nothing: break
      case .all: members[key] = member
      case .parts(let inner):
        let kept = try SelectedValue(value: member).keeping(inner, of: selection).value
        if inner.isNeededForMembers, (kept as? [String: Any])?.isEmpty ?? false { continue }
        members[key] = kept
      }
    }
    try selection.refuseOwnCode(own)
    return SelectedValue(value: members)
  }
}
