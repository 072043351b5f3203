/// Paths through an object graph, which are computed only after an error.
enum ArchivePath {
  /// The maximum number of steps in a path.
  static let maximumLength = 1000

  /// Thrown when the searched object has been found. It gets its path like any other error.
  static let found = EncodingError.invalidValue((), .init("found"))

  /// Like ``found``, for decoders.
  static let foundInArchive = DecodingError.dataCorrupted(.init("found"))

  /// Returns the path at which `search` throws ``found``.
  static func of(_ search: () throws -> Void) -> [any CodingKey] {
    do {
      try search()
    } catch EncodingError.invalidValue(_, let context) where context.debugDescription == "found" {
      return context.codingPath
    } catch DecodingError.dataCorrupted(let context) where context.debugDescription == "found" {
      return context.codingPath
    } catch {}
    return []
  }
}
