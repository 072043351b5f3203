import Foundation

@testable import AutoCoding

/// Archives that are put together object by object, for data that no archiver at hand writes.
enum ArchiveSketch {
  /// The archive of these objects behind `$null`; the root is the first of them.
  static func data(_ objects: [PropertyListTree]) throws -> Data {
    try dictionary([
      "$archiver": .string("NSKeyedArchiver"), "$version": .integer(100_000), "$top": dictionary(["root": .uid(1)]),
      "$objects": .array([.string("$null")] + objects),
    ]).written()
  }

  static func dictionary(_ pairs: KeyValuePairs<String, PropertyListTree>) -> PropertyListTree {
    .dictionary(pairs.map { .init(key: .string($0.key), value: $0.value) })
  }

  static func classNamed(_ names: String...) -> PropertyListTree {
    dictionary(["$classname": .string(names[0]), "$classes": .array(names.map { .string($0) })])
  }
}

extension PropertyListTree {
  static func integer(_ value: Int) -> PropertyListTree {
    .integer(high: value < 0 ? -1 : 0, low: UInt64(bitPattern: Int64(value)))
  }
  static func real(_ value: Double) -> PropertyListTree { .double(value.bitPattern) }
  static func bytes(_ value: [UInt8]) -> PropertyListTree { .data(value) }
}
