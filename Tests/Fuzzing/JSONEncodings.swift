import AutoCoding
import Foundation

private let decoders = [false, true].map { isJSON5 in
  let decoder = AutoJSONDecoder()
  decoder.allowsJSON5 = isJSON5
  return decoder
}

/// Dictionaries have a random order.
private let sorted: AutoJSONEncoder = {
  let encoder = AutoJSONEncoder()
  encoder.outputFormatting = .sortedKeys
  encoder.nonConformingFloatEncodingStrategy = .convertToString(
    positiveInfinity: "Infinity", negativeInfinity: "-Infinity", nan: "NaN")
  return encoder
}()

private let encodings: [(String.Encoding, mark: [UInt8])] = [
  (.utf16LittleEndian, [0xff, 0xfe]), (.utf16BigEndian, [0xfe, 0xff]), (.utf32LittleEndian, [0xff, 0xfe, 0, 0]),
  (.utf32BigEndian, [0, 0, 0xfe, 0xff]),
]

/// Bytes read as UTF-16 and UTF-32; and, if they are text, the same text in every encoding, which is the same value.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzEncodings(_ bytes: UnsafePointer<UInt8>, _ count: Int) -> CInt {
  let input = Data(UnsafeBufferPointer(start: bytes, count: count))
  let text = String(data: input, encoding: .utf8)
  for decoder in decoders {
    let expected = outcome(input, decoder)
    for (encoding, mark) in encodings {
      _ = outcome(Data(mark) + input, decoder)
      guard let text, !input.starts(with: [0xef, 0xbb, 0xbf]), !input.contains(0), let wide = text.data(using: encoding)
      else { continue }
      let found = outcome(Data(mark) + wide, decoder)
      guard found == expected else { fatalError("\(encoding): \(found), and in UTF-8 \(expected)") }
    }
  }
  return 0
}

/// What bytes are read as, or the reason and line of the error.
private func outcome(_ data: Data, _ decoder: AutoJSONDecoder) -> String {
  do {
    let value = try decoder.decode([String: AnyJSON].self, from: data)
    return try String(decoding: sorted.encode(value), as: UTF8.self)
  } catch DecodingError.dataCorrupted(let context) {
    guard let place = context.underlyingError as? AutoJSONError else { return "\(context)" }
    if !(0...data.count).contains(place.offset) { fatalError("\(place) is not in the text.") }
    return "\(place.line): \(place.reason)"
  } catch {
    return "refused"
  }
}
