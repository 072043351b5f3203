import ArchiveInspection

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Shows whatever is sound, in text and as JSON, within the limit.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzArchiveInspection(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
  fuzz(start, count) { data in
    guard var inspection = try? ArchiveInspection(data: data) else { return }
    inspection.maximumLength = 4_000
    let text = inspection.description
    let json = inspection.jsonDescription
    precondition(text.utf8.count < 6_000 + 4 * data.count, "the text exceeds its limit")
    precondition(json.utf8.last == UInt8(ascii: "}"), "the JSON has no end")
    precondition(!text.contains("DecodingError"), "what was sound is so no more: \(text)")
  }
}
