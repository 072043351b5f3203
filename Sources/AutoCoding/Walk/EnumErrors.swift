extension TypeMap.Cases {
  /// Stores the case for unknown cases.
  ///
  /// - Throws: `DecodingError` if the enum has none.
  package func initializeUnknown(
    _ address: UnsafeMutableRawPointer, _ map: TypeMap.Storage, codingPath: [any CodingKey] = []
  ) throws {
    // A value of the case is the whole object, which formats that write enums as any other do not have.
    guard let unknown, payloads[unknown]?.operations.isEmpty ?? true else {
      throw map.missingCase(codingPath: codingPath)
    }
    layout.initialize(address, case: unknown) { _ in }
  }
}

extension TypeMap.Storage {
  /// The error for enum data that names no case, worded as in synthesized `Codable`.
  fileprivate func missingCase(codingPath: [any CodingKey]) -> DecodingError {
    let names = caseKeys.map(\.stringValue).listed
    // The stand-in for `Result` is this library's, and has no rules.
    let remedy =
      !_typeName(type, qualified: true).hasPrefix("AutoCoding.")
      ? """
       Add the case, state the name as the former one of another case by .formerly in propertyRules, or name a case for \
      such data by unknownCase in typeRules.
      """ : ""
    return caseMismatch(
      "expected one: the name of a case of \(_typeName(type, qualified: false)) (\(names)).\(remedy)", codingPath)
  }

  /// The error for enum data that names two cases, or one case twice.
  ///
  /// - Parameters:
  ///   - first: The position of a case that the data names.
  ///   - second: The position of the other case.
  package func ambiguousCase(_ first: Int, _ second: Int, codingPath: [any CodingKey] = []) -> DecodingError {
    let keys = [min(first, second), max(first, second)].map { "\"\(caseKeys[$0].stringValue)\"" }
    let name = _typeName(type, qualified: false)
    return caseMismatch(
      first == second
        ? "expected one case of \(name), found \(keys[0]) twice."
        : "expected one case of \(name), found \(keys[0]) and \(keys[1]).", codingPath)
  }

  private var caseKeys: [PropertyKey] {
    if case .enumeration(let cases) = shape { cases.index.keys } else { [] }
  }

  private func caseMismatch(_ explanation: String, _ codingPath: [any CodingKey]) -> DecodingError {
    .typeMismatch(
      type, .init(codingPath: codingPath, debugDescription: "Invalid number of keys found, \(explanation)"))
  }
}
