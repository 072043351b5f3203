/// The objects of an archive that is being read, and what is still to be done for them.
struct ObjectTable {
  /// A property that is read a second time, when the graph is whole.
  struct Postponed {
    let position: Int
    let value: UInt32
  }

  private struct Entry {
    /// The property list object of the object.
    let record: UInt32
    /// The object that referred to it first; ``none`` for the root value.
    let parent: UInt32
    /// Where the objects that it refers to begin in ``edges``, once its properties are being read.
    var firstEdge = 0
  }

  static let none = UInt32.max

  let graph = ObjectGraph()
  /// The number of an object in the graph plus 1, by its UID; 0 where it has not been met.
  private var numbers: [UInt32]
  private var entries: [Entry] = []
  /// How many objects have had their turn.
  private var begunCount = 0
  /// The objects to which objects refer, one object's after the other's.
  private var edges: [UInt32] = []
  /// Whether some object refers to itself or one that was met before it, without which there is no cycle.
  private var mayHaveCycles = false
  private(set) var postponed: [UInt32: [Postponed]] = [:]
  private(set) var hasPostponed = false

  /// The object whose properties are being read; ``none`` for the root value.
  private(set) var current = none
  /// How many frames there are while a property of that object itself is next.
  private(set) var frameDepth = 0
  private var lastProperty = Postponed(position: -1, value: none)
  /// Whether something was left out that asks for a whole graph.
  var isIncomplete = false

  init(count: Int) {
    numbers = Array(repeating: 0, count: count)
  }

  /// The number of an object that has been met; nil for any other UID, whether or not the archive has it.
  @inline(__always)
  func number(of uid: UInt32) -> Int? {
    guard Int(uid) < numbers.count else { return nil }
    let number = numbers[Int(uid)]
    return number == 0 ? nil : Int(number) - 1
  }

  /// The UIDs of all objects that have been met.
  var uids: [UInt32] { numbers.indices.filter { numbers[$0] != 0 }.map { UInt32(truncatingIfNeeded: $0) } }

  /// The property list object of an object.
  func record(of number: Int) -> UInt32 { entries[number].record }

  /// The object that referred to an object first; ``none`` for the root value.
  func parent(of number: Int) -> UInt32 { entries[number].parent }

  /// Makes an object, of a UID that the archive has.
  ///
  /// - Parameter isMadeAtOnce: As for ``ObjectGraph/add(_:isMadeAtOnce:)``.
  mutating func add(_ codec: RecordCodec, uid: UInt32, record: UInt32, isMadeAtOnce: Bool = false) throws -> Int {
    let number = try graph.add(codec, isMadeAtOnce: isMadeAtOnce)
    numbers[Int(uid)] = UInt32(number) + 1
    entries.append(Entry(record: record, parent: current))
    return number
  }

  /// Notes that the current object refers to another.
  @inline(__always)
  mutating func addEdge(to number: Int) {
    guard current != Self.none else { return }
    let number = UInt32(truncatingIfNeeded: number)
    if number <= current { mayHaveCycles = true }
    edges.append(number)
  }

  /// Begins with the properties of the next object, whose frame is the next.
  mutating func begin(_ number: Int, frameDepth: Int) {
    current = UInt32(truncatingIfNeeded: number)
    self.frameDepth = frameDepth
    entries[number].firstEdge = edges.count
    begunCount = number + 1
    lastProperty = Postponed(position: -1, value: Self.none)
    isIncomplete = false
  }

  /// Notes which property of the current object is read now.
  @inline(__always)
  mutating func beginProperty(_ position: Int, value: UInt32) {
    lastProperty = Postponed(position: position, value: value)
  }

  /// Notes that the property before, if there was any, has been read.
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

  /// Where the objects that one refers to are in ``edges``.
  private func edges(of number: Int) -> Range<Int> {
    guard number < begunCount else { return 0..<0 }
    let start = entries[number].firstEdge
    return start..<(number + 1 < begunCount ? entries[number + 1].firstEdge : edges.count)
  }

  // MARK: Order

  /// All objects, each behind those that it refers to, as far as there is no circle; nil where none refers to any.
  func childrenFirst() -> [UInt32]? {
    guard !edges.isEmpty else { return nil }
    var order: [UInt32] = []
    order.reserveCapacity(graph.count)
    walk(where: { _ in true }, leaving: { order.append(UInt32(truncatingIfNeeded: $0)) }, meetingAgain: { _ in })
    return order
  }

  /// An object from which references lead back to itself, through objects alone that cannot be made before what they refer
  /// to; nil where there is none.
  func impossibleCycle() -> Int? {
    guard mayHaveCycles else { return nil }
    var found: Int?
    walk(where: { !graph.mayCloseCycle($0) }, leaving: { _ in }, meetingAgain: { found = found ?? $0 })
    return found
  }

  /// Goes through the graph in depth, on a stack of its own.
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
