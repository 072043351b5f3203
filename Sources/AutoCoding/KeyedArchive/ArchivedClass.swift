/// A class as an archive names it.
///
/// Precondition: the reader that found it is there; it keeps what this refers to, so that nobody has to retain it.
package struct ArchivedClass {
  /// What is kept of a class while an archive is read.
  final class Contents {
    let name: String
    let foundation: FoundationClass?
    /// Whether an object of the class names the model that it stands for: where Foundation has no other name for it.
    let isStandIn: Bool
    /// The class that was declared where an object of this one was met last, and the codec of the class that it had.
    var lastDeclared: UnsafeRawPointer?
    var lastCodec: Unmanaged<RecordCodec>?
    /// The type of a struct or enum that this one was found to stand for.
    var lastType: UnsafeRawPointer?

    init(name: String) {
      self.name = Contents.dotted(name) ?? name
      foundation = FoundationClass(named: name)
      isStandIn = name == ArchivedClass.standInName
    }

    /// The name of a nested or private Swift class as source code has it: `_TtCC6Module5Outer5Inner` is
    /// Module.Outer.Inner. Nil for any other name.
    private static func dotted(_ name: String) -> String? {
      guard name.hasPrefix("_Tt"), name.utf8.count < 1000 else { return nil }
      var rest = name.dropFirst(3).drop { "CVO".contains($0) }
      var parts: [Substring] = []
      while let first = rest.first, first.isNumber {
        let digits = rest.prefix { $0.isNumber }
        guard let count = Int(digits), count > 0, count <= rest.count - digits.count else { return nil }
        rest = rest.dropFirst(digits.count)
        parts.append(rest.prefix(count))
        rest = rest.dropFirst(count)
      }
      return rest.isEmpty && parts.count > 1 ? parts.joined(separator: ".") : nil
    }
  }

  /// The class whose objects stand for models in archives of Foundation's on Linux.
  package static let standInName = "AutoCodingFoundation.ArchivedValue"

  unowned(unsafe) let contents: Contents
  let foundation: FoundationClass?

  init(_ contents: Contents) {
    self.contents = contents
    foundation = contents.foundation
  }

  var name: String { contents.name }
  var isOrderedSet: Bool { name == "NSOrderedSet" || name == "NSMutableOrderedSet" }
  var shownName: String { name.count > 100 ? "'\(name.prefix(100))…'" : "'\(name)'" }
}
