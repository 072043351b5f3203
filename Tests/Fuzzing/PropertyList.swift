@testable import AutoCoding

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Asks for every object as every kind, and writes what is sound anew, which has to be as sound.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzPropertyList(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
  fuzz(start, count) { data in
    data.withUnsafeBytes { bytes in
      guard let reader = try? PropertyListReader(bytes) else { return }
      for object in 0..<UInt32(min(reader.objectCount, 64)) { read(object, in: reader) }
      guard let rewritten = try? reader.rewritten() else { return }
      rewritten.withUnsafeBytes { bytes in
        do {
          let copy = try PropertyListReader(bytes)
          let again = try copy.rewritten()
          precondition(again.count == rewritten.count, "a copy of a copy has another size")
        } catch {
          preconditionFailure("what was written cannot be read: \(error)")
        }
      }
    }
  }
}

/// Each object as what it is, and the first ones as everything else, too: building errors is what takes the time.
private func read(_ object: UInt32, in reader: PropertyListReader) {
  let kind = try? reader.kind(of: object)
  func wants(_ kinds: PropertyListReader.Kind...) -> Bool { object < 2 || kind.map(kinds.contains) == true }
  _ = try? reader.size(of: object)
  _ = try? reader.isString(object, equalTo: "$class")
  if wants(.bool) { _ = try? reader.bool(object) }
  if wants(.integer) { _ = try? reader.integer(object).exactly(Int8.self) }
  if wants(.real) {
    _ = try? reader.real(object)
    _ = try? reader.float(object)
  }
  if wants(.date) { _ = try? reader.date(object) }
  if wants(.uid) { _ = try? reader.uid(object) }
  if wants(.data) { _ = try? reader.data(object).reduce(0, ^) }
  if wants(.string) {
    _ = try? reader.asciiString(object)?.reduce(0, ^)
    if var text = try? reader.string(object) {
      let isEqual = text.withUTF8 { try? reader.isString(object, equalTo: $0) }
      precondition(isEqual == true, "a string is not equal to itself")
    }
  }
  if wants(.array) { read(try? reader.array(object), in: reader) }
  if wants(.set) { read(try? reader.set(object), in: reader) }
  if wants(.orderedSet) { read(try? reader.orderedSet(object), in: reader) }
  if wants(.dictionary), let pairs = try? reader.dictionary(object) {
    precondition(reader.hasSameKeys(pairs, pairs), "a dictionary is of another shape than itself")
    for index in 0..<min(pairs.count, 64) {
      _ = try? reader.key(index, of: pairs)
      _ = try? reader.value(index, of: pairs)
    }
  }
}

private func read(_ elements: PropertyListReader.Elements?, in reader: PropertyListReader) {
  guard let elements else { return }
  for index in 0..<min(elements.count, 64) { _ = try? reader.element(index, of: elements) }
}
