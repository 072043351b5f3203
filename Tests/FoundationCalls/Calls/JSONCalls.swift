import Foundation
import Testing

/// Every call and option of Foundation's public JSON coders, as of Swift 6.3. The file is compiled twice: in one module
/// `JSONEncoder` is Foundation's, in the other it is an alias of `AutoJSONEncoder`.
struct JSONCalls {
  struct Person: Codable, Equatable {
    var firstName = "Ada"
    var url: String? = "a/b"
    var born = Date(timeIntervalSince1970: -4_802_112_000)
    var key = Data([1, 2, 255])
    var weight = 1.5
  }

  private let compact = #"{"born":-5780419200,"firstName":"Ada","key":"AQL\/","url":"a\/b","weight":1.5}"#

  private func encoder(_ change: (JSONEncoder) -> Void = { _ in }) -> JSONEncoder {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys]
    change(encoder)
    return encoder
  }

  private func decoder(_ change: (JSONDecoder) -> Void = { _ in }) -> JSONDecoder {
    let decoder = JSONDecoder()
    change(decoder)
    return decoder
  }

  private func text(_ value: some Encodable, _ change: (JSONEncoder) -> Void = { _ in }) throws -> String {
    String(decoding: try encoder(change).encode(value), as: UTF8.self)
  }

  @Test("a value there and back")
  func values() throws {
    let data: Data = try encoder().encode(Person())
    #expect(String(decoding: data, as: UTF8.self) == compact)
    let person: Person = try decoder().decode(Person.self, from: data)
    #expect(person == Person())
    #expect(try decoder().decode([Person?].self, from: Data("[\(compact), null]".utf8)) == [Person(), nil])
    #expect(try decoder().decode(Int.self, from: Data("7".utf8)) == 7)
    #expect(try decoder().decode(type(of: person), from: data) == person)
  }

  @Test("output formatting")
  func formatting() throws {
    var formatting: JSONEncoder.OutputFormatting = .prettyPrinted
    formatting.insert(.sortedKeys)
    formatting.formUnion(.withoutEscapingSlashes)
    #expect(formatting == JSONEncoder.OutputFormatting(rawValue: formatting.rawValue))
    let encoder = JSONEncoder()
    #expect(encoder.outputFormatting == [] && !encoder.outputFormatting.contains(.prettyPrinted))
    encoder.outputFormatting = formatting
    #expect(
      String(decoding: try encoder.encode(["b": "/", "a": ""]), as: UTF8.self)
        == "{\n  \"a\" : \"\",\n  \"b\" : \"/\"\n}")
  }

  @Test("strategies for dates")
  func dates() throws {
    let date = Date(timeIntervalSince1970: 86400)
    let formatter = DateFormatter()
    formatter.locale = Locale(identifier: "en_US_POSIX")
    formatter.timeZone = TimeZone(secondsFromGMT: 0)
    formatter.dateFormat = "dd.MM.yyyy"
    let strategies: [(JSONEncoder.DateEncodingStrategy, JSONDecoder.DateDecodingStrategy, String)] = [
      (.deferredToDate, .deferredToDate, "-978220800"), (.secondsSince1970, .secondsSince1970, "86400"),
      (.millisecondsSince1970, .millisecondsSince1970, "86400000"),
      (.iso8601, .iso8601, #""1970-01-02T00:00:00Z""#),
      (.formatted(formatter), .formatted(formatter), #""02.01.1970""#),
      (
        .custom { date, encoder in
          var container = encoder.singleValueContainer()
          try container.encode("\(Int(date.timeIntervalSince1970))s")
        },
        .custom { decoder in
          let text = try decoder.singleValueContainer().decode(String.self)
          return Date(timeIntervalSince1970: Double(text.dropLast()) ?? 0)
        }, #""86400s""#
      ),
    ]
    for (encoding, decoding, expected) in strategies {
      #expect(try text([date]) { $0.dateEncodingStrategy = encoding } == "[\(expected)]")
      let back = try decoder { $0.dateDecodingStrategy = decoding }.decode(
        [Date].self, from: Data("[\(expected)]".utf8))
      #expect(back == [date])
    }
    if case .deferredToDate = JSONEncoder().dateEncodingStrategy {} else { Issue.record("another default") }
    if case .deferredToDate = JSONDecoder().dateDecodingStrategy {} else { Issue.record("another default") }
  }

  @Test("strategies for data")
  func data() throws {
    let strategies: [(JSONEncoder.DataEncodingStrategy, JSONDecoder.DataDecodingStrategy, String)] = [
      (.base64, .base64, #""AQI=""#), (.deferredToData, .deferredToData, "[1,2]"),
      (
        .custom { data, encoder in
          var container = encoder.singleValueContainer()
          try container.encode(data.count)
        },
        .custom { decoder in
          let count = try decoder.singleValueContainer().decode(Int.self)
          return Data((1...count).map { UInt8($0) })
        }, "2"
      ),
    ]
    for (encoding, decoding, expected) in strategies {
      #expect(try text([Data([1, 2])]) { $0.dataEncodingStrategy = encoding } == "[\(expected)]")
      let back = try decoder { $0.dataDecodingStrategy = decoding }.decode(
        [Data].self, from: Data("[\(expected)]".utf8))
      #expect(back == [Data([1, 2])])
    }
    if case .base64 = JSONEncoder().dataEncodingStrategy {} else { Issue.record("another default") }
    if case .base64 = JSONDecoder().dataDecodingStrategy {} else { Issue.record("another default") }
  }

  @Test("strategies for numbers that JSON does not have")
  func floats() throws {
    #expect(throws: EncodingError.self) {
      try encoder { $0.nonConformingFloatEncodingStrategy = .throw }.encode([Double.nan])
    }
    let written = try text([Double.infinity, -.infinity, .nan]) {
      $0.nonConformingFloatEncodingStrategy = .convertToString(positiveInfinity: "+", negativeInfinity: "-", nan: "n")
    }
    #expect(written == #"["+","-","n"]"#)
    let read = try decoder {
      $0.nonConformingFloatDecodingStrategy = .convertFromString(positiveInfinity: "+", negativeInfinity: "-", nan: "n")
    }.decode([Double].self, from: Data(written.utf8))
    #expect(read[0] == .infinity && read[1] == -.infinity && read[2].isNaN)
    let strict = decoder { $0.nonConformingFloatDecodingStrategy = .throw }
    #expect(throws: DecodingError.self) { try strict.decode([Double].self, from: Data(written.utf8)) }
    let strategies: (JSONEncoder.NonConformingFloatEncodingStrategy, JSONDecoder.NonConformingFloatDecodingStrategy) =
      (JSONEncoder().nonConformingFloatEncodingStrategy, JSONDecoder().nonConformingFloatDecodingStrategy)
    if case (.throw, .throw) = strategies {} else { Issue.record("another default") }
  }

  struct Keys: Codable, Equatable { var firstName = 1, myURLOne = 2 }

  @Test("strategies for keys")
  func keys() throws {
    let written = try text(Keys()) { $0.keyEncodingStrategy = .convertToSnakeCase }
    #expect(written == #"{"first_name":1,"my_url_one":2}"#)
    struct Read: Codable, Equatable { var firstName = 1, myUrlOne = 2 }
    let read = try decoder { $0.keyDecodingStrategy = .convertFromSnakeCase }.decode(
      Read.self, from: Data(written.utf8))
    #expect(read == Read())
    struct Key: CodingKey {
      var stringValue: String
      var intValue: Int? { nil }
      init(stringValue: String) { self.stringValue = stringValue }
      init?(intValue: Int) { nil }
    }
    let upper: @Sendable ([any CodingKey]) -> any CodingKey = { path in
      Key(stringValue: path[path.count - 1].stringValue.uppercased())
    }
    #expect(try text(Keys()) { $0.keyEncodingStrategy = .custom(upper) } == #"{"FIRSTNAME":1,"MYURLONE":2}"#)
    let lower: JSONDecoder.KeyDecodingStrategy = .custom { path in
      Key(stringValue: path[path.count - 1].stringValue == "A" ? "firstName" : "myURLOne")
    }
    let other = try decoder { $0.keyDecodingStrategy = lower }.decode(Keys.self, from: Data(#"{"A":1,"B":2}"#.utf8))
    #expect(other == Keys())
    let plain: (JSONEncoder.KeyEncodingStrategy, JSONDecoder.KeyDecodingStrategy) = (.useDefaultKeys, .useDefaultKeys)
    #expect(try text(Keys()) { $0.keyEncodingStrategy = plain.0 } == #"{"firstName":1,"myURLOne":2}"#)
    #expect(try decoder { $0.keyDecodingStrategy = plain.1 }.decode([Int].self, from: Data("[1]".utf8)) == [1])
  }

  @Test("values for the types' own code")
  func userInfo() throws {
    struct Reader: Codable {
      static let key = CodingUserInfoKey(rawValue: "k")
      var found = ""
      init() {}
      init(from decoder: any Decoder) throws { found = Self.text(decoder.userInfo) }
      func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(Self.text(encoder.userInfo))
      }
      static func text(_ userInfo: [CodingUserInfoKey: Any]) -> String {
        key.flatMap { userInfo[$0] as? String } ?? ""
      }
    }
    let key = try #require(Reader.key)
    let encoder = encoder()
    encoder.userInfo[key] = "e"
    #expect(encoder.userInfo.count == 1 && encoder.userInfo[key] as? String == "e")
    #expect(String(decoding: try encoder.encode([Reader()]), as: UTF8.self) == #"["e"]"#)
    let decoder = JSONDecoder()
    decoder.userInfo = [key: "d"]
    #expect(try decoder.decode([Reader].self, from: Data("[1]".utf8))[0].found == "d")
  }

  @Test("JSON5, and dictionaries without braces")
  func notations() throws {
    let decoder = JSONDecoder()
    #expect(!decoder.allowsJSON5 && !decoder.assumesTopLevelDictionary)
    decoder.allowsJSON5 = true
    #expect(
      try decoder.decode([String: Int].self, from: Data("{a: 0x10, /* c */ 'b': +1,}".utf8)) == ["a": 16, "b": 1])
    decoder.allowsJSON5 = false
    decoder.assumesTopLevelDictionary = true
    #expect(try decoder.decode([String: Int].self, from: Data(#""a": 1, "b": 2"#.utf8)) == ["a": 1, "b": 2])
  }

  @Test("coders are shared by threads")
  func threads() async throws {
    let (encoder, decoder) = (encoder(), JSONDecoder())
    let all = try await withThrowingTaskGroup(of: Person.self) { group in
      for _ in 0..<8 { group.addTask { try decoder.decode(Person.self, from: encoder.encode(Person())) } }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    #expect(all == Array(repeating: Person(), count: 8))
  }

  @Test("errors are those of Codable")
  func errors() throws {
    #expect(throws: DecodingError.self) { try decoder().decode(Int.self, from: Data("\"a\"".utf8)) }
    do {
      _ = try decoder().decode([Person].self, from: Data(#"[{"firstName": 1}]"#.utf8))
      Issue.record("no error")
    } catch DecodingError.typeMismatch(let type, let context) {
      #expect(type == String.self && context.codingPath.map(\.stringValue) == ["Index 0", "firstName"])
    }
    do {
      _ = try decoder().decode(Person.self, from: Data("{".utf8))
      Issue.record("no error")
    } catch DecodingError.dataCorrupted(let context) {
      #expect(context.codingPath.isEmpty)
    }
  }
}
