/// Keys of keyed archives.
package enum ArchiveKeys {
  /// Keys and class names that code looks up by text. Their number is bounded by the program, so they are never freed.
  private static let keys = Locked<[String: PropertyKey]>([:])

  package static func key(_ name: String) -> PropertyKey {
    keys.withLock { keys in
      if let known = keys[name] { return known }
      let made = PropertyKey(name)
      keys[name] = made
      return made
    }
  }

  // Keys of the format itself begin with one dollar sign; NSKeyedArchiver adds a second one to others.

  /// Returns a key of a property as archives have it.
  package static func escaped(_ key: String) -> String {
    key.utf8.first == UInt8(ascii: "$") && key.hasPrefix("$") ? "$" + key : key
  }

  /// Returns the key of a property that an archive has.
  static func unescaped(_ text: String) -> String { text.hasPrefix("$$") ? String(text.dropFirst()) : text }

  /// Whether a key in an archive is one of the format itself.
  static func isOfFormat(_ text: String) -> Bool { text.hasPrefix("$") && !text.hasPrefix("$$") }
}
