#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// What a decoder was told, as one call of it sees it.
final class JSONDecodingOptions: @unchecked Sendable {
  var dates: JSONDecoder.DateDecodingStrategy = .deferredToDate {
    didSet { datesAreDeferred = if case .deferredToDate = dates { true } else { false } }
  }
  var data: JSONDecoder.DataDecodingStrategy = .base64
  var floats: JSONDecoder.NonConformingFloatDecodingStrategy = .throw
  var keys: JSONDecoder.KeyDecodingStrategy = .useDefaultKeys {
    didSet { usesKeysAsTheyAre = if case .useDefaultKeys = keys { true } else { false } }
  }
  var repeatedKeys = AutoJSONDecoder.RepeatedKeyStrategy.useFirst
  var leniency: AutoJSONLeniency = []
  var acceptsNewerVersions = false
  var maximumSize = Int.max
  var maximumNesting = 512
  var allowsJSON5 = false
  var assumesTopLevelDictionary = false
  var userInfo: [CodingUserInfoKey: any Sendable] = [:] {
    didSet { limits = CodingLimits(userInfo: userInfo) }
  }
  private(set) var limits = CodingLimits()
  let strings = StringMaker.shared
  private(set) var usesKeysAsTheyAre = true
  private(set) var datesAreDeferred = true

  init() {}

  /// A copy, which can be changed while the original is in use.
  init(copying other: JSONDecodingOptions) {
    dates = other.dates
    data = other.data
    floats = other.floats
    keys = other.keys
    repeatedKeys = other.repeatedKeys
    leniency = other.leniency
    acceptsNewerVersions = other.acceptsNewerVersions
    maximumSize = other.maximumSize
    maximumNesting = other.maximumNesting
    allowsJSON5 = other.allowsJSON5
    assumesTopLevelDictionary = other.assumesTopLevelDictionary
    userInfo = other.userInfo
    limits = other.limits
    usesKeysAsTheyAre = other.usesKeysAsTheyAre
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
