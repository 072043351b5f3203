/// The coding path of a container: a list that shares its beginning with the paths of the containers around it.
final class ContainerPath: @unchecked Sendable {
  /// An element's key costs nothing until the path is asked for.
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
  /// Kept, since code that tries one type after the other asks for the path of the same value again. A decoder is used by one
  /// thread.
  private lazy var keys: [any CodingKey] = {
    var keys: [any CodingKey] = []
    keys.reserveCapacity(8)
    var next: ContainerPath? = self
    while let current = next {
      keys.append(current.step.key)
      next = current.parent
    }
    keys.reverse()
    return keys
  }()

  private init(parent: ContainerPath?, step: Step) {
    self.parent = parent
    self.step = step
  }

  /// The path of the value under a key.
  static func appending(_ key: any CodingKey, to path: ContainerPath?) -> ContainerPath {
    ContainerPath(parent: path, step: .key(key))
  }

  /// The path of an element.
  static func appending(index: Int, to path: ContainerPath?) -> ContainerPath {
    ContainerPath(parent: path, step: .index(index))
  }

  /// A path of keys, or nil for an empty one.
  static func of(_ keys: [any CodingKey]) -> ContainerPath? {
    keys.reduce(nil) { appending($1, to: $0) }
  }

  static func keys(of path: ContainerPath?) -> [any CodingKey] { path?.keys ?? [] }

  /// The error of a value at the path, which was coded without knowing its path.
  static func locating(_ error: any Error, at path: ContainerPath?) -> any Error {
    path == nil ? error : error.prepending(keys(of: path))
  }
}
