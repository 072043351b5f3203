/// The keys and names of classes that code asks for by their text: as many as there are in the program, and so kept for good.
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
