/// The keys of all types' maps by their text, for decoders that make keys of what the data has.
///
/// Some decoders answer whether there is a key by all keys that they can make of the data: without these, every property
/// would seem to be missing.
enum KnownKeys {
  private struct Keys {
    /// Keys that were made since the last look-up, since most programs never look a key up.
    var new: [PropertyKey] = []
    var byText: [String: PropertyKey] = [:]
  }

  private static let keys = Locked(Keys())

  static func add(_ key: PropertyKey) {
    keys.withLock { $0.new.append(key) }
  }

  /// Returns a key with the text, if a type has one.
  static func key(_ text: String) -> PropertyKey? {
    keys.withLock { keys in
      for key in keys.new { keys.byText[key.stringValue] = key }
      keys.new = []
      return keys.byText[text]
    }
  }
}
