/// All objects that a property list's top object leads to, each of which has been read once and found sound.
///
/// The work is bounded by the size of the data: objects are met once, however often they are referred to, and those that
/// overlap are refused.
package struct PropertyListSurvey {
  /// The objects, in the order of their numbers.
  package private(set) var objects: [UInt32] = []

  /// - Throws: `DecodingError` for anything that cannot be read, or objects that overlap.
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
      // Each term is no more than the bytes there are, and the sum is compared with them at once.
      size += try reader.size(of: object)
      guard size <= reader.objectByteCount else {
        throw reader.corrupted(
          reader.byteOffset(of: object), "an object of its own", "one that overlaps with others")
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
