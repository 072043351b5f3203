/// The issues of a text so far, by their places in it.
final class JSONIssues {
  private struct Entry {
    var kind: AutoJSONDecoder.Issue.Kind
    let offset: Int
    let error: DecodingError?
    /// Whether it is about a value that does not count after all.
    var isWithdrawn = false
  }

  private var list: [Entry] = []

  /// How many issues there are, with those that were withdrawn.
  var count: Int { list.count }

  func add(_ kind: AutoJSONDecoder.Issue.Kind, at offset: Int, error: DecodingError? = nil) {
    list.append(Entry(kind: kind, offset: offset, error: error))
  }

  /// Gives some issues another kind.
  func setKind(of issues: Range<Int>, to kind: AutoJSONDecoder.Issue.Kind) {
    for index in issues.clamped(to: list.indices) { list[index].kind = kind }
  }

  /// Forgets some issues. The others keep their positions.
  func withdraw(_ issues: Range<Int>) {
    for index in issues.clamped(to: list.indices) { list[index].isWithdrawn = true }
  }

  /// Forgets the issues in a value that is skipped. Precondition: nothing was read after that value.
  func forget(in range: Range<Int>) {
    while let last = list.last, range.contains(last.offset) { list.removeLast() }
  }

  /// Forgets the issues after the first `count`, which are of a value that could not be decoded.
  func forget(from count: Int) { list.removeLast(max(0, list.count - count)) }

  /// Returns the issues with their paths, which a second pass over the text finds.
  func located(in reader: JSONReader) -> [AutoJSONDecoder.Issue] {
    let list = list.filter { !$0.isWithdrawn }
    guard !list.isEmpty else { return [] }
    var search = JSONPathSearch(of: Set(list.map(\.offset)))
    var reader = reader
    // The text has been read before, so this does not fail before the last issue.
    try? search.run(with: &reader)
    return list.map {
      let path = search.paths[$0.offset] ?? []
      return AutoJSONDecoder.Issue(
        kind: $0.kind, codingPath: path, offset: reader.lines?.sourceOffset(of: $0.offset) ?? $0.offset,
        error: $0.error?.located(at: path))
    }
  }
}

/// Finds the paths of values at given places, in one pass and without recursion.
private struct JSONPathSearch {
  private let offsets: Set<Int>
  private(set) var paths: [Int: [any CodingKey]] = [:]
  /// The path of the next value. Its last step is within the innermost of ``open``.
  private var path: [any CodingKey] = []
  /// The open arrays and objects: the next index of an array, nil for an object.
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

  /// Moves to the next value, past the arrays and objects that end before it. Returns false if there is none.
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
  /// Returns the error of a value with the whole path. Its path so far begins at the value.
  func located(at path: [any CodingKey]) -> DecodingError {
    mapContext {
      Context(
        codingPath: path + $0.codingPath, debugDescription: $0.debugDescription,
        underlyingError: $0.underlyingError)
    }
  }
}
