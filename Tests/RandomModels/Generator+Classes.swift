/// Classes, and hierarchies whose classes data names.
extension Generator {
  /// Adds a class, and up to two classes above it.
  mutating func addClasses(_ name: String) {
    let hasDefaults = random.chance(0.6)
    let count = Int.random(in: 1...3, using: &random)
    var levels: [[Property]] = []
    for _ in 0..<count {
      var level = properties(1...3, besides: Set(levels.joined().map(\.name)), hasDefaults: hasDefaults)
      for index in level.indices where hasDefaults { level[index].owner = name }
      levels.append(level)
    }
    // What classes state about properties of those above.
    var refinements = levels.map { _ in [(name: String, rule: [String])]() }
    for level in levels.indices.dropLast() {
      for index in levels[level].indices {
        let rule = levels[level][index].splitRule(&random)
        guard !rule.isEmpty else { continue }
        refinements[Int.random(in: level + 1..<count, using: &random)].append((levels[level][index].name, rule))
      }
    }
    for (space, isAuto) in Self.spaces {
      let root = isAuto ? "AutoCoding" + (hasDefaults ? ", DefaultInitializable" : "") : "Codable"
      for (level, properties) in levels.enumerated() {
        let isBase = level == 0
        let fill = filling(properties, in: space)
        var members = members(properties, isBase: isBase, isAuto: isAuto, in: space)
        if isBase { members.append("class func random(_ random: inout ValueMaker) -> Self { Self(&random) }") }
        if hasDefaults {
          let lines = ["var random = ValueMaker.ofDefaults"] + fill + [isBase ? "" : "super.init()"]
          members.append(Self.block("required init()", lines))
        }
        if isAuto {
          let override = isBase ? "" : "override "
          members.append(
            "\(override)class var propertyRules: PropertyRules { \(rules(of: properties, and: refinements[level])) }")
        } else {
          let defaults = hasDefaults ? ["var random = ValueMaker.ofDefaults"] + fill : []
          members.append(decoder(properties, isBase: isBase, in: space, after: defaults))
        }
        declare(
          "class \(level == count - 1 ? name : "\(name)_\(level)"): "
            + (isBase ? "\(root), RandomValue" : "\(space).\(name)_\(level - 1)"), in: space, members)
      }
    }
    models.append(Model(name: name))
  }

  /// Adds a class and subclasses that data names by tags. By hand, a struct chooses the class.
  mutating func addHierarchy(_ name: String) {
    var levels = [random.sample(["b1", "b2"], 0...2).map { Property($0, type(1)) }]
    for number in 1...Int.random(in: 1...3, using: &random) {
      levels.append(random.sample(["s1", "s2", "s3"], 0...3).map { Property("\($0)_\(number)", type(1)) })
    }
    let isBaseListed = random.chance(0.5)
    let listed = levels.indices.filter { $0 > 0 || isBaseListed }
    // The last may be below another subclass.
    let isDeep = levels.count > 2 && random.chance(0.4)
    // The tag is a stored property, as code by hand has it.
    let holdsTag = random.chance(0.4)
    let isInteger = random.chance(0.3)
    let tagType = isInteger ? "Int" : "String"
    /// The tag of a class, as a literal of its type.
    func literal(_ level: Int) -> String { isInteger ? "\(level * 3 - 3)" : "\"tag \(level)\"" }
    for (space, isAuto) in Self.spaces {
      let base = isAuto ? name : "\(name)_Base"
      func className(_ level: Int) -> String { "\(space).\(level == 0 ? base : "\(name)_\(level)")" }
      let choice =
        "let classes: [\(className(0)).Type] = [\(listed.map { "\(className($0)).self" }.joined(separator: ", "))]"
      for (level, properties) in levels.enumerated() {
        let isBase = level == 0
        var members = members(
          properties, isBase: isBase, isAuto: isAuto, in: space,
          then: isAuto && holdsTag ? ["tag = \(literal(level))"] : [])
        if isAuto, isBase, holdsTag { members.insert("var tag: \(tagType)", at: 0) }
        if isAuto, isBase {
          let tags = listed.map { level in
            "\(isInteger ? "\"\(literal(level))\"" : literal(level)): \(className(level)).self"
          }.joined(separator: ", ")
          let integers = isInteger ? ", tagsAreIntegers: true" : ""
          members.append("class var typeRules: TypeRules { TypeRules(typeKey: \"tag\", types: [\(tags)]\(integers)) }")
          members.append(
            Self.block(
              "class func random(_ random: inout ValueMaker) -> Self",
              [choice, "let made = random.pick(classes).init(&random)", "return made as! Self"]))
        } else if !isAuto {
          members.append("\(isBase ? "" : "override ")var tag: \(tagType) { \(literal(level)) }")
          members.append(decoder(properties, isBase: isBase, in: space, after: []))
        }
        let parent =
          isBase
          ? (isAuto ? "AutoCoding, RandomValue" : "Codable") : className(isDeep && level == levels.count - 1 ? 1 : 0)
        declare("class \(level == 0 ? base : "\(name)_\(level)"): \(parent)", in: space, members)
      }
      guard !isAuto else { continue }
      let cases = listed.map { "case \(literal($0)): value = try \(className($0))(from: decoder)" }
      declare(
        "struct \(name): Codable, RandomValue", in: space,
        [
          "var value: \(className(0))", "init(_ value: \(className(0))) { self.value = value }",
          Self.block(
            "static func random(_ random: inout ValueMaker) -> \(space).\(name)",
            [choice, "return \(space).\(name)(random.pick(classes).init(&random))"]),
          Self.block(
            "func encode(to encoder: any Encoder) throws",
            [
              "var container = encoder.container(keyedBy: Key.self)",
              "try container.encode(value.tag, forKey: Key(\"tag\"))", "try value.encode(to: encoder)",
            ]),
          Self.block(
            "init(from decoder: any Decoder) throws",
            [
              "let tag = try decoder.container(keyedBy: Key.self).decode(\(tagType).self, forKey: Key(\"tag\"))",
              Self.block("switch tag", cases + ["default: throw Key.isUnknown(\"\\(tag)\")"]),
            ]),
        ])
    }
    models.append(Model(name: name))
  }

  /// What every class has: its properties, the initializer with random values, and by hand its `encode(to:)`.
  private func members(
    _ properties: [Property], isBase: Bool, isAuto: Bool, in space: String, then lines: [String] = []
  ) -> [String] {
    let fill = filling(properties, in: space) + [isBase ? "" : "super.init(&random)"] + lines
    var members = declarations(properties, in: space)
    members.append(Self.block("required init(_ random: inout ValueMaker)", fill))
    if !isAuto {
      members.append(
        Self.block(
          "\(isBase ? "" : "override ")func encode(to encoder: any Encoder) throws",
          [isBase ? "" : "try super.encode(to: encoder)"] + encoding(properties, in: space)))
    }
    return members
  }

  private func decoder(
    _ properties: [Property], isBase: Bool, in space: String, after lines: [String]
  ) -> String {
    Self.block(
      "required init(from decoder: any Decoder) throws",
      lines + decoding(properties, in: space) + [isBase ? "" : "try super.init(from: decoder)"])
  }
}
