#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

extension PropertyListReader {
  /// Returns an equal property list without unreferenced objects, and with equal small values only once. Containers are
  /// not merged, so shared and cyclic containers are preserved.
  ///
  /// - Throws: `DecodingError` if an object cannot be read, or objects overlap.
  package func rewritten() throws -> Data {
    let survey = try PropertyListSurvey(self)
    var writer = PropertyListWriter()
    var copies = [UInt32](repeating: 0, count: objectCount)
    // Number the containers before they are added, after all other objects, so that they may refer to each other.
    let containers = try survey.objects.filter { object in
      switch try kind(of: object) {
      case .array, .set, .orderedSet, .dictionary: return true
      default:
        copies[Int(object)] = try addLeaf(object, to: &writer)
        return false
      }
    }
    let first = UInt32(writer.objectCount)
    for (index, object) in containers.enumerated() { copies[Int(object)] = first + UInt32(index) }
    for object in containers { _ = try addContainer(object, to: &writer, copies: copies) }
    return try writer.finish(top: copies[Int(topObject)])
  }

  private func addLeaf(_ object: UInt32, to writer: inout PropertyListWriter) throws -> UInt32 {
    switch try kind(of: object) {
    case .null, .array, .set, .orderedSet, .dictionary: return writer.addNull()
    case .bool: return writer.add(bool: try bool(object))
    case .integer:
      let value = try integer(object)
      if let signed = value.exactly(Int64.self) { return writer.add(integer: signed) }
      let (high, low) = value.twosComplement
      return writer.add(high: high, low: low)
    case .real:
      if let value = try float(object) { return writer.add(float: value) }
      return writer.add(double: try real(object))
    case .date: return writer.add(date: try date(object))
    case .data: return writer.add(data: try data(object))
    case .string: return writer.add(string: try string(object))
    case .uid: return writer.add(uid: try uid(object))
    }
  }

  private func addContainer(
    _ object: UInt32, to writer: inout PropertyListWriter, copies: [UInt32]
  ) throws -> UInt32 {
    func copy(_ elements: Elements) throws -> [UInt32] {
      try (0..<elements.count).map { copies[Int(try element($0, of: elements))] }
    }
    switch try kind(of: object) {
    case .array: return try copy(try array(object)).withUnsafeBufferPointer { writer.addArray($0) }
    case .set: return try copy(try set(object)).withUnsafeBufferPointer { writer.addSet($0) }
    case .orderedSet: return try copy(try orderedSet(object)).withUnsafeBufferPointer { writer.addOrderedSet($0) }
    default:
      let pairs = try dictionary(object)
      let keys = try (0..<pairs.count).map { copies[Int(try key($0, of: pairs))] }
      let values = try (0..<pairs.count).map { copies[Int(try value($0, of: pairs))] }
      return keys.withUnsafeBufferPointer { keys in
        values.withUnsafeBufferPointer { writer.addDictionary(keys: keys, values: $0) }
      }
    }
  }
}
