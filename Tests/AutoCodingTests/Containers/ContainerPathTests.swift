import AutoCoding
import Foundation
import Testing

/// Decodes nothing, and keeps the errors of every try, for every value of an object of objects.
private struct KeptErrors: Decodable {
  private(set) var paths: [[String]] = []
  private(set) var errors: [DecodingError] = []

  init(from decoder: any Decoder) throws {
    let object = try decoder.container(keyedBy: Key.self)
    for key in object.allKeys.sorted(by: { $0.stringValue < $1.stringValue }) {
      let inner = try object.nestedContainer(keyedBy: Key.self, forKey: key)
      for innerKey in inner.allKeys.sorted(by: { $0.stringValue < $1.stringValue }) {
        let value = try inner.superDecoder(forKey: innerKey).singleValueContainer()
        for attempt in [{ _ = try value.decode(Bool.self) }, { _ = try value.decode([Int].self) }]
          as [() throws -> Void]
        {
          do {
            try attempt()
          } catch let error as DecodingError {
            errors.append(error)
            paths.append([key.stringValue, innerKey.stringValue])
          }
        }
      }
    }
  }

  private struct Key: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }
    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }
}

extension DecodingError {
  fileprivate var path: [String] {
    switch self {
    case .typeMismatch(_, let context), .valueNotFound(_, let context), .keyNotFound(_, let context),
      .dataCorrupted(let context):
      context.codingPath.map(\.stringValue)
    @unknown default: []
    }
  }
}

@Suite("Coding paths of containers")
struct ContainerPathTests {
  @Test("errors that are kept say their own places, though siblings share memory")
  func keptErrors() throws {
    let text = #"{"a":{"x":"1","y":"2","z":{"q":1}},"b":{"x":"3","y":"4"},"c":{"x":"5"}}"#
    let kept = try AutoJSONDecoder().decode(KeptErrors.self, from: Data(text.utf8))
    #expect(kept.errors.count == 12)
    #expect(kept.errors.map(\.path) == kept.paths)
  }
}
