/// Where containers are in a document: a list that shares its beginning with those of the values around.
final class JSONPath: @unchecked Sendable {
  private let parent: JSONPath?
  private let key: any CodingKey

  private init(parent: JSONPath?, key: any CodingKey) {
    self.parent = parent
    self.key = key
  }

  /// The path of what is under a key.
  static func appending(_ key: any CodingKey, to path: JSONPath?) -> JSONPath {
    JSONPath(parent: path, key: key)
  }

  static func keys(of path: JSONPath?) -> [any CodingKey] {
    var keys: [any CodingKey] = []
    var step = path
    while let current = step {
      keys.append(current.key)
      step = current.parent
    }
    return keys.reversed()
  }

  /// The error of a value that was coded at the path, without knowing it.
  static func locating(_ error: any Error, at path: JSONPath?) -> any Error {
    keys(of: path).reversed().reduce(error) { $0.prepending($1) }
  }
}
