import AutoCoding
import Foundation

private struct Passer: AutoCoding { var nothing: Int? }

private let decoder = AutoJSONDecoder()
private let foundation = JSONDecoder()
private let strict: AutoJSONDecoder = {
  let decoder = AutoJSONDecoder()
  decoder.duplicateKeys = .throw
  return decoder
}()

/// Text read through containers and as a value, passed over, and looked through for duplicate keys.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzReader(_ bytes: UnsafePointer<UInt8>, _ count: Int) -> CInt {
  let text = UnsafeRawBufferPointer(start: bytes, count: count)
  let any = try? decoder.decode(AnyJSON.self, from: text)
  // In other encodings, Foundation refuses some text, and passes over what is left of a character at the end.
  if text.count >= 2, text[0] == 0 || text[1] == 0 || text[0] >= 0xfe && text[1] >= 0xfe { return 0 }
  if (try? decoder.decode(Passer.self, from: text)) != nil {
    let data = Data(text)
    if (try? foundation.decode(Passer.self, from: data)) == nil { fatalError("What was passed over is no JSON.") }
    // A number may be out of range.
    if any == nil, (try? foundation.decode(AnyJSON.self, from: data)) != nil { fatalError("JSON was refused.") }
  }
  if let value = try? decoder.decode(JSONValue.self, from: text) {
    guard let written = try? AutoJSONEncoder().encode(value),
      let again = try? decoder.decode(JSONValue.self, from: written),
      again == value, again.hashValue == value.hashValue, again.description == value.description
    else { fatalError("A value is not what was written of it.") }
    patch(value)
  } else if any != nil {
    fatalError("JSON was refused as a value.")
  }
  _ = try? strict.decode(Passer.self, from: text)
  return 0
}

/// The last element of an array as a merge patch to the others: to apply it again changes nothing.
private func patch(_ value: JSONValue) {
  guard let elements = value.array, let patch = elements.last else { return }
  for element in elements {
    var once = element
    once.apply(mergePatch: patch)
    var twice = once
    twice.apply(mergePatch: patch)
    guard once == twice else { fatalError("A merge patch that is applied again changes the value.") }
  }
}
