#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// What an encoder was told, as one call of it sees it: another object where an option is set, since the runtime
/// guards every access to what an object stores in a `var`.
final class JSONEncodingOptions: WorkerOptions {
  /// What can be set.
  struct Values: Sendable {
    var formatting: JSONEncoder.OutputFormatting = []
    var dates: JSONEncoder.DateEncodingStrategy = .deferredToDate
    var data: JSONEncoder.DataEncodingStrategy = .base64
    var floats: JSONEncoder.NonConformingFloatEncodingStrategy = .throw
    var keys: JSONEncoder.KeyEncodingStrategy = .useDefaultKeys
    var limits = CodingLimits()
    var allowedTypes: [any AutoCoding.Type] = []
    var userInfo: [CodingUserInfoKey: any Sendable] = [:]
  }

  let values: Values
  let limits: CodingLimits
  let context: CoderContext
  let takesSmallStringsApart = SmallString.isSupported
  let convertsToSnakeCase: Bool
  let datesAreDeferred: Bool
  /// Whether code of the caller's is asked about values or keys, which has to be told where they are: then everything
  /// goes through containers, which know their path, instead of the walk, which does not.
  let needsPath: Bool
  let mayOutliveCoder: Bool

  init(_ values: Values = Values()) {
    self.values = values
    limits = values.limits.applying(values.userInfo)
    convertsToSnakeCase = if case .convertToSnakeCase = values.keys { true } else { false }
    datesAreDeferred = if case .deferredToDate = values.dates { true } else { false }
    needsPath =
      switch (values.keys, values.dates, values.data) {
      case (.custom, _, _), (_, .custom, _), (_, _, .custom): true
      default: false
      }
    mayOutliveCoder =
      switch values.dates {
      case .deferredToDate, .iso8601, .secondsSince1970, .millisecondsSince1970:
        !needsPath && values.userInfo.isEmpty
      // A formatter is an object.
      default: false
      }
    context = CoderContext(name: "encoder", allowedTypes: values.allowedTypes + values.userInfo.allowedTypes) {
      try Discovery.codec(for: $0)
    }
  }

  /// Options that are the defaults but for limits.
  convenience init(limits: CodingLimits) {
    var values = Values()
    values.limits = limits
    self.init(values)
  }

  /// The options with another value of one of them.
  func setting<Value>(_ option: WritableKeyPath<Values, Value>, to value: Value) -> JSONEncodingOptions {
    var values = values
    values[keyPath: option] = value
    return JSONEncodingOptions(values)
  }
}
