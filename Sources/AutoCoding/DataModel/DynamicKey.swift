/// A coding key made from text or a position: a dictionary key, an array index, or a step of a coding path.
package struct DynamicKey: CodingKey, Hashable {
  /// Small enough that the keys of a path need no allocations. The texts of numbers are made only when they are read.
  private enum Content {
    case text(String)
    case number(Int)
    /// The position of an array's element.
    case index(Int)
    indirect case both(String, Int)
    /// A key that a type does not know, and a decoder refuses: no recovery hides that error.
    case refused(String)
  }

  private let content: Content

  package var stringValue: String {
    switch content {
    case .text(let text), .both(let text, _), .refused(let text): text
    case .number(let number): "\(number)"
    case .index(let index): "Index \(index)"
    }
  }

  package var intValue: Int? {
    switch content {
    case .text, .refused: nil
    case .number(let number), .index(let number), .both(_, let number): number
    }
  }

  package init(_ stringValue: String) {
    content = .text(stringValue)
  }

  package init(_ stringValue: String, _ intValue: Int) {
    content = .both(stringValue, intValue)
  }

  package init(stringValue: String) {
    content = Int(stringValue).map { .both(stringValue, $0) } ?? .text(stringValue)
  }

  package init(intValue: Int) {
    content = .number(intValue)
  }

  /// Makes the key of an array's element, with the same text as in Foundation's coders.
  package init(index: Int) {
    content = .index(index)
  }

  /// Makes the last key of the path of an error, which says that a decoder refuses the key.
  package init(refused key: String) {
    content = .refused(key)
  }

  /// Whether a decoder refuses the key, which a type does not know.
  package var isRefused: Bool {
    if case .refused = content { return true }
    return false
  }

  package static func == (left: DynamicKey, right: DynamicKey) -> Bool {
    left.intValue == right.intValue && left.stringValue == right.stringValue
  }

  package func hash(into hasher: inout Hasher) {
    hasher.combine(stringValue)
  }
}
