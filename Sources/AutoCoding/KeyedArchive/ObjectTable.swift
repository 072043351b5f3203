/// The objects of an archive that is being read, and the work left for them.
struct ObjectTable {
  /// A property that is read again when the graph is complete.
  struct Postponed {
    let position: Int
    let value: UInt32
  }

  private struct Entry {
    /// The property list object of the object.
    let record: UInt32
    /// The first object that referred to it; ``none`` for the root value.
    let parent: UInt32
    /// Where its outgoing references begin in ``edges``, once its properties are being read.
    var firstEdge = 0
  }

  static let none = UInt32.max

  let graph = ObjectGraph()
  /// The number of an object in the graph plus 1, by its UID; 0 if it has not been met. Empty while ``few`` has them.
  private var numbers: [UInt32]
  /// The same for a reader that reads a part of the archive. A table for all of it would take time for each such part.
  private var few: [UInt32: UInt32] = [:]
  /// The number of UIDs.
  private let count: Int
  private var entries: [Entry] = []
  /// How many objects have been started.
  private var begunCount = 0
  /// The targets of all references, grouped by the referring object.
  private var edges: [UInt32] = []
  /// Whether an object refers to itself or to one that was met earlier. Without that, there is no cycle.
  private var mayHaveCycles = false
  private(set) var postponed: [UInt32: [Postponed]] = [:]
  private(set) var hasPostponed = false

  /// The object whose properties are being read; ``none`` for the root value.
  private(set) var current = none
  /// The number of frames while a direct property of that object is next.
  private(set) var frameDepth = 0
  private var lastProperty = Postponed(position: -1, value: none)
  /// Whether something was skipped because it needs a complete graph.
  var isIncomplete = false

  /// - Parameters:
  ///   - count: The number of UIDs.
  ///   - isForPart: Whether the reader reads a part of the archive, which usually has few objects.
  init(count: Int, isForPart: Bool) {
    self.count = count
    numbers = isForPart ? [] : Array(repeating: 0, count: count)
  }

  /// Returns the number of an object that has been met, or nil for any other UID, even one that the archive does not
  /// have.
  @inline(__always)
  func number(of uid: UInt32) -> Int? {
    guard Int(uid) < numbers.count else { return numberAmongFew(uid) }
    let number = numbers[Int(uid)]
    return number == 0 ? nil : Int(number) - 1
  }

  @inline(never)
  private func numberAmongFew(_ uid: UInt32) -> Int? { few[uid].map { Int($0) - 1 } }

  /// The UIDs of all objects that have been met.
  var uids: [UInt32] {
    few.keys + numbers.indices.filter { numbers[$0] != 0 }.map { UInt32(truncatingIfNeeded: $0) }
  }

  /// Returns a UID of these whose object has been met; nil if there is none.
  func firstMet(of uids: Set<UInt32>) -> UInt32? {
    // The reader of a part has met few, and there may be one for each of the UIDs.
    numbers.isEmpty ? few.keys.first(where: uids.contains) : uids.first { number(of: $0) != nil }
  }

  /// Returns the property list object of an object.
  func record(of number: Int) -> UInt32 { entries[number].record }

  /// Returns the first object that referred to an object; ``none`` for the root value.
  func parent(of number: Int) -> UInt32 { entries[number].parent }

  /// Creates an object for a UID that the archive has.
  ///
  /// - Parameter isMadeAtOnce: As for ``ObjectGraph/add(_:isMadeAtOnce:)``.
  mutating func add(_ codec: RecordCodec, uid: UInt32, record: UInt32, isMadeAtOnce: Bool = false) throws -> Int {
    let number = try graph.add(codec, isMadeAtOnce: isMadeAtOnce)
    if Int(uid) < numbers.count {
      numbers[Int(uid)] = UInt32(number) + 1
    } else {
      addToFew(uid, number: UInt32(number) + 1)
    }
    entries.append(Entry(record: record, parent: current))
    return number
  }

  @inline(never)
  private mutating func addToFew(_ uid: UInt32, number: UInt32) {
    few[uid] = number
    guard few.count > 64, few.count > count / 16 else { return }
    numbers = Array(repeating: 0, count: count)
    for (uid, number) in few { numbers[Int(uid)] = number }
    few = [:]
  }

  /// Records a reference from the current object to another.
  @inline(__always)
  mutating func addEdge(to number: Int) {
    guard current != Self.none else { return }
    let number = UInt32(truncatingIfNeeded: number)
    if number <= current { mayHaveCycles = true }
    edges.append(number)
  }

  /// Starts reading the properties of the next object, whose frame comes next.
  mutating func begin(_ number: Int, frameDepth: Int) {
    current = UInt32(truncatingIfNeeded: number)
    self.frameDepth = frameDepth
    entries[number].firstEdge = edges.count
    begunCount = number + 1
    lastProperty = Postponed(position: -1, value: Self.none)
    isIncomplete = false
  }

  /// Records which property of the current object is being read.
  @inline(__always)
  mutating func beginProperty(_ position: Int, value: UInt32) {
    lastProperty = Postponed(position: position, value: value)
  }

  /// Records that the previous property, if any, has been read.
  @inline(__always)
  mutating func finishProperty() {
    if isIncomplete { postpone() }
  }

  @inline(never)
  private mutating func postpone() {
    guard lastProperty.position >= 0 else { return }
    postponed[current, default: []].append(lastProperty)
    hasPostponed = true
    isIncomplete = false
  }

  /// Returns the range of an object's references in ``edges``.
  private func edges(of number: Int) -> Range<Int> {
    guard number < begunCount else { return 0..<0 }
    let start = entries[number].firstEdge
    return start..<(number + 1 < begunCount ? entries[number + 1].firstEdge : edges.count)
  }

  // MARK: Order

  /// Returns all objects, each after those that it refers to, as far as cycles permit. Returns nil if no object refers
  /// to another.
  func childrenFirst() -> [UInt32]? {
    guard !edges.isEmpty else { return nil }
    var order: [UInt32] = []
    order.reserveCapacity(graph.count)
    walk(where: { _ in true }, leaving: { order.append(UInt32(truncatingIfNeeded: $0)) }, meetingAgain: { _ in })
    return order
  }

  /// Returns an object in a cycle of objects that cannot be created before their references, or nil if there is none.
  func impossibleCycle() -> Int? {
    guard mayHaveCycles else { return nil }
    var found: Int?
    walk(where: { !graph.mayCloseCycle($0) }, leaving: { _ in }, meetingAgain: { found = found ?? $0 })
    return found
  }

  /// Traverses the graph depth-first with an explicit stack.
  @inline(__always)
  private func walk(
    where isIncluded: (Int) -> Bool, leaving: (Int) -> Void, meetingAgain: (Int) -> Void
  ) {
    enum State: UInt8 { case new, entered, left }
    var states = [State](repeating: .new, count: graph.count)
    var stack: [(number: Int, next: Int, end: Int)] = []
    for start in 0..<graph.count where states[start] == .new && isIncluded(start) {
      states[start] = .entered
      var number = start
      var rest = edges(of: start)
      while true {
        guard let edge = rest.first else {
          states[number] = .left
          leaving(number)
          guard let outer = stack.popLast() else { break }
          number = outer.number
          rest = outer.next..<outer.end
          continue
        }
        rest = edge + 1..<rest.upperBound
        let next = Int(edges[edge])
        guard isIncluded(next) else { continue }
        switch states[next] {
        case .new:
          states[next] = .entered
          stack.append((number, rest.lowerBound, rest.upperBound))
          number = next
          rest = edges(of: next)
        case .entered: meetingAgain(next)
        case .left: break
        }
      }
    }
  }
}
