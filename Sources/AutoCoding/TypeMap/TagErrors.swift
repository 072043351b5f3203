/// What errors say about an object whose tag is missing, unknown, or neither text nor the number that it has to be.
extension [String] {
  /// Whether these are more keys of an object than an error needs.
  package var areEnoughForError: Bool { count >= 100 }

  /// Keys of an object as a sentence, in the order of their text: at most ten.
  var asKeysOfObject: String {
    let keys = inOrder().prefix(10).map { "\"\($0.shortened)\"" }.joined(separator: ", ")
    return switch count {
    case 0: "The object has no keys."
    case 1: "The object has the key \(keys)."
    default: "The object has the keys \(keys)\(count > 10 ? " and more" : "")."
    }
  }
}

extension Error {
  /// The error for a tag of another type, with an explanation of the tag; any other error unchanged.
  fileprivate func explainingTag(_ key: PropertyKey, _ explanation: String) -> any Error {
    guard let error = self as? DecodingError, error.context?.codingPath.last?.stringValue == key.stringValue else {
      return self
    }
    return switch error {
    case .typeMismatch, .dataCorrupted:
      error.mapContext {
        .init(
          codingPath: $0.codingPath, debugDescription: "\($0.debugDescription.asSentence) \(explanation)",
          underlyingError: $0.underlyingError)
      }
    case .valueNotFound:
      // Without the advice for properties, since a tag cannot be made Optional.
      error.mapContext {
        .init(
          codingPath: $0.codingPath,
          debugDescription: """
            Expected to decode \(key.hasIntegerTags ? "Int" : "String") but found null instead. \(explanation)
            """,
          underlyingError: $0.underlyingError)
      }
    default: self
    }
  }
}

extension TypeMap.Tags {
  /// The error for a tag of another type; any other error unchanged.
  ///
  /// - Parameter keys: Keys of the object that has the tag.
  package func explaining(_ error: any Error, keys: [String]) -> any Error {
    let explanation = """
      It names the class of the object (\(known)) by the typeKey in typeRules of \(TypeLookup.name(of: base)). \
      \(keys.asKeysOfObject) Correct the data or the typeKey.
      """
    return error.explainingTag(key, explanation)
  }
}

extension TypeMap.Cases {
  /// The error for the name of a case that is of another type; any other error unchanged.
  ///
  /// - Parameter keys: Keys of the object that has the name.
  package func explaining(_ error: any Error, _ tags: TypeMap.CaseTags, keys: [String]) -> any Error {
    let explanation = """
      It names the case of \(_typeName(type, qualified: false)) (\(knownTags)) by the caseKey in typeRules. \
      \(keys.asKeysOfObject) Correct the data or the caseKey.
      """
    return error.explainingTag(tags.key, explanation)
  }
}

// Never inlined: a caller would look up the size of `DecodingError` before it reads a tag.
extension Error {
  /// Whether null was found in place of a value.
  @inline(never)
  var isOfNull: Bool { if case .valueNotFound? = self as? DecodingError { true } else { false } }

  /// Whether a number was found under a key that is no integer, or is too large.
  @inline(never)
  func isOfUnfitNumber(under key: PropertyKey) -> Bool {
    guard case .dataCorrupted(let context)? = self as? DecodingError else { return false }
    return context.codingPath.last?.stringValue == key.stringValue
  }

  /// Whether a value of another type was found.
  @inline(never)
  var isOfOtherType: Bool { if case .typeMismatch? = self as? DecodingError { true } else { false } }
}
