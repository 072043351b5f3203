/// One level of models within models: entered for each model that is coded, and left when it is done.
package struct NestedLevel: ~Copyable {
  private let depth: Int

  private init(depth: Int) {
    self.depth = depth
  }

  deinit { Nesting.leave() }

  /// Enters a level for a coder that has limits.
  ///
  /// - Throws: ``NestingFailure`` if the value is nested too deeply.
  @inline(__always)
  package static func enter(
    within limits: CodingLimits, codingPath: () -> [any CodingKey]
  ) throws(NestingFailure) -> NestedLevel {
    // A type that codes itself may enter the outermost level, which knows no limits.
    try enter(
      standard: max(limits.maximumDepth, 1), maximumDepth: { limits.maximumDepth }, codingPath: codingPath)
  }

  /// Enters a level for a coder that is not AutoCoding's.
  ///
  /// - Parameters:
  ///   - maximumDepth: The limit that `userInfo` sets; asked for when the first model within another is met.
  ///   - codingPath: The path of the model.
  /// - Throws: ``NestingFailure`` if the model is nested too deeply.
  @inline(__always)
  package static func enter(
    maximumDepth: () -> Int?, codingPath: () -> [any CodingKey]
  ) throws(NestingFailure) -> NestedLevel {
    try enter(standard: CodingLimits().maximumDepth, maximumDepth: maximumDepth, codingPath: codingPath)
  }

  @inline(__always)
  private static func enter(
    standard: Int, maximumDepth: () -> Int?, codingPath: () -> [any CodingKey]
  ) throws(NestingFailure) -> NestedLevel {
    let depth = Nesting.enter(standard: standard)
    if depth.magnitude == 2, let limit = maximumDepth() { Nesting.limit(to: max(limit, 2)) }
    if depth < 0 {
      let excess = Nesting.excess()
      Nesting.leave()
      throw failure(excess, at: codingPath())
    }
    return NestedLevel(depth: depth)
  }

  /// Enters a level for a reader, whose errors get their path on the way out.
  @inline(__always)
  package static func enter(toDecodeWithin limits: CodingLimits) throws(DecodingError) -> NestedLevel {
    do throws(NestingFailure) {
      return try enter(within: limits, codingPath: { [] })
    } catch {
      throw error.decodingError
    }
  }

  /// Enters a level of a value that is in memory already, and so of honest size: what is left of the stack is the limit.
  @inline(__always)
  package static func enterValue(
    codingPath: () -> [any CodingKey] = { [] }
  ) throws(DecodingError) -> NestedLevel {
    do throws(NestingFailure) {
      return try enter(maximumDepth: { .max }, codingPath: codingPath)
    } catch {
      throw error.decodingError
    }
  }

  /// Calls code of a type's own that encodes, in a level of its own.
  ///
  /// - Throws: What the code throws; `EncodingError` for values nested too deeply, where no other level is around.
  package static func encoding(
    _ value: Any, limits: CodingLimits, codingPath: () -> [any CodingKey], _ encode: () throws -> Void
  ) throws {
    let level = try enter(within: limits, codingPath: codingPath)
    do {
      try encode()
    } catch let failure as NestingFailure where level.isOutermost {
      throw failure.encodingError(for: value)
    }
  }

  /// As ``encoding(_:limits:codingPath:_:)``, for an encoder that is not AutoCoding's.
  package static func encoding(_ value: Any, to encoder: any Encoder, _ encode: () throws -> Void) throws {
    let level = try enter(
      maximumDepth: { encoder.userInfo[.maximumDepth] as? Int }, codingPath: { encoder.codingPath })
    do {
      try encode()
    } catch let failure as NestingFailure where level.isOutermost {
      throw failure.encodingError(for: value)
    }
  }

  /// Whether no other level of the thread is around this one.
  package var isOutermost: Bool { depth == 1 }

  private static func failure(_ excess: Nesting.Excess, at codingPath: [any CodingKey]) -> NestingFailure {
    switch excess {
    case .depth(let limit):
      NestingFailure(
        CodingLimits.tooDeep(limit),
        codingPath: codingPath)
    case .stack(let depth):
      NestingFailure(
        "The thread's stack is too small for more than \(depth) values nested within each other; use a larger one.",
        codingPath: codingPath)
    }
  }
}

extension NestingFailure {
  /// The error as it leaves a level that encodes an object; see ``leaving(_:of:depth:)``.
  package func leaving(_ object: AnyObject, depth: Int) -> NestingFailure {
    leaving(UnsafeRawPointer(Instance.address(of: object)), of: type(of: object), depth: depth)
  }
}
