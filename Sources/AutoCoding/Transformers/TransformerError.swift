/// The errors of the built-in transformers. Each ends with what to do about it.
enum TransformerError {
  static let remedy = " Correct the data, or name a PropertyTransformer of your own that reads this form."

  static func decoding(_ explanation: String) -> DecodingError {
    .dataCorrupted(.init(explanation + remedy))
  }

  /// A text in quotes, cut off if it is long.
  static func quoted(_ text: String) -> String {
    text.count > 100 ? "\(String(text.prefix(100)).debugDescription)…" : text.debugDescription
  }
}
