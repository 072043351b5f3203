import AutoCoding
import Foundation

private indirect enum AnyJSON: Codable {
  case null
  case bool(Bool)
  case number(Double)
  case text(String)
  case array([AnyJSON])
  case object([String: AnyJSON])

  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if container.decodeNil() {
      self = .null
    } else if let value = try? container.decode(Bool.self) {
      self = .bool(value)
    } else if let value = try? container.decode(Double.self) {
      self = .number(value)
    } else if let value = try? container.decode(String.self) {
      self = .text(value)
    } else if let value = try? container.decode([AnyJSON].self) {
      self = .array(value)
    } else {
      self = .object(try container.decode([String: AnyJSON].self))
    }
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .null: try container.encodeNil()
    case .bool(let value): try container.encode(value)
    case .number(let value): try container.encode(value)
    case .text(let value): try container.encode(value)
    case .array(let value): try container.encode(value)
    case .object(let value): try container.encode(value)
    }
  }
}

private struct Passer: AutoCoding { var nothing: Int? }

private let decoder = AutoJSONDecoder()
private let foundation = JSONDecoder()
private let strict: AutoJSONDecoder = {
  let decoder = AutoJSONDecoder()
  decoder.duplicateKeys = .throw
  return decoder
}()

/// Text read through containers, passed over, and looked through for duplicate keys.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzReader(_ bytes: UnsafePointer<UInt8>, _ count: Int) -> CInt {
  let text = UnsafeRawBufferPointer(start: bytes, count: count)
  let any = try? decoder.decode(AnyJSON.self, from: text)
  if (try? decoder.decode(Passer.self, from: text)) != nil {
    let data = Data(text)
    if (try? foundation.decode(Passer.self, from: data)) == nil { fatalError("What was passed over is no JSON.") }
    // A number may be out of range.
    if any == nil, (try? foundation.decode(AnyJSON.self, from: data)) != nil { fatalError("JSON was refused.") }
  }
  _ = try? strict.decode(Passer.self, from: text)
  return 0
}
