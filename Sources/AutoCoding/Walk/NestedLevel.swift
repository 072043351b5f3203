/// One level of nested models, entered for each model that is coded and left when it is done.
///
/// No function declares that it throws `DecodingError`: a caller would look up the size of that type before each call.
package struct NestedLevel: ~Copyable {
  /// The level as ``ThreadState/enter(standard:pathReserve:)`` returns it.
  private let level: Int

  private init(level: Int) {
    self.level = level
  }

  deinit { ThreadState.leave() }

  /// Enters a level for a coder that has limits.
  ///
  /// - Throws: ``NestingError`` if the value is nested too deeply.
  @inline(__always)
  package static func enter(
    within limits: CodingLimits, codingPath: () -> [any CodingKey]
  ) throws(NestingError) -> NestedLevel {
    // The outermost level may have been entered by a type that codes itself; it has no limits.
    try enter(
      standard: max(limits.maximumDepth, 1), pathReserve: 0, asking: innerLevel,
      maximumDepth: { limits.maximumDepth }, codingPath: codingPath)
  }

  /// Enters a level for a coder that is not AutoCoding's.
  ///
  /// - Parameters:
  ///   - maximumDepth: The limit that `userInfo` sets; evaluated at the third level.
  ///   - codingPath: The path of the model.
  /// - Throws: ``NestingError`` if the model is nested too deeply.
  @inline(__always)
  package static func enter(
    maximumDepth: () -> Int?, codingPath: () -> [any CodingKey]
  ) throws(NestingError) -> NestedLevel {
    try enter(
      standard: CodingLimits().maximumDepth, pathReserve: ThreadState.pathReserve, asking: userInfoLevel,
      maximumDepth: maximumDepth, codingPath: codingPath)
  }

  /// Enters a level for a value that a decoder decodes, which need not be AutoCoding's.
  ///
  /// - Throws: `DecodingError` if the value is nested too deeply.
  package static func enter(toDecodeFrom decoder: any Decoder) throws -> NestedLevel {
    do throws(NestingError) {
      return try enter(maximumDepth: { decoder.userInfo[.maximumDepth] as? Int }, codingPath: { decoder.codingPath })
    } catch {
      throw error.decodingError
    }
  }

  /// The level of a model that a decoder decodes, if that was entered by ``ThreadState/enterModel(standard:)``.
  ///
  /// - Throws: `DecodingError` if the model is nested too deeply.
  @inline(__always)
  static func entered(_ level: Int, from decoder: any Decoder) throws -> NestedLevel {
    if needsCheck(level) { try check(level, from: decoder) }
    return NestedLevel(level: level)
  }

  /// The level of a model that an encoder encodes, if that was entered by ``ThreadState/enterModel(standard:)``.
  ///
  /// - Throws: ``NestingError`` if the model is nested too deeply.
  @inline(__always)
  static func entered(_ level: Int, by encoder: any Encoder) throws(NestingError) -> NestedLevel {
    if needsCheck(level) { try check(level, by: encoder) }
    return NestedLevel(level: level)
  }

  /// The deepest level of a model that is coded in a container nested in another model's. Such levels take little stack,
  /// and a coder that finds out its coding path takes some for each step: many levels would leave too little for it.
  private static let deepestNestedLevel = 32

  /// Whether a model may be nested in the container of one that has entered a level. To find that out before a container
  /// is made for it saves the container.
  @inline(__always)
  static func mayNest(inLevel level: Int) -> Bool { level & ~ThreadState.isWatched < deepestNestedLevel }

  /// The level of a model that is coded in a container nested in another model's. Returns nil, and leaves the level, if
  /// the condition is false or the model is nested too deeply.
  @inline(__always)
  static func entered(_ entry: ThreadState.Entry, by encoder: any Encoder, if condition: Bool) -> NestedLevel? {
    guard condition, entry.level & ~ThreadState.isWatched <= deepestNestedLevel else { return left() }
    // A check that fails leaves the level.
    if needsCheck(entry.level), (try? check(entry.level, by: encoder)) == nil { return nil }
    return NestedLevel(level: entry.level)
  }

  /// Like ``entered(_:by:if:)``, for a model that is decoded.
  @inline(__always)
  static func entered(_ entry: ThreadState.Entry, from decoder: any Decoder, if condition: Bool) -> NestedLevel? {
    guard condition, entry.level & ~ThreadState.isWatched <= deepestNestedLevel else { return left() }
    if needsCheck(entry.level), (try? check(entry.level, from: decoder)) == nil { return nil }
    return NestedLevel(level: entry.level)
  }

  @inline(never)
  private static func left() -> NestedLevel? {
    ThreadState.leave()
    return nil
  }

  /// Whether a level must be checked for errors and limits; only few must.
  @inline(__always)
  private static func needsCheck(_ level: Int) -> Bool { level < 0 || isLevel(userInfoLevel, level) }

  @inline(never)
  private static func check(_ level: Int, from decoder: any Decoder) throws {
    do throws(NestingError) {
      try check(
        level, asking: userInfoLevel, maximumDepth: { decoder.userInfo[.maximumDepth] as? Int },
        codingPath: { decoder.codingPath })
    } catch {
      throw error.decodingError
    }
  }

  @inline(never)
  private static func check(_ level: Int, by encoder: any Encoder) throws(NestingError) {
    try check(
      level, asking: userInfoLevel, maximumDepth: { encoder.userInfo[.maximumDepth] as? Int },
      codingPath: { encoder.codingPath })
  }

  /// The level at which a limit is asked for that takes no time to find.
  private static let innerLevel = 2
  /// The level at which `userInfo` is asked for a limit. That takes time, and most models are not nested that deeply.
  private static let userInfoLevel = 3

  @inline(__always)
  private static func isLevel(_ number: Int, _ level: Int) -> Bool { level & ~ThreadState.isWatched == number }

  /// - Parameter askedLevel: The level at which `maximumDepth` is evaluated.
  @inline(__always)
  private static func enter(
    standard: Int, pathReserve: UInt, asking askedLevel: Int, maximumDepth: () -> Int?,
    codingPath: () -> [any CodingKey]
  ) throws(NestingError) -> NestedLevel {
    let level = ThreadState.enter(standard: standard, pathReserve: pathReserve)
    try check(level, asking: askedLevel, maximumDepth: maximumDepth, codingPath: codingPath)
    return NestedLevel(level: level)
  }

  @inline(__always)
  private static func check(
    _ level: Int, asking askedLevel: Int, maximumDepth: () -> Int?, codingPath: () -> [any CodingKey]
  ) throws(NestingError) {
    var isTooDeep = level < 0
    if isLevel(askedLevel, level), let limit = maximumDepth() {
      let limit = max(limit, innerLevel)
      ThreadState.limit(to: limit)
      isTooDeep = limit < askedLevel
    }
    if isTooDeep {
      let excess = ThreadState.excess()
      ThreadState.leave()
      throw failure(excess, at: codingPath(), isOfOutermost: level == -1)
    }
  }

  /// Enters a level for a reader. Errors of the reader get their path as they propagate.
  @inline(__always)
  package static func enter(toDecodeWithin limits: CodingLimits) throws -> NestedLevel {
    do throws(NestingError) {
      return try enter(within: limits, codingPath: { [] })
    } catch {
      throw error.decodingError
    }
  }

  /// Whether a value that enters levels within each other may be coded without calling its code. If not, that fails, and
  /// says why.
  static func canEnter(_ count: Int = 1, within limits: CodingLimits) -> Bool {
    do {
      let level = try enter(within: limits, codingPath: { [] })
      defer { extendLifetime(level) }
      return count == 1 || canEnter(count - 1, within: limits)
    } catch {
      return false
    }
  }

  /// Checks that the thread's stack has room for a value that is already in memory. Such a value is trusted, so nothing
  /// else limits how deeply it is nested.
  ///
  /// - Throws: `DecodingError` if the stack is too small.
  @inline(__always)
  package static func checkStack(codingPath: () -> [any CodingKey] = { [] }) throws {
    if ThreadState.isStackLow { throw failure(.stack, at: codingPath()).decodingError }
  }

  /// Calls a type's own encoding code within a new level.
  ///
  /// - Throws: Errors of the code; `EncodingError` for values nested too deeply, if this is the outermost level.
  @inline(__always)
  package static func encoding(
    _ value: @autoclosure () -> Any, limits: CodingLimits, codingPath: () -> [any CodingKey],
    _ encode: () throws -> Void
  ) throws {
    do {
      let level = try enter(within: limits, codingPath: codingPath)
      do {
        guard level.isWatched else { return try encode() }
        try level.visiting(value(), within: limits, codingPath: codingPath, encode)
      } catch let failure as NestingError where level.isOutermost {
        throw failure.encodingError(for: type(of: value()))
      }
    } catch let failure as NestingError where failure.isOfOutermost {
      throw failure.encodingError(for: type(of: value()))
    }
  }

  /// Like ``encoding(_:limits:codingPath:_:)``, for an encoder that is not AutoCoding's.
  package static func encoding(_ value: Any, to encoder: any Encoder, _ encode: () throws -> Void) throws {
    do {
      let level = try enter(
        maximumDepth: { encoder.userInfo[.maximumDepth] as? Int }, codingPath: { encoder.codingPath })
      do {
        guard level.isWatched else { return try encode() }
        let limits = (encoder as? any LimitedEncoder)?.limits ?? CodingLimits()
        try level.visiting(value, within: limits, codingPath: { encoder.codingPath }, encode)
      } catch let failure as NestingError where level.isOutermost {
        throw failure.encodingError(for: type(of: value))
      }
    } catch let failure as NestingError where failure.isOfOutermost {
      throw failure.encodingError(for: type(of: value))
    }
  }

  /// Calls `encode`, as a visit if the value is a part that others may share.
  private borrowing func visiting(
    _ value: Any, within limits: CodingLimits, codingPath: () -> [any CodingKey], _ encode: () throws -> Void
  ) throws {
    guard let part = PlainValue.identity(of: value) else { return try encode() }
    try Self.visiting(part, value, within: limits, codingPath: codingPath, encode)
  }

  /// Whether no other level of the thread is around this one.
  package var isOutermost: Bool { level & ~ThreadState.isWatched == 1 }

  /// Whether so much was coded that objects must be visited as they are encoded; see ``visiting(_:within:codingPath:_:)``.
  package var isWatched: Bool { level & ThreadState.isWatched != 0 }

  /// Calls `encode`, which encodes a part that others may share, unless too much was written of parts encoded before.
  ///
  /// - Parameters:
  ///   - part: The identity of the part, from ``PlainValue/identity(of:)``.
  ///   - value: The part. It is not printed in errors, which may take as long as encoding it.
  ///   - visits: The record of the parts that were encoded.
  ///   - work: Returns how many values were written so far; called again when `encode` has returned.
  ///   - codingPath: The path of the part, as far as the caller does not add it.
  /// - Throws: Errors of `encode`; `EncodingError` if too much was written.
  @inline(never)
  package static func visiting<Result>(
    _ part: UInt, _ value: @autoclosure () -> Any, within limits: CodingLimits,
    visits: ExpansionGuard = threadVisits, work: () -> Int = { ThreadState.work }, codingPath: () -> [any CodingKey],
    _ encode: () throws -> Result
  ) throws -> Result {
    guard let visit = visits.begin(part, work: work(), maximumExpansion: limits.maximumExpansion) else {
      throw EncodingError.invalidValue(
        type(of: value()),
        .init(
          codingPath: codingPath(),
          debugDescription: """
            Shared parts were written repeatedly, until the output was more than \(limits.maximumExpansion) times as \
            large as all parts written once. limits.maximumExpansion sets this limit; a keyed archive has every object \
            once.
            """))
    }
    defer { visits.end(visit, work: work(), part: value) }
    return try encode()
  }

  /// The record of the parts that the current thread has coded. Precondition: a level was entered.
  package static var threadVisits: ExpansionGuard {
    if let known = ThreadState.visits as? ExpansionGuard { return known }
    let made = ExpansionGuard()
    ThreadState.visits = made
    return made
  }

  private static func failure(
    _ excess: ThreadState.Excess, at codingPath: [any CodingKey], isOfOutermost: Bool = false
  ) -> NestingError {
    let explanation =
      switch excess {
      case .depth(let limit): CodingLimits.tooDeep(limit)
      case .stack: "The thread's stack is too small for values that are nested so deeply; use a larger stack."
      }
    return NestingError(explanation, codingPath: codingPath, isOfOutermost: isOfOutermost)
  }
}

extension NestingError {
  /// Returns the error to throw from a level that encodes an object; see ``leaving(_:of:depth:)``.
  package func leaving(_ object: AnyObject, depth: Int) -> NestingError {
    leaving(UnsafeRawPointer(Instance.address(of: object)), of: type(of: object), depth: depth)
  }
}
