/// What errors say of the keys of a type's properties if the data lacks them: made once, since code may try one type after the
/// other until one fits.
package final class MissingKeys: Sendable {
  package struct Key: Sendable {
    package let key: any CodingKey
    /// The path to the object that lacks the key, within the type's own.
    package let path: [DynamicKey]
    /// The key path, for explanations of a key strategy.
    package let steps: [String]
    package let problem: String
    package let remedy: String
    /// The problem and the remedy.
    package let text: String

    package init(key: any CodingKey, path: [DynamicKey], steps: [String], problem: String, remedy: String) {
      self.key = key
      self.path = path
      self.steps = steps
      self.problem = problem
      self.remedy = remedy
      text = "\(problem) \(remedy)"
    }
  }

  /// By the positions of the properties.
  package let keys: [Key]

  package init(_ keys: [Key]) { self.keys = keys }
}
