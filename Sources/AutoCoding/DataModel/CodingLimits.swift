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

  /// How many times what is there once may be coded again, if parts of it are shared; 256 by default.
  ///
  /// Some hundred bytes in which everything refers to the same parts twice stand for more values than any memory holds.
  /// So what grows is limited, in relation to the data, and not its size: of data without such parts, any amount is coded.
  /// ``KeyedArchiveDecoder`` makes so many values of each object that an archive has, ``DictionaryDecoder`` of each value
  /// of its input, and encoders write so much of objects that they meet again. A quarter of a million values are allowed in
  /// any case. `.max` is no limit.
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

  /// What the error for too deep a value says.
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

/// Models that are nested too deeply to go on; on its way out it finds out whether they go round in a circle.
package struct NestingFailure: Error {
  /// An object that the error has passed.
  private struct Visit {
    /// The object's address, which stands for it while it is being encoded.
    let object: UInt
    let type: Any.Type
    /// How many steps it is from the object to where the walk came to an end.
    let distance: Int
  }

  package let explanation: String
  /// The path at which it came to an end.
  package private(set) var codingPath: [any CodingKey]
  /// Innermost first.
  private var visits: [Visit] = []

  package init(_ explanation: String, codingPath: [any CodingKey]) {
    self.explanation = explanation
    self.codingPath = codingPath
  }

  /// The error as it leaves a level that encodes an object.
  ///
  /// - Parameter depth: How many steps of the coding path lead to the object; 0 for a walk that puts the path together on
  ///   its way out.
  package func leaving(_ object: UnsafeRawPointer, of type: Any.Type, depth: Int) -> NestingFailure {
    var error = self
    error.visits.append(
      Visit(object: UInt(bitPattern: object), type: type, distance: codingPath.count - depth))
    return error
  }

  /// The error with a step in front of its path.
  func prepending(_ key: any CodingKey) -> NestingFailure {
    var error = self
    error.codingPath.insert(key, at: 0)
    return error
  }

  /// What an encoder throws.
  ///
  /// - Parameter value: The value; its type, if to print the value may take as long as to encode it.
  package func encodingError(for value: Any) -> EncodingError {
    // The first object that is met again on the way in closes the cycle.
    var met: Set<UInt> = []
    guard let visit = visits.reversed().first(where: { !met.insert($0.object).inserted }) else {
      return .invalidValue(value, .init(codingPath: codingPath, debugDescription: explanation))
    }
    return .invalidValue(
      value,
      .init(
        codingPath: Array(codingPath.dropLast(visit.distance)),
        debugDescription: """
          The object of class \(TypeLookup.name(of: visit.type)) at this path is within itself: the references \
          form a cycle, which this format cannot write. Make one of them weak, or leave it out: name it in \
          unEncodedProperties or mark it @Transient.
          """))
  }

  /// What a decoder throws.
  package var decodingError: DecodingError {
    DataRefusal(.limit, explanation).decodingError(codingPath: codingPath)
  }
}
