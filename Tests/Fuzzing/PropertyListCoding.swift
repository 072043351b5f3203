import AutoCoding

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

private let binary = AutoPropertyListEncoder()
private let xml: AutoPropertyListEncoder = {
  let encoder = AutoPropertyListEncoder()
  encoder.outputFormat = .xml
  return encoder
}()

/// Property lists, binary and XML, decoded as types: a value or an error. What is read is written, and read again.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzPropertyListCoding(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
  let input = UnsafeBufferPointer(start: start, count: count)
  if input.first == UInt8(ascii: "<") || input.first == 0xFE || input.first == 0xFF {
    probe(Data(input))
    return 0
  }
  return fuzz(start, count, probe)
}

private func probe(_ data: Data) {
  let decoder = AutoPropertyListDecoder()
  _ = try? decoder.decode([String: [Int]].self, from: data)
  _ = try? decoder.decode([Everything.Tree].self, from: data)
  _ = try? decoder.decode([URL?].self, from: data)
  _ = try? decoder.decode(JSONValue.self, from: data)
  guard let everything = try? decoder.decode(Everything.self, from: data) else { return }
  // XML has no dates before the year 1.
  if let text = try? xml.encode(everything) { check(text, decoder) }
  do {
    check(try binary.encode(everything), decoder)
  } catch {
    fatalError("What was read cannot be written: \(error)")
  }
}

private func check(_ data: Data, _ decoder: AutoPropertyListDecoder) {
  do {
    _ = try decoder.decode(Everything.self, from: data)
  } catch {
    fatalError("What was written cannot be read: \(error)")
  }
}
