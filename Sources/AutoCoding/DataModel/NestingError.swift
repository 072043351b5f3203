/// The error for models that are nested too deeply. While it unwinds, it finds out whether the objects form a cycle.
package struct NestingError: Error {
  /// An object that the error has passed.
  private struct Visit {
    /// The object's address, which identifies it while it is being encoded.
    let object: UInt
    let type: Any.Type
    /// The number of steps from the object to the point at which the walk stopped. Not negative, whatever paths a coder
    /// says.
    let distance: Int
  }

  package let explanation: String
  /// The path at which the walk stopped.
  package private(set) var codingPath: [any CodingKey]
  /// Whether even the outermost level could not be entered, so that no level around it makes this the coder's error.
  package let isOfOutermost: Bool
  /// Innermost first.
  private var visits: [Visit] = []

  package init(_ explanation: String, codingPath: [any CodingKey], isOfOutermost: Bool = false) {
    self.explanation = explanation
    self.isOfOutermost = isOfOutermost
    self.codingPath = codingPath
  }

  /// Returns the error to throw from a level that encodes an object.
  ///
  /// - Parameter depth: How many steps of the coding path lead to the object; 0 for a walk that builds the path while
  ///   the error unwinds.
  package func leaving(_ object: UnsafeRawPointer, of type: Any.Type, depth: Int) -> NestingError {
    var error = self
    error.visits.append(
      Visit(object: UInt(bitPattern: object), type: type, distance: max(0, codingPath.count - depth)))
    return error
  }

  /// Returns the error with steps prepended to its path.
  func prepending(_ keys: [any CodingKey]) -> NestingError {
    var error = self
    error.codingPath = keys + codingPath
    return error
  }

  /// Returns the error that an encoder throws.
  ///
  /// - Parameter value: The value, or its type if printing the value may take as long as encoding it.
  package func encodingError(for value: Any) -> EncodingError {
    // From the outside in, the first object that appears again closes the cycle.
    var met: Set<UInt> = []
    guard let visit = visits.reversed().first(where: { !met.insert($0.object).inserted }) else {
      return .invalidValue(value, .init(codingPath: codingPath, debugDescription: explanation))
    }
    return .invalidValue(
      value,
      .init(
        codingPath: Array(codingPath.dropLast(visit.distance)),
        debugDescription: """
          The object of class \(TypeLookup.name(of: visit.type)) at this path contains itself: the references \
          form a cycle, which this format cannot write. Make one of them weak, or leave it out: name it in \
          unEncodedProperties or mark it @Transient.
          """))
  }

  /// The error that a decoder throws.
  package var decodingError: DecodingError {
    DataRefusal(.limit, explanation).decodingError(codingPath: codingPath)
  }
}
