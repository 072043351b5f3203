/// The coding path of a container: a linked list that shares its prefix with the paths of the containers around it.
final class ContainerPath: @unchecked Sendable {
  /// A step of the path. An element's key is made only if the path is asked for.
  private enum Step {
    case key(any CodingKey)
    case index(Int)

    var key: any CodingKey {
      switch self {
      case .key(let key): key
      case .index(let index): DynamicKey(index: index)
      }
    }
  }

  private let parent: ContainerPath?
  private let step: Step
  /// The keys from the root on. Cached, because code that tries one type after the other asks for the path of the same value
  /// repeatedly. A decoder is used by one thread only.
  private var cachedKeys: [any CodingKey]?

  private var keys: [any CodingKey] {
    if let cachedKeys { return cachedKeys }
    // Siblings share the keys of what they are in.
    let prefix = parent?.collectedKeys() ?? []
    var keys: [any CodingKey] = []
    keys.reserveCapacity(prefix.count + 1)
    keys += prefix
    keys.append(step.key)
    cachedKeys = keys
    return keys
  }

  /// The keys, put together without recursion, since a path may be long.
  private func collectedKeys() -> [any CodingKey] {
    if let cachedKeys { return cachedKeys }
    var keys: [any CodingKey] = []
    var next: ContainerPath? = self
    while let current = next {
      keys.append(current.step.key)
      next = current.parent
    }
    keys.reverse()
    cachedKeys = keys
    return keys
  }

  private init(parent: ContainerPath?, step: Step) {
    self.parent = parent
    self.step = step
  }

  /// Returns the path of the value under a key.
  static func appending(_ key: any CodingKey, to path: ContainerPath?) -> ContainerPath {
    ContainerPath(parent: path, step: .key(key))
  }

  /// Returns the path of an element.
  static func appending(index: Int, to path: ContainerPath?) -> ContainerPath {
    ContainerPath(parent: path, step: .index(index))
  }

  /// Returns a path of keys, or nil for an empty one.
  static func of(_ keys: [any CodingKey]) -> ContainerPath? {
    keys.reduce(nil) { appending($1, to: $0) }
  }

  static func keys(of path: ContainerPath?) -> [any CodingKey] { path?.keys ?? [] }

  /// Adds the path to the error of a value that was coded without knowledge of its path.
  static func locating(_ error: any Error, at path: ContainerPath?) -> any Error {
    path == nil ? error : error.prepending(keys(of: path))
  }
}
