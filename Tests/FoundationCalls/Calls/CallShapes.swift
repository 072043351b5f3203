import Foundation
import Testing

/// The ways in which code writes the calls: the types of arguments are inferred, coders are extended, and methods and
/// options are values.
struct CallShapes {
  struct Person: Codable, Equatable { var name = "Ada" }

  struct Client {
    var encoder: JSONEncoder = .init()
    let decoder = JSONDecoder()
    let propertyListEncoder: PropertyListEncoder = .init()
    var propertyListDecoder = PropertyListDecoder()
  }

  /// Coders with the options of an app.
  final class DayEncoder: JSONEncoder, @unchecked Sendable {
    override init() {
      super.init()
      dateEncodingStrategy = .iso8601
    }
  }

  final class DayDecoder: JSONDecoder, @unchecked Sendable {
    override init() {
      super.init()
      dateDecodingStrategy = .iso8601
    }
  }

  final class XMLEncoder: PropertyListEncoder, @unchecked Sendable {
    override init() {
      super.init()
      outputFormat = .xml
    }
  }

  @Test("subclasses have options of their own")
  func subclasses() throws {
    let dates = [Date(timeIntervalSinceReferenceDate: 0)]
    let data = try DayEncoder().encode(dates)
    #expect(String(decoding: data, as: UTF8.self) == #"["2001-01-01T00:00:00Z"]"#)
    let decoder: JSONDecoder = DayDecoder()
    #expect(try decoder.decode([Date].self, from: data) == dates)
    #expect(try String(decoding: XMLEncoder().encode(dates), as: UTF8.self).hasPrefix("<?xml"))
  }

  private let text = #"{"name":"Ada"}"#

  @Test("the type of the data is inferred")
  func inferred() throws {
    let decoder = JSONDecoder()
    #expect(try decoder.decode(Person.self, from: .init(text.utf8)) == Person())
    #expect(throws: DecodingError.self) { try decoder.decode(Person.self, from: .init()) }
    #expect(throws: DecodingError.self) { try PropertyListDecoder().decode(Person.self, from: .init()) }
    let optional = text.data(using: .utf8)
    #expect(try optional.map { try decoder.decode(Person.self, from: $0) } == Person())
    #expect(try [optional].compactMap { $0 }.map { try decoder.decode(Person.self, from: $0) } == [Person()])
    #expect(try decoder.decode(Person.self, from: optional ?? .init()) == Person())
    #expect(try decoder.decode(Person.self, from: try JSONEncoder().encode(Person())) == Person())
    #expect(try decoder.decode(Person.self, from: Data(" \(text)".utf8)[1...]) == Person())
  }

  @Test("files in any encoding are read as data")
  func files() throws {
    let url = FileManager.default.temporaryDirectory.appendingPathComponent("calls-\(UUID().uuidString).json")
    defer { try? FileManager.default.removeItem(at: url) }
    // As a `String`, the file would be read in another encoding.
    try #require(text.data(using: .utf16LittleEndian)).write(to: url)
    #expect(try JSONDecoder().decode(Person.self, from: .init(contentsOf: url)) == Person())
    #expect(try JSONDecoder().decode(Person.self, from: .init(contentsOf: url, options: .mappedIfSafe)) == Person())
    try PropertyListEncoder().encode(Person()).write(to: url)
    #expect(try PropertyListDecoder().decode(Person.self, from: .init(contentsOf: url)) == Person())
  }

  @Test("methods and options are values")
  func values() throws {
    let encode: (Person) throws -> Data = JSONEncoder().encode
    let decode: (Person.Type, Data) throws -> Person = JSONDecoder().decode
    let other = JSONDecoder().decode(_:from:) as (Person.Type, Data) throws -> Person
    #expect(try decode(Person.self, encode(Person())) == Person())
    #expect(try other(Person.self, encode(Person())) == Person())
    let encodeList: (Person) throws -> Data = PropertyListEncoder().encode
    let decodeList: (Person.Type, Data) throws -> Person = PropertyListDecoder().decode
    #expect(try decodeList(Person.self, encodeList(Person())) == Person())
    let encoder = JSONEncoder()
    encoder[keyPath: \JSONEncoder.keyEncodingStrategy] = .convertToSnakeCase
    if case .convertToSnakeCase = encoder.keyEncodingStrategy {} else { Issue.record("not set") }
    let client = Client()
    #expect(try client.decoder.decode(Person.self, from: client.encoder.encode(Person())) == Person())
    let list = try client.propertyListEncoder.encode(Person())
    #expect(try client.propertyListDecoder.decode(Person.self, from: list) == Person())
    let coders: [any Sendable] = [client.encoder, client.decoder, client.propertyListEncoder, list]
    #expect(coders.count == 4 && client.encoder as AnyObject === client.encoder)
  }

  @Test("types that are known at run time")
  func existentials() throws {
    let value: any Encodable = Person()
    #expect(try String(decoding: JSONEncoder().encode(value), as: UTF8.self) == text)
    let type: any Decodable.Type = Person.self
    #expect(try JSONDecoder().decode(type, from: Data(text.utf8)) as? Person == Person())
    #expect(try PropertyListDecoder().decode(type, from: PropertyListEncoder().encode(value)) as? Person == Person())
    let codable: any (Codable & Sendable) = 7
    #expect(try JSONEncoder().encode(codable) == Data("7".utf8))
    #expect(try JSONEncoder().encode(nil as Int?) == Data("null".utf8))
  }

  @Test("coders are extended")
  func extensions() throws {
    #expect(try String(decoding: JSONEncoder(formatting: .sortedKeys).encode(Person()), as: UTF8.self) == text)
    #expect(try JSONEncoder.shared.encode([Date(timeIntervalSince1970: 0)]) == Data(#"["1970-01-01T00:00:00Z"]"#.utf8))
    let person: Person = try JSONDecoder().decoded(from: Data(text.utf8))
    #expect(person == Person())
    let decoder = JSONDecoder()
    decoder.dateDecodingStrategy = .day
    #expect(try decoder.decode([Date].self, from: Data("[1]".utf8)) == [Date(timeIntervalSince1970: 86400)])
  }
}

extension JSONEncoder {
  fileprivate static let shared: JSONEncoder = {
    let encoder = JSONEncoder()
    encoder.dateEncodingStrategy = .own
    return encoder
  }()

  fileprivate convenience init(formatting: OutputFormatting) {
    self.init()
    outputFormatting = formatting
  }
}

extension JSONDecoder {
  fileprivate func decoded<T: Decodable>(from data: Data) throws -> T { try decode(T.self, from: data) }
}

extension JSONEncoder.DateEncodingStrategy {
  fileprivate static var own: JSONEncoder.DateEncodingStrategy { .iso8601 }
}

extension JSONDecoder.DateDecodingStrategy {
  fileprivate static let day = JSONDecoder.DateDecodingStrategy.custom { decoder in
    Date(timeIntervalSince1970: 86400 * (try decoder.singleValueContainer().decode(Double.self)))
  }
}
