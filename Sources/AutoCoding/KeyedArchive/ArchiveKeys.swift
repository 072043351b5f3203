/// Keys and class names that code looks up by text. Their number is bounded by the program, so they are never freed.
package enum ArchiveKeys {
  private static let keys = Locked<[String: PropertyKey]>([:])

  package static func key(_ name: String) -> PropertyKey {
    keys.withLock { keys in
      if let known = keys[name] { return known }
      let made = PropertyKey(name)
      keys[name] = made
      return made
    }
  }
}
