extension StringProtocol {
  /// The text as messages show it: cut off after 100 characters.
  package var shortened: String { count > 100 ? "\(prefix(100))…" : String(self) }

  /// The text with a full stop, so that another sentence can follow.
  package var asSentence: String { last.map { ".!?".contains($0) } ?? true ? String(self) : "\(self)." }
}

extension Collection<String> {
  /// The texts as messages list them: at most ten, and how many more there are.
  package var listed: String {
    let names = prefix(10).joined(separator: ", ")
    return count > 10 ? "\(names) and \(count - 10) more" : names
  }
}
