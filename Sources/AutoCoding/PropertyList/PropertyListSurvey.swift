/// All objects reachable from a property list's top object. Each of them was read once and is valid.
///
/// The work is bounded by the size of the data: each object is visited once, however many references it has, and
/// overlapping objects are refused.
package struct PropertyListSurvey {
  /// The objects, in the order of their numbers.
  package private(set) var objects: [UInt32] = []

  /// - Throws: `DecodingError` if an object cannot be read, or objects overlap.
  package init(_ reader: PropertyListReader) throws {
    var isMet = [Bool](repeating: false, count: reader.objectCount)
    var waiting = [reader.topObject]
    isMet[Int(reader.topObject)] = true
    var size = 0
    func meet(_ object: UInt32) {
      guard !isMet[Int(object)] else { return }
      isMet[Int(object)] = true
      waiting.append(object)
    }
    func meet(_ elements: PropertyListReader.Elements) throws {
      for index in 0..<elements.count { meet(try reader.element(index, of: elements)) }
    }

    while let object = waiting.popLast() {
      // No overflow: each term is at most the size of the data, and the sum is compared with it immediately.
      size += try reader.size(of: object)
      guard size <= reader.objectByteCount else {
        throw reader.corrupted(
          reader.byteOffset(of: object), "a separate object", "one that overlaps others")
      }
      switch try reader.kind(of: object) {
      case .null, .bool, .integer, .real, .date, .data: break
      case .string: _ = try reader.string(object)
      case .uid: _ = try reader.uid(object)
      case .array: try meet(try reader.array(object))
      case .set: try meet(try reader.set(object))
      case .orderedSet: try meet(try reader.orderedSet(object))
      case .dictionary:
        let pairs = try reader.dictionary(object)
        for index in 0..<pairs.count {
          meet(try reader.key(index, of: pairs))
          meet(try reader.value(index, of: pairs))
        }
      }
    }
    objects = (0..<UInt32(reader.objectCount)).filter { isMet[Int($0)] }
  }
}
