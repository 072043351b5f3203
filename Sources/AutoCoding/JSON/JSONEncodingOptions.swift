#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// What an encoder was told, as one call of it sees it.
final class JSONEncodingOptions: @unchecked Sendable {
  var formatting: JSONEncoder.OutputFormatting = []
  var dates: JSONEncoder.DateEncodingStrategy = .deferredToDate {
    didSet { datesAreDeferred = if case .deferredToDate = dates { true } else { false } }
  }
  var data: JSONEncoder.DataEncodingStrategy = .base64
  var floats: JSONEncoder.NonConformingFloatEncodingStrategy = .throw
  var keys: JSONEncoder.KeyEncodingStrategy = .useDefaultKeys {
    didSet { convertsToSnakeCase = if case .convertToSnakeCase = keys { true } else { false } }
  }
  var userInfo: [CodingUserInfoKey: any Sendable] = [:] {
    didSet { limits = CodingLimits(userInfo: userInfo) }
  }
  private(set) var limits = CodingLimits()
  let takesSmallStringsApart = SmallString.isSupported
  private(set) var convertsToSnakeCase = false
  private(set) var datesAreDeferred = true

  init() {}

  /// A copy, which can be changed while the original is in use.
  init(copying other: JSONEncodingOptions) {
    formatting = other.formatting
    dates = other.dates
    data = other.data
    floats = other.floats
    keys = other.keys
    userInfo = other.userInfo
    limits = other.limits
    convertsToSnakeCase = other.convertsToSnakeCase
    datesAreDeferred = other.datesAreDeferred
  }

  /// Whether code of the caller's is asked about values or keys, which has to be told where they are: then everything
  /// goes through containers, which know their path, instead of the walk, which does not.
  var needsPath: Bool {
    if case .custom = keys { return true }
    if case .custom = dates { return true }
    if case .custom = data { return true }
    return false
  }
}
