/// The error for models that are nested too deeply. While it unwinds, it finds out whether the objects form a cycle.
package struct NestingFailure: Error {
  /// An object that the error has passed.
  private struct Visit {
    /// The object's address, which stands for it while it is being encoded.
    let object: UInt
    let type: Any.Type
    /// The number of steps from the object to the point at which the walk stopped.
    let distance: Int
  }

  package let explanation: String
  /// The path at which the walk stopped.
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

  /// Returns the error that an encoder throws.
  ///
  /// - Parameter value: The value, or its type if printing the value may take as long as encoding it.
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

  /// The error that a decoder throws.
  package var decodingError: DecodingError {
    DataRefusal(.limit, explanation).decodingError(codingPath: codingPath)
  }
}
