/// Maps offsets in a rewritten text to offsets in the text that it was made from.
///
/// Between two entries both texts have the same length, except for tokens that were rewritten. An entry takes some two bytes.
struct JSONOffsetMap: ~Copyable {
  /// The state of the map before one of its entries, from which a search may start.
  private struct Mark: BitwiseCopyable {
    let output: Int
    let source: Int
    let position: Int
  }

  /// How many entries there are for each mark.
  private static let interval = 64

  /// For each entry, how far it is from the one before it in the output and in the source.
  private var steps = GrowingTable<UInt8>()
  private var marks = GrowingTable<Mark>()
  private var count = 0
  private var last = (output: 0, source: 0)

  /// The number of bytes that the map has allocated.
  var byteCount: Int { steps.byteCount + marks.byteCount }

  /// Adds an entry: what comes next in the source is at `output` in the output. Precondition: neither place is before that of
  /// the last entry.
  mutating func add(output: Int, source: Int) {
    if count % Self.interval == 0 {
      marks.push(Mark(output: last.output, source: last.source, position: steps.count))
    }
    count += 1
    push(output - last.output)
    push(source - last.source)
    last = (output, source)
  }

  /// Appends a number, seven bits to a byte.
  private mutating func push(_ number: Int) {
    var rest = UInt(bitPattern: number)
    while rest >= 0x80 {
      steps.push(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    steps.push(UInt8(truncatingIfNeeded: rest))
  }

  /// Returns the place in the source that a place in the output stems from.
  ///
  /// - Complexity: O(log *n*) for *n* entries.
  func source(of place: Int) -> Int {
    let marks = marks.suffix(from: 0)
    var (low, high) = (0, marks.count)
    while low < high {
      let middle = (low + high) / 2
      if marks[middle].output <= place { low = middle + 1 } else { high = middle }
    }
    guard low > 0 else { return place }
    var (output, source) = (marks[low - 1].output, marks[low - 1].source)
    let steps = steps.suffix(from: 0)
    var position = marks[low - 1].position
    while position < steps.count {
      let nextOutput = output + Self.number(in: steps, at: &position)
      let nextSource = source + Self.number(in: steps, at: &position)
      // A token may be longer in the output than in the source.
      if nextOutput > place { return min(source + (place - output), max(source, nextSource - 1)) }
      (output, source) = (nextOutput, nextSource)
    }
    return source + (place - output)
  }

  private static func number(in steps: UnsafeBufferPointer<UInt8>, at position: inout Int) -> Int {
    var (number, shift): (UInt, UInt) = (0, 0)
    while position < steps.count {
      let byte = steps[position]
      position += 1
      number |= UInt(byte & 0x7f) << shift
      if byte < 0x80 { break }
      shift += 7
    }
    return Int(bitPattern: number)
  }
}
