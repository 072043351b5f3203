extension TypeMap.Storage {
  /// The error for an enum of which the data names no case, or several; worded as synthesized `Codable` does.
  package func caseCountMismatch(codingPath: [any CodingKey] = []) -> DecodingError {
    var names = ""
    if case .enumeration(let cases) = shape { names = cases.index.keys.map(\.stringValue).joined(separator: ", ") }
    return .typeMismatch(
      type,
      .init(
        codingPath: codingPath,
        debugDescription: """
          Invalid number of keys found, expected one: the name of a case of \(_typeName(type, qualified: false)) \
          (\(names)).
          """))
  }
}
