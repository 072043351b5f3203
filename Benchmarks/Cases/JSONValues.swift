import AutoCoding
import Foundation

/// `JSONValue` with documents of any shape, against `JSONDecoder` and `JSONEncoder` with an enum written by hand, and against
/// `JSONSerialization`.
struct JSONValues {
  let corpora: Corpora

  private enum Name {
    static let value = "JSONValue"
    static let tried = "hand-written enum"
    static let serialization = "JSONSerialization"
  }

  /// How many times as fast as the enum encoding and decoding have to be.
  private static let floor = 12.0

  func suite() throws -> Suite {
    var documents = [try corpora.twitter()]
    if let canada = try corpora.canada() { documents.append(("canada.json", canada)) }
    if let events = try corpora.gitHubEvents() { documents.append(("github_events.json", events)) }
    return Suite(
      name: "JSON values", sides: [Name.value, Name.tried, Name.serialization], baseline: Name.tried,
      floor: Floor(side: Name.value, worstCase: 1 / Self.floor, geometricMean: 1 / Self.floor),
      cases: documents.flatMap { [decode($0), encode($0)] } + [small()])
  }

  /// A hash of a text's contents, equal for all sides that write the same JSON.
  private static func fingerprint(_ data: Data) throws -> Int {
    try JSONDecoder().decode(TriedJSON.self, from: data).hashValue
  }

  private func decode(_ document: (name: String, data: Data)) -> Case {
    Case(name: document.name, coder: "JSON values", operation: "decode", objects: 1) {
      Work(bytes: document.data.count, sides: Self.decoding(document.data))
    }
  }

  private static func decoding(_ data: Data) -> [Side] {
    let (decoder, foundation) = (AutoJSONDecoder(), JSONDecoder())
    return [
      Side(
        Name.value, operation: { try decoder.decode(JSONValue.self, from: data) },
        fingerprint: { try fingerprint(AutoJSONEncoder().encode($0)) }),
      Side(
        Name.tried, operation: { try foundation.decode(TriedJSON.self, from: data) },
        fingerprint: { try fingerprint(JSONEncoder().encode($0)) }),
      Side(
        Name.serialization, operation: { try JSONSerialization.jsonObject(with: data) },
        fingerprint: { try fingerprint(JSONSerialization.data(withJSONObject: $0)) }),
    ]
  }

  private func encode(_ document: (name: String, data: Data)) -> Case {
    Case(name: document.name, coder: "JSON values", operation: "encode", objects: 1) {
      let value = try AutoJSONDecoder().decode(JSONValue.self, from: document.data)
      let tried = try JSONDecoder().decode(TriedJSON.self, from: document.data)
      let object = try JSONSerialization.jsonObject(with: document.data)
      let (encoder, foundation) = (AutoJSONEncoder(), JSONEncoder())
      return Work(
        bytes: try encoder.encode(value).count,
        sides: [
          Side(Name.value, operation: { try encoder.encode(value) }, fingerprint: Self.fingerprint),
          Side(Name.tried, operation: { try foundation.encode(tried) }, fingerprint: Self.fingerprint),
          Side(
            Name.serialization, operation: { try JSONSerialization.data(withJSONObject: object) },
            fingerprint: Self.fingerprint),
        ])
    }
  }

  /// What is left of a document in a model, as a rule.
  private func small() -> Case {
    Case(name: "5 members", coder: "JSON values", operation: "decode", objects: 1) {
      let data = Data(#"{"id":7919,"name":"Object number 1","tags":["a","b"],"ratio":0.25,"owner":null}"#.utf8)
      return Work(bytes: data.count, sides: Self.decoding(data))
    }
  }
}
