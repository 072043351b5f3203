/// A class in an archive.
///
/// Precondition: the reader that found it is alive. Its ``ArchivedClasses`` own the contents, so copies of this value
/// need no retain.
package struct ArchivedClass {
  /// What is known of a class, while an archive is read or longer.
  final class Contents {
    let name: String
    /// The name as archives have it.
    private let archivedName: [UInt8]
    let foundation: FoundationClass?
    /// Whether an object of the class contains the name of its model, because Foundation cannot name the model by a
    /// class.
    let isStandIn: Bool
    /// The declared class and the actual class's codec at the last object of this class.
    var lastDeclared: UnsafeRawPointer?
    var lastCodec: Unmanaged<RecordCodec>?
    /// The last struct or enum type that this class was found to represent.
    var lastType: UnsafeRawPointer?

    init(name: String) {
      self.name = Contents.dotted(name) ?? name
      archivedName = Array(name.utf8)
      foundation = FoundationClass(named: name)
      isStandIn = name == ArchivedClass.standInName
    }

    /// Whether a property list object is the name.
    func isNamed(_ object: UInt32, in list: PropertyListReader) throws -> Bool {
      try archivedName.withUnsafeBufferPointer { try list.isString(object, equalTo: $0) }
    }

    /// Forgets that the name led to a subclass of the declared class: another type may have the name by the next call.
    func forgetSubclass() {
      if lastCodec?.toOpaque() != lastDeclared.map({ UnsafeMutableRawPointer(mutating: $0) }) { lastDeclared = nil }
    }

    /// Returns the source name of a nested or private Swift class: `_TtCC6Module5Outer5Inner` is Module.Outer.Inner.
    /// Returns nil for any other name.
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

  /// The class whose objects represent models in archives of Foundation on Linux.
  package static let standInName = "AutoCodingFoundation.ArchivedValue"

  unowned(unsafe) let contents: Contents
  let foundation: FoundationClass?

  init(_ contents: Contents) {
    self.contents = contents
    foundation = contents.foundation
  }

  var name: String { contents.name }
  var isOrderedSet: Bool { name == "NSOrderedSet" || name == "NSMutableOrderedSet" }
  var shownName: String { "'\(name.shortened)'" }
}
