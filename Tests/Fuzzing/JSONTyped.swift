import AutoCoding
import Foundation

private struct Model: AutoCoding, DefaultInitializable {
  var id = 0
  var name = ""
  var score: Double?
  var flags: [Bool] = []
  var lists: [[Int8]] = []
  var map: [String: Model] = [:]
  var date = Date(timeIntervalSinceReferenceDate: 0)
  var data = Data()
  var decimal = Decimal(0)
  var big: Int64 = 0
}

private let decoder = AutoJSONDecoder()
private let encoder = AutoJSONEncoder()

/// Text read as a model; what is read is written, and read again.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzTyped(_ bytes: UnsafePointer<UInt8>, _ count: Int) -> CInt {
  let text = UnsafeRawBufferPointer(start: bytes, count: count)
  readEverything(text)
  guard let model = try? decoder.decode(Model.self, from: text) else { return 0 }
  guard let written = try? encoder.encode(model), (try? decoder.decode(Model.self, from: written)) != nil else {
    fatalError("What was read cannot be written and read again.")
  }
  return 0
}

/// Text read as a model with everything in it, by the walk and through containers, which have to agree.
private func readEverything(_ text: UnsafeRawBufferPointer) {
  let walked = try? EverythingCoders.decoder.decode(Everything.self, from: text)
  let contained = try? EverythingCoders.containers.decode(Everything.self, from: text)
  precondition((walked == nil) == (contained == nil), "The walk and the containers do not agree.")
  guard let walked else { return }
  _ = try? ModelValue.description(of: walked)
  do {
    _ = try EverythingCoders.decoder.decode(Everything.self, from: EverythingCoders.encoder.encode(walked))
  } catch {
    fatalError("What was read cannot be written and read again: \(error)")
  }
}
