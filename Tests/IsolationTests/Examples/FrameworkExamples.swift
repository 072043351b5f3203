import AutoCodingFoundation
import Foundation

/// The examples of the article about servers and frameworks, compiled with the main actor as default isolation.
enum FrameworkExamples {
  protocol ContentCoder {
    func encode<Content: Encodable>(_ content: Content, to body: inout Body, headers: inout [String: String]) throws
    func decode<Content: Decodable>(_ type: Content.Type, from body: Body) throws -> Content
  }

  struct JSONContent: ContentCoder {
    var encoder = AutoJSONEncoder()
    var decoder = AutoJSONDecoder()

    func encode<Content: Encodable>(_ content: Content, to body: inout Body, headers: inout [String: String]) throws {
      headers["content-type"] = "application/json; charset=utf-8"
      body = Body(try encoder.encode(content))
    }

    func decode<Content: Decodable>(_ type: Content.Type, from body: Body) throws -> Content {
      try decoder.decode(type, from: body)
    }
  }

  nonisolated struct Body: ContiguousBytes {
    private var bytes: Data
    init(_ bytes: Data) { self.bytes = bytes }

    func withUnsafeBytes<Result>(_ body: (UnsafeRawBufferPointer) throws -> Result) rethrows -> Result {
      try bytes.withUnsafeBytes(body)
    }
  }

  struct Ticket: AutoCoding, Equatable { var id: Int }

  static func slices(_ decoder: AutoJSONDecoder) throws -> [Ticket] {
    let array: [UInt8] = Array(#"header {"id": 7}"#.utf8)
    let fromArray = try decoder.decode(Ticket.self, from: array[7...])
    let data = Data(array)
    let fromSlice = try decoder.decode(Ticket.self, from: data[7...])
    let fromPointer = try array.withUnsafeBytes { bytes in
      try decoder.decode(Ticket.self, from: UnsafeRawBufferPointer(rebasing: bytes[7...]))
    }
    return [fromArray, fromSlice, fromPointer]
  }

  static func tickets(_ decoder: AutoJSONDecoder) throws -> [Ticket] {
    let array: [UInt8] = Array(#"{"id": 8}"#.utf8)
    let data = Data(array)
    return [
      try decoder.decode(Ticket.self, from: array.span),
      try decoder.decode(Ticket.self, from: data.bytes),
    ]
  }

  static func untrusting() -> AutoJSONDecoder {
    let decoder = AutoJSONDecoder()
    decoder.limits = CodingLimits(maximumDepth: 32, maximumByteCount: 1_000_000)
    decoder.unknownKeys = .refuse
    return decoder
  }

  struct Refusal: AutoCoding {
    var path: String
    var reason: String

    init?(_ error: any Error) {
      switch error as? DecodingError {
      case .keyNotFound(let key, let context): self.init(context.codingPath + [key], "missing")
      case .valueNotFound(_, let context): self.init(context.codingPath, "null")
      case .typeMismatch(_, let context): self.init(context.codingPath, "another type")
      case .dataCorrupted(let context): self.init(context.codingPath, "not valid")
      default: return nil
      }
    }

    private init(_ path: [any CodingKey], _ reason: String) {
      self.path = path.map { $0.intValue.map(String.init) ?? $0.stringValue }.joined(separator: ".")
      self.reason = reason
    }
  }

  struct Booking: AutoCoding {
    var seats: Int

    func didDecode() throws {
      guard seats > 0 else { throw DecodingError.dataCorrupted(.init(codingPath: [], debugDescription: "No seats.")) }
    }
  }
}
