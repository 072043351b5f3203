extension StorageError {
  /// Decodes what a store keeps; its errors tell types and properties, and nothing of what is kept.
  ///
  /// `DecodingError` quotes what it has found, and a store may keep secrets.
  static func aboutDecoding<Value>(
    _ type: Value.Type, in store: any DataStore, forKey key: String, _ decode: () throws -> Value
  ) throws -> Value {
    do {
      return try decode()
    } catch let error as DecodingError {
      let name = _typeName(type, qualified: false)
      throw StorageError(
        .corrupted, location: store.location, key: key,
        explanation: "What is kept cannot be read as \(name): \(explanation(of: error)).",
        remedy: "Read it with the type and coder that wrote it, or remove it from the store.")
    }
  }

  /// Encodes what a store is to keep; its errors tell types and properties, and nothing of the value.
  static func aboutEncoding<Result>(
    in store: any DataStore, forKey key: String, _ encode: () throws -> Result
  ) throws -> Result {
    do {
      return try encode()
    } catch EncodingError.invalidValue(let value, let context) {
      // Where a type is what is wrong, the description is about it; else it may quote the value.
      let explanation =
        value is Any.Type
        ? context.debugDescription
        : "A value of type \(type(of: value))\(path(context.codingPath)) cannot be written in this format."
      throw StorageError(
        .writeFailed, location: store.location, key: key, explanation: explanation,
        remedy: "Encode it without a store for the details; what was kept before is still there.")
    }
  }

  private static func explanation(of error: DecodingError) -> String {
    switch error {
    case .typeMismatch(let type, let context): "expected \(type)\(path(context.codingPath)), found something else"
    case .valueNotFound(let type, let context): "expected \(type)\(path(context.codingPath)), found nothing"
    case .keyNotFound(let key, let context): "nothing was found\(path(context.codingPath + [key]))"
    case .dataCorrupted(let context) where context.codingPath.last?.stringValue == ArchivedVersions.key:
      "it is of a newer version than the type's archiveVersion, or of none, as is said\(path(context.codingPath))"
    case .dataCorrupted(let context): "the data is damaged or not of this format\(path(context.codingPath))"
    @unknown default: "the data cannot be decoded"
    }
  }

  /// Where in a value, by names that are a type's, not data's.
  private static func path(_ keys: [any CodingKey]) -> String {
    let steps = keys.map { key in
      // Keys of dictionaries are data. A type's own are cases of an enum, or those of its type map.
      if key is PropertyKey || Mirror(reflecting: key).displayStyle == .enum { return ".\(key.stringValue)" }
      return key.intValue.map { "[\($0)]" } ?? "[…]"
    }
    return steps.isEmpty ? "" : " at \(steps.joined())"
  }
}
