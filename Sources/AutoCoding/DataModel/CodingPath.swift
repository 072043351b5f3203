/// Coding paths cost nothing unless coding fails: each step is prepended while the error unwinds.
extension Error {
  /// Returns the error with a step prepended to its coding path. Errors without a coding path are returned unchanged.
  package func prepending(_ key: any CodingKey) -> any Error { prepending([key]) }

  /// Returns the error with steps prepended to its coding path. Errors without a coding path are returned unchanged.
  package func prepending(_ keys: [any CodingKey]) -> any Error {
    mapPath { keys + $0 } ?? (self as? NestingError)?.prepending(keys) ?? self
  }

  /// Returns the error without the steps that its coding path begins with. An error whose path begins with others is
  /// returned unchanged.
  package func dropping(_ keys: [any CodingKey]) -> any Error {
    mapPath { path in
      let isWithin = path.count >= keys.count && zip(path, keys).allSatisfy { $0.stringValue == $1.stringValue }
      return isWithin ? Array(path.dropFirst(keys.count)) : path
    } ?? self
  }

  /// Returns the error with another path; nil if it is none of the standard library's.
  private func mapPath(_ transform: ([any CodingKey]) -> [any CodingKey]) -> (any Error)? {
    switch self {
    case let error as DecodingError:
      error.mapContext {
        .init(
          codingPath: transform($0.codingPath), debugDescription: $0.debugDescription,
          underlyingError: $0.underlyingError)
      }
    case let error as EncodingError:
      error.mapContext {
        .init(
          codingPath: transform($0.codingPath), debugDescription: $0.debugDescription,
          underlyingError: $0.underlyingError)
      }
    default: nil
    }
  }
}

extension DecodingError {
  /// What every kind of error has: the path, the message, and the error behind it.
  package var context: Context? {
    switch self {
    case .typeMismatch(_, let context), .valueNotFound(_, let context), .keyNotFound(_, let context),
      .dataCorrupted(let context):
      context
    @unknown default: nil
    }
  }

  /// Returns the error with another context.
  @inline(never)
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

extension DecodingError.Context {
  /// What is wrong, without a path: those who know the keys prepend them as the error propagates.
  package init(_ explanation: String) { self.init(codingPath: [], debugDescription: explanation) }
}

extension EncodingError.Context {
  /// What is wrong, without a path: those who know the keys prepend them as the error propagates.
  package init(_ explanation: String) { self.init(codingPath: [], debugDescription: explanation) }
}
