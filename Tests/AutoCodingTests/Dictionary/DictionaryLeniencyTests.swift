import AutoCoding
import Foundation
import TestModels
import Testing

/// `leniency`, `update(_:from:)` and `nilEncodingStrategy` of the dictionary coders. JSON's coders are the judges.
struct DictionaryLeniencyTests {
  struct Part: AutoCoding, DefaultInitializable, Equatable {
    var n = 5
    var name = "d"
  }

  final class Node: AutoCoding, DefaultInitializable, Equatable {
    var count = 1
    var next: Node?
    static func == (left: Node, right: Node) -> Bool { left.count == right.count && left.next == right.next }
  }

  /// Has the compiler's code.
  struct Plain: Codable, Equatable {
    var n: Int
    var text: String
    var flag: Bool
    var list: [Int]
  }

  struct Model: AutoCoding, DefaultInitializable, Equatable {
    var int = 1
    var byte: UInt8 = 2
    var big: UInt64 = 3
    var double = 4.5
    var float: Float = 5.5
    var flag = true
    var text = "t"
    var url = URL(filePath: "/a")
    var data = Data([1])
    var date = Date(timeIntervalSinceReferenceDate: 1)
    var uuid = UUID(uuid: (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16))
    var optional: Int?
    var list = [1, 2]
    var set: Set<Int> = [1]
    var table = ["k": 1]
    var part = Part()
    var parts = [Part()]
    var node = Node()
    var plain: Plain?
  }

  /// Values that some of the model's properties can take, and others cannot.
  private static let values = [
    "1", "0", "-1", "1.0", "1.5", "255", "256", "1e2", "1e400", "18446744073709551615", "true", "false", "null",
    #""""#, #""1""#, #""0""#, #""-1""#, #""01""#, #"" 1""#, #""1 ""#, #""+1""#, #""1.0""#, #""1.5""#, #""1e2""#,
    #""1e400""#, #""0x1""#, #""inf""#, #""nan""#, #""true""#, #""false""#, #""True""#, #""256""#,
    #""18446744073709551615""#, "[]", "[1]", #"[1, "2", true, null, {}, [3], "x", 4]"#,
    #"[{"n": 1}, {"n": "2"}, {"n": "x"}, {"n": null}, 7]"#, "{}", #"{"n": "3", "name": 4}"#, #"{"k": "1"}"#,
    #"{"k": null}"#, #"{"count": "7", "next": {"count": null}}"#,
    #"{"n": "1", "text": 2, "flag": 1, "list": ["3"]}"#, #"{"n": 1, "text": "a", "flag": false, "list": [1, "x"]}"#,
  ]

  private static let keys = [
    "int", "byte", "big", "double", "float", "flag", "text", "url", "data", "date", "uuid", "optional", "list", "set",
    "table", "part", "parts",
    "node", "plain",
  ]

  static let leniencies: [AutoJSONDecoder.Leniency] =
    [
      [], .numbersFromStrings, .stringsFromNumbers, .boolsFromNumbersAndStrings, .skipsUndecodableElements,
      .defaultsForNull, .all,
    ]

  @Test("every value under every key is decoded as from JSON", arguments: leniencies)
  func matrix(leniency: AutoJSONDecoder.Leniency) throws {
    let json = AutoJSONDecoder()
    json.leniency = leniency
    let decoder = DictionaryDecoder()
    decoder.leniency = leniency
    #expect(decoder.leniency == leniency)
    var accepted = 0
    for key in Self.keys {
      for value in Self.values {
        let text = #"{"\#(key)": \#(value)}"#
        guard let dictionary = try? DictionaryDecoder.dictionary(text) else { continue }
        // The text of a number is lost in memory: 1.0 is 1, and 1e2 is 100.
        if ["text", "flag"].contains(key), ["1.0", "1e2"].contains(value) { continue }
        // Dictionaries refuse integers that a floating-point number would round.
        if ["double", "float", "date"].contains(key), value == "18446744073709551615" { continue }
        let expected = Result { try json.decode(Model.self, from: text) }
        let found = Result { try decoder.decode(Model.self, from: dictionary) }
        switch (expected, found) {
        case (.success(let expected), .success(let found)):
          #expect(found == expected, "\(text), \(leniency.rawValue)")
          accepted += 1
        case (.failure(let expected), .failure(let found)):
          // If several members of a value are wrong, a dictionary names any of them.
          #expect(found.path.hasPrefix(key) && expected.path.hasPrefix(key), "\(text), \(leniency.rawValue): \(found)")
        default: Issue.record("\(text), \(leniency.rawValue): \(expected), \(found)")
        }
      }
    }
    #expect(accepted > 60)
  }

  @Test("plain types have the same leniency")
  func plain() throws {
    let decoder = DictionaryDecoder()
    let dictionary: [String: Any] = ["n": "1", "text": 2, "flag": "true", "list": ["3"]]
    #expect(throws: DecodingError.self) { try decoder.decode(Plain.self, from: dictionary) }
    decoder.leniency = .conversions
    #expect(try decoder.decode(Plain.self, from: dictionary) == Plain(n: 1, text: "2", flag: true, list: [3]))
  }

  @Test("reports and paths are those of what was kept")
  func reports() throws {
    let decoder = DictionaryDecoder()
    decoder.leniency = .conversions
    decoder.unknownKeys = .report
    var unknown: [UnknownKey] = []
    let parts: [Any] = [["n": 1, "x": 1] as [String: Any], ["y": 1, "n": [1]] as [String: Any], ["n": "2", "z": 1]]
    let model = try decoder.decode(Model.self, from: ["parts": parts], reporting: &unknown)
    #expect(model.parts == [Part(n: 1), Part(n: 2)])
    #expect(unknown.map(\.description) == ["parts[0].x", "parts[2].z"])
  }

  // MARK: Updates

  @Test("an update changes what is there, models in part, and objects in place")
  func update() throws {
    var model = Model()
    let node = model.node
    let changes: [String: Any] = [
      "int": 7, "part": ["n": 8], "node": ["next": ["count": 9]], "list": [4], "optional": 3,
    ]
    try DictionaryDecoder().update(&model, from: changes)
    var expected = Model()
    let text = #"{"int": 7, "part": {"n": 8}, "node": {"next": {"count": 9}}, "list": [4], "optional": 3}"#
    try AutoJSONDecoder().update(&expected, from: Data(text.utf8))
    #expect(model == expected && model.part == Part(n: 8) && model.node === node && node.next?.count == 9)
    try DictionaryDecoder().update(&model, from: ["optional": Optional<Any>.none as Any])
    #expect(model.optional == nil && model.int == 7)
  }

  @Test("an update that fails changes nothing", arguments: [false, true])
  func failedUpdate(isByContainers: Bool) throws {
    let decoder = DictionaryDecoder()
    if isByContainers { decoder.keyDecodingStrategy = .custom { $0[$0.count - 1] } }
    var model = Model()
    let node = model.node
    let changes: [String: Any] = ["node": ["count": 5, "next": ["count": "x"]] as [String: Any], "int": 3]
    #expect(throws: DecodingError.self) { try decoder.update(&model, from: changes) }
    #expect(model == Model() && model.node === node)
    try decoder.update(&model, from: ["node": ["count": 5], "int": 3])
    #expect(node.count == 5 && model.int == 3 && model.part == Part())
  }

  enum Level: AutoCoding { case low, high(Int) }

  @Test("what is not coded by its properties is not updated, and that is said")
  func refusedUpdate() throws {
    var level = Level.low
    #expect { try DictionaryDecoder().update(&level, from: ["high": ["_0": 1]]) } throws: {
      "\($0)".contains("cannot be updated in part. Decode it as a whole.")
    }
    #expect { try AutoJSONDecoder().update(&level, from: #"{"high":{"_0":1}}"#) } throws: {
      "\($0)".contains("cannot be updated in part. Decode it as a whole.")
    }
  }

  @Test("an update uses the decoder's options")
  func updateOptions() throws {
    var model = Model()
    let decoder = DictionaryDecoder()
    decoder.leniency = .numbersFromStrings
    decoder.unknownKeys = .refuse
    try decoder.update(&model, from: ["int": "12"])
    #expect(model.int == 12)
    #expect(throws: DecodingError.self) { try decoder.update(&model, from: ["other": 1]) }
  }

  // MARK: Nil

  private struct Nils: ZooVisitor {
    func visit<Auto, Twin>(_ specimen: Specimen<Auto, Twin>) throws {
      for containers in [false, true] {
        for sample in specimen.samples {
          let json = AutoJSONEncoder()
          let encoder = DictionaryEncoder()
          json.nilEncodingStrategy = .null
          encoder.nilEncodingStrategy = .null
          if containers {
            json.keyEncodingStrategy = .custom { $0[$0.count - 1] }
            encoder.keyEncodingStrategy = .custom { $0[$0.count - 1] }
          }
          guard let text = try? json.encode(sample.auto) else {
            #expect(throws: (any Error).self) { try encoder.encodeValue(sample.auto) }
            continue
          }
          let value = try encoder.encodeValue(sample.auto)
          let options: JSONSerialization.WritingOptions = [.fragmentsAllowed, .sortedKeys]
          let written = try JSONSerialization.data(withJSONObject: value, options: options)
          let expected = try AutoJSONDecoder().decode(JSONValue.self, from: text)
          if specimen.isOrdered {
            #expect(try AutoJSONDecoder().decode(JSONValue.self, from: written) == expected, "\(specimen.name)")
          }
          #expect(encoder.nilEncodingStrategy == .null && DictionaryEncoder().nilEncodingStrategy == .omit)
        }
      }
    }
  }

  @Test("nil is null where it is in JSON", arguments: Zoo.all)
  func nils(specimen: any ZooSpecimen) throws {
    try specimen.accept(Nils())
  }
}

extension DictionaryDecoder {
  /// What a JSON text is in memory.
  fileprivate static func dictionary(_ text: String) throws -> [String: Any]? {
    try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any]
  }
}

extension Error {
  fileprivate var path: String {
    switch self as? DecodingError {
    case .typeMismatch(_, let context), .valueNotFound(_, let context), .dataCorrupted(let context):
      context.codingPath.map(\.stringValue).joined(separator: ".")
    case .keyNotFound(let key, let context):
      (context.codingPath + [key]).map(\.stringValue).joined(separator: ".")
    default: "\(self)"
    }
  }
}
