import AutoCoding
import Foundation
import Testing

@testable import AutoCoding

/// Options that are mere choices are shared by all coders; others belong to one.
struct CoderOptionsTests {
  private struct Model: AutoCoding {
    var firstName = "Ada / Lovelace"
    var bornAt = Date(timeIntervalSinceReferenceDate: 86400)
    var photo = Data([1, 2, 3])
    var lastName: String?
  }

  private final class Formatter: DateFormatter, @unchecked Sendable {}

  @Test("each choice has another number")
  func encoderChoices() throws {
    var numbers: Set<UInt> = []
    var count = 0
    for formatting in 0..<16 as Range<UInt> {
      for dates in [.deferredToDate, .iso8601, .secondsSince1970, .millisecondsSince1970]
        as [JSONEncoder.DateEncodingStrategy]
      {
        for data in [.base64, .deferredToData] as [JSONEncoder.DataEncodingStrategy] {
          for keys in [.useDefaultKeys, .convertToSnakeCase] as [JSONEncoder.KeyEncodingStrategy] {
            for writesNils in [false, true] {
              numbers.insert(
                try #require(
                  JSONEncodingOptions.Values(
                    formatting: .init(rawValue: formatting), dates: dates, data: data, keys: keys,
                    writesNils: writesNils
                  ).choices))
              count += 1
            }
          }
        }
      }
    }
    #expect(numbers.count == count)
  }

  @Test("each choice of a decoder has another number")
  func decoderChoices() throws {
    var numbers: Set<UInt> = []
    var count = 0
    for decoder in [.json, .propertyList, .dictionary] as [JSONDecodingOptions.Decoder] {
      for dates in [.deferredToDate, .iso8601, .secondsSince1970, .millisecondsSince1970]
        as [JSONDecoder.DateDecodingStrategy]
      {
        for data in [.base64, .deferredToData] as [JSONDecoder.DataDecodingStrategy] {
          for keys in [.useDefaultKeys, .convertFromSnakeCase] as [JSONDecoder.KeyDecodingStrategy] {
            for flags in 0..<16 {
              for leniency in 0..<8 {
                for notation in 0..<4 {
                  var values = JSONDecodingOptions.Values(
                    decoder: decoder, dates: dates, data: data, keys: keys, usesLastDuplicate: flags & 1 != 0,
                    refusesDuplicates: flags & 2 != 0, leniencyBits: leniency, acceptsNewerVersions: flags & 4 != 0,
                    usesFastPath: flags & 8 != 0)
                  (values.allowsJSON5, values.assumesTopLevelDictionary) = (notation & 1 != 0, notation & 2 != 0)
                  numbers.insert(try #require(values.choices))
                  count += 1
                }
              }
            }
          }
        }
      }
    }
    #expect(numbers.count == count)
  }

  @Test("what is more than a choice is never shared")
  func own() {
    typealias Encoding = JSONEncodingOptions.Values
    typealias Decoding = JSONDecodingOptions.Values
    let key = CodingUserInfoKey.maximumDepth
    #expect(Encoding(dates: .formatted(DateFormatter())).choices == nil)
    #expect(Encoding(dates: .custom { _, _ in }).choices == nil)
    #expect(Encoding(data: .custom { _, _ in }).choices == nil)
    #expect(Encoding(keys: .custom { $0[0] }).choices == nil)
    let texts = JSONEncoder.NonConformingFloatEncodingStrategy.convertToString(
      positiveInfinity: "+", negativeInfinity: "-", nan: "0")
    #expect(Encoding(floats: texts).choices == nil)
    #expect(Encoding(limits: CodingLimits(maximumDepth: 3)).choices == nil)
    #expect(Encoding(allowedTypes: [Model.self]).choices == nil)
    #expect(Encoding(userInfo: [key: 3]).choices == nil)
    #expect(Encoding(included: []).choices == nil)
    #expect(Encoding(omitted: ["photo"]).choices == nil)
    #expect(Encoding(formatting: .init(rawValue: 1 << 62)).choices == nil)

    #expect(Decoding(dates: .formatted(DateFormatter())).choices == nil)
    #expect(Decoding(dates: .custom { _ in Date() }).choices == nil)
    #expect(Decoding(data: .custom { _ in Data() }).choices == nil)
    #expect(Decoding(keys: .custom { $0[0] }).choices == nil)
    #expect(Decoding(leniencyBits: .min).choices == nil)
    #expect(Decoding(unknownKeys: .refuse).choices == nil)
    #expect(Decoding(collectionUpdates: .merge).choices == nil)
    #expect(Decoding(limits: CodingLimits(maximumDepth: 3)).choices == nil)
    #expect(Decoding(allowedTypes: [Model.self]).choices == nil)
    #expect(Decoding(userInfo: [key: 3]).choices == nil)
  }

  @Test("coders with the same choices share one object, in whatever order the choices are made")
  func sharing() throws {
    let one = JSONEncodingOptions.with(.init())
      .changed { $0.dates = .iso8601 }
      .changed { $0.keys = .convertToSnakeCase }
    let other = JSONEncodingOptions.with(.init(keys: .convertToSnakeCase)).changed { $0.dates = .iso8601 }
    #expect(one === other)
    #expect(one !== one.changed { $0.limits = CodingLimits(maximumDepth: 3) })
    #expect(one.changed { $0.limits = CodingLimits(maximumDepth: 3) }.changed { $0.limits = CodingLimits() } === one)
  }

  @Test("a coder that is made for each call writes what its options say, on every thread")
  func calls() async throws {
    let model = Model()
    try await withThrowingTaskGroup(of: Void.self) { group in
      for task in 0..<4 {
        group.addTask {
          for round in 0..<200 {
            let (encoder, foundation) = (AutoJSONEncoder(), JSONEncoder())
            let formatting: JSONEncoder.OutputFormatting =
              (round + task) % 2 == 0 ? .sortedKeys : [.sortedKeys, .prettyPrinted]
            (encoder.outputFormatting, foundation.outputFormatting) = (formatting, formatting)
            if round % 3 == 0 {
              (encoder.dateEncodingStrategy, foundation.dateEncodingStrategy) = (.iso8601, .iso8601)
            }
            if round % 5 == 0 {
              (encoder.keyEncodingStrategy, foundation.keyEncodingStrategy) = (.convertToSnakeCase, .convertToSnakeCase)
            }
            if round % 7 == 0 {
              (encoder.dataEncodingStrategy, foundation.dataEncodingStrategy) = (.deferredToData, .deferredToData)
            }
            let (data, expected) = (try encoder.encode(model), try foundation.encode(model))
            #expect(data == expected)
          }
        }
      }
      try await group.waitForAll()
    }
  }

  @Test("what a user gives a coder dies with it")
  func lifetimes() throws {
    weak var formatter: Formatter?
    for isSetBack in [false, true] {
      for isPlain in [false, true] {
        do {
          let (encoder, decoder) = (AutoJSONEncoder(), AutoJSONDecoder())
          let made = Formatter()
          formatter = made
          encoder.dateEncodingStrategy = .formatted(made)
          decoder.dateDecodingStrategy = .formatted(made)
          func call() throws {
            let text = try isPlain ? encoder.encode(Plain()) : encoder.encode(Model())
            _ = try isPlain ? decoder.decode(Plain.self, from: text) as Any : decoder.decode(Model.self, from: text)
          }
          try call()
          if isSetBack {
            encoder.dateEncodingStrategy = .iso8601
            decoder.dateDecodingStrategy = .iso8601
            try call()
          }
        }
        #expect(formatter == nil)
      }
    }
  }

  private struct Plain: Codable {
    var bornAt = Date(timeIntervalSince1970: 86400)
  }
}
