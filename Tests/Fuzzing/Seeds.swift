import AutoCoding
import Foundation

/// Writes values with special numbers as JSON, archives and property lists into the folder `FUZZ_SEEDS`, for the harnesses to begin with.
/// A harness itself, since the library's objects are built for libFuzzer.
@_cdecl("LLVMFuzzerTestOneInput")
public func writeSeeds(_ bytes: UnsafePointer<UInt8>, _ count: Int) -> CInt {
  guard let path = ProcessInfo.processInfo.environment["FUZZ_SEEDS"] else { return 0 }
  let folder = URL(fileURLWithPath: path, isDirectory: true)
  do {
    for (index, value) in Everything.samples.enumerated() {
      try EverythingCoders.encoder.encode(value).write(to: folder.appendingPathComponent("everything-\(index).json"))
      // Decimals that archives have no value for are refused there.
      try (try? KeyedArchiveEncoder().encode(value))?
        .write(to: folder.appendingPathComponent("everything-\(index).archive"))
      let lists = AutoPropertyListEncoder()
      try lists.encode(value).write(to: folder.appendingPathComponent("everything-\(index).plist"))
      lists.outputFormat = .xml
      try (try? lists.encode(value))?.write(to: folder.appendingPathComponent("everything-\(index)-xml.plist"))
    }
  } catch {
    fatalError("No seeds could be written: \(error)")
  }
  return 0
}
