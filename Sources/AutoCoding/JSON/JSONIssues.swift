/// The issues of a text so far, by their places in it.
final class JSONIssues: ReportedIssues {
  private struct Entry {
    var kind: AutoJSONDecoder.Issue.Kind
    let offset: Int
    let error: DecodingError?
    /// Whether it is about a value that does not count after all.
    var isWithdrawn = false
  }

  private var list: [Entry] = []

  var count: Int { list.count }

  func add(_ kind: AutoJSONDecoder.Issue.Kind, at offset: Int, error: DecodingError? = nil) {
    list.append(Entry(kind: kind, offset: offset, error: error))
  }

  func passOnNull(_ issues: Range<Int>) {
    for index in issues.clamped(to: list.indices) { list[index].kind = .formerKeyForNull }
  }

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
    let steps = JSONPathSteps(search.steps)
    return list.map {
      AutoJSONDecoder.Issue(
        kind: $0.kind, offset: reader.lines?.sourceOffset(of: $0.offset) ?? $0.offset, steps: steps,
        step: search.ends[$0.offset] ?? nil, errorInValue: $0.error)
    }
  }
}

/// Finds the paths of values at given places, in one pass and without recursion.
private struct JSONPathSearch {
  private let offsets: Set<Int>
  /// The steps of all paths that were found. Paths share what they have in common: there may be many at a great depth.
  private(set) var steps: [JSONPathSteps.Step] = []
  /// The last step of the path to each place; nil for the root.
  private(set) var ends: [Int: Int?] = [:]
  /// The path of the next value. Its last step is within the innermost of ``open``. Each key has its index in ``steps``, once
  /// it is there.
  private var path: [(key: DynamicKey, step: Int?)] = []
  /// The open arrays and objects: the next index of an array, nil for an object.
  private var open: [Int?] = []

  init(of offsets: Set<Int>) {
    self.offsets = offsets
  }

  mutating func run(with reader: inout JSONReader) throws {
    repeat {
      reader.skipSpace()
      if offsets.contains(reader.offset) { ends[reader.offset] = lastStep() }
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

  /// Returns the last step of the path of the next value, and adds those of its steps that no earlier path has.
  private mutating func lastStep() -> Int? {
    var first = path.count
    while first > 0, path[first - 1].step == nil { first -= 1 }
    for index in first..<path.count {
      steps.append(.init(key: path[index].key, previous: index > 0 ? path[index - 1].step : nil))
      path[index].step = steps.count - 1
    }
    return path.last?.step
  }

  /// Moves to the next value, past the arrays and objects that end before it. Returns false if there is none.
  private mutating func advance(reader: inout JSONReader) throws -> Bool {
    while let innermost = open.last {
      path.removeLast(path.count - (open.count - 1))
      if let index = innermost {
        if try reader.hasNextElement() {
          path.append((DynamicKey(index: index), nil))
          open[open.count - 1] = index + 1
          return true
        }
      } else if let key = try reader.nextKey() {
        path.append((DynamicKey(key), nil))
        return true
      }
      open.removeLast()
    }
    return false
  }
}

/// The steps of the paths to several values, which share what they have in common.
final class JSONPathSteps: Sendable {
  struct Step: Sendable {
    let key: DynamicKey
    /// The index of the step before.
    let previous: Int?
  }

  private let steps: [Step]

  init(_ steps: [Step]) { self.steps = steps }

  /// Returns the path that ends with a step; nil is the root.
  func path(to last: Int?) -> [any CodingKey] {
    var path: [any CodingKey] = []
    var next = last
    while let step = next {
      path.append(steps[step].key)
      next = steps[step].previous
    }
    path.reverse()
    return path
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
