import Foundation

/// The library's bridge to any `Encoder` and `Decoder` against `Codable` without it.
struct CodableBridge {
  let corpora: Corpora
  /// How many objects the generated cases have, if the number is not part of the case.
  let objectCount: Int
  /// Whether the baseline runs a second time as a side of its own, which shows how far equal code differs.
  let repeatsBaseline: Bool

  func suite() throws -> Suite {
    let again = repeatsBaseline ? [SideName.handAgain] : []
    return Suite(
      name: "Codable bridge",
      sides: [SideName.auto, SideName.uncached, SideName.hand] + again + [SideName.synth],
      baseline: SideName.hand,
      floor: Floor(side: SideName.auto, worstCase: 1.08, geometricMean: 1.05),
      cases: try groups.flatMap { try $0() })
  }

  /// The first case with `title` in its title. Groups after it are not made, since that may take long.
  func firstCase(titled title: String) throws -> Case? {
    for group in groups {
      if let found = try group().first(where: { $0.isTitled(title) }) { return found }
    }
    return nil
  }

  private var groups: [() throws -> [Case]] {
    [
      mixedCases, sortedCases, treeCases, expressionCases, rawValueCases, hierarchyCases, animalCases, twitterCases,
      citmCases,
    ]
  }

  private func mixedCases() -> [Case] {
    cases(
      "1 mixed object", objects: 1,
      hand: { Hand.Mixed.sample(1) },
      others: [
        CodableModel(side: SideName.auto) { Auto.Mixed.sample(1) },
        EncodableModel(side: SideName.uncached) { Uncached.Mixed.sample(1) },
        CodableModel(side: SideName.synth) { Synth.Mixed.sample(1) },
      ])
      + cases(
        "\(objectCount.grouped) mixed objects", objects: objectCount,
        hand: { Hand.Mixed.samples(objectCount) },
        others: [
          CodableModel(side: SideName.auto) { Auto.Mixed.samples(objectCount) },
          EncodableModel(side: SideName.uncached) { Uncached.Mixed.samples(objectCount) },
          CodableModel(side: SideName.synth) { Synth.Mixed.samples(objectCount) },
        ])
  }
  /// With sorted keys, which is an option of the encoder alone.
  private func sortedCases() -> [Case] {
    let cell = cell(
      "\(objectCount.grouped) mixed objects", objects: objectCount, hand: { Hand.Mixed.samples(objectCount) },
      others: [
        CodableModel(side: SideName.auto) { Auto.Mixed.samples(objectCount) },
        CodableModel(side: SideName.synth) { Synth.Mixed.samples(objectCount) },
      ])
    return [cell.encode(with: SortedJSONCoder())]
  }

  private func rawValueCases() -> [Case] {
    cases(
      "\(objectCount.grouped) times four raw values", objects: objectCount,
      hand: { (0..<objectCount).map(Hand.Choices.sample) },
      others: [
        CodableModel(side: SideName.auto) { (0..<objectCount).map(Auto.Shapes.Choices.sample) },
        CodableModel(side: SideName.synth) { (0..<objectCount).map(Synth.Shapes.Choices.sample) },
      ])
  }

  private func treeCases() -> [Case] {
    let depth = 12
    let count = (1 << depth) - 1
    return cases(
      "tree of \(count.grouped) nodes", objects: count,
      hand: { Hand.Node.tree(depth: depth) },
      others: [
        CodableModel(side: SideName.auto) { Auto.Node.tree(depth: depth) },
        EncodableModel(side: SideName.uncached) { Uncached.Node.tree(depth: depth) },
        CodableModel(side: SideName.synth) { Synth.Node.tree(depth: depth) },
      ])
  }

  private func hierarchyCases() -> [Case] {
    let count = 1000
    return cases(
      "\(count.grouped) objects of a third-level class", objects: count,
      hand: { Hand.Head.samples(count) },
      others: [
        CodableModel(side: SideName.auto) { Auto.Head.samples(count) },
        EncodableModel(side: SideName.uncached) { Uncached.Head.samples(count) },
      ])
  }

  private func expressionCases() -> [Case] {
    let count = objectCount
    return cases(
      "expression of \(count.grouped) enum nodes", objects: count,
      hand: { Hand.Expression.tree(nodes: count) },
      others: [
        CodableModel(side: SideName.auto) { Auto.Expression.tree(nodes: count) },
        CodableModel(side: SideName.synth) { Synth.Expression.tree(nodes: count) },
      ])
  }

  private func animalCases() -> [Case] {
    let count = objectCount
    return cases(
      "\(count.grouped) objects held as their base class", objects: count,
      hand: { Hand.Animals.samples(count) },
      others: [CodableModel(side: SideName.auto) { Auto.Animal.samples(count) }])
  }

  private func twitterCases() throws -> [Case] {
    let (name, data) = try corpora.twitter()
    let statuses = try JSONCoder().decode(Hand.Search.self, from: data).statuses.count
    return cases(
      "\(name), \(statuses.grouped) statuses", objects: statuses, json: data,
      hand: { try JSONCoder().decode(Hand.Search.self, from: data) },
      others: [
        CodableModel(side: SideName.auto) { try JSONCoder().decode(Auto.Search.self, from: data) },
        CodableModel(side: SideName.synth) { try JSONCoder().decode(Synth.Search.self, from: data) },
      ])
  }

  private func citmCases() throws -> [Case] {
    let (name, data) = try corpora.citm()
    let performances = try JSONCoder().decode(Hand.Catalog.self, from: data).performances.count
    return cases(
      "\(name), \(performances.grouped) performances", objects: performances, json: data,
      hand: { try JSONCoder().decode(Hand.Catalog.self, from: data) },
      others: [
        CodableModel(side: SideName.auto) { try JSONCoder().decode(Auto.Catalog.self, from: data) },
        CodableModel(side: SideName.synth) { try JSONCoder().decode(Synth.Catalog.self, from: data) },
      ])
  }

  /// Encode and decode with every coder.
  ///
  /// - Parameter json: What JSON decodes instead of the hand-written side's own output.
  private func cases<Value: Codable & Hashable>(
    _ name: String, objects: Int, json: Data? = nil, hand: @escaping () throws -> Value, others: [any Model]
  ) -> [Case] {
    let cell = cell(name, objects: objects, hand: hand, others: others)
    return [
      cell.encode(with: JSONCoder()),
      cell.decode(json, with: JSONCoder()),
      cell.encode(with: PropertyListCoder()), cell.decode(nil, with: PropertyListCoder()),
    ]
  }

  private func cell<Value: Codable & Hashable>(
    _ name: String, objects: Int, hand: @escaping () throws -> Value, others: [any Model]
  ) -> Cell<Value> {
    let again = repeatsBaseline ? [CodableModel(side: SideName.handAgain, make: hand)] : []
    return Cell(
      name: name, objects: objects, reference: CodableModel(side: SideName.hand, make: hand), others: again + others)
  }
}

/// The models of one value on all sides.
private struct Cell<Value: Codable & Hashable> {
  let name: String
  let objects: Int
  let reference: CodableModel<Value>
  let others: [any Model]

  private var models: [any Model] { [reference] + others }

  func encode<C: Coder>(with coder: C) -> Case {
    Case(name: name, coder: C.name, operation: "encode", objects: objects) {
      let bytes = try coder.encode(try reference.make()).count
      let sides = try models.map { model in
        try model.encoding(with: coder) { try reference.fingerprint(of: $0, with: coder) }
      }
      return Work(bytes: bytes, sides: sides)
    }
  }

  func decode<C: Coder>(_ data: Data?, with coder: C) -> Case {
    Case(name: name, coder: C.name, operation: "decode", objects: objects) {
      let data = try data ?? coder.encode(try reference.make())
      return Work(bytes: data.count, sides: models.compactMap { $0.decoding(data, with: coder) })
    }
  }
}
