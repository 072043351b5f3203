/// What a coder puts up with, so that data cannot exhaust a process.
package struct CodingLimits: Sendable {
  /// How many models may be nested within each other.
  package var maximumDepth = 512
  /// How many bytes data may have: 1 GB.
  package var maximumByteCount = 1 << 30
  /// How many objects data may say it holds. A format that counts them in advance asks before it allocates anything.
  package var maximumObjectCount = 1 << 26

  package init() {}

  /// The default limits, with what a coder was told of its own.
  package init(userInfo: [CodingUserInfoKey: any Sendable]) {
    if let key = CodingUserInfoKey.maximumDepth, let depth = userInfo[key] as? Int { maximumDepth = depth }
  }
}

extension CodingWriter {
  /// The default limits.
  package var limits: CodingLimits { CodingLimits() }
}

extension CodingReader {
  /// The default limits.
  package var limits: CodingLimits { CodingLimits() }
}

extension CodingUserInfoKey {
  /// How many models may be nested within each other: an `Int` of at least 2, 512 where it is not set.
  ///
  /// Set it in the `userInfo` of an encoder or decoder. A thread whose stack is too small for the limit stops earlier,
  /// with the same kind of error.
  public static let maximumDepth = CodingUserInfoKey(rawValue: "AutoCoding.maximumDepth")
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
          The object of class \(_typeName(visit.type, qualified: true)) at this path is within itself: the references \
          form a cycle, which this format cannot write. Make one of them weak, or leave it out: name it in \
          unEncodedProperties or mark it @Transient.
          """))
  }

  /// What a decoder throws.
  package var decodingError: DecodingError {
    .dataCorrupted(.init(codingPath: codingPath, debugDescription: explanation))
  }
}
