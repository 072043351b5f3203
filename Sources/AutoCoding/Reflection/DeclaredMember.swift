/// A property, function or initializer that the source of a type declares, as its symbol tells.
package struct DeclaredMember: Hashable, Sendable {
  package enum Kind: Hashable, Sendable {
    /// With its type: "Swift.Set<Swift.String>".
    case property(String)
    /// With its labels, "_" if there is none, and all that follows its name: "(from: Swift.Decoder) throws -> ()".
    case function(labels: [String], signature: String)
  }

  /// Without labels; "init" of an initializer.
  package let name: String
  package let isStatic: Bool
  package let kind: Kind

  /// The member that a symbol stands for; nil if it is none of the type's, or what stands for a member is another symbol.
  ///
  /// - Parameters:
  ///   - symbol: The demangled name.
  ///   - context: The demangled name of the type.
  package init?(symbol: String, in context: String) {
    var text = symbol[...]
    isStatic = text.hasPrefix("static ")
    if isStatic { text = text.dropFirst("static ".count) }
    if text.hasPrefix("(extension in "), let end = text.firstRange(of: "):") { text = text[end.upperBound...] }
    // What is in a function is said at the end: "member in Local #1 in Module.function() -> ()".
    let isLocal = context.contains(" #")
    if isLocal, text.hasSuffix(" in " + context) {
      text = text.dropLast(" in ".count + context.count)
    } else if isLocal, let end = context.firstRange(of: " in "), text.hasSuffix(context[end.lowerBound...]),
      text.hasPrefix(context[..<end.lowerBound] + ".")
    {
      text = text.dropFirst(context[..<end.lowerBound].count + 1).dropLast(context[end.lowerBound...].count)
    } else if text.hasPrefix(context + ".") {
      text = text.dropFirst(context.count + 1)
    } else {
      return nil
    }
    // A private name: "(name in _0123)".
    let isPrivate = text.hasPrefix("(")
    if isPrivate { text = text.dropFirst() }
    let name = text.prefix { $0.isLetter || $0.isNumber || $0 == "_" }
    text = text.dropFirst(name.count)
    if isPrivate {
      guard let end = text.firstIndex(of: ")") else { return nil }
      text = text[text.index(after: end)...]
    }
    guard !name.isEmpty else { return nil }
    self.name = name == "__allocating_init" ? "init" : String(name)
    if text.hasPrefix("(") {
      kind = .function(labels: Self.labels(of: text), signature: String(text))
    } else if let prefix = [".getter : ", " : "].first(where: text.hasPrefix) {
      kind = .property(String(text.dropFirst(prefix.count)))
    } else {
      return nil
    }
  }

  /// The labels of the parameters that a signature begins with.
  private static func labels(of signature: Substring) -> [String] {
    var parameters: [Substring] = []
    var depth = 0
    var start = signature.startIndex
    var last: Character = " "
    scan: for index in signature.indices {
      let character = signature[index]
      switch character {
      case "(", "[", "<":
        depth += 1
        if depth == 1 { start = signature.index(after: index) }
      case ")", "]", ">":
        // The arrow in the type of a closure is no bracket.
        if character == ">", last == "-" { break }
        depth -= 1
        if depth == 0 {
          parameters.append(signature[start..<index])
          break scan
        }
      case "," where depth == 1:
        parameters.append(signature[start..<index])
        start = signature.index(after: index)
      default: break
      }
      last = character
    }
    return parameters.filter { !$0.isEmpty }.map { parameter in
      let label = parameter.drop { $0 == " " }.prefix { $0.isLetter || $0.isNumber || $0 == "_" }
      return parameter[label.endIndex...].hasPrefix(": ") ? String(label) : "_"
    }
  }
}
