/// Limits that keep untrusted data from exhausting the memory or the stack of a process.
///
/// ```swift
/// let decoder = AutoJSONDecoder()
/// decoder.limits.maximumDepth = 32
/// decoder.limits.maximumByteCount = 1 << 20
/// ```
///
/// Every coder has its own `limits`. The defaults refuse no data for its size. What exceeds a limit is a `DecodingError` or
/// an `EncodingError` that names the limit.
public struct CodingLimits: Sendable, Equatable {
  /// How many values may be nested within each other; 512 by default, and at least 1.
  ///
  /// What counts are models within models, and arrays and objects that no model accounts for: those in `Any`, and those
  /// under keys that a type does not have. Objects of a keyed archive refer to each other, and are not nested.
  /// A thread whose stack is too small for the limit stops earlier, with an error of the same kind.
  public var maximumDepth = 512

  /// How many bytes of data a coder reads or writes; unlimited by default.
  ///
  /// For lines of JSON it is the size of a line. Dictionaries have no bytes. What ``KeyedArchiveEncoder`` writes never has
  /// more than 4 GB, since its format allows no more.
  public var maximumByteCount = Int.max

  /// How many objects the table of a keyed archive may have; unlimited by default.
  public var maximumObjectCount = Int.max

  /// How many times shared parts may multiply the data; 256 by default, and `.max` for no limit.
  ///
  /// If every part refers to the next one twice, some hundred bytes stand for more values than any memory holds. This
  /// limits the growth in relation to the data, and not the data's size: data without shared parts may be of any size.
  /// ``KeyedArchiveDecoder`` makes at most this many values for each object of an archive, and ``DictionaryDecoder``
  /// for each value of its input. Encoders limit in the same way what they write again of objects that they meet again.
  /// A quarter of a million values are always allowed.
  public var maximumExpansion = 256

  /// Makes limits, which are the defaults unless they are given.
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
  /// The limits, with a depth that `userInfo` sets in place of ``maximumDepth``.
  func applying(_ userInfo: [CodingUserInfoKey: any Sendable]) -> CodingLimits {
    guard let depth = userInfo[.maximumDepth] as? Int else { return self }
    var limits = self
    limits.maximumDepth = depth
    return limits
  }

  /// The message of the error for a value that is nested too deeply.
  static func tooDeep(_ limit: Int) -> String {
    """
    More than \(limit) values are nested within each other, which is the limit; limits.maximumDepth of the coder sets it, \
    or userInfo[.maximumDepth] of a coder that has no limits.
    """
  }
}

/// An encoder of ours, as code that has any encoder finds its limits.
protocol LimitedEncoder: Encoder {
  var limits: CodingLimits { get }
}

extension CodingWriter {
  /// The default limits.
  package var limits: CodingLimits { CodingLimits() }
  package var writtenUnits: Int { 0 }
  package var visits: ExpansionGuard? {
    get { nil }
    set {}
  }
}

extension CodingReader {
  /// The default limits.
  package var limits: CodingLimits { CodingLimits() }
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
    // The initializer is failable because a protocol asks for it, and never returns nil.
    CodingUserInfoKey(rawValue: "AutoCoding.maximumDepth").unsafelyUnwrapped
  }()
}
