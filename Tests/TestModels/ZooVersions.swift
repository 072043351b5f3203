import AutoCoding

extension Zoo {
  /// A model with a version, which is written beside its properties.
  package struct Ledger: AutoCoding, Hashable {
    var owner: String
    var entries: [Int]
    var note: String?
    var next: [Ledger]

    package static let archiveVersion = 3
    package static func migrate(_ properties: inout ArchivedProperties, from version: Int) throws {
      try properties.encode("migrated from \(version)", forKey: "owner")
    }
  }

  /// A class with a version, and one below it without.
  package class Deed: AutoCoding, Stateful {
    var place: String
    init(_ place: String) { self.place = place }
    package var state: [AnyHashable] { [place] }
    package class var archivedTypeName: String { "Deed" }
    package class var archiveVersion: Int { 1 }
    package class func migrate(_ properties: inout ArchivedProperties, from version: Int) throws {
      try properties.encode("migrated from \(version)", forKey: "place")
    }
  }

  package final class Charter: Deed {
    var seals: Int
    init(_ place: String, _ seals: Int) {
      self.seals = seals
      super.init(place)
    }
    package override var state: [AnyHashable] { super.state + [seals] }
    package override class var archivedTypeName: String { "Charter" }
  }
}

extension Twin {
  package struct Ledger: Codable, Hashable {
    var version = 3
    var owner: String
    var entries: [Int]
    var note: String?
    var next: [Ledger]

    private enum CodingKeys: String, CodingKey {
      case version = "$version"
      case owner, entries, note, next
    }

    package init(owner: String, entries: [Int], note: String?, next: [Ledger]) {
      (self.owner, self.entries, self.note, self.next) = (owner, entries, note, next)
    }

    package init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      let found = try container.version(forKey: .version, upTo: 3) ?? 0
      owner = found < 3 ? "migrated from \(found)" : try container.decode(String.self, forKey: .owner)
      entries = try container.decode([Int].self, forKey: .entries)
      note = try container.decodeIfPresent(String.self, forKey: .note)
      next = try container.decode([Ledger].self, forKey: .next)
    }
  }

  package struct Deed: Codable, Hashable {
    var version = 1
    var place: String

    private enum CodingKeys: String, CodingKey {
      case version = "$version"
      case place
    }

    package init(place: String) { self.place = place }

    package init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      let found = try container.version(forKey: .version, upTo: 1) ?? 0
      place = found < 1 ? "migrated from \(found)" : try container.decode(String.self, forKey: .place)
    }
  }

  package struct Charter: Codable, Hashable {
    var versions = ["Deed": 1]
    var place: String
    var seals: Int

    private enum CodingKeys: String, CodingKey {
      case versions = "$version"
      case place, seals
    }

    package init(place: String, seals: Int) { (self.place, self.seals) = (place, seals) }

    package init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      let found = try container.version(ofSuperclass: "Deed", forKey: .versions, upTo: 1) ?? 0
      place = found < 1 ? "migrated from \(found)" : try container.decode(String.self, forKey: .place)
      seals = try container.decode(Int.self, forKey: .seals)
    }
  }
}

extension KeyedDecodingContainer {
  /// The version under a key; nil if there is none.
  fileprivate func version(ofSuperclass superclass: String? = nil, forKey key: Key, upTo newest: Int) throws -> Int? {
    guard contains(key), try !decodeNil(forKey: key) else { return nil }
    let refusal = DecodingError.dataCorruptedError(forKey: key, in: self, debugDescription: "no version")
    if let number = try? decode(Int.self, forKey: key) {
      guard number >= 0, superclass != nil || number <= newest else { throw refusal }
      // The number is a version of the class itself, which has none.
      return superclass == nil ? number : nil
    }
    let numbers = try decode([String: Int].self, forKey: key)
    guard let least = numbers.values.min() else { return nil }
    guard least >= 0, let superclass, let number = numbers[superclass], number <= newest else { throw refusal }
    return number
  }
}

extension Zoo {
  package static var versions: [any ZooSpecimen] {
    [
      Specimen(
        "struct with a version",
        [
          Ledger(
            owner: "A", entries: [1, 2], note: nil,
            next: [
              Ledger(owner: "B/C", entries: [], note: "n", next: []),
              Ledger(owner: "", entries: [3], note: nil, next: []),
            ]),
          Ledger(owner: "D", entries: [], note: "", next: []),
        ],
        [
          Twin.Ledger(
            owner: "A", entries: [1, 2], note: nil,
            next: [
              Twin.Ledger(owner: "B/C", entries: [], note: "n", next: []),
              Twin.Ledger(owner: "", entries: [3], note: nil, next: []),
            ]),
          Twin.Ledger(owner: "D", entries: [], note: "", next: []),
        ]),
      Specimen("class with a version", [Deed("Rome"), Deed("")], [Twin.Deed(place: "Rome"), Twin.Deed(place: "")]),
      Specimen(
        "subclass of a class with a version", [Charter("Rome", 1), Charter("", 0)],
        [Twin.Charter(place: "Rome", seals: 1), Twin.Charter(place: "", seals: 0)]),
    ]
  }
}
