/// A property, function or initializer that a type declares, parsed from its symbol.
package struct DeclaredMember: Hashable, Sendable {
  package enum Kind: Hashable, Sendable {
    /// A property, with its type, such as "Swift.Set<Swift.String>".
    case property(String)
    /// A function or initializer, with its labels, "_" for a parameter without one, and everything that follows its
    /// name, such as "(from: Swift.Decoder) throws -> ()".
    case function(labels: [String], signature: String)
  }

  /// The name without labels; "init" for an initializer.
  package let name: String
  package let isStatic: Bool
  /// Whether it is declared in an extension with constraints on the type's generic parameters.
  package let isConstrained: Bool
  package let kind: Kind

  /// Parses the member from a symbol. Returns nil if the symbol is not of a member of the type, or if it is an
  /// additional symbol of a member.
  ///
  /// - Parameters:
  ///   - symbol: The demangled name.
  ///   - context: The demangled name of the type.
  package init?(symbol: String, in context: String) {
    var text = symbol[...]
    isStatic = text.hasPrefix("static ")
    if isStatic { text = text.dropFirst("static ".count) }
    if text.hasPrefix("(extension in "), let end = text.firstRange(of: "):") { text = text[end.upperBound...] }
    var isConstrained = false
    // The name of a local type ends with the function around it: "member in Local #1 in Module.function() -> ()".
    let isLocal = context.contains(" #")
    if isLocal, text.hasSuffix(" in " + context) {
      text = text.dropLast(" in ".count + context.count)
    } else if isLocal, let end = context.firstRange(of: " in "), text.hasSuffix(context[end.lowerBound...]),
      text.hasPrefix(context[..<end.lowerBound] + ".")
    {
      text = text.dropFirst(context[..<end.lowerBound].count + 1).dropLast(context[end.lowerBound...].count)
    } else if text.hasPrefix(context + ".") {
      text = text.dropFirst(context.count + 1)
    } else if text.hasPrefix(context + "<"), let rest = Self.rest(after: text.dropFirst(context.count)) {
      // "Module.Type< where A == Swift.Int>.member", or "<A where A: Swift.Hashable>".
      text = rest
      isConstrained = true
    } else {
      return nil
    }
    self.isConstrained = isConstrained
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

  /// Returns what follows constraints in angle brackets and a dot; nil if there is no dot.
  private static func rest(after constraints: Substring) -> Substring? {
    var depth = 0
    var last: Character = " "
    for index in constraints.indices {
      let character = constraints[index]
      if character == "<" { depth += 1 }
      // The arrow in a function's type is not a bracket.
      if character == ">", last != "-" { depth -= 1 }
      last = character
      guard depth == 0 else { continue }
      let rest = constraints[index...].dropFirst()
      return rest.hasPrefix(".") ? rest.dropFirst() : nil
    }
    return nil
  }

  /// Returns the labels of the parameters with which a signature begins.
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
        // The arrow in a closure's type is not a bracket.
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
