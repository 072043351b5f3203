/// A requirement by which a type may say how it is coded, with its form in source code and in symbols.
struct PolicyRequirement {
  let name: String
  let isStatic: Bool
  /// For a function: its labels, and its parameters as symbols spell them.
  private let function: (labels: [String], parameters: String)?
  /// The source code of a function.
  private let functionSource: String
  /// Whether it belongs to `Codable`. Other members may have similar names.
  let isOfCodable: Bool

  private init(property name: String) {
    self.name = name
    isStatic = true
    function = nil
    functionSource = ""
    isOfCodable = false
  }

  private init(
    function name: String, _ labels: [String], _ parameters: String, source: String, isStatic: Bool = false,
    isOfCodable: Bool = false
  ) {
    self.name = name
    self.isStatic = isStatic
    function = (labels, parameters)
    functionSource = source
    self.isOfCodable = isOfCodable
  }

  static let didDecode = PolicyRequirement(function: "didDecode", [], "()", source: "func didDecode() throws")
  static let didDecodeInContext = PolicyRequirement(
    function: "didDecode", ["in"], "(in: AutoCoding.DecodingContext)",
    source: "func didDecode(in context: DecodingContext) throws")

  static let migrate = PolicyRequirement(
    function: "migrate", ["_", "from"], "(_: inout AutoCoding.ArchivedProperties, from: Swift.Int)",
    source: "func migrate(_ properties: inout ArchivedProperties, from version: Int) throws", isStatic: true)

  static let encode = PolicyRequirement(
    function: "encode", ["to"], "(to: Swift.Encoder)", source: "func encode(to encoder: any Encoder) throws",
    isOfCodable: true)

  private static let all =
    PropertyPolicies.names.map { PolicyRequirement(property: $0) } + [
      migrate, didDecode, didDecodeInContext,
      PolicyRequirement(function: "willEncode", [], "()", source: "func willEncode() throws"),
      PolicyRequirement(
        function: "init", ["from"], "(from: Swift.Decoder)", source: "required init(from decoder: any Decoder) throws",
        isOfCodable: true),
      encode,
    ]

  var isFunction: Bool { function != nil }

  /// Whether Swift accepts a member as the requirement's implementation.
  ///
  /// - Parameter type: The type of a property as symbols spell it; nil if unknown.
  func isMet(by member: DeclaredMember, type: String?) -> Bool {
    guard member.name == name, member.isStatic == isStatic else { return false }
    switch (member.kind, function) {
    case (.property(let found), nil): return type == nil || found == type
    case (.function(_, let signature), let function?):
      let rest = signature.dropFirst(function.parameters.count)
      return signature.hasPrefix(function.parameters) && !rest.contains(" async")
        && (name == "init" || rest.hasSuffix("-> ()"))
    default: return false
    }
  }

  /// Whether a member may be meant for the requirement. A property cannot stand for a function; a function can if its
  /// labels match, or if the requirement is a property.
  func admitsKind(of member: DeclaredMember) -> Bool {
    switch member.kind {
    case .property: !isFunction
    case .function(let labels, _): isFunction ? labels == function?.labels : labels.isEmpty && member.isStatic
    }
  }

  /// The declaration that implements it in a type.
  ///
  /// - Parameter type: The type of a property as symbols spell it.
  func source(type: String?) -> String {
    if isFunction { return (isStatic ? "static " : "") + functionSource }
    return "static var \(name)" + (type.map { ": \(DeclaredMembers.short($0))" } ?? "")
  }

  /// The declaration in a class that lets subclasses override it.
  func overridable(type: String?) -> String {
    isStatic ? "class" + source(type: type).dropFirst("static".count) : source(type: type)
  }

  // MARK: Names

  /// Returns the requirement whose name a member has, or nearly has.
  static func meant(by member: DeclaredMember) -> PolicyRequirement? {
    let exact = all.filter { $0.name == member.name }
    if let first = exact.first { return exact.first { $0.admitsKind(of: member) } ?? first }
    return all.first { requirement in
      !requirement.isOfCodable && requirement.isStatic == member.isStatic && requirement.admitsKind(of: member)
        && requirement.isLike(member.name)
    }
  }

  /// Whether a name differs only in capitals and one or two letters.
  private func isLike(_ other: String) -> Bool {
    let (name, other) = (Array(name.lowercased().utf8), Array(other.lowercased().utf8))
    // In a short name, two different letters make another word.
    let limit = name.count < 12 ? 1 : 2
    guard abs(name.count - other.count) <= limit else { return false }
    // The Levenshtein distance between the names, row by row.
    var distances = Array(0...other.count)
    for (row, letter) in name.enumerated() {
      var diagonal = distances[0]
      distances[0] = row + 1
      for (column, otherLetter) in other.enumerated() {
        let changed = diagonal + (letter == otherLetter ? 0 : 1)
        diagonal = distances[column + 1]
        distances[column + 1] = min(changed, diagonal + 1, distances[column] + 1)
      }
    }
    return distances[other.count] <= limit
  }
}
