/// Limits that keep untrusted data from exhausting the memory or the stack of a process.
///
/// ```swift
/// let decoder = AutoJSONDecoder()
/// decoder.limits.maximumDepth = 32
/// decoder.limits.maximumByteCount = 1 << 20
/// ```
///
/// Every coder has its own `limits`. The defaults refuse no data for its size. If a limit is exceeded, the coder throws
/// a `DecodingError` or an `EncodingError` that names the limit.
public struct CodingLimits: Sendable, Equatable {
  /// How many values may be nested within each other; 512 by default, and at least 1.
  ///
  /// This counts models within models, and arrays and objects that belong to no model's declared properties: those in
  /// `Any`, and those under keys that a type does not have. Objects of a keyed archive refer to each other and do not
  /// count as nested. If a thread's stack is too small for the limit, coding stops earlier, with an error of the same
  /// kind. If a model's code calls another coder, that one counts its own values up to its own limit; a coder of
  /// Foundation's goes on counting within the limit around it.
  public var maximumDepth = 512

  /// How many bytes of data a coder may read or write; unlimited by default.
  ///
  /// For lines of JSON, it limits the size of each line. It does not apply to dictionaries. ``KeyedArchiveEncoder``
  /// never writes more than 4 GB, the limit of its format.
  public var maximumByteCount = Int.max

  /// How many objects the table of a keyed archive or property list may have; unlimited by default.
  public var maximumObjectCount = Int.max

  /// How many times shared parts may multiply the data; 256 by default, and `.max` for no limit.
  ///
  /// If every part refers to the next one twice, some hundred bytes stand for more values than fit into memory. This
  /// limits the growth in relation to the data, and not the data's size: data without shared parts may have any size.
  /// ``KeyedArchiveDecoder`` and ``AutoPropertyListDecoder`` read at most this many values for each object of the data and
  /// for every 16 bytes of its objects. Long text and data count as one value for every 16 bytes. ``DictionaryDecoder``
  /// reads at most this many for each value of its input. Encoders write shared objects again until that is this many
  /// times as much as they wrote once. In addition, a quarter of a million values are always allowed.
  public var maximumExpansion = 256

  /// Makes limits, with defaults for those that are not given.
  public init(
    maximumDepth: Int = 512, maximumExpansion: Int = 256, maximumByteCount: Int = .max, maximumObjectCount: Int = .max
  ) {
    self.maximumDepth = maximumDepth
    self.maximumExpansion = maximumExpansion
    self.maximumByteCount = maximumByteCount
    self.maximumObjectCount = maximumObjectCount
  }
}

extension CodingLimits {
  /// Returns the limits with the depth that `userInfo` sets, if it does, in place of ``maximumDepth``.
  func applying(_ userInfo: [CodingUserInfoKey: any Sendable]) -> CodingLimits {
    guard !userInfo.isEmpty, let depth = userInfo.option(.maximumDepth) as? Int else { return self }
    var limits = self
    limits.maximumDepth = depth
    return limits
  }

  /// The message of the error for a value that is nested too deeply.
  static func tooDeep(_ limit: Int) -> String {
    """
    More than \(limit) values are nested within each other. Set limits.maximumDepth of the coder to change this limit, \
    or userInfo[.maximumDepth] of a coder that has no limits.
    """
  }
}

extension [CodingUserInfoKey: any Sendable] {
  /// Returns the value of a key. To compare a few keys takes less time than to hash one.
  func option(_ key: CodingUserInfoKey) -> (any Sendable)? {
    count > 8 ? self[key] : first { $0.key == key }?.value
  }
}

extension CodingUserInfoKey {
  /// How many models may be nested within each other: an `Int` of at least 2, 512 if it is not set.
  ///
  /// Set it in the `userInfo` of an encoder or decoder that is not AutoCoding's, which has no ``CodingLimits``:
  ///
  /// ```swift
  /// let decoder = JSONDecoder()
  /// decoder.userInfo[.maximumDepth] = 64
  /// ```
  ///
  /// In the `userInfo` of AutoCoding's own coders it takes precedence over ``CodingLimits/maximumDepth``.
  public static let maximumDepth = {
    // The initializer is failable only because a protocol requires it; it never returns nil.
    CodingUserInfoKey(rawValue: "AutoCoding.maximumDepth").unsafelyUnwrapped
  }()
}
