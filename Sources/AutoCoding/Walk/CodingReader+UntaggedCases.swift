/// Enums whose cases data does not name: the first case that the value fits is taken.
extension CodingReader {
  /// Reads the enum that is next.
  ///
  /// - Parameter codecs: The codec of each case's payload; nil for a case without one, which is null.
  @inline(never)
  mutating func decodeUntaggedCase(
    into address: UnsafeMutableRawPointer, cases: TypeMap.Cases, _ codecs: [Codec?]
  ) throws {
    let begin = self
    let reported = issueCount
    // Nil for a case that `mayRead` rules out. Empty until a case fails. Not of `DecodingError`, whose size would be
    // looked up first.
    var failures: [(any Error)?] = []
    for (position, codec) in codecs.enumerated() {
      if let codec, !mayRead(codec) { continue }
      let start = ThreadState.attemptedWork
      let ownFailures = ThreadState.ownCodeFailures
      do {
        try cases.layout.initialize(address, case: position) { memory in
          if let codec { return try decode(into: memory, as: codec) }
          if try !readNull() { throw cases.mismatch(Void.self) }
        }
        return
      } catch {
        let failure = try cases.failure(error, isUnfit: error.isOfUnfitValue(since: ownFailures), since: start)
        if failures.isEmpty { failures = Array(repeating: nil, count: codecs.count) }
        failures[position] = failure
        reportedIssues?.withdraw(reported..<issueCount)
        self = begin
      }
    }
    // Damaged text has an error that says so.
    try skipValue()
    if failures.isEmpty { failures = Array(repeating: nil, count: codecs.count) }
    for (position, codec) in codecs.enumerated() where failures[position] == nil {
      guard let codec, codec.kind.isLeaf else { continue }
      var reader = begin
      failures[position] = reader.error(ofLeaf: codec)
    }
    throw cases.nothingFits(failures)
  }

  /// Returns the error of a leaf that was not tried; nil if there is none.
  @inline(never)
  private mutating func error(ofLeaf codec: Codec) -> (any Error)? {
    codec.withTemporaryValue { memory in
      do {
        try decode(into: memory, as: codec)
        ValueOperations(codec.type).destroy(memory)
        return nil
      } catch {
        return error
      }
    }
  }
}

extension CodingWriter {
  /// Writes the value of an enum's case, whose name data does not have.
  @inline(never)
  mutating func encodeUntaggedCase(
    at address: UnsafeRawPointer, cases: TypeMap.Cases, _ codecs: [Codec?]
  ) throws {
    let position = cases.layout.position(of: address)
    guard let codec = codecs[position] else { return try writeNull() }
    try cases.layout.withPayload(of: address, case: position) { try encode($0, as: codec) }
  }
}

extension TypeMap.Cases {
  /// The error of a case that a value does not fit, as its kind shows.
  @inline(never)
  func mismatch(_ payload: Any.Type) -> any Error {
    let name = payload == Void.self ? "null" : "a value of type \(_typeName(payload, qualified: false))"
    return DecodingError.typeMismatch(payload, .init("Expected \(name) but found another kind of value."))
  }

  /// Returns the error of a case that a value does not fit.
  ///
  /// - Parameters:
  ///   - isUnfit: Whether the value does not fit, so that other cases are to be tried.
  ///   - start: `ThreadState.attemptedWork` before the case was tried.
  /// - Throws: The error itself if no other case is to be tried.
  @inline(never)
  func failure(_ error: any Error, isUnfit: Bool, since start: (all: Int, failed: Int)) throws -> any Error {
    guard isUnfit else { throw error }
    // Cases within cases multiply the work, so that short data might take hours.
    let work = ThreadState.countFailedWork(since: start)
    guard work.failed <= 100 * (1000 + work.all - work.failed) else {
      throw DataRefusal(
        .limit,
        "Too many cases of \(_typeName(type, qualified: false)) were tried that fit in part, one within the other.",
        remedy: "Name the cases by a caseKey, or put the case that fits most often first."
      ).decodingError()
    }
    return error
  }

  /// The error for data that no case fits.
  ///
  /// - Parameter failures: The errors of the cases in their order; nil for a value of another kind.
  @inline(never)
  func nothingFits(_ failures: [(any Error)?], codingPath: [any CodingKey] = []) -> any Error {
    let reasons = failures.prefix(10).enumerated().map { position, error in
      let error = error ?? mismatch(untagged?[position]?.type ?? Void.self)
      let context = (error as? DecodingError)?.context
      let path = context?.codingPath.dropFirst(codingPath.count).map(\.stringValue).joined(separator: ".") ?? ""
      let place = path.isEmpty ? "" : ", at \"\(path)\""
      // Foundation's error for a number has none.
      let text = context?.debugDescription ?? "The number does not fit."
      // It has the reasons of enums within it.
      let reason = text.count > 300 ? "\(text.prefix(300))…" : text.asSentence
      return "'\(layout.cases[position].name.withoutBackticks)'\(place): \(reason)"
    }
    // A key that the decoder refuses remains in the path, so that no recovery hides it.
    let refused = failures.lazy.compactMap { ($0 as? DecodingError)?.context?.codingPath }
      .first { ($0.last as? DynamicKey)?.isRefused ?? false }
    let context = DecodingError.Context(
      codingPath: refused ?? codingPath,
      debugDescription:
        "No case of \(_typeName(type, qualified: false)) fits the value. \(reasons.joined(separator: " "))")
    // A number that is too large, or text in a wrong notation, is of the kind that a case has.
    let isOfRightKind = failures.contains { error in
      guard let failure = error as? DecodingError else { return error != nil }
      if case .dataCorrupted = failure { return true }
      return false
    }
    return isOfRightKind ? DecodingError.dataCorrupted(context) : DecodingError.typeMismatch(type, context)
  }
}

extension Error {
  /// Whether it is the error of a value that does not fit its type. Never inlined, so that the caller does not look up the size
  /// of the error.
  @inline(never)
  fileprivate func isOfUnfitValue(since failures: UInt) -> Bool {
    (self as? DecodingError)?.isRecoverable(by: .otherCase, since: failures) ?? false
  }
}
