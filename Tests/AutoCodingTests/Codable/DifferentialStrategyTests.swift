import AutoCoding
import Foundation
import TestModels
import TestSupport
import Testing

/// The same bytes with every option of Foundation's coders that changes them: options live in the coder, so code
/// that goes around it loses them.
struct DifferentialStrategyTests {
  private func run(
    _ specimen: any ZooSpecimen, _ name: String, _ encoder: @escaping (JSONEncoder) -> Void,
    _ decoder: @escaping (JSONDecoder) -> Void
  ) throws {
    let json = DifferentialJSON(name: name, configureEncoder: encoder, configureDecoder: decoder)
    try specimen.accept(DifferentialVisitor(format: json))
  }

  @Test(arguments: TestEffort.part(of: Zoo.all, turn: 1))
  func snakeCase(_ specimen: any ZooSpecimen) throws {
    try run(specimen, "snake case", { $0.keyEncodingStrategy = .convertToSnakeCase }) {
      $0.keyDecodingStrategy = .convertFromSnakeCase
    }
  }

  @Test(arguments: TestEffort.part(of: Zoo.all, turn: 2))
  func customKeys(_ specimen: any ZooSpecimen) throws {
    struct Key: CodingKey {
      let stringValue: String
      let intValue: Int?
      init(stringValue: String) { (self.stringValue, intValue) = (stringValue, nil) }
      init(intValue: Int) { (stringValue, self.intValue) = ("\(intValue)", intValue) }
    }
    // The depth is part of the key: coding paths have to be complete.
    try run(
      specimen, "custom keys",
      {
        $0.keyEncodingStrategy = .custom { path in Key(stringValue: "\(path.count)_\(path.last?.stringValue ?? "")") }
      },
      {
        $0.keyDecodingStrategy = .custom { path in
          let text = path.last?.stringValue ?? ""
          return Key(stringValue: String(text.drop { $0 != "_" }.dropFirst()))
        }
      })
  }

  private static let dated = [
    "Date", "raw struct of Date", "Data", "plain Codable types", "infinities", "Float and Double", "calendrical types",
    "Dictionary by other keys", "Float16",
  ].compactMap(Zoo.named)

  @Test func specimensAreThere() {
    #expect(Self.dated.count >= 8)
  }

  @Test(arguments: dated)
  func iso8601(_ specimen: any ZooSpecimen) throws {
    try run(specimen, "ISO 8601", { $0.dateEncodingStrategy = .iso8601 }, { $0.dateDecodingStrategy = .iso8601 })
  }

  @Test(arguments: dated)
  func secondsSince1970(_ specimen: any ZooSpecimen) throws {
    try run(
      specimen, "seconds", { $0.dateEncodingStrategy = .secondsSince1970 },
      { $0.dateDecodingStrategy = .secondsSince1970 })
  }

  @Test(arguments: dated)
  func millisecondsSince1970(_ specimen: any ZooSpecimen) throws {
    try run(
      specimen, "milliseconds", { $0.dateEncodingStrategy = .millisecondsSince1970 },
      { $0.dateDecodingStrategy = .millisecondsSince1970 })
  }

  @Test(arguments: dated)
  func customDates(_ specimen: any ZooSpecimen) throws {
    try run(
      specimen, "custom dates",
      {
        $0.dateEncodingStrategy = .custom { date, encoder in
          var container = encoder.unkeyedContainer()
          try container.encode("seconds")
          try container.encode(date.timeIntervalSinceReferenceDate)
        }
      },
      {
        $0.dateDecodingStrategy = .custom { decoder in
          var container = try decoder.unkeyedContainer()
          _ = try container.decode(String.self)
          return Date(timeIntervalSinceReferenceDate: try container.decode(Double.self))
        }
      })
  }

  @Test(arguments: dated)
  func deferredData(_ specimen: any ZooSpecimen) throws {
    try run(
      specimen, "deferred data", { $0.dataEncodingStrategy = .deferredToData },
      { $0.dataDecodingStrategy = .deferredToData })
  }

  @Test(arguments: dated)
  func customData(_ specimen: any ZooSpecimen) throws {
    try run(
      specimen, "custom data",
      { $0.dataEncodingStrategy = .custom { data, encoder in try Array(data.reversed()).encode(to: encoder) } },
      { $0.dataDecodingStrategy = .custom { decoder in Data(try [UInt8](from: decoder).reversed()) } })
  }

  @Test(arguments: dated)
  func infinitiesAsText(_ specimen: any ZooSpecimen) throws {
    try run(
      specimen, "infinities as text",
      {
        $0.nonConformingFloatEncodingStrategy = .convertToString(
          positiveInfinity: "+inf", negativeInfinity: "-inf", nan: "nan")
      },
      {
        $0.nonConformingFloatDecodingStrategy = .convertFromString(
          positiveInfinity: "+inf", negativeInfinity: "-inf", nan: "nan")
      })
  }

  /// `userInfo` reaches code of the user's inside a model.
  @Test func userInfo() throws {
    let key = try #require(CodingUserInfoKey(rawValue: "prefix"))
    let encoder = JSONEncoder()
    encoder.userInfo[key] = "seen "
    let data = try encoder.encode(DifferentialUserInfoModel(value: DifferentialUserInfoValue(text: "x")))
    #expect(String(decoding: data, as: UTF8.self) == #"{"value":"seen x"}"#)
    let decoder = JSONDecoder()
    decoder.userInfo[key] = "seen "
    #expect(try decoder.decode(DifferentialUserInfoModel.self, from: data).value.text == "x")
  }
}

private struct DifferentialUserInfoModel: AutoCoding {
  let value: DifferentialUserInfoValue
}

private struct DifferentialUserInfoValue: Codable {
  let text: String

  init(text: String) { self.text = text }

  init(from decoder: any Decoder) throws {
    let prefix = CodingUserInfoKey(rawValue: "prefix").flatMap { decoder.userInfo[$0] as? String } ?? ""
    let whole = try decoder.singleValueContainer().decode(String.self)
    text = String(whole.dropFirst(prefix.count))
  }

  func encode(to encoder: any Encoder) throws {
    let prefix = CodingUserInfoKey(rawValue: "prefix").flatMap { encoder.userInfo[$0] as? String } ?? ""
    var container = encoder.singleValueContainer()
    try container.encode(prefix + text)
  }
}
