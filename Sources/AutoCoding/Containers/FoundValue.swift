/// What a value of the data is, where that is not what a type asks for.
enum FoundValue: Int, CaseIterable {
  case string, dictionary, array, bool, null, number

  /// Kept, since code that tries one type after the other has as many such errors as there are values.
  private static let texts = TypeTable<[String]>()

  /// What the error says, as Foundation's decoders have it.
  func mismatch(_ type: Any.Type) -> String {
    let texts =
      Self.texts.value(for: type) ?? Self.texts.insert(Self.allCases.map { $0.makeText(type) }, for: type)
    return texts[rawValue]
  }

  private func makeText(_ type: Any.Type) -> String {
    switch self {
    case .null: "Cannot get value of type \(type) -- found null value instead"
    case .string: "Expected to decode \(type) but found a string instead."
    case .dictionary: "Expected to decode \(type) but found a dictionary instead."
    case .array: "Expected to decode \(type) but found an array instead."
    case .bool: "Expected to decode \(type) but found bool instead."
    case .number: "Expected to decode \(type) but found number instead."
    }
  }
}

extension Error {
  /// The error of a date that is of another kind than the decoder's strategy says, with what to do.
  func explainingDate() -> any Error {
    let error: any Error = self
    guard case DecodingError.typeMismatch(let type, let context) = error else { return self }
    return DecodingError.typeMismatch(
      type,
      .init(
        codingPath: context.codingPath,
        debugDescription: context.debugDescription
          + " Set dateDecodingStrategy of the decoder to the form in which dates are written.",
        underlyingError: context.underlyingError))
  }
}
