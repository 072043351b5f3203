import Foundation
import Testing

@testable import AutoCoding

/// A property list as the reader sees it, with nothing left out: the kinds of integers and reals included.
enum PropertyListTree: Equatable, Sendable {
  case null
  case bool(Bool)
  case integer(high: Int64, low: UInt64)
  case float(UInt32)
  case double(UInt64)
  case date(UInt64)
  case data([UInt8])
  case string(String)
  case uid(UInt32)
  case array([PropertyListTree])
  case orderedSet([PropertyListTree])
  case set([PropertyListTree])
  case dictionary([Pair])

  struct Pair: Equatable, Sendable {
    var key: PropertyListTree
    var value: PropertyListTree
  }

  /// Reads everything below an object. For sound input, of little depth.
  init(_ object: UInt32, in reader: PropertyListReader) throws {
    func elements(_ elements: PropertyListReader.Elements) throws -> [PropertyListTree] {
      try (0..<elements.count).map { try PropertyListTree(try reader.element($0, of: elements), in: reader) }
    }
    switch try reader.kind(of: object) {
    case .null: self = .null
    case .bool: self = .bool(try reader.bool(object))
    case .integer:
      let value = try reader.integer(object)
      let (high, low) = value.twosComplement
      self = .integer(high: high, low: low)
    case .real:
      if let value = try reader.float(object) {
        self = .float(value.bitPattern)
      } else {
        self = .double(try reader.real(object).bitPattern)
      }
    case .date: self = .date(try reader.date(object).bitPattern)
    case .data: self = .data(Array(try reader.data(object)))
    case .string: self = .string(try reader.string(object))
    case .uid: self = .uid(try reader.uid(object))
    case .array: self = .array(try elements(try reader.array(object)))
    case .orderedSet: self = .orderedSet(try elements(try reader.orderedSet(object)))
    case .set: self = .set(try elements(try reader.set(object)))
    case .dictionary:
      let pairs = try reader.dictionary(object)
      self = .dictionary(
        try (0..<pairs.count).map {
          Pair(
            key: try PropertyListTree(try reader.key($0, of: pairs), in: reader),
            value: try PropertyListTree(try reader.value($0, of: pairs), in: reader))
        })
    }
  }

  init(_ data: Data) throws {
    self = try data.withUnsafeBytes { bytes in
      let reader = try PropertyListReader(bytes)
      return try PropertyListTree(reader.topObject, in: reader)
    }
  }
}

extension PropertyListWriter {
  /// Adds a tree, children first.
  mutating func add(_ tree: PropertyListTree) -> UInt32 {
    switch tree {
    case .null: return addNull()
    case .bool(let value): return add(bool: value)
    case .integer(let high, let low):
      if high == 0 { return add(unsigned: low) }
      if high == -1, low > Int64.max { return add(integer: Int64(bitPattern: low)) }
      return add(high: high, low: low)
    case .float(let bits): return add(float: Float(bitPattern: bits))
    case .double(let bits): return add(double: Double(bitPattern: bits))
    case .date(let bits): return add(date: Double(bitPattern: bits))
    case .data(let bytes): return bytes.withUnsafeBytes { add(data: $0) }
    case .string(let value): return add(string: value)
    case .uid(let value): return add(uid: value)
    case .array(let elements): return add(elements) { $0.addArray($1) }
    case .orderedSet(let elements): return add(elements) { $0.addOrderedSet($1) }
    case .set(let elements): return add(elements) { $0.addSet($1) }
    case .dictionary(let pairs):
      let keys = pairs.map { add($0.key) }
      let values = pairs.map { add($0.value) }
      return keys.withUnsafeBufferPointer { keys in
        values.withUnsafeBufferPointer { addDictionary(keys: keys, values: $0) }
      }
    }
  }

  private mutating func add(
    _ elements: [PropertyListTree], by add: (inout PropertyListWriter, UnsafeBufferPointer<UInt32>) -> UInt32
  ) -> UInt32 {
    var references: [UInt32] = []
    for element in elements { references.append(self.add(element)) }
    return references.withUnsafeBufferPointer { add(&self, $0) }
  }
}

extension PropertyListTree {
  /// The tree as a property list of its own.
  func written() throws -> Data {
    var writer = PropertyListWriter()
    let top = writer.add(self)
    return try writer.finish(top: top)
  }
}
