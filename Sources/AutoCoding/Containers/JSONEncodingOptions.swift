#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The options of an encoder, as one call sees them. Setting an option makes a new object, since the runtime guards
/// every access to a stored `var` of an object.
final class JSONEncodingOptions: CoderOptions {
  /// The values of the options.
  struct Values: CoderOptionValues {
    var formatting: JSONEncoder.OutputFormatting = []
    var dates: JSONEncoder.DateEncodingStrategy = .deferredToDate
    var data: JSONEncoder.DataEncodingStrategy = .base64
    var floats: JSONEncoder.NonConformingFloatEncodingStrategy = .throw
    var keys: JSONEncoder.KeyEncodingStrategy = .useDefaultKeys
    var limits = CodingLimits()
    var allowedTypes: [any AutoCoding.Type] = []
    var userInfo: [CodingUserInfoKey: any Sendable] = [:]
    /// Whether properties that are nil are written as null.
    var writesNils = false
    /// The paths of properties that are written; nil if it is all.
    var included: Set<String>?
    /// The paths of properties that are not written.
    var omitted: Set<String> = []

    /// The options of an encoder that writes all properties.
    var withoutSelection: Self {
      var values = self
      (values.included, values.omitted) = (nil, [])
      return values
    }

    var choices: UInt? {
      guard let dates = dates.choice, let data = data.choice, let keys = keys.choice, case .throw = floats,
        limits == CodingLimits(), allowedTypes.isEmpty, userInfo.isEmpty, included == nil, omitted.isEmpty,
        formatting.rawValue >> 16 == 0
      else { return nil }
      return formatting.rawValue << 5 | keys << 4 | data << 3 | dates << 1 | (writesNils ? 1 : 0)
    }
  }

  static let shared = PermanentTable<Unmanaged<JSONEncodingOptions>>()

  let isShared: Bool
  let values: Values
  let limits: CodingLimits
  /// What the caller passes on to a type's own code: values that are Sendable, with the type that `Codable` has for them.
  var userInfo: [CodingUserInfoKey: Any] {
    values.userInfo.isEmpty ? [:] : values.userInfo as [CodingUserInfoKey: Any]
  }
  let context: CoderContext
  let takesSmallStringsApart = SmallString.isSupported
  let convertsToSnakeCase: Bool
  let datesAreDeferred: Bool
  /// Whether everything goes through containers: the caller's own code converts keys, or only some properties are written.
  let usesContainers: Bool
  /// Whether the caller's own code handles dates or data, and may ask for their paths.
  let hasCustomValues: Bool
  /// Whether only some properties are written. If so, ``usesContainers`` is true, to leave the fast path by one test.
  let selects: Bool
  let mayOutliveCoder: Bool
  /// The same options with all properties; nil if these have them.
  let whole: JSONEncodingOptions?
  /// The parts that are selected in values of a type, if only their type matters; nil if all properties are written.
  let partsOfTypes: Locked<[ObjectIdentifier: SelectedParts.Pair]>?
  /// The encoder with the options ``whole``, once a format has used one; nil if all properties are written.
  let wholeEncoder: Locked<AnyObject?>?

  init(_ values: Values = Values()) {
    isShared = values.choices != nil
    self.values = values
    limits = values.limits.applying(values.userInfo)
    convertsToSnakeCase = if case .convertToSnakeCase = values.keys { true } else { false }
    datesAreDeferred = if case .deferredToDate = values.dates { true } else { false }
    selects = values.included != nil || !values.omitted.isEmpty
    partsOfTypes = selects ? Locked([:]) : nil
    wholeEncoder = selects ? Locked(nil) : nil
    whole = selects ? .with(values.withoutSelection) : nil
    hasCustomValues =
      switch (values.dates, values.data) {
      case (.custom, _), (_, .custom): true
      default: false
      }
    let convertsKeys = if case .custom = values.keys { true } else { false }
    usesContainers = selects || convertsKeys
    mayOutliveCoder =
      switch values.dates {
      case .deferredToDate, .iso8601, .secondsSince1970, .millisecondsSince1970:
        !usesContainers && !hasCustomValues && values.userInfo.isEmpty
      // A formatter is an object.
      default: false
      }
    let allowedTypes = values.allowedTypes + values.userInfo.allowedTypes
    context =
      allowedTypes.isEmpty && values.userInfo.isEmpty
      ? Self.usualContext : Self.context(allowing: allowedTypes, values.userInfo)
  }

  /// The context of encoders that allow no further types, and pass nothing on.
  private static let usualContext = context(allowing: [], [:])

  private static func context(
    allowing types: [any AutoCoding.Type], _ userInfo: [CodingUserInfoKey: any Sendable]
  ) -> CoderContext {
    CoderContext(name: "encoder", allowedTypes: types, userInfo: userInfo) { try Discovery.codec(for: $0) }
  }
}

extension JSONEncodingOptions {
  /// ``SnakeCaseConversion/written(_:isFixed:convertsToSnakeCase:)`` with these options.
  func writtenKey(_ key: String, isFixed: Bool = false) -> String {
    SnakeCaseConversion.written(key, isFixed: isFixed, convertsToSnakeCase: convertsToSnakeCase)
  }

  /// ``SnakeCaseConversion/written(_:isFixed:convertsToSnakeCase:)`` with these options.
  func writtenKey(_ key: PropertyKey) -> String { writtenKey(key.stringValue, isFixed: key.isFixed) }
}

extension JSONEncoder.DateEncodingStrategy {
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

extension JSONEncoder.DataEncodingStrategy {
  /// Below 2; nil if the strategy has a closure.
  fileprivate var choice: UInt? {
    switch self {
    case .base64: 0
    case .deferredToData: 1
    default: nil
    }
  }
}

extension JSONEncoder.KeyEncodingStrategy {
  /// Below 2; nil if the strategy has a closure.
  fileprivate var choice: UInt? {
    switch self {
    case .useDefaultKeys: 0
    case .convertToSnakeCase: 1
    default: nil
    }
  }
}

extension JSONEncodingOptions {
  /// Returns the text that the strategy has for infinity or NaN; nil if such numbers are refused.
  func text(ofNonFinite number: some BinaryFloatingPoint) -> String? {
    guard case .convertToString(let positive, let negative, let nan) = values.floats else { return nil }
    return number.isNaN ? nan : number < 0 ? negative : positive
  }
}
