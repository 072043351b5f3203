/// The keys under which Foundation's types encode their parts.
enum PropertyListKey {
  static let relative = PropertyKey("relative")
  static let base = PropertyKey("base")
}
