/// Ways through an object graph, which are found out only when something has failed.
enum ArchivePath {
  /// How many steps a path shows at the most.
  static let maximumLength = 1000

  /// Thrown where the object that is looked for has been found; gets its path as any error does.
  static let found = EncodingError.invalidValue((), .init(codingPath: [], debugDescription: "found"))

  /// As ``found``, for decoders.
  static let foundInArchive = DecodingError.dataCorrupted(.init(codingPath: [], debugDescription: "found"))

  /// The path at which `search` throws ``found``.
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
