/// Coding paths cost nothing until something fails: each step is put in front while the error unwinds.
extension Error {
  /// The same error, with `key` in front of its coding path. Errors without a coding path are returned as they are.
  package func prepending(_ key: any CodingKey) -> any Error {
    switch self {
    case let error as DecodingError: error.mapContext { $0.prepending(key) }
    case let error as EncodingError: error.mapContext { $0.prepending(key) }
    case let error as NestingFailure: error.prepending(key)
    default: self
    }
  }

  /// The error with steps in front of its path.
  package func prepending(_ keys: [any CodingKey]) -> any Error {
    switch self {
    case let error as DecodingError: error.mapContext { $0.prepending(keys) }
    case let error as EncodingError: error.mapContext { $0.prepending(keys) }
    default: keys.reversed().reduce(self) { $0.prepending($1) }
    }
  }
}

extension DecodingError.Context {
  fileprivate func prepending(_ key: any CodingKey) -> Self { prepending([key]) }

  fileprivate func prepending(_ keys: [any CodingKey]) -> Self {
    Self(codingPath: keys + codingPath, debugDescription: debugDescription, underlyingError: underlyingError)
  }
}

extension EncodingError.Context {
  fileprivate func prepending(_ key: any CodingKey) -> Self { prepending([key]) }

  fileprivate func prepending(_ keys: [any CodingKey]) -> Self {
    Self(codingPath: keys + codingPath, debugDescription: debugDescription, underlyingError: underlyingError)
  }
}

extension DecodingError {
  /// The same error with another context.
  package func mapContext(_ transform: (Context) -> Context) -> DecodingError {
    switch self {
    case .typeMismatch(let type, let context): .typeMismatch(type, transform(context))
    case .valueNotFound(let type, let context): .valueNotFound(type, transform(context))
    case .keyNotFound(let key, let context): .keyNotFound(key, transform(context))
    case .dataCorrupted(let context): .dataCorrupted(transform(context))
    @unknown default: self
    }
  }
}

extension EncodingError {
  /// The same error with another context.
  package func mapContext(_ transform: (Context) -> Context) -> EncodingError {
    switch self {
    case .invalidValue(let value, let context): .invalidValue(value, transform(context))
    @unknown default: self
    }
  }
}

extension [any CodingKey] {
  /// The path as people write it: `people[2].name`; empty for the root.
  package var pathDescription: String {
    reduce(into: "") { path, key in
      if let index = key.intValue, key.stringValue == "Index \(index)" {
        path += "[\(index)]"
      } else {
        path += path.isEmpty ? key.stringValue : ".\(key.stringValue)"
      }
    }
  }
}
