import AutoCoding

extension Zoo {
  package struct Country: AutoCoding, Equatable {
    package struct City: AutoCoding, Equatable {
      package final class Street: AutoCoding, Stateful {
        enum Side: AutoCoding { case left, right }
        let name: String
        var side = Side.left
        init(_ name: String, _ side: Side) {
          self.name = name
          self.side = side
        }
        package var state: [AnyHashable] { [name, side] }
      }
      let streets: [Street]
      var main: Street?
    }
    let capital: City
    var cities: [String: City]
    var twins: [[City?]]
    var lost: City??
  }

  /// Plain `Codable`, with a model inside.
  struct PlainHolder<Model: Codable>: Codable {
    let model: Model
    let optional: Model?
    let list: [Model]
    let map: [String: Model]
  }

  /// A model, with plain `Codable` inside, with models inside.
  struct ModelHolder: AutoCoding, Equatable {
    let plain: PlainHolder<Lets>
    let plains: [PlainHolder<Mode>]
    let optional: PlainHolder<Country>?
  }
}

extension Zoo.PlainHolder: Equatable where Model: Equatable {}

extension Twin {
  package struct Country: Codable, Equatable {
    package struct City: Codable, Equatable {
      package final class Street: Codable, Stateful {
        enum Side: Codable { case left, right }
        let name: String
        var side = Side.left
        init(_ name: String, _ side: Side) {
          self.name = name
          self.side = side
        }
        package var state: [AnyHashable] { [name, side] }
      }
      let streets: [Street]
      var main: Street?
    }
    let capital: City
    var cities: [String: City]
    var twins: [[City?]]
    var lost: City??
  }

  struct ModelHolder: Codable, Equatable {
    let plain: Zoo.PlainHolder<Lets>
    let plains: [Zoo.PlainHolder<Mode>]
    let optional: Zoo.PlainHolder<Country>?
  }
}

private struct Hidden: AutoCoding, Equatable {
  private final class Inner: AutoCoding, Stateful {
    let number: Int
    init(_ number: Int) { self.number = number }
    var state: [AnyHashable] { [number] }
  }
  private let inner: Inner
  private let mode: Zoo.Mode
  init(_ number: Int, _ mode: Zoo.Mode) {
    inner = Inner(number)
    self.mode = mode
  }
}

private struct HiddenTwin: Codable, Equatable {
  struct Inner: Codable, Equatable { let number: Int }
  let inner: Inner
  let mode: Twin.Mode
}

private enum HiddenEnum: AutoCoding, CaseIterable { case a, b }
private enum HiddenEnumTwin: Codable, CaseIterable { case a, b }

extension Zoo {
  private static func countries() -> [Country] {
    let city = Country.City(streets: [.init("A", .left), .init("", .right)], main: .init("B", .right))
    let empty = Country.City(streets: [], main: nil)
    return [
      Country(capital: city, cities: ["camelKey": empty, "": city], twins: [[city, nil], []], lost: city),
      Country(capital: empty, cities: [:], twins: [], lost: nil),
    ]
  }

  private static func countryTwins() -> [Twin.Country] {
    let city = Twin.Country.City(streets: [.init("A", .left), .init("", .right)], main: .init("B", .right))
    let empty = Twin.Country.City(streets: [], main: nil)
    return [
      Twin.Country(capital: city, cities: ["camelKey": empty, "": city], twins: [[city, nil], []], lost: city),
      Twin.Country(capital: empty, cities: [:], twins: [], lost: nil),
    ]
  }

  private static func holder<Model>(_ models: [Model]) -> PlainHolder<Model> {
    PlainHolder(model: models[0], optional: models.last, list: models, map: ["camelKey": models[0]])
  }

  private static func modelHolders() -> [ModelHolder] {
    [
      ModelHolder(
        plain: holder(lets(Lets.init)), plains: [holder(Mode.allCases), holder([.on])], optional: holder(countries()))
    ]
  }

  private static func modelHolderTwins() -> [Twin.ModelHolder] {
    [
      Twin.ModelHolder(
        plain: holder(lets(Twin.Lets.init)), plains: [holder(Twin.Mode.allCases), holder([.on])],
        optional: holder(countryTwins()))
    ]
  }

  private static func local() -> any ZooSpecimen {
    struct Local: AutoCoding, Equatable { let number: Int }
    struct LocalTwin: Codable, Equatable { let number: Int }
    return Specimen("local struct", [Local(number: 1)], [LocalTwin(number: 1)])
  }

  static var nesting: [any ZooSpecimen] {
    [
      Specimen("nested types", countries(), countryTwins()),
      Specimen("plain Codable inside", modelHolders(), modelHolderTwins()),
      Specimen(
        "private struct", [Hidden(1, .on)], [HiddenTwin(inner: HiddenTwin.Inner(number: 1), mode: .on)]),
      Specimen(cases: "private enum", HiddenEnum.self, HiddenEnumTwin.self),
      local(),
    ]
  }
}
