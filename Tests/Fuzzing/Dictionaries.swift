import AutoCoding

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

private let decoder = DictionaryDecoder()
private let encoder: DictionaryEncoder = {
  let encoder = DictionaryEncoder()
  encoder.leafFormat = .native
  return encoder
}()

private struct Root: AutoCoding { var value: Any }

/// Dictionaries of whatever JSON text has, read as a model; what is read is written, and read again.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzDictionaries(_ bytes: UnsafePointer<UInt8>, _ count: Int) -> CInt {
  let text = Array("{\"value\":".utf8) + UnsafeBufferPointer(start: bytes, count: count) + Array("}".utf8)
  guard let root = try? AutoJSONDecoder().decode(Root.self, from: text),
    let model = try? decoder.decodeValue(Everything.self, from: root.value)
  else { return 0 }
  do {
    _ = try decoder.decodeValue(Everything.self, from: encoder.encodeValue(model))
  } catch {
    fatalError("What was read cannot be written and read again: \(error)")
  }
  return 0
}
