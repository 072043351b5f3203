// Codes every type of the zoo, and its twin with the compiler's `Codable`, over and over, and reports those that leave
// memory on the heap. Tests that count objects do not see other memory, such as the storage of an array that is never
// released. It is a separate program because other tests allocate memory at the same time.
// GLIBC_TUNABLES=glibc.malloc.tcache_count=0 must be set: freed memory in such a cache counts as allocated.
// usage: heap-growth [NAME]   only the round trips whose name has NAME in it; by default all, or a third of them in a short run
import AutoCoding
import CModels
import Foundation
import TestModels
import TestSupport

@main
enum HeapGrowth {
  static func main() throws {
    #if canImport(Glibc)
    let wanted = CommandLine.arguments.dropFirst().first
    let takesAll = wanted != nil || TestEffort.isThorough
    var (number, count) = (0, 0)
    let visitor = RoundTripVisitor { name, operation in
      number += 1
      guard takesAll || number.isMultiple(of: 3), name.contains(wanted ?? ", ") else { return }
      count += 1
      if grows(operation) { print(name) }
    }
    try Zoo.visitAll(visitor)
    if count == 0 { print("nothing was measured") }
    #endif
  }
}

#if canImport(Glibc)
/// Whether each of many calls of an operation leaves more memory allocated.
private func grows(_ operation: () throws -> Void) -> Bool {
  let repetitions = 4
  // No allocation has fewer bytes.
  let leastGrowth = repetitions * 16
  // What is allocated once, such as tables and spare coders, may take a few calls.
  for _ in 0..<2 { try? operation() }
  // Memory that is kept for later use may still grow, but not every time.
  for _ in 0..<4 {
    let before = allocated_byte_count()
    for _ in 0..<repetitions { try? operation() }
    if allocated_byte_count() < before + leastGrowth { return false }
  }
  return true
}

/// Passes on the round trips of the samples of a type and of its twin, by each coder.
private struct RoundTripVisitor: ZooVisitor {
  let measure: (String, () throws -> Void) -> Void

  func visit<Auto, Twin>(_ specimen: Specimen<Auto, Twin>) throws {
    let samples = specimen.samples
    roundTrips(of: samples.map(\.auto), specimen.name)
    roundTrips(of: samples.map(\.twin), "\(specimen.name), twin")
  }

  /// Values that a coder refuses leave nothing behind either.
  private func roundTrips<Value: Codable>(of values: [Value], _ name: String) {
    let (encoder, decoder) = (AutoJSONEncoder(), AutoJSONDecoder())
    measure("\(name), JSON") { _ = try decoder.decode([Value].self, from: encoder.encode(values)) }
    let (snake, fromSnake) = (AutoJSONEncoder(), AutoJSONDecoder())
    snake.keyEncodingStrategy = .convertToSnakeCase
    fromSnake.keyDecodingStrategy = .convertFromSnakeCase
    measure("\(name), JSON in snake case") { _ = try fromSnake.decode([Value].self, from: snake.encode(values)) }
    let (listEncoder, listDecoder) = (AutoPropertyListEncoder(), AutoPropertyListDecoder())
    measure("\(name), property list") { _ = try listDecoder.decode([Value].self, from: listEncoder.encode(values)) }
    let (archiver, unarchiver) = (KeyedArchiveEncoder(), KeyedArchiveDecoder())
    measure("\(name), archive") { _ = try unarchiver.decode([Value].self, from: archiver.encode(values)) }
    let (toDictionary, fromDictionary) = (DictionaryEncoder(), DictionaryDecoder())
    measure("\(name), dictionary") {
      _ = try fromDictionary.decodeValue([Value].self, from: toDictionary.encodeValue(values))
    }
    let (custom, fromCustom) = (AutoJSONEncoder(), AutoJSONDecoder())
    custom.keyEncodingStrategy = .custom { DynamicKey("k" + ($0.last?.stringValue ?? "")) }
    fromCustom.keyDecodingStrategy = .custom { DynamicKey(String($0.last?.stringValue.dropFirst() ?? "")) }
    measure("\(name), JSON with custom keys") {
      _ = try fromCustom.decode([Value].self, from: custom.encode(values))
    }
    measure("\(name), copy") { _ = try ModelValue.copy(of: values) }
    measure("\(name), difference") { _ = try ModelDifference(from: values, to: values.reversed()) }
    for case let model as any AutoCoding in values.prefix(1) { updates(of: model, name) }
  }

  /// The model is updated with what it has already.
  private func updates<Model: AutoCoding>(of model: Model, _ name: String) {
    let (encoder, decoder) = (AutoJSONEncoder(), AutoJSONDecoder())
    measure("\(name), update") {
      var model = model
      try decoder.update(&model, from: encoder.encode(model))
    }
    let (toDictionary, fromDictionary) = (DictionaryEncoder(), DictionaryDecoder())
    // Which leaves the update to containers.
    fromDictionary.keyDecodingStrategy = .custom { $0.last ?? DynamicKey("") }
    measure("\(name), update by containers") {
      var model = model
      try fromDictionary.update(&model, from: toDictionary.encode(model))
    }
  }
}
#endif
