import AutoCoding
import Foundation

/// Passes over everything.
private struct Passer: AutoCoding {}

private func decoder(json5: Bool, assumesTopLevelDictionary: Bool = false) -> AutoJSONDecoder {
  let decoder = AutoJSONDecoder()
  decoder.allowsJSON5 = json5
  decoder.assumesTopLevelDictionary = assumesTopLevelDictionary
  return decoder
}

private let json5 = decoder(json5: true)
private let strict = decoder(json5: false)
private let braceless = [true, false].map { decoder(json5: $0, assumesTopLevelDictionary: true) }

/// Text read as JSON5, through containers and by a model; strict JSON is JSON5, too. Errors name places of the text.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzJSON5(_ bytes: UnsafePointer<UInt8>, _ count: Int) -> CInt {
  let text = UnsafeRawBufferPointer(start: bytes, count: count)
  let any = read(AnyJSON.self, text, by: json5)
  let isPassed = read(Passer.self, text, by: json5) != nil
  if case .object = any, !isPassed { fatalError("What was read was not passed over.") }
  if read(Passer.self, text, by: strict) != nil, !isPassed { fatalError("JSON is no JSON5.") }
  if let value = read(AnyJSON.self, text, by: strict), value != any { fatalError("JSON is another value as JSON5.") }
  for decoder in braceless { _ = read(AnyJSON.self, text, by: decoder) }
  return 0
}

private func read<T: Decodable>(_ type: T.Type, _ text: UnsafeRawBufferPointer, by decoder: AutoJSONDecoder) -> T? {
  do {
    return try decoder.decode(type, from: text)
  } catch DecodingError.dataCorrupted(let context) {
    if let place = context.underlyingError as? AutoJSONError, !(0...text.count).contains(place.offset) {
      fatalError("\(place) is not in the text.")
    }
    return nil
  } catch {
    return nil
  }
}
