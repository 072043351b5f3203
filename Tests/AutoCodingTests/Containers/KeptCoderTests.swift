import AutoCoding
import Foundation
import TestSupport
import Testing

/// Coders and containers that own code keeps until the call is over and its encoder or decoder is freed.
struct KeptCoderTests {
  /// What a value's code keeps.
  enum Part: String, CaseIterable, Codable {
    case coder, keyed, unkeyed, single, nestedKeyed, nestedUnkeyed, `super`, elementSuper, elementKeyed
  }

  /// In which place the values are that keep something.
  enum Place: CaseIterable {
    case root, property, elements, rows, members, byNumber, wrapped, model, modelElements, optional, caught
  }

  enum Format: CaseIterable { case json, sortedJSON, pathJSON, list, dictionary }

  @Test(
    "what code keeps outlives the call, with its path", arguments: Format.allCases, TestEffort.part(of: Place.allCases))
  func outlives(_ format: Format, _ place: Place) throws {
    for part in Part.allCases {
      for fails in [false, true] {
        weak var token: LifeToken?
        let keeper = CoderKeeper(part, fails: fails)
        try keeper.run {
          let made = LifeToken()
          token = made
          try visit(place, format, made)
        }
        // Nothing but what was kept holds the source or sink now.
        #expect(token != nil, "\(part)")
        #expect(keeper.kept.count >= 2, "\(part)")
        for kept in keeper.kept {
          #expect(kept.path() == kept.expected, "\(part)")
          kept.use()
        }
        keeper.kept = []
        #expect(token == nil, "\(part), fails: \(fails)")
      }
    }
  }

  @Test("what a custom strategy keeps outlives the call, with its path") func strategies() throws {
    weak var token: LifeToken?
    let keeper = CoderKeeper(.coder, fails: false)
    try keeper.run {
      let made = LifeToken()
      token = made
      let (encoder, decoder) = (AutoJSONEncoder(), AutoJSONDecoder())
      encoder.userInfo[try LifeToken.key] = made
      decoder.userInfo[try LifeToken.key] = made
      encoder.dateEncodingStrategy = .custom { _, encoder in
        CoderKeeper.current?.keep(encoder)
        var container = encoder.singleValueContainer()
        try container.encode(1)
      }
      decoder.dateDecodingStrategy = .custom { decoder in
        CoderKeeper.current?.keep(decoder)
        return Date(timeIntervalSinceReferenceDate: try decoder.singleValueContainer().decode(Double.self))
      }
      let dates = [Date(), Date()]
      _ = try decoder.decode([String: [Date]].self, from: encoder.encode(["dates": dates]))
      _ = try decoder.decode(DatedModel.self, from: encoder.encode(DatedModel(date: dates[0], more: dates)))
    }
    #expect(token != nil)
    #expect(keeper.kept.count == 10)
    for kept in keeper.kept {
      #expect(kept.path() == kept.expected)
      kept.use()
    }
    keeper.kept = []
    #expect(token == nil)
  }

  private func visit(_ place: Place, _ format: Format, _ token: LifeToken) throws {
    let (spot, spots) = (KeptSpot(), [KeptSpot(), KeptSpot(), KeptSpot()])
    switch place {
    case .root: try visit(spot, format, token)
    case .property: try visit(SpotPair(inner: spot, other: SpotHolder(spot: spot)), format, token)
    case .elements: try visit(spots, format, token)
    case .rows: try visit([spots, spots], format, token)
    case .members: try visit(["a": spot, "b": spot], format, token)
    case .byNumber: try visit([1: [spot], 2: spots], format, token)
    case .wrapped: try visit([SpotWrapper(spot), SpotWrapper(spot)], format, token)
    case .model: try visit(SpotModel(inner: spot), format, token)
    case .modelElements: try visit([SpotModel(inner: spot, more: ["x": spots]), SpotModel(inner: spot)], format, token)
    case .optional: try visit([KeptSpot?.none, spot], format, token)
    case .caught: try visit(CaughtSpots(values: spots), format, token)
    }
  }

  /// Encodes and decodes a value. What fails is expected: the tests are about what was kept before.
  private func visit<Value: Codable>(_ value: Value, _ format: Format, _ token: LifeToken) throws {
    let key = try LifeToken.key
    switch format {
    case .json, .sortedJSON, .pathJSON:
      let (encoder, decoder) = (AutoJSONEncoder(), AutoJSONDecoder())
      encoder.userInfo[key] = token
      decoder.userInfo[key] = token
      if format == .sortedJSON { encoder.outputFormatting = [.sortedKeys, .prettyPrinted] }
      if format == .pathJSON {
        encoder.keyEncodingStrategy = .custom { $0.last ?? DynamicText("") }
        decoder.keyDecodingStrategy = .custom { $0.last ?? DynamicText("") }
      }
      _ = try? encoder.encode(value)
      let data = try CoderKeeper.pausing { try AutoJSONEncoder().encode(value) }
      _ = try? decoder.decode(Value.self, from: data)
    case .list:
      let (encoder, decoder) = (AutoPropertyListEncoder(), AutoPropertyListDecoder())
      encoder.userInfo[key] = token
      decoder.userInfo[key] = token
      _ = try? encoder.encode([value])
      let data = try CoderKeeper.pausing { try AutoPropertyListEncoder().encode([value]) }
      _ = try? decoder.decode([Value].self, from: data)
    case .dictionary:
      let (encoder, decoder) = (DictionaryEncoder(), DictionaryDecoder())
      encoder.userInfo[key] = token
      decoder.userInfo[key] = token
      _ = try? encoder.encode(["value": value])
      let data = try CoderKeeper.pausing { try DictionaryEncoder().encode(["value": value]) }
      _ = try? decoder.decode([String: Value].self, from: data)
    }
  }
}

/// Shows whether a coder is alive: its user info holds it.
private final class LifeToken: Sendable {
  static var key: CodingUserInfoKey {
    get throws { try #require(CodingUserInfoKey(rawValue: "token")) }
  }
}

private struct DynamicText: CodingKey {
  let stringValue: String
  let intValue: Int?
  init(_ text: String) { (stringValue, intValue) = (text, nil) }
  init?(stringValue: String) { self.init(stringValue) }
  init?(intValue: Int) { (stringValue, self.intValue) = ("\(intValue)", intValue) }
}

private final class CoderKeeper: @unchecked Sendable {
  struct Kept {
    let expected: [String]
    let path: () -> [String]
    let use: () -> Void
  }

  struct Failure: Error {}

  @TaskLocal static var current: CoderKeeper?
  private let part: KeptCoderTests.Part
  private let fails: Bool
  var kept: [Kept] = []

  init(_ part: KeptCoderTests.Part, fails: Bool) {
    self.part = part
    self.fails = fails
  }

  func run(_ body: () throws -> Void) rethrows { try Self.$current.withValue(self, operation: body) }
  static func pausing<Result>(_ body: () throws -> Result) rethrows -> Result {
    try $current.withValue(nil, operation: body)
  }

  private func keep(_ path: @escaping () -> [any CodingKey], _ use: @escaping () -> Void) {
    kept.append(Kept(expected: path().map(\.stringValue), path: { path().map(\.stringValue) }, use: use))
  }

  func keep(_ decoder: any Decoder) {
    keep({ decoder.codingPath }) {
      _ = try? decoder.singleValueContainer().decode(String.self)
      _ = try? decoder.container(keyedBy: DynamicText.self)
      _ = decoder.userInfo.count
    }
  }

  func keep(_ encoder: any Encoder) {
    keep({ encoder.codingPath }) {
      var container = encoder.container(keyedBy: DynamicText.self)
      try? container.encode(SpotHolder(spot: KeptSpot()), forKey: DynamicText("late"))
      _ = encoder.userInfo.count
    }
  }

  func visit(_ decoder: any Decoder) throws {
    let list = DynamicText("list")
    switch part {
    case .coder: keep(decoder)
    case .single:
      let container = try decoder.singleValueContainer()
      keep({ container.codingPath }) { _ = try? container.decode([String: SpotHolder].self) }
    case .unkeyed:
      var container = try decoder.container(keyedBy: DynamicText.self).nestedUnkeyedContainer(forKey: list)
      _ = try container.decode(Int.self)
      keep({ container.codingPath }) {
        var container = container
        _ = try? container.decode([Int].self)
      }
    default:
      let container = try decoder.container(keyedBy: DynamicText.self)
      switch part {
      case .keyed: keep({ container.codingPath }) { _ = try? container.decode([Int].self, forKey: list) }
      case .nestedKeyed:
        let nested = try container.nestedContainer(keyedBy: DynamicText.self, forKey: DynamicText("object"))
        keep({ nested.codingPath }) { _ = try? nested.decode([String: SpotHolder].self, forKey: list) }
      case .super: keep(try container.superDecoder(forKey: list))
      case .elementSuper, .elementKeyed, .nestedUnkeyed:
        var elements = try container.nestedUnkeyedContainer(forKey: DynamicText("rows"))
        if part == .elementSuper { return keep(try elements.superDecoder()) }
        if part == .nestedUnkeyed {
          let nested = try elements.nestedUnkeyedContainer()
          return keep({ nested.codingPath }) { _ = nested.isAtEnd }
        }
        _ = try elements.nestedUnkeyedContainer()
        let nested = try elements.nestedContainer(keyedBy: DynamicText.self)
        keep({ nested.codingPath }) { _ = nested.allKeys.count }
      default: break
      }
    }
    if fails { throw Failure() }
  }

  func visit(_ encoder: any Encoder) throws {
    let list = DynamicText("more")
    switch part {
    case .coder: keep(encoder)
    case .single:
      let container = encoder.singleValueContainer()
      keep({ container.codingPath }) {
        var container = container
        try? container.encode(["a": SpotHolder(spot: KeptSpot())])
      }
    default:
      var container = encoder.container(keyedBy: DynamicText.self)
      switch part {
      case .nestedKeyed:
        let nested = container.nestedContainer(keyedBy: DynamicText.self, forKey: list)
        keep({ nested.codingPath }) {
          var nested = nested
          try? nested.encode([SpotHolder(spot: KeptSpot())], forKey: list)
        }
      case .super: keep(container.superEncoder(forKey: list))
      case .unkeyed, .elementSuper, .elementKeyed, .nestedUnkeyed:
        var elements = container.nestedUnkeyedContainer(forKey: list)
        switch part {
        case .elementSuper: keep(elements.superEncoder())
        case .elementKeyed:
          let nested = elements.nestedContainer(keyedBy: DynamicText.self)
          keep({ nested.codingPath }) {
            var nested = nested
            try? nested.encode([SpotHolder(spot: KeptSpot())], forKey: list)
          }
        case .nestedUnkeyed:
          let nested = elements.nestedUnkeyedContainer()
          keep({ nested.codingPath }) {
            var nested = nested
            try? nested.encode([SpotHolder(spot: KeptSpot())])
          }
        default:
          keep({ elements.codingPath }) {
            var elements = elements
            try? elements.encode(SpotHolder(spot: KeptSpot()))
          }
        }
      default:
        keep({ container.codingPath }) {
          var container = container
          try? container.encode(["a": SpotHolder(spot: KeptSpot())], forKey: list)
        }
      }
    }
    if fails { throw Failure() }
  }
}

/// A value whose code lets the test keep its coders.
private struct KeptSpot: Codable {
  init() {}

  init(from decoder: any Decoder) throws {
    try CoderKeeper.current?.visit(decoder)
    let container = try decoder.container(keyedBy: DynamicText.self)
    _ = try container.decode([Int].self, forKey: DynamicText("list"))
  }

  func encode(to encoder: any Encoder) throws {
    try CoderKeeper.current?.visit(encoder)
    var container = encoder.container(keyedBy: DynamicText.self)
    try container.encode([1, 2], forKey: DynamicText("list"))
    try container.encode(["list": 1], forKey: DynamicText("object"))
    var rows = container.nestedUnkeyedContainer(forKey: DynamicText("rows"))
    try rows.encode([3])
    try rows.encode(["x": 4])
  }
}

private struct SpotHolder: Codable {
  var spot: KeptSpot
}

private struct SpotPair: Codable {
  var inner: KeptSpot
  var other: SpotHolder
}

private struct SpotWrapper: Codable {
  let spot: KeptSpot
  init(_ spot: KeptSpot) { self.spot = spot }
  init(from decoder: any Decoder) throws { spot = try decoder.singleValueContainer().decode(KeptSpot.self) }
  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(spot)
  }
}

private struct SpotModel: AutoCoding {
  var inner = KeptSpot()
  var more: [String: [KeptSpot]] = [:]
}

/// Goes on after every failure.
private struct CaughtSpots: Codable {
  var values: [KeptSpot]
  init(values: [KeptSpot]) { self.values = values }
  init(from decoder: any Decoder) throws {
    values = []
    var container = try decoder.unkeyedContainer()
    while !container.isAtEnd {
      if let value = try? container.decode(KeptSpot.self) {
        values.append(value)
      } else {
        _ = try container.superDecoder()
      }
    }
  }
  func encode(to encoder: any Encoder) throws {
    var container = encoder.unkeyedContainer()
    for value in values { try? container.encode(value) }
    if values.isEmpty { try container.encode(0) }
  }
}

private struct DatedModel: AutoCoding {
  var date = Date()
  var more: [Date] = []
}
