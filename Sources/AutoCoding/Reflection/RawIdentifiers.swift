extension String {
  /// The name without the backticks of a raw identifier: metadata has them, keys in source code do not.
  var withoutBackticks: String {
    guard count > 2, hasPrefix("`"), hasSuffix("`") else { return self }
    // Metadata has no-break spaces where the source has spaces.
    return String(dropFirst().dropLast().map { $0 == "\u{a0}" ? " " : $0 })
  }
}
