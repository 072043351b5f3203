/// A property with its rules, as `propertyRules` states them and as code by hand follows them.
struct Property {
  let name: String
  let type: TypeShape
  /// The steps of its key.
  var path: [String]
  var formerKeys: [String] = []
  var defaultLiteral: String?
  var transformer: Transformer?
  var encodesNil = false
  var isNilForUndecodable = false
  var keepsDefault = false
  var takesNullAsMissing = false
  var skipsElements = false
  var isRequired = false
  var omitsDefault = false
  var isExcluded = false
  var isEncoded = true
  var isDecoded = true
  var isFlattened = false
  /// The keys of a flattened model that is nil if none of them is there; nil if it has to be there.
  var presentBy: [String]?
  /// The type whose `init()` gives it a default; nil if there is none.
  var owner: String?
  /// The members of its rule, in any order.
  var rule: [String] = []

  init(_ name: String, _ type: TypeShape) {
    self.name = name
    self.type = type
    path = [name]
  }

  var key: String { path[path.count - 1] }
  var groups: [[String]] { (1..<path.count).map { Array(path.prefix($0)) } }

  /// Gives the property random rules that do not contradict each other.
  ///
  /// - Parameter mayTakeNull: Whether null may be a value of its type, which is no Optional.
  mutating func addRules(hasDefaults: Bool, mayTakeNull: Bool, _ random: inout SplitMix) {
    guard random.chance(0.5) else { return }
    if random.chance(0.3) {
      path = [random.pick(["k_", "odd key ", "ключ", "k/"]) + name]
    } else if random.chance(0.2), !mayTakeNull {
      path = random.pick([["group"], ["other", "in"]]) + [name]
    }
    if path != [name] { rule.append(".key(\"\(path.joined(separator: "."))\")") }
    if random.chance(0.3) {
      formerKeys = random.chance(0.5) ? ["f_\(name)"] : ["f_\(name)", "g_\(name)"]
      rule.append(".formerly(\(formerKeys.map { "\"\($0)\"" }.joined(separator: ", ")))")
    }
    if let literal = type.defaultLiteral, random.chance(0.4) {
      defaultLiteral = literal
      rule.append(".default(\(literal))")
    }
    if let known = type.transformed.flatMap({ Transformer.byType[$0] }), random.chance(0.5) {
      let transformer = random.pick(known)
      self.transformer = transformer
      rule.append(".transformed(by: \(transformer.name).self)")
    }
    func add(_ member: String, _ probability: Double, if allowed: Bool, _ random: inout SplitMix) -> Bool {
      guard allowed, random.chance(probability) else { return false }
      rule.append(member)
      return true
    }
    encodesNil = add(".encodesNil", 0.3, if: type.isOptional, &random)
    let hasDefault = defaultLiteral != nil || hasDefaults
    // What is no object is nil at the end of a path, and for the code by hand a key that is missing.
    isNilForUndecodable = add(
      ".nilForUndecodable", 0.3, if: type.isOptional && (path.count == 1 || !hasDefault), &random)
    keepsDefault = add(
      ".defaultForUndecodable", 0.3, if: hasDefault && !isNilForUndecodable && !type.isOptional && path.count == 1,
      &random)
    // Null may be a value of an enum.
    takesNullAsMissing = add(
      ".defaultForNull", 0.3,
      if: hasDefault && !type.isOptional && type.defaultLiteral != nil && path.count == 1, &random)
    skipsElements = add(
      ".skipsUndecodableElements", 0.4, if: type.unwrapped.arrayElement != nil && transformer == nil, &random)
    isRequired = add(
      ".required", 0.3,
      if: hasDefaults && !type.isOptional && defaultLiteral == nil && !keepsDefault && !takesNullAsMissing, &random)
    omitsDefault = add(
      ".omitsDefault", 0.4,
      if: hasDefault && type.defaultLiteral != nil && type.isEquatable && !isRequired && !encodesNil, &random)
    let recovers = isNilForUndecodable || keepsDefault || skipsElements || takesNullAsMissing
    let mayBeMissing = type.isOptional || defaultLiteral != nil || hasDefaults
    if random.chance(0.1), rule.allSatisfy({ $0.hasPrefix(".default") }), mayBeMissing {
      isExcluded = true
      rule = [defaultLiteral.map { ".excluded(default: \($0))" } ?? ".excluded"]
    } else if add(
      ".encodedOnly", 0.1, if: formerKeys.isEmpty && !recovers && !isRequired && mayBeMissing, &random)
    {
      isDecoded = false
    } else {
      // A keyed archive that lacks a property is an error, whatever recovers from it elsewhere.
      isEncoded = !add(
        ".decodedOnly", 0.1, if: !encodesNil && !omitsDefault && !isRequired && mayBeMissing, &random)
    }
    rule.shuffle(using: &random)
  }

  /// Moves members of the rule to a class below, and adds what they replace there. Returns what was moved.
  mutating func splitRule(_ random: inout SplitMix) -> [String] {
    guard !isExcluded, !isFlattened, !rule.isEmpty, random.chance(0.5) else { return [] }
    let moved = random.sample(rule, 1...rule.count)
    rule.removeAll(where: moved.contains)
    for member in moved where random.chance(0.5) {
      guard let replaced = replaced(by: member) else { continue }
      rule.append(replaced)
    }
    return moved
  }

  /// A member that contradicts none of the rule but one.
  private func replaced(by member: String) -> String? {
    switch member.prefix(while: { $0 != "(" }) {
    case ".key": ".key(\"noise \(name)\")"
    case ".formerly", ".encodedOnly": ".formerly(\"old \(name)\")"
    case ".default" where isNilForUndecodable || keepsDefault || takesNullAsMissing || omitsDefault || !isDecoded:
      ".default(\(defaultLiteral ?? ""))"
    case ".default": ".required"
    case ".nilForUndecodable": ".defaultForUndecodable"
    case ".encodesNil": ".omitsDefault"
    case ".omitsDefault", ".decodedOnly": ".encodesNil"
    case ".required": ".defaultForNull"
    default: nil
    }
  }

  // MARK: Code by hand

  /// The name of the variable with the container that has the property.
  private var container: String { path.count > 1 ? Self.variable(path.dropLast()) : "container" }

  static func variable(_ group: some Sequence<String>) -> String { "in_\(group.joined(separator: "_"))" }

  /// The expression for whether a group that has only this property is written.
  func isGroupWritten(in space: String) -> String {
    if let differs = differsFromOmitted(in: space) {
      return differs + (type.isOptional && !isDecoded ? " && \(name) != nil" : "")
    }
    if !type.isOptional || encodesNil || defaultLiteral != nil && isDecoded { return "true" }
    return "\(name) != nil" + (owner != nil && isDecoded ? " || \(space).\(owner ?? "")().\(name) != nil" : "")
  }

  /// The expression for whether the value is another than the default that is left out; nil if none is.
  private func differsFromOmitted(in space: String) -> String? {
    guard omitsDefault else { return nil }
    return "self.\(name) != " + (defaultLiteral ?? "\(space).\(owner ?? "")().\(name)")
  }

  func encoding(in space: String) -> String {
    if isFlattened { return "try \(name)\(type.isOptional ? "?" : "").encode(to: encoder)" }
    let value = transformer.map { type.transforming("self.\(name)", by: "\($0.name).encode") } ?? "self.\(name)"
    func call(_ function: String) -> String {
      "try \(container)\(path.count > 1 ? "?" : "").\(function)(\(value), forKey: Key(\"\(key)\"))"
    }
    if let differs = differsFromOmitted(in: space) {
      return "if \(differs) { \(call(type.isOptional && !isDecoded ? "encodeIfPresent" : "encode")) }"
    }
    guard type.isOptional, !encodesNil else { return call("encode") }
    guard isDecoded else { return call("encodeIfPresent") }
    if defaultLiteral != nil { return call("encode") }
    guard let owner else { return call("encodeIfPresent") }
    // A nil whose absence would be decoded as what `init()` sets is null.
    return "if \(space).\(owner)().\(name) != nil { \(call("encode")) } else { \(call("encodeIfPresent")) }"
  }

  func decoding(in space: String) -> String {
    if isFlattened {
      let decoding = "try \(type.unwrapped.name(in: space))(from: decoder)"
      guard let presentBy else { return "\(name) = \(decoding)" }
      return "\(name) = \(presentBy).contains { container.contains(Key($0)) } ? \(decoding) : nil"
    }
    let missing = missingValue
    if isExcluded || !isDecoded { return missing }
    var branches: [(condition: String, body: String)] = []
    if path.count > 1 {
      let body = type.isOptional ? "self.\(name) = nil" : "throw Key.isNull(\"\(name)\")"
      let keys = path.dropLast().map { "\"\($0)\"" }.joined(separator: ", ")
      branches.append(("hasNull(in: container, at: [\(keys)])", body))
      branches.append(
        ("let group = \(container), group.contains(Key(\"\(key)\"))", reading(from: "group", key, in: space)))
    } else {
      branches.append((isThere(key), reading(from: "container", key, in: space)))
    }
    for former in formerKeys { branches.append((isThere(former), reading(from: "container", former, in: space))) }
    return branches.map { "if \($0.condition) { \($0.body) } else " }.joined() + "{ \(missing) }"
  }

  private func isThere(_ key: String) -> String {
    let isNull = "try container.decodeNil(forKey: Key(\"\(key)\"))"
    return "container.contains(Key(\"\(key)\"))" + (takesNullAsMissing ? ", \(isNull) == false" : "")
  }

  private var missingValue: String {
    if let defaultLiteral { return "self.\(name) = \(defaultLiteral)" }
    if owner != nil, !isRequired { return "" }
    return type.isOptional ? "self.\(name) = nil" : "throw Key.isMissing(\"\(key)\")"
  }

  private func reading(from container: String, _ key: String, in space: String) -> String {
    let stored = transformer.map { type.unwrapped.stored(as: $0.stored) } ?? type.unwrapped.name(in: space)
    let function = type.isOptional ? "decodeIfPresent" : "decode"
    var value = "\(container).\(function)(\(stored).self, forKey: Key(\"\(key)\"))"
    if skipsElements, let element = type.unwrapped.arrayElement {
      let fitting = "FittingElements<\(element.name(in: space))>.self, forKey: Key(\"\(key)\"))"
      value = "\(container).\(function)(\(fitting)\(type.isOptional ? "?" : "").elements"
    }
    if let transformer {
      let change = type.unwrapped.transforming("$0", by: "\(transformer.name).decode")
      value = type.isOptional ? "\(value).map { \(change) }" : "changed(\(value)) { \(change) }"
    }
    if keepsDefault {
      return "if let found = try? \(value) { self.\(name) = found } else { \(missingValue) }"
    }
    return "self.\(name) = " + (isNilForUndecodable ? "(try? \(value)) ?? nil" : "try \(value)")
  }
}
