/// Coding paths cost nothing unless coding fails: each step is prepended while the error unwinds.
extension Error {
  /// Returns the error with a step prepended to its coding path. Errors without a coding path are returned unchanged.
  package func prepending(_ key: any CodingKey) -> any Error {
    switch self {
    case let error as DecodingError: error.mapContext { $0.prepending(key) }
    case let error as EncodingError: error.mapContext { $0.prepending(key) }
    case let error as NestingFailure: error.prepending(key)
    default: self
    }
  }

  /// Returns the error with steps prepended to its coding path. Errors without a coding path are returned unchanged.
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
  /// Returns the error with another context.
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
  /// Returns the error with another context.
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
