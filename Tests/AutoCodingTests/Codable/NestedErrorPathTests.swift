import AutoCoding
import Foundation
import Testing

/// Errors in models that Foundation's containers nest have the path that they have in the compiler's `Codable`.
struct NestedErrorPathTests {
  private struct Inner: AutoCoding {
    var date: Date?, url: URL?, data: Data?, decimal: Decimal?, id: UUID?, small: Int8?, ratio: Float?, text: String?
    var level: Level?
  }
  private enum Level: String, AutoCoding { case low, high }
  private struct Middle: AutoCoding { var inner: Inner, other: Inner?, all: [Inner]? }
  private struct Outer: AutoCoding { var middle: Middle }

  private struct TwinInner: Codable {
    var date: Date?, url: URL?, data: Data?, decimal: Decimal?, id: UUID?, small: Int8?, ratio: Float?, text: String?
    var level: TwinLevel?
  }
  private enum TwinLevel: String, Codable { case low, high }
  private struct TwinMiddle: Codable { var inner: TwinInner, other: TwinInner?, all: [TwinInner]? }
  private struct TwinOuter: Codable { var middle: TwinMiddle }

  private static let decoders: [@Sendable () -> JSONDecoder] = [
    { JSONDecoder() },
    {
      let decoder = JSONDecoder()
      decoder.dateDecodingStrategy = .iso8601
      decoder.nonConformingFloatDecodingStrategy = .convertFromString(
        positiveInfinity: "i", negativeInfinity: "j", nan: "n")
      return decoder
    },
    {
      let decoder = JSONDecoder()
      let formatter = DateFormatter()
      formatter.dateFormat = "yyyy"
      decoder.dateDecodingStrategy = .formatted(formatter)
      decoder.dataDecodingStrategy = .custom {
        throw DecodingError.dataCorrupted(.init(codingPath: $0.codingPath, debugDescription: ""))
      }
      return decoder
    },
    {
      let decoder = JSONDecoder()
      decoder.dateDecodingStrategy = .millisecondsSince1970
      decoder.dataDecodingStrategy = .deferredToData
      decoder.keyDecodingStrategy = .convertFromSnakeCase
      return decoder
    },
  ]

  private func outcome<Value: Decodable>(_ type: Value.Type, _ text: String, _ decoder: JSONDecoder) -> String {
    func describe(_ kind: String, _ context: DecodingError.Context) -> String {
      "\(kind) at \(context.codingPath.map(\.stringValue))"
    }
    do {
      _ = try decoder.decode(type, from: Data(text.utf8))
      return "decoded"
    } catch DecodingError.typeMismatch(_, let context) {
      return describe("type", context)
    } catch DecodingError.valueNotFound(_, let context) {
      return describe("value", context)
    } catch DecodingError.dataCorrupted(let context) {
      return describe("corrupted", context)
    } catch {
      return "\(error)"
    }
  }

  @Test("are those of the compiler's code", arguments: 0..<4)
  func paths(decoder number: Int) throws {
    let decoder = Self.decoders[number]()
    // Models are nested once their calls are known.
    for _ in 0..<3 {
      _ = try decoder.decode(Outer.self, from: Data(#"{"middle":{"inner":{},"other":{},"all":[{}]}}"#.utf8))
    }
    for key in ["date", "url", "data", "decimal", "id", "small", "ratio", "text", "level"] {
      for value in ["true", "1e3", #""?""#, #""""#, "[]", "{}", #""http://[""#] {
        let inner = "{\"\(key)\":\(value)}"
        for text in [
          #"{"middle":{"inner":\#(inner)}}"#, #"{"middle":{"inner":{},"other":\#(inner)}}"#,
          #"{"middle":{"inner":{},"all":[{},\#(inner)]}}"#,
        ] {
          let expected = outcome(TwinOuter.self, text, decoder)
          #expect(outcome(Outer.self, text, decoder) == expected, "\(text)")
        }
      }
    }
  }
}
