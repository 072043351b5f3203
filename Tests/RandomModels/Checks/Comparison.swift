import AutoCoding
import Foundation

/// A model with AutoCoding, and the same one with code by hand.
protocol Comparison {
  func compare(rounds: Int, _ findings: inout Findings)
}

/// What differs.
struct Findings {
  private(set) var checks = 0
  private(set) var differences = 0
  /// The model, and the number of the value.
  var title = ""

  /// Compares two outcomes. That both throw is no difference.
  mutating func compare(
    _ what: String, _ found: Result<Data, any Error>, _ expected: Result<Data, any Error>,
    _ input: @autoclosure () -> Any
  ) {
    checks += 1
    switch (found, expected) {
    case (.success(let first), .success(let second)) where first == second: return
    case (.failure, .failure): return
    default: break
    }
    differences += 1
    guard differences <= 20 else { return }
    func text(_ outcome: Result<Data, any Error>) -> String {
      switch outcome {
      case .success(let data): String(decoding: data, as: UTF8.self)
      case .failure(let error): "\(error)"
      }
    }
    print("\(title): \(what)\n  found    \(text(found))\n  expected \(text(expected))\n  input    \(input())")
  }
}

struct Pair<Model: AutoCoding & RandomValue, Twin: Codable & RandomValue>: Comparison {
  let name: String

  func compare(rounds: Int, _ findings: inout Findings) {
    do {
      _ = try TypeMap(reflecting: Model.self)
    } catch {
      return findings.compare("\(name) has no map", .failure(error), .success(Data()), "")
    }
    for round in 0..<rounds {
      findings.title = "\(name), value \(round)"
      coders(Model.self, Twin.self, round, &findings)
      if round.isMultiple(of: 2) { values(round, &findings) }
    }
    for round in 0..<rounds / 3 {
      findings.title = "\(name) in others, value \(round)"
      coders([Model].self, [Twin].self, round, &findings)
      coders(Plain<Model>.self, Plain<Twin>.self, round, &findings)
      coders(Auto.Box<Model>.self, ByHand.Box<Twin>.self, round, &findings)
      coders([String: Model?].self, [String: Twin?].self, round, &findings)
    }
  }

  // MARK: Coders

  private func coders<First: Codable & RandomValue, Second: Codable & RandomValue>(
    _: First.Type, _: Second.Type, _ round: Int, _ findings: inout Findings
  ) {
    var random = ValueMaker(seed: UInt64(round), mostEntries: round.isMultiple(of: 2) ? 1 : 3)
    var same = random
    let (model, twin) = (First.random(&random), Second.random(&same))
    let options = Options(number: round)
    let expected = Result { try options.foundationEncoder.encode(twin) }
    findings.compare("AutoJSONEncoder", Result { try options.encoder.encode(model) }, expected, "")
    findings.compare("JSONEncoder", Result { try options.foundationEncoder.encode(model) }, expected, "")
    findings.compare("AutoJSONEncoder, by hand", Result { try options.encoder.encode(twin) }, expected, "")
    if round.isMultiple(of: 2) {
      let encoder = AutoJSONEncoder()
      findings.compare("in order", Result { try encoder.encode(model) }, Result { try encoder.encode(twin) }, "")
    }
    if case .success(let data) = expected { json(data, options, First.self, Second.self, &random, &findings) }
    propertyLists(twin, model, &random, &findings)
    let back = Result { try Self.sorted(JSONDecoder().decode(First.self, from: JSONEncoder().encode(model))) }
    let archived = Result {
      try Self.sorted(KeyedArchiveDecoder().decode(First.self, from: KeyedArchiveEncoder().encode(model)))
    }
    // An archive also tells untagged cases apart that have the same JSON.
    let isSame = (try? archived.get()).flatMap { data in try? data == Self.sorted(model) } ?? false
    findings.compare("keyed archive", archived, isSame ? archived : back, model)
    if let members = try? DictionaryEncoder().encode(model) {
      let found = Result { try Self.sorted(DictionaryDecoder().decode(First.self, from: members)) }
      let isSame = (try? found.get()).flatMap { data in try? data == Self.sorted(model) } ?? false
      findings.compare("dictionary", found, isSame ? found : back, model)
    }
  }

  private func json<First: Codable, Second: Codable>(
    _ data: Data, _ options: Options, _: First.Type, _: Second.Type, _ random: inout ValueMaker,
    _ findings: inout Findings
  ) {
    let leaves: [Any] = [
      NSNull(), NSNull(), 0, 1, -1, 1.5, 300, 1e30, true, "", "x", "12", "alpha", "2001-09-09", "AAAA", "yes",
    ]
    for number in 0..<7 {
      var document = data
      if number > 0 {
        guard let any = try? JSONSerialization.jsonObject(with: data, options: .fragmentsAllowed) else { return }
        let tree = Tree(any)
        let position = random.below(2) * random.below(tree.count)
        guard let mutant = tree.mutated(at: position, leaves: leaves, &random),
          let text = try? JSONSerialization.data(withJSONObject: mutant.any, options: .fragmentsAllowed)
        else { continue }
        document = text
      }
      let expected = Result { try Self.sorted(options.foundationDecoder.decode(Second.self, from: document)) }
      for (name, found) in [
        ("AutoJSONDecoder", Result { try Self.sorted(options.decoder.decode(First.self, from: document)) }),
        ("JSONDecoder", Result { try Self.sorted(options.foundationDecoder.decode(First.self, from: document)) }),
        ("AutoJSONDecoder, by hand", Result { try Self.sorted(options.decoder.decode(Second.self, from: document)) }),
      ] {
        findings.compare(name, found, expected, String(decoding: document, as: UTF8.self))
      }
    }
  }

  private func propertyLists<First: Codable, Second: Codable>(
    _ twin: Second, _ model: First, _ random: inout ValueMaker, _ findings: inout Findings
  ) {
    let encoder = AutoPropertyListEncoder()
    let foundation = PropertyListEncoder()
    for format in [PropertyListSerialization.PropertyListFormat.binary, .xml] {
      (encoder.outputFormat, foundation.outputFormat) = (format, format)
      let expected = Result {
        try Self.sorted(PropertyListDecoder().decode(Second.self, from: foundation.encode(twin)))
      }
      for (name, found) in [
        ("decoder", Result { try AutoPropertyListDecoder().decode(First.self, from: foundation.encode(twin)) }),
        ("encoder", Result { try PropertyListDecoder().decode(First.self, from: encoder.encode(model)) }),
        ("both", Result { try AutoPropertyListDecoder().decode(First.self, from: encoder.encode(model)) }),
      ] {
        findings.compare(
          "property list, \(name)", found.flatMap { value in Result { try Self.sorted(value) } }, expected, twin)
      }
    }
  }

  static func sorted(_ value: some Encodable) throws -> Data {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    return try encoder.encode(value)
  }

  // MARK: Values

  private func values(_ round: Int, _ findings: inout Findings) {
    var random = ValueMaker(seed: UInt64(round), mostEntries: 3)
    var same = random
    let (model, equal, other) = (Model.random(&random), Model.random(&same), Model.random(&random))
    func check(_ what: String, _ expected: Model, _ body: () throws -> Model) {
      findings.compare(what, Result { try Self.sorted(body()) }, Result { try Self.sorted(expected) }, model)
    }
    func holds(_ what: String, _ body: () throws -> Bool) {
      findings.compare(what, Result { try Data("\(body())".utf8) }, .success(Data("true".utf8)), model)
    }
    holds("equal values") { try ModelValue.areEqual(model, equal) }
    holds("equal copy") { try ModelValue.areEqual(model, ModelValue.copy(of: model)) }
    holds("no difference") { try ModelDifference(from: model, to: equal).changes.isEmpty }
    check("copy", model) { try ModelValue.copy(of: model) }
    check("difference", other) {
      var copy = try ModelValue.copy(of: model)
      try ModelDifference(from: model, to: other).apply(to: &copy)
      return copy
    }
    check("reversed difference", model) {
      var copy = try ModelValue.copy(of: other)
      try ModelDifference(from: model, to: other).reversed().apply(to: &copy)
      return copy
    }
  }
}

/// Coders with the same options.
struct Options {
  let encoder = AutoJSONEncoder()
  let decoder = AutoJSONDecoder()
  let foundationEncoder = JSONEncoder()
  let foundationDecoder = JSONDecoder()

  init(number: Int) {
    (encoder.outputFormatting, foundationEncoder.outputFormatting) = (.sortedKeys, .sortedKeys)
    switch number % 5 {
    case 1:
      (encoder.dateEncodingStrategy, foundationEncoder.dateEncodingStrategy) = (.iso8601, .iso8601)
      (decoder.dateDecodingStrategy, foundationDecoder.dateDecodingStrategy) = (.iso8601, .iso8601)
      encoder.outputFormatting.insert(.prettyPrinted)
      foundationEncoder.outputFormatting.insert(.prettyPrinted)
    case 2:
      (encoder.dateEncodingStrategy, foundationEncoder.dateEncodingStrategy) = (.secondsSince1970, .secondsSince1970)
      (decoder.dateDecodingStrategy, foundationDecoder.dateDecodingStrategy) = (.secondsSince1970, .secondsSince1970)
      (encoder.dataEncodingStrategy, foundationEncoder.dataEncodingStrategy) = (.deferredToData, .deferredToData)
      (decoder.dataDecodingStrategy, foundationDecoder.dataDecodingStrategy) = (.deferredToData, .deferredToData)
    case 3:
      let encode: @Sendable (Date, any Encoder) throws -> Void = { date, encoder in
        var container = encoder.singleValueContainer()
        try container.encode("on \(date.timeIntervalSince1970)")
      }
      let decode: @Sendable (any Decoder) throws -> Date = { decoder in
        let text = try decoder.singleValueContainer().decode(String.self)
        guard let seconds = Double(text.dropFirst(3)) else { throw Key.isUnknown(text) }
        return Date(timeIntervalSince1970: seconds)
      }
      (encoder.dateEncodingStrategy, foundationEncoder.dateEncodingStrategy) = (.custom(encode), .custom(encode))
      (decoder.dateDecodingStrategy, foundationDecoder.dateDecodingStrategy) = (.custom(decode), .custom(decode))
    case 4:
      (encoder.keyEncodingStrategy, foundationEncoder.keyEncodingStrategy) = (.convertToSnakeCase, .convertToSnakeCase)
      (decoder.keyDecodingStrategy, foundationDecoder.keyDecodingStrategy) = (
        .convertFromSnakeCase, .convertFromSnakeCase
      )
    default: break
    }
  }
}

@main
enum Main {
  static func main() {
    let rounds = CommandLine.arguments.dropFirst().first.flatMap { Int($0) } ?? 20
    var findings = Findings()
    for pair in pairs { pair.compare(rounds: rounds, &findings) }
    print("\(pairs.count) models, \(findings.checks) comparisons, \(findings.differences) differences")
    if findings.differences > 0 || findings.checks < 1000 { exit(1) }
  }
}
