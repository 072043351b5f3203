#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// A notation other than strict JSON, which the JSON folder knows.
protocol TextNotation: Sendable {
  /// From 1 to 3; each notation has another one.
  var choice: UInt { get }
}

/// The options of a decoder, as one call sees them. Setting an option makes a new object, since the runtime guards
/// every access to a stored `var` of an object.
final class JSONDecodingOptions: CoderOptions {
  /// The classes of decoders that have these options.
  enum Decoder: UInt, CaseIterable {
    case json, propertyList, dictionary

    /// For errors.
    var name: String {
      switch self {
      case .json: "AutoJSONDecoder"
      case .propertyList: "AutoPropertyListDecoder"
      case .dictionary: "DictionaryDecoder"
      }
    }
  }

  /// The values of the options.
  struct Values: CoderOptionValues {
    var decoder = Decoder.json
    var dates: JSONDecoder.DateDecodingStrategy = .deferredToDate
    var data: JSONDecoder.DataDecodingStrategy = .base64
    var floats: JSONDecoder.NonConformingFloatDecodingStrategy = .throw
    var keys: JSONDecoder.KeyDecodingStrategy = .useDefaultKeys
    /// Whether the last of the values under one key counts, rather than the first.
    var usesLastDuplicate = false
    /// Whether text with a duplicate key is refused.
    var refusesDuplicates = false
    /// The bits of `AutoJSONDecoder`'s leniency.
    var leniencyBits = 0
    var acceptsNewerVersions = false
    /// The notation of the text; nil for strict JSON.
    var notation: (any TextNotation)?
    var unknownKeys = UnknownKeyStrategy.ignore
    var collectionUpdates = CollectionUpdateStrategy.replace
    var limits = CodingLimits()
    var allowedTypes: [any AutoCoding.Type] = []
    var userInfo: [CodingUserInfoKey: any Sendable] = [:]
    /// Whether records may be read in one pass. Tests compare that with the walk.
    var usesFastPath = true

    var choices: UInt? {
      guard let dates = dates.choice, let data = data.choice, let keys = keys.choice, case .throw = floats,
        unknownKeys == .ignore, collectionUpdates == .replace, limits == CodingLimits(),
        allowedTypes.isEmpty, userInfo.isEmpty,
        leniencyBits >> 16 == 0
      else { return nil }
      let flags: UInt =
        (usesFastPath ? 1 : 0) | (acceptsNewerVersions ? 2 : 0) | (refusesDuplicates ? 4 : 0)
        | (usesLastDuplicate ? 8 : 0)
      let notation = (notation?.choice ?? 0) << 26
      let leniency = UInt(bitPattern: leniencyBits) << 10
      return notation | leniency | decoder.rawValue << 8 | keys << 7 | data << 6 | dates << 4 | flags
    }
  }

  static let shared = PermanentTable<Unmanaged<JSONDecodingOptions>>()

  /// Whether an update merges collections.
  var mergesCollections: Bool { values.collectionUpdates == .merge }

  let isShared: Bool
  let values: Values
  let limits: CodingLimits
  /// What the caller passes on to a type's own code: values that are Sendable, with the type that `Codable` has for them.
  var userInfo: [CodingUserInfoKey: Any] {
    values.userInfo.isEmpty ? [:] : values.userInfo as [CodingUserInfoKey: Any]
  }
  let context: CoderContext
  let strings = UTF8StringBuilder.shared
  let usesKeysAsTheyAre: Bool
  let datesAreDeferred: Bool
  /// Whether the caller's own code converts keys, and is told their paths.
  let hasCustomKeys: Bool
  /// Whether the caller's own code handles dates or data, and may ask for their paths.
  let hasCustomValues: Bool
  /// Whether texts may stand for infinity and NaN.
  let readsFloatsFromText: Bool
  let mayOutliveCoder: Bool

  init(_ values: Values = Values()) {
    isShared = values.choices != nil
    self.values = values
    limits = values.limits.applying(values.userInfo)
    usesKeysAsTheyAre = if case .useDefaultKeys = values.keys { true } else { false }
    datesAreDeferred = if case .deferredToDate = values.dates { true } else { false }
    hasCustomValues =
      switch (values.dates, values.data) {
      case (.custom, _), (_, .custom): true
      default: false
      }
    hasCustomKeys = if case .custom = values.keys { true } else { false }
    readsFloatsFromText = if case .throw = values.floats { false } else { true }
    mayOutliveCoder =
      switch values.dates {
      case .deferredToDate, .iso8601, .secondsSince1970, .millisecondsSince1970:
        !hasCustomKeys && !hasCustomValues && values.userInfo.isEmpty
      // A formatter is an object.
      default: false
      }
    let isUsual =
      usesKeysAsTheyAre && values.unknownKeys == .ignore && !values.acceptsNewerVersions
      && values.allowedTypes.isEmpty && values.userInfo.isEmpty
    context = isUsual ? Self.usualContexts[Int(values.decoder.rawValue)] : Self.context(values)
  }

  /// The contexts of decoders whose options they do not depend on.
  private static let usualContexts = Decoder.allCases.map { context(Values(decoder: $0)) }

  private static func context(_ values: Values) -> CoderContext {
    CoderContext(
      name: values.decoder.name, allowedTypes: values.allowedTypes + values.userInfo.allowedTypes,
      acceptsNewerVersions: values.acceptsNewerVersions, unknownKeys: values.unknownKeys,
      userInfo: values.userInfo, explainKeys: keyExplanation(values.keys)
    ) { try Discovery.codec(for: $0) }
  }

  /// Describes what a strategy makes of a requested key path.
  private static func keyExplanation(
    _ strategy: JSONDecoder.KeyDecodingStrategy
  ) -> (@Sendable ([String]) -> String?)? {
    switch strategy {
    case .convertFromSnakeCase:
      return { path in
        let keys = path.map(SnakeCaseConversion.snakeCase)
        let found = keys.map(SnakeCaseConversion.camelCase)
        if found != path {
          return """
            keyDecodingStrategy converts "\(keys.joined(separator: "."))" to "\(found.joined(separator: "."))"; use the \
            converted key in propertyKeys.
            """
        }
        return keys == path ? nil : "keyDecodingStrategy expects the key \"\(keys.joined(separator: "."))\"."
      }
    case .custom: return { _ in "The decoder compared it with the keys that keyDecodingStrategy returned." }
    default: return nil
    }
  }
}

extension JSONDecodingOptions {
  /// Returns the key of the code for a key of the dictionary at a path.
  func convertedKey(_ key: String, at path: [any CodingKey]) -> String {
    switch values.keys {
    case .useDefaultKeys: key
    case .convertFromSnakeCase: SnakeCaseConversion.camelCase(key)
    case .custom(let convert): convert(path + [DynamicKey(key)]).stringValue
    @unknown default: key
    }
  }

  /// Returns the key of the code for a key of the dictionary at a tracked path.
  func convertedKey(_ key: String, in path: TrackedPath?) -> String {
    guard let path, case .custom(let convert) = values.keys else { return convertedKey(key, at: []) }
    path.enter(DynamicKey(key))
    defer { path.leave() }
    return convert(path.keys).stringValue
  }

  /// Returns what a key of a type with fixed keys stands for; see ``CodingReader/fixedKey(_:in:)``.
  ///
  /// - Parameter convert: Applies the strategy.
  func fixedKey(_ key: String, in keys: PropertyIndex, converting convert: (String) -> String) -> String {
    // Only a custom strategy has another spelling of the library's keys.
    guard hasCustomKeys || !keys.convertedKeys.isEmpty else { return key }
    let converted = convert(key)
    return keys.isConverted(converted) ? converted : key
  }
}

extension JSONDecoder.DateDecodingStrategy {
  /// Below 4; nil if the strategy has an object or a closure.
  fileprivate var choice: UInt? {
    switch self {
    case .deferredToDate: 0
    case .iso8601: 1
    case .secondsSince1970: 2
    case .millisecondsSince1970: 3
    default: nil
    }
  }
}

extension JSONDecoder.DataDecodingStrategy {
  /// Below 2; nil if the strategy has a closure.
  fileprivate var choice: UInt? {
    switch self {
    case .base64: 0
    case .deferredToData: 1
    default: nil
    }
  }
}

extension JSONDecoder.KeyDecodingStrategy {
  /// Below 2; nil if the strategy has a closure.
  fileprivate var choice: UInt? {
    switch self {
    case .useDefaultKeys: 0
    case .convertFromSnakeCase: 1
    default: nil
    }
  }
}

extension JSONDecodingOptions {
  /// Returns infinity or NaN if the strategy has the text for it; nil for any other text.
  func nonFinite<Number: BinaryFloatingPoint>(_ text: String, as type: Number.Type) -> Number? {
    guard case .convertFromString(let positive, let negative, let nan) = values.floats else { return nil }
    switch text {
    case positive: return .infinity
    case negative: return -.infinity
    case nan: return .nan
    default: return nil
    }
  }
}
