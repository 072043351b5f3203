/// Writes random models, each of them twice: with AutoCoding and its rules, and with the code that a person would write for
/// the same JSON. `.ci/random-models` compiles both, and compares what they do.
///
/// Nothing is generated that the two treat differently on purpose: a flattened model in a type with `init()`, for example,
/// keeps what the outer `init()` set.
@main
struct Generator {
  var random: SplitMix
  var models: [Model] = []
  private(set) var source = ""

  struct Model {
    let name: String
    /// The keys of a struct that another one may have in place; nil if it cannot be flattened.
    var flattenedKeys: Set<String>?
    /// Those of the keys that it is decoded from; empty if none of them is encoded, too.
    var decodedKeys: [String] = []
    var isRaw = false
    /// Whether it is an enum, one of whose cases may be null.
    var mayTakeNull = false
  }

  static let names = [
    "name", "homeAddress", "url", "memberID", "count", "isOpen", "x", "value2", "firstName", "aB", "createdAt", "items",
    "_id", "data", "http2Port", "ownerName", "listOfThings", "größe", "type", "kind", "id",
  ]
  static let spaces = [(name: "Auto", isAuto: true), (name: "ByHand", isAuto: false)]

  static func main() {
    let arguments = CommandLine.arguments.dropFirst().compactMap { UInt64($0) }
    guard arguments.count == 2 else { return print("usage: generator SEED COUNT") }
    var generator = Generator(random: SplitMix(state: arguments[0]))
    for number in 0..<arguments[1] { generator.addModel("M\(number)") }
    print(generator.source)
    let pairs = generator.models.map { "Pair<Auto.\($0.name), ByHand.\($0.name)>(name: \"\($0.name)\")" }
    print("nonisolated(unsafe) let pairs: [any Comparison] = [\n  \(pairs.joined(separator: ",\n  "))\n]")
  }

  /// Writes a declaration in the namespace of one kind of models.
  mutating func declare(_ header: String, in space: String, _ members: [String]) {
    source += "extension \(space) {\n\(Self.block(header, members))\n}\n"
  }

  static func block(_ header: String, _ lines: [String]) -> String {
    "\(header) {\n\(lines.filter { !$0.isEmpty }.joined(separator: "\n"))\n}"
  }

  private mutating func addModel(_ name: String) {
    switch Int.random(in: 0..<20, using: &random) {
    case 0..<2: addRawEnum(name, hasUnknownCase: false)
    case 2: addRawEnum(name, hasUnknownCase: true)
    case 3: random.chance(0.5) ? addEnum(name) : addOpenEnum(name)
    case 4: random.chance(0.5) ? addEnum(name) : addUntaggedEnum(name)
    case 5..<7: addTaggedEnum(name)
    case 7: addHierarchy(name)
    case 8: addCodingKeys(name)
    case 9..<12: addClasses(name)
    default: addStruct(name)
    }
  }

  // MARK: Types

  mutating func type(_ depth: Int = 0) -> TypeShape {
    let choice = Double.random(in: 0..<1, using: &random)
    if choice < 0.42 || depth > 2 { return leaf() }
    if choice < 0.6 {
      let wrapped = type(depth + 1)
      return wrapped.isOptional ? wrapped : .optional(wrapped)
    }
    if choice < 0.7 { return .array(type(depth + 1)) }
    if choice < 0.77 {
      let keys = ["String", "String", "Int", "UUID", "Int8"].map { TypeShape.leaf($0) }
      return .dictionary(random.pick(keys + models.filter(\.isRaw).map { .model($0.name) }), type(depth + 1))
    }
    if choice < 0.8 { return .set(.leaf(random.pick(["Int", "String", "UUID", "Int8"]))) }
    if choice < 0.84 {
      return .leaf(random.pick(["Range<Int>", "ClosedRange<Double>", "TimeZone", "DateComponents", "DateInterval"]))
    }
    if choice < 0.86 { return .contiguousArray(type(depth + 1)) }
    if choice < 0.89 {
      let value = type(depth + 1)
      // A missing key of a generic Optional is an error for the compiler's code.
      return value.isOptional ? value : .box(value)
    }
    return models.isEmpty ? leaf() : .model(random.pick(models).name)
  }

  private mutating func leaf() -> TypeShape {
    .leaf(
      random.pick([
        "Int", "Int", "String", "String", "Bool", "Double", "Int8", "UInt16", "Int32", "UInt64", "Float", "Date",
        "Date",
        "URL", "UUID", "Data", "Decimal", "CGFloat",
      ]))
  }

  mutating func properties(
    _ counts: ClosedRange<Int>, besides used: Set<String> = [], hasDefaults: Bool
  ) -> [Property] {
    var properties = random.sample(Self.names.filter { !used.contains($0) }, counts).map { Property($0, type()) }
    for index in properties.indices {
      var mayTakeNull = false
      if case .model(let name) = properties[index].type {
        mayTakeNull = models.contains { $0.name == name && $0.mayTakeNull }
      }
      properties[index].addRules(hasDefaults: hasDefaults, mayTakeNull: mayTakeNull, &random)
    }
    return properties
  }

  // MARK: Records

  private mutating func addStruct(_ name: String) {
    let hasDefaults = random.chance(0.4)
    var properties = properties(1...8, hasDefaults: hasDefaults)
    for index in properties.indices where hasDefaults { properties[index].owner = name }
    let keys = Set(properties.flatMap { [$0.name, $0.path[0]] + $0.formerKeys })
    if !hasDefaults, random.chance(0.3),
      let part = models.filter({ $0.flattenedKeys?.isDisjoint(with: keys) ?? false }).randomElement(using: &random)
    {
      let isOptional = !part.decodedKeys.isEmpty && random.chance(0.5)
      var flattened = Property("part", isOptional ? .optional(.model(part.name)) : .model(part.name))
      flattened.isFlattened = true
      if isOptional { flattened.presentBy = part.decodedKeys }
      flattened.rule = [".flattened"]
      properties.insert(flattened, at: Int.random(in: 0...properties.count, using: &random))
    }
    for (space, isAuto) in Self.spaces {
      var members = declarations(properties, in: space)
      members.append(Self.block("init(_ random: inout ValueMaker)", filling(properties, in: space)))
      members.append("static func random(_ random: inout ValueMaker) -> \(space).\(name) { \(space).\(name)(&random) }")
      if hasDefaults {
        members.append(Self.block("init()", ["var random = ValueMaker.ofDefaults", "self.init(&random)"]))
      }
      if isAuto {
        members.append("static let propertyRules: PropertyRules = \(rules(of: properties))")
      } else {
        members.append(Self.block("func encode(to encoder: any Encoder) throws", encoding(properties, in: space)))
        members.append(
          Self.block(
            "init(from decoder: any Decoder) throws",
            [hasDefaults ? "self.init()" : ""] + decoding(properties, in: space)))
      }
      let root = isAuto ? "AutoCoding" + (hasDefaults ? ", DefaultInitializable" : "") : "Codable"
      declare("struct \(name): \(root), RandomValue", in: space, members)
    }
    let isWhole = !properties.contains { $0.isFlattened || $0.path.count > 1 }
    let decoded = properties.filter { $0.isDecoded && !$0.isExcluded }
    let showsPresence = decoded.contains { $0.isEncoded }
    models.append(
      Model(
        name: name, flattenedKeys: isWhole ? keys : nil,
        decodedKeys: showsPresence ? decoded.flatMap { [$0.key] + $0.formerKeys } : []))
  }

  private mutating func addCodingKeys(_ name: String) {
    let properties = random.sample(Self.names, 1...6).map { Property($0, type()) }
    var coded = properties.filter { !($0.type.isOptional && random.chance(0.2)) }
    if coded.isEmpty { coded = properties }
    let cases = coded.map { "\($0.name) = \"\(random.chance(0.6) ? "" : "q_")\($0.name)\"" }
    for (space, isAuto) in Self.spaces {
      var members = declarations(properties, in: space)
      members.append("enum CodingKeys: String, CodingKey { case \(cases.joined(separator: ", ")) }")
      members.append(Self.block("init(_ random: inout ValueMaker)", filling(properties, in: space)))
      members.append("static func random(_ random: inout ValueMaker) -> \(space).\(name) { \(space).\(name)(&random) }")
      declare("struct \(name): \(isAuto ? "AutoCoding" : "Codable"), RandomValue", in: space, members)
    }
    models.append(Model(name: name))
  }

  func declarations(_ properties: [Property], in space: String) -> [String] {
    properties.map { "var \($0.name): \($0.type.name(in: space))" }
  }

  func filling(_ properties: [Property], in space: String) -> [String] {
    properties.map { "\($0.name) = (\($0.type.name(in: space))).random(&random)" }
  }

  /// - Parameter refinements: The members of rules for properties of the classes above.
  func rules(of properties: [Property], and refinements: [(name: String, rule: [String])] = []) -> String {
    let rules = (properties.filter { !$0.rule.isEmpty }.map { ($0.name, $0.rule) } + refinements).map { name, rule in
      "\"\(name)\": \(rule.joined())"
    }
    return "[\(rules.isEmpty ? ":" : rules.joined(separator: ", "))]"
  }

  /// Code by hand that encodes properties, and makes the objects that key paths lead through.
  func encoding(_ properties: [Property], in space: String) -> [String] {
    var lines = ["var container = encoder.container(keyedBy: Key.self)", "_ = container.codingPath"]
    let written = properties.filter { $0.isEncoded && !$0.isExcluded }
    var made: Set<[String]> = []
    for property in written {
      for group in property.groups where made.insert(group).inserted {
        let isWritten = written.filter { $0.path.starts(with: group) }.map { $0.isGroupWritten(in: space) }
        let outer = group.count == 1 ? "container" : "\(Property.variable(group.dropLast()))!"
        let made = "\(outer).nestedContainer(keyedBy: Key.self, forKey: Key(\"\(group[group.count - 1])\"))"
        lines.append("var \(Property.variable(group)) = \(isWritten.joined(separator: " || ")) ? \(made) : nil")
      }
      lines.append(property.encoding(in: space))
    }
    return lines
  }

  func decoding(_ properties: [Property], in space: String) -> [String] {
    var lines = ["let container = try decoder.container(keyedBy: Key.self)", "_ = container.codingPath"]
    var made: Set<[String]> = []
    let decoded = properties.filter { $0.isDecoded && !$0.isExcluded }
    for property in decoded {
      for group in property.groups where made.insert(group).inserted {
        let outer = group.count == 1 ? "container" : Property.variable(group.dropLast())
        let call = "nested(\(outer), \"\(group[group.count - 1])\")"
        // What is no object is an error, unless no property that is read from it takes it for one.
        let recovers = decoded.allSatisfy { $0.isNilForUndecodable || !$0.path.starts(with: group) }
        lines.append("let \(Property.variable(group)) = " + (recovers ? "(try? \(call)) ?? nil" : "try \(call)"))
      }
    }
    return lines + properties.map { $0.decoding(in: space) }
  }
}
