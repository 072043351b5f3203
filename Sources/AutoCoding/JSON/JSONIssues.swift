/// What a decoder let pass so far, by the place in the text.
final class JSONIssues {
  private(set) var list: [(kind: AutoJSONDecoder.Issue.Kind, offset: Int, error: DecodingError?)] = []

  func add(_ kind: AutoJSONDecoder.Issue.Kind, at offset: Int, error: DecodingError? = nil) {
    list.append((kind, offset, error))
  }

  /// Forgets what was let pass in a value that was given up, and of which nothing else was read since.
  func forget(in range: Range<Int>) {
    while let last = list.last, range.contains(last.offset) { list.removeLast() }
  }

  /// Forgets what was let pass since there were `count`, in a value that was given up.
  func forget(from count: Int) { list.removeLast(max(0, list.count - count)) }

  /// The list with the path of each, for which the text is looked through once more.
  func located(in reader: JSONReader) -> [AutoJSONDecoder.Issue] {
    var search = JSONPathSearch(of: Set(list.map(\.offset)))
    var reader = reader
    // The text has been read before; what is found until something fails is all there is.
    try? search.run(with: &reader)
    return list.map {
      let path = search.paths[$0.offset] ?? []
      return AutoJSONDecoder.Issue(
        kind: $0.kind, codingPath: path, offset: reader.lines?.sourceOffset(of: $0.offset) ?? $0.offset,
        error: $0.error?.located(at: path))
    }
  }
}

/// Finds the paths of values by their places, in one pass and without recursion.
private struct JSONPathSearch {
  private let offsets: Set<Int>
  private(set) var paths: [Int: [any CodingKey]] = [:]
  /// The path of the value that comes next; its last step is within the innermost of ``open``.
  private var path: [any CodingKey] = []
  /// The arrays and objects that are open: the next index of an array, nil for an object.
  private var open: [Int?] = []

  init(of offsets: Set<Int>) {
    self.offsets = offsets
  }

  mutating func run(with reader: inout JSONReader) throws {
    repeat {
      reader.skipSpace()
      if offsets.contains(reader.offset) { paths[reader.offset] = path }
      guard reader.next < reader.end else { return }
      switch reader.next.pointee {
      case .openBracket:
        _ = try reader.beginArray()
        open.append(0)
      case .openBrace:
        try reader.beginRecord()
        open.append(nil)
      default: try reader.skipValue()
      }
    } while try advance(reader: &reader)
  }

  /// Goes to the next value, out of what ends before it. Returns false if there is none.
  private mutating func advance(reader: inout JSONReader) throws -> Bool {
    while let innermost = open.last {
      path.removeLast(path.count - (open.count - 1))
      if let index = innermost {
        if try reader.hasNextElement() {
          path.append(DynamicKey(index: index))
          open[open.count - 1] = index + 1
          return true
        }
      } else if let key = try reader.nextKey() {
        path.append(DynamicKey(key))
        return true
      }
      open.removeLast()
    }
    return false
  }
}

extension DecodingError {
  /// The error of an element with the whole path, of which it has the position in its array alone.
  fileprivate func located(at path: [any CodingKey]) -> DecodingError {
    mapContext {
      Context(
        codingPath: path + $0.codingPath.dropFirst(), debugDescription: $0.debugDescription,
        underlyingError: $0.underlyingError)
    }
  }
}
