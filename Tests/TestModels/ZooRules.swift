import AutoCoding
import Foundation

extension Zoo {
  /// An enum whose case is named inside the object.
  package indirect enum Signal: AutoCoding, Hashable {
    case on
    case level(value: Double, unit: String?)
    case place(Spot)
    case both(first: Signal, second: Signal)

    package static let typeRules = TypeRules(caseKey: "signal")
  }

  /// An enum whose case is named beside its values.
  package enum Parcel: AutoCoding, Hashable {
    case empty
    case text(String)
    case list([Int])
    case point(x: Int, y: Int?)
    case place(Spot)

    package static let typeRules = TypeRules(caseKey: "kind", contentKey: "content", unknownCase: "empty")
  }

  /// An enum whose case is named by a number inside the object.
  package enum Widget: AutoCoding, Hashable {
    case line
    case field(text: String, size: Int?)
    case place(Spot)

    package static let propertyKeys = ["line": "0", "field": "2", "place": "-3"]
    package static let typeRules = TypeRules(caseKey: "type", tagsAreIntegers: true)
  }

  /// An enum whose cases data does not name.
  package enum Either: AutoCoding, Hashable {
    case number(Int)
    case text(String)
    case list([Int])
    case place(Spot)

    package static let typeRules = TypeRules(casesAreUntagged: true)
  }

  /// An enum whose cases have keys of their own.
  package enum Renamed: AutoCoding, Hashable {
    case plain
    case wide(size: Int)

    package static let propertyRules: PropertyRules = ["plain": .key("basic").formerly("old"), "wide": .key("broad")]
  }

  package enum Tempered: String, AutoCoding, CaseIterable {
    case calm, wild, other

    package static let typeRules = TypeRules(unknownCase: "other")
  }

  /// An enum that is coded as the name of its case, and keeps unknown names.
  package enum Wind: AutoCoding, Hashable {
    case calm, storm
    case other(String)

    package static let propertyKeys = ["storm": "heavy-storm"]
    package static let typeRules = TypeRules(unknownCase: "other")
  }

  /// The same with numbers as names.
  package indirect enum Depth: AutoCoding, Hashable {
    case shallow, deep
    case other(Int)

    package static let propertyKeys = ["shallow": "1", "deep": "-20"]
    package static let typeRules = TypeRules(unknownCase: "other")
  }

  package struct Spot: AutoCoding, Hashable {
    var city: String
    var street: String?
  }

  /// A model whose properties have rules that change nothing about complete data, and others that do.
  package struct Ruled: AutoCoding, Hashable {
    var id: Int
    var spot: Spot
    var volume: Double
    var tags: [String]
    var moved: Int
    var noted: String
    var since: Date
    var dates: [Date]
    var count: Int?
    var isOpen: Bool
    var mood: Tempered

    package static var propertyRules: PropertyRules {
      [
        "spot": .flattened, "volume": .default(0.5), "tags": .default([]), "moved": .key("number").formerly("moved"),
        "noted": .key("about.note"), "since": .transformed(by: ISO8601Date.self),
        "dates": .transformed(by: DayDate.self), "count": .transformed(by: NumberAsText<Int>.self),
        "isOpen": .transformed(by: BoolAsYesOrNo.self),
      ]
    }
  }

  /// A model with later rules than those of ``Ruled`` and ``Harbour``, whose older data is kept.
  package struct Station: AutoCoding, Hashable {
    var wind: Wind
    var depths: [String: Depth?]
    var widgets: [Widget]
    var choices: [Either?]
    var level: Int
    var names: [String]

    package static var propertyRules: PropertyRules {
      ["level": .default(5).defaultForUndecodable, "names": .skipsUndecodableElements]
    }
  }

  /// A hierarchy whose classes are named by a type key.
  package class Craft: AutoCoding, Stateful {
    var name: String
    init(_ name: String) { self.name = name }
    package var state: [AnyHashable] { [name] }
    package class var typeRules: TypeRules {
      TypeRules(typeKey: "craft", types: ["canoe": Canoe.self, "barge": Barge.self])
    }
  }

  package final class Canoe: Craft {
    var seats: Int
    init(_ name: String, _ seats: Int) {
      self.seats = seats
      super.init(name)
    }
    package override var state: [AnyHashable] { super.state + [seats] }
  }

  package final class Barge: Craft {
    var load: Double?
    init(_ name: String, _ load: Double?) {
      self.load = load
      super.init(name)
    }
    package override var state: [AnyHashable] { super.state + [load] }
  }

  package struct Harbour: AutoCoding, Equatable {
    var crafts: [Craft]
    var first: Craft?
    var signals: [Signal]
    var parcels: [String: Parcel]
    var renamed: [Renamed]
  }
}

extension Zoo {
  package static var rules: [any ZooSpecimen] {
    [
      Specimen(
        "enum with a case key",
        [
          Signal.on, .level(value: 0.5, unit: nil), .level(value: -1, unit: "dB"),
          .place(Spot(city: "Zürich", street: nil)), .both(first: .on, second: .place(Spot(city: "", street: "1"))),
        ],
        [
          Twin.Signal.on, .level(value: 0.5, unit: nil), .level(value: -1, unit: "dB"),
          .place(Twin.Spot(city: "Zürich", street: nil)),
          .both(first: .on, second: .place(Twin.Spot(city: "", street: "1"))),
        ]),
      Specimen(
        "enum with a content key",
        [
          Parcel.empty, .text("a"), .list([1, 2]), .point(x: 1, y: nil), .point(x: 1, y: 2),
          .place(Spot(city: "b", street: "c")),
        ],
        [
          Twin.Parcel.empty, .text("a"), .list([1, 2]), .point(x: 1, y: nil), .point(x: 1, y: 2),
          .place(Twin.Spot(city: "b", street: "c")),
        ]),
      Specimen(
        "enum with numbers for its cases",
        [Widget.line, .field(text: "a", size: 1), .field(text: "", size: nil), .place(Spot(city: "b", street: nil))],
        [
          Twin.Widget.line, .field(text: "a", size: 1), .field(text: "", size: nil),
          .place(Twin.Spot(city: "b", street: nil)),
        ]),
      Specimen(
        "enum without tags",
        [Either.number(1), .text(""), .list([]), .list([1, 2]), .place(Spot(city: "b", street: nil))],
        [Twin.Either.number(1), .text(""), .list([]), .list([1, 2]), .place(Twin.Spot(city: "b", street: nil))]),
      Specimen(
        "enum with renamed cases", [Renamed.plain, .wide(size: 3)], [Twin.Renamed.plain, .wide(size: 3)]),
      Specimen(cases: "enum with an unknown case", Tempered.self, Twin.Tempered.self),
      Specimen(
        "enum with an unknown name", [Wind.calm, .storm, .other("breeze"), .other("")],
        [Twin.Wind.calm, .storm, .other("breeze"), .other("")]),
      Specimen(
        "enum with an unknown number", [Depth.shallow, .deep, .other(7), .other(.min)],
        [Twin.Depth.shallow, .deep, .other(7), .other(.min)]),
      Specimen(
        "struct with rules",
        [
          Ruled(
            id: 1, spot: Spot(city: "Bern", street: "Gasse"), volume: 0.25, tags: ["a"], moved: 2, noted: "note",
            since: Date(timeIntervalSince1970: 1_700_000_000), dates: [Date(timeIntervalSince1970: 86_400 * 365)],
            count: 7, isOpen: true, mood: .wild),
          Ruled(
            id: -1, spot: Spot(city: "", street: nil), volume: 0.5, tags: [], moved: 0, noted: "",
            since: Date(timeIntervalSince1970: 0), dates: [], count: nil, isOpen: false, mood: .calm),
        ],
        [
          Twin.Ruled(
            id: 1, spot: Twin.Spot(city: "Bern", street: "Gasse"), volume: 0.25, tags: ["a"], moved: 2, noted: "note",
            since: Date(timeIntervalSince1970: 1_700_000_000), dates: [Date(timeIntervalSince1970: 86_400 * 365)],
            count: 7, isOpen: true, mood: .wild),
          Twin.Ruled(
            id: -1, spot: Twin.Spot(city: "", street: nil), volume: 0.5, tags: [], moved: 0, noted: "",
            since: Date(timeIntervalSince1970: 0), dates: [], count: nil, isOpen: false, mood: .calm),
        ]),
      Specimen(
        "subclass with a type key", [Canoe("Kiel", 2), Canoe("", 0)],
        [Twin.Canoe(name: "Kiel", seats: 2), Twin.Canoe(name: "", seats: 0)]),
      Specimen(
        "models with later rules in a struct",
        [
          Station(
            wind: .storm, depths: ["a": .other(3), "b": .deep], widgets: [.line, .field(text: "", size: nil)],
            choices: [.text("a"), .list([1])], level: 1, names: ["a", "b"]),
          Station(wind: .other("b"), depths: ["c": .shallow], widgets: [], choices: [.number(1)], level: 5, names: []),
        ],
        [
          Twin.Station(
            wind: .storm, depths: ["a": .other(3), "b": .deep], widgets: [.line, .field(text: "", size: nil)],
            choices: [.text("a"), .list([1])], level: 1, names: ["a", "b"]),
          Twin.Station(
            wind: .other("b"), depths: ["c": .shallow], widgets: [], choices: [.number(1)], level: 5, names: []),
        ]),
      Specimen(
        "models with rules in a struct",
        [
          Harbour(
            crafts: [Canoe("a", 1), Barge("b", 1.5), Barge("c", nil)], first: Canoe("d", 4),
            signals: [.on, .level(value: 2, unit: nil)],
            parcels: ["one": .list([1])], renamed: [.plain, .wide(size: 1)]),
          Harbour(crafts: [], first: nil, signals: [], parcels: [:], renamed: []),
        ],
        [
          Twin.Harbour(
            crafts: [.canoe(name: "a", seats: 1), .barge(name: "b", load: 1.5), .barge(name: "c", load: nil)],
            first: .canoe(name: "d", seats: 4), signals: [.on, .level(value: 2, unit: nil)],

            parcels: ["one": .list([1])],
            renamed: [.plain, .wide(size: 1)]),
          Twin.Harbour(crafts: [], first: nil, signals: [], parcels: [:], renamed: []),
        ]),
    ]
  }
}
