import AutoCoding
import Foundation
import Testing

/// Lengths in a unit that the data does not say.
private struct Length: CodableWithConfiguration, Equatable {
  struct Unit: EncodingConfigurationProviding, DecodingConfigurationProviding {
    let meters: Double
    static var encodingConfiguration: Unit { Unit(meters: 1000) }
    static var decodingConfiguration: Unit { Unit(meters: 1000) }
  }

  var meters: Double
  var name = "length"

  init(meters: Double) { self.meters = meters }

  init(from decoder: any Decoder, configuration: Unit) throws {
    let container = try decoder.container(keyedBy: Keys.self)
    meters = try container.decode(Double.self, forKey: .value) * configuration.meters
    name = try container.decode(String.self, forKey: .name)
  }

  func encode(to encoder: any Encoder, configuration: Unit) throws {
    var container = encoder.container(keyedBy: Keys.self)
    try container.encode(meters / configuration.meters, forKey: .value)
    try container.encode(name, forKey: .name)
  }

  private enum Keys: String, CodingKey { case value, name }
}

/// Values with a configuration, and bytes of any kind.
struct ConfigurationTests {
  private let length = Length(meters: 2500)
  private let unit = Length.Unit(meters: 500)

  @Test("JSON is that of Foundation, and each reads the other's")
  func json() throws {
    let foundation = JSONEncoder()
    foundation.outputFormatting = .sortedKeys
    let encoder = AutoJSONEncoder()
    encoder.outputFormatting = .sortedKeys
    let data = try encoder.encode(length, configuration: unit)
    #expect(data == Data(#"{"name":"length","value":5}"#.utf8))
    #expect(try data == foundation.encode(length, configuration: unit))
    #expect(
      try encoder.encode(length, configuration: Length.Unit.self)
        == foundation.encode(length, configuration: Length.Unit.self))
    #expect(try AutoJSONDecoder().decode(Length.self, from: data, configuration: unit) == length)
    let kilometers = try AutoJSONDecoder().decode(Length.self, from: data, configuration: Length.Unit.self)
    #expect(kilometers.meters == 5000)
  }

  @Test("property lists likewise", arguments: [PropertyListSerialization.PropertyListFormat.binary, .xml])
  func propertyLists(format: PropertyListSerialization.PropertyListFormat) throws {
    let encoder = AutoPropertyListEncoder()
    encoder.outputFormat = format
    let data = try encoder.encode(length, configuration: unit)
    #expect(try PropertyListDecoder().decode(Length.self, from: data, configuration: unit) == length)
    #expect(try AutoPropertyListDecoder().decode(Length.self, from: data, configuration: unit) == length)
    let other = try PropertyListEncoder().encode(length, configuration: Length.Unit.self)
    #expect(try AutoPropertyListDecoder().decode(Length.self, from: other, configuration: Length.Unit.self) == length)
  }

  @Test("errors have the path and the place")
  func errors() {
    #expect {
      try AutoJSONDecoder().decode(Length.self, from: Data(#"{"value":"x","name":"n"}"#.utf8), configuration: unit)
    } throws: {
      guard case DecodingError.typeMismatch(_, let context) = $0 else { return false }
      return context.codingPath.map(\.stringValue) == ["value"] && context.underlyingError is AutoJSONError
    }
    #expect(throws: DecodingError.self) {
      try AutoPropertyListDecoder().decode(Length.self, from: Data("bplist00".utf8), configuration: unit)
    }
  }

  @Test("an error about the root names its type")
  func rootErrors() {
    #expect {
      try AutoPropertyListEncoder().encode(Count(), configuration: 1)
    } throws: {
      guard case EncodingError.invalidValue(let value, let context) = $0 else { return false }
      return value is Count && context.debugDescription.hasPrefix("Top-level Count is encoded as an integer")
    }
    #expect {
      try AutoJSONEncoder().encode(Count(), configuration: 0)
    } throws: {
      guard case EncodingError.invalidValue(let value, let context) = $0 else { return false }
      return value is Count && context.debugDescription == "Top-level Count did not encode any values."
    }
  }

  private struct Count: EncodableWithConfiguration {
    func encode(to encoder: any Encoder, configuration: Int) throws {
      guard configuration > 0 else { return }
      var container = encoder.singleValueContainer()
      try container.encode(configuration)
    }
  }

  @Test("any contiguous bytes are read in place")
  func bytes() throws {
    let text = Array("..[1,2,3]..".utf8)
    #expect(try AutoJSONDecoder().decode([Int].self, from: text[2..<9]) == [1, 2, 3])
    #expect(try AutoJSONDecoder().decode([Int].self, from: Data(text)[2..<9]) == [1, 2, 3])
    #expect(try AutoJSONDecoder().decode([Int].self, from: ContiguousArray(text[2..<9])) == [1, 2, 3])
  }
}
