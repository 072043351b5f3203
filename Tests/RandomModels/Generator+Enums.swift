/// Enums: with raw values, as the compiler codes them, and with their cases named under a key.
extension Generator {
  private static let caseNames = ["alpha", "beta", "gammaRay", "delta", "epsilon"]

  private struct Case {
    let name: String
    var key: String
    var values: [(label: String?, type: TypeShape)] = []
    var formerKey: String?

    /// Whether it has one value, without a label.
    var isSingle: Bool { values.count == 1 && values[0].label == nil }

    /// Its rule for the names in data.
    var rule: String? {
      let former = formerKey.map { ".formerly(\"\($0)\")" } ?? ""
      return key == name ? (former.isEmpty ? nil : former) : ".key(\"\(key)\")\(former)"
    }

    func declaration(in space: String) -> String { "case \(name)\(list { "\($0)\($1.name(in: space))" })" }
    func making(in space: String) -> String { ".\(name)\(list { "\($0)(\($1.name(in: space))).random(&random)" })" }
    var pattern: String {
      ".\(name)" + (values.isEmpty ? "" : "(\(values.indices.map { "let v\($0)" }.joined(separator: ", ")))")
    }

    private func list(_ part: (String, TypeShape) -> String) -> String {
      if values.isEmpty { return "" }
      return "(\(values.map { part($0.label.map { "\($0): " } ?? "", $0.type) }.joined(separator: ", ")))"
    }
  }

  mutating func addRawEnum(_ name: String, hasUnknownCase: Bool) {
    let raw = random.pick(["String", "Int", "UInt8"])
    let cases = random.sample(Self.caseNames, 1...5)
    for (space, isAuto) in Self.spaces {
      let all = cases.map { ".\($0)" }.joined(separator: ", ")
      var members = [
        "case \(cases.joined(separator: ", "))",
        "static func random(_ random: inout ValueMaker) -> \(space).\(name) { random.pick([\(all)]) }",
      ]
      if hasUnknownCase, isAuto {
        members.append("static let typeRules = TypeRules(unknownCase: \"\(cases[0])\")")
      } else if hasUnknownCase {
        members.append(
          Self.block(
            "init(from decoder: any Decoder) throws",
            [
              "let value = try decoder.singleValueContainer().decode(\(raw).self)",
              "self = Self(rawValue: value) ?? .\(cases[0])",
            ]))
      }
      declare("enum \(name): \(raw), \(isAuto ? "AutoCoding" : "Codable"), RandomValue", in: space, members)
    }
    models.append(Model(name: name, isRaw: !hasUnknownCase))
  }

  mutating func addEnum(_ name: String) {
    let cases = random.sample(Array(Self.caseNames.dropLast()), 1...4).map { name in
      var labels: [String?] = random.sample(["first", "secondValue", "z"], 0...3)
      if random.chance(0.3), !labels.isEmpty { labels[0] = nil }
      return Case(name: name, key: name, values: labels.map { ($0, type(1)) })
    }
    for (space, isAuto) in Self.spaces {
      declare(
        "indirect enum \(name): \(isAuto ? "AutoCoding" : "Codable"), RandomValue", in: space,
        members(of: cases, name, in: space))
    }
    models.append(Model(name: name, mayTakeNull: true))
  }

  /// An enum that is coded as the name of its case, and keeps names that no case has.
  mutating func addOpenEnum(_ name: String) {
    let isText = random.chance(0.6)
    let cases = random.sample(Array(Self.caseNames.dropLast()), 0...4).enumerated().map { index, name in
      var made = Case(name: name, key: isText ? random.chance(0.3) ? "c-\(name)" : name : "\(index * 7 - 7)")
      if random.chance(0.3) { made.formerKey = isText ? "old_\(name)" : "\(100 + index)" }
      return made
    }
    let value = isText ? "String" : "Int"
    func literal(_ key: String) -> String { isText ? "\"\(key)\"" : key }
    for (space, isAuto) in Self.spaces {
      var members = members(
        of: cases + [Case(name: "other", key: "other", values: [(nil, .leaf(value))])], name, in: space)
      if isAuto {
        let rules = cases.filter { $0.rule != nil }.map { "\"\($0.name)\": \($0.rule ?? "")" }.joined(separator: ", ")
        if !rules.isEmpty { members.append("static let propertyRules: PropertyRules = [\(rules)]") }
        members.append("static let typeRules = TypeRules(unknownCase: \"other\")")
      } else {
        let names = cases.map { made in
          let names = [made.key, made.formerKey].compactMap { $0 }.map(literal).joined(separator: ", ")
          return "case \(names): self = .\(made.name)"
        }
        members.append(
          Self.block(
            "init(from decoder: any Decoder) throws",
            [
              Self.block(
                "switch try decoder.singleValueContainer().decode(\(value).self)",
                names + ["case let name: self = .other(name)"])
            ]))
        members.append(
          Self.block(
            "func encode(to encoder: any Encoder) throws",
            [
              "var container = encoder.singleValueContainer()",
              Self.block(
                "switch self",
                cases.map { "case .\($0.name): try container.encode(\(literal($0.key)))" }
                  + ["case .other(let name): try container.encode(name)"]),
            ]))
      }
      declare("indirect enum \(name): \(isAuto ? "AutoCoding" : "Codable"), RandomValue", in: space, members)
    }
    models.append(Model(name: name, mayTakeNull: true))
  }

  /// An enum whose cases data does not name: the first that fits is taken.
  mutating func addUntaggedEnum(_ name: String) {
    var types: [TypeShape] = random.sample(["Bool", "Int", "String"], 1...3).map { .leaf($0) }
    if random.chance(0.5) { types.append(.array(.leaf("Int"))) }
    if random.chance(0.6), let part = models.filter({ $0.flattenedKeys != nil }).randomElement(using: &random) {
      types.append(.model(part.name))
    }
    types.shuffle(using: &random)
    if random.chance(0.3) { types.append(.leaf("JSONValue")) }
    let cases = zip(Self.caseNames + ["zeta"], types).map { Case(name: $0, key: $0, values: [(nil, $1)]) }
    for (space, isAuto) in Self.spaces {
      var members = members(of: cases, name, in: space)
      if isAuto {
        members.append("static let typeRules = TypeRules(casesAreUntagged: true)")
      } else {
        let attempts = cases.map { made in
          let type = made.values[0].type.name(in: space)
          return "if let value = try? container.decode(\(type).self) { self = .\(made.name)(value); return }"
        }
        members.append(
          Self.block(
            "init(from decoder: any Decoder) throws",
            ["let container = try decoder.singleValueContainer()"] + attempts + ["throw Key.isUnknown(\"\")"]))
        members.append(
          Self.block(
            "func encode(to encoder: any Encoder) throws",
            [
              "var container = encoder.singleValueContainer()",
              Self.block("switch self", cases.map { "case .\($0.name)(let value): try container.encode(value)" }),
            ]))
      }
      declare("indirect enum \(name): \(isAuto ? "AutoCoding" : "Codable"), RandomValue", in: space, members)
    }
    models.append(Model(name: name, mayTakeNull: true))
  }

  private func members(of cases: [Case], _ name: String, in space: String) -> [String] {
    let branches = cases.enumerated().map { index, value in
      "\(index < cases.count - 1 ? "case \(index)" : "default"): return \(value.making(in: space))"
    }
    let choice = Self.block("switch random.below(\(cases.count))", branches)
    return cases.map { $0.declaration(in: space) } + [
      Self.block("static func random(_ random: inout ValueMaker) -> \(space).\(name)", [choice])
    ]
  }

  // MARK: Cases that are named under a key

  mutating func addTaggedEnum(_ name: String) {
    let hasContent = random.chance(0.5)
    let isInteger = random.chance(0.3)
    let parts = models.filter { $0.flattenedKeys?.isDisjoint(with: ["tag", "content"]) ?? false }
    var cases = random.sample(Array(Self.caseNames.dropLast()), 1...4).enumerated().map { index, name in
      var made = Case(name: name, key: isInteger ? "\(index * 5 - 5)" : random.chance(0.3) ? "c-\(name)" : name)
      if random.chance(0.3) { made.formerKey = isInteger ? "\(100 + index)" : "old_\(name)" }
      if hasContent, random.chance(0.3) {
        made.values = [(nil, type(1))]
      } else if !hasContent, random.chance(0.3), let part = parts.randomElement(using: &random) {
        made.values = [(nil, .model(part.name))]
      } else {
        made.values = random.sample(["first", "secondValue", "z"], 0...3).map { label in
          let type = type(1)
          // Null in place of the values is null for each, and an error for the code by hand.
          if hasContent, case .model(let name) = type, models.contains(where: { $0.name == name && $0.mayTakeNull }) {
            return (label, .leaf("Int"))
          }
          return (label, type)
        }
      }
      return made
    }
    let keepsUnknown = random.chance(0.3)
    if keepsUnknown { cases.append(Case(name: "other", key: "other", values: [(nil, .leaf("JSONValue"))])) }
    let unknown = keepsUnknown ? "other" : random.chance(0.4) ? cases.first { $0.values.isEmpty }?.name : nil
    for (space, isAuto) in Self.spaces {
      var members = members(of: cases, name, in: space)
      if isAuto {
        let rules = cases.filter { $0.rule != nil }.map { "\"\($0.name)\": \($0.rule ?? "")" }.joined(separator: ", ")
        if !rules.isEmpty { members.append("static let propertyRules: PropertyRules = [\(rules)]") }
        let others =
          (hasContent ? ", contentKey: \"content\"" : "") + (isInteger ? ", tagsAreIntegers: true" : "")
          + (unknown.map { ", unknownCase: \"\($0)\"" } ?? "")
        members.append("static let typeRules = TypeRules(caseKey: \"tag\"\(others))")
      } else {
        let branches = cases.map { value in
          keepsUnknown && value.name == unknown
            ? "case \(value.pattern): try v0.encode(to: encoder)"
            : encodingTagged(value, hasContent, isInteger: isInteger)
        }
        members.append(
          Self.block(
            "func encode(to encoder: any Encoder) throws",
            [
              keepsUnknown ? "if case .other(let value) = self { return try value.encode(to: encoder) }" : "",
              "var container = encoder.container(keyedBy: Key.self)", "_ = container.codingPath",
              Self.block("switch self", branches),
            ]))
        let read = "try container.decode(\(isInteger ? "Int" : "String").self, forKey: Key(\"tag\"))"
        let name = isInteger ? "String(\(read))" : read
        members.append(
          Self.block(
            "init(from decoder: any Decoder) throws",
            [
              keepsUnknown
                ? """
                guard let container = try? decoder.container(keyedBy: Key.self) else {
                  self = .other(try JSONValue(from: decoder))
                  return
                }
                let name = (try? container.decodeIfPresent(\(isInteger ? "Int" : "String").self, forKey: Key("tag")))
                  .map { "\\($0)" } ?? ""
                """
                : """
                let container = try decoder.container(keyedBy: Key.self)
                let name = \(unknown == nil ? name : "container.contains(Key(\"tag\")) ? \(name) : \"\"")
                """,
              Self.block(
                "switch name",
                cases.filter { !keepsUnknown || $0.name != unknown }.map { decodingTagged($0, hasContent, in: space) }
                  + [
                    keepsUnknown
                      ? "default: self = .other(try JSONValue(from: decoder))"
                      : "default: \(unknown.map { "self = .\($0)" } ?? "throw Key.isUnknown(name)")"
                  ]),
            ]))
      }
      declare("indirect enum \(name): \(isAuto ? "AutoCoding" : "Codable"), RandomValue", in: space, members)
    }
    models.append(Model(name: name, mayTakeNull: true))
  }

  private func encodingTagged(_ value: Case, _ hasContent: Bool, isInteger: Bool) -> String {
    let tag = isInteger ? value.key : "\"\(value.key)\""
    var lines = ["case \(value.pattern):", "try container.encode(\(tag), forKey: Key(\"tag\"))"]
    func encode(_ index: Int, _ container: String, _ key: String) {
      let function = value.values[index].type.isOptional ? "encodeIfPresent" : "encode"
      lines.append("try \(container).\(function)(v\(index), forKey: Key(\"\(key)\"))")
    }
    if value.isSingle, hasContent {
      encode(0, "container", "content")
    } else if value.isSingle {
      lines.append("try v0.encode(to: encoder)")
    } else if !value.values.isEmpty {
      if hasContent {
        lines.append("var content = container.nestedContainer(keyedBy: Key.self, forKey: Key(\"content\"))")
        lines.append("_ = content.codingPath")
      }
      for (index, part) in value.values.enumerated() {
        encode(index, hasContent ? "content" : "container", part.label ?? "")
      }
    }
    return lines.joined(separator: "\n")
  }

  private func decodingTagged(_ value: Case, _ hasContent: Bool, in space: String) -> String {
    func decode(_ type: TypeShape, _ container: String, _ key: String) -> String {
      let function = type.isOptional ? "decodeIfPresent" : "decode"
      return "try \(container).\(function)(\(type.unwrapped.name(in: space)).self, forKey: Key(\"\(key)\"))"
    }
    let names = [value.key, value.formerKey].compactMap { $0 }.map { "\"\($0)\"" }.joined(separator: ", ")
    var lines = ["case \(names):"]
    if value.isSingle {
      let type = value.values[0].type
      let found = hasContent ? decode(type, "container", "content") : "try \(type.name(in: space))(from: decoder)"
      lines.append("self = .\(value.name)(\(found))")
    } else if value.values.isEmpty {
      lines.append("self = .\(value.name)")
    } else {
      func all(_ part: (TypeShape, String) -> String) -> String {
        value.values.map { "\($0.label ?? ""): \(part($0.type, $0.label ?? ""))" }.joined(separator: ", ")
      }
      if hasContent {
        if value.values.allSatisfy(\.type.isOptional) {
          let nils = all { _, _ in "nil" }
          lines.append("if try isNullOrMissing(\"content\", in: container) { self = .\(value.name)(\(nils)); return }")
        }
        lines.append("let content = try container.nestedContainer(keyedBy: Key.self, forKey: Key(\"content\"))")
      }
      lines.append("self = .\(value.name)(\(all { decode($0, hasContent ? "content" : "container", $1) }))")
    }
    return lines.joined(separator: "\n")
  }
}
