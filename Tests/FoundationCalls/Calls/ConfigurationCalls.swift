import Foundation
import Testing

/// The calls with a configuration, of all coders.
struct ConfigurationCalls {
  struct Price: CodableWithConfiguration, Equatable {
    struct Currency: Sendable { var factor: Int }
    var cents: Int

    init(cents: Int) { self.cents = cents }

    init(from decoder: any Decoder, configuration: Currency) throws {
      cents = try decoder.singleValueContainer().decode([Int].self)[0] * configuration.factor
    }

    func encode(to encoder: any Encoder, configuration: Currency) throws {
      var container = encoder.singleValueContainer()
      try container.encode([cents / configuration.factor])
    }
  }

  enum Euro: EncodingConfigurationProviding, DecodingConfigurationProviding {
    static var encodingConfiguration: Price.Currency { .init(factor: 100) }
    static var decodingConfiguration: Price.Currency { .init(factor: 100) }
  }

  @Test("JSON")
  func json() throws {
    let data = try JSONEncoder().encode(Price(cents: 700), configuration: Price.Currency(factor: 10))
    #expect(String(decoding: data, as: UTF8.self) == "[70]")
    #expect(
      String(decoding: try JSONEncoder().encode(Price(cents: 700), configuration: Euro.self), as: UTF8.self) == "[7]")
    let read = try JSONDecoder().decode(Price.self, from: data, configuration: Price.Currency(factor: 10))
    #expect(read == Price(cents: 700))
    #expect(try JSONDecoder().decode(Price.self, from: data, configuration: Euro.self) == Price(cents: 7000))
  }

  @Test("property lists")
  func propertyLists() throws {
    let encoder = PropertyListEncoder()
    let data = try encoder.encode(Price(cents: 700), configuration: Price.Currency(factor: 10))
    #expect(try encoder.encode(Price(cents: 7000), configuration: Euro.self) == data)
    let decoder = PropertyListDecoder()
    let read = try decoder.decode(Price.self, from: data, configuration: Price.Currency(factor: 10))
    #expect(read == Price(cents: 700))
    #expect(try decoder.decode(Price.self, from: data, configuration: Euro.self) == Price(cents: 7000))
    var format = PropertyListSerialization.PropertyListFormat.xml
    let euro = try decoder.decode(Price.self, from: data, format: &format, configuration: Euro.self)
    #expect(euro == Price(cents: 7000) && format == .binary)
    format = .xml
    let ten = try decoder.decode(Price.self, from: data, format: &format, configuration: Price.Currency(factor: 10))
    #expect(ten == Price(cents: 700) && format == .binary)
  }
}
