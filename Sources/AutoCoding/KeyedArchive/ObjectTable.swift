/// The objects of an archive that is being read, and what is still to be done for them.
struct ObjectTable {
  /// A property that is read a second time, when the graph is whole.
  struct Postponed {
    let position: Int
    let value: UInt32
  }

  static let none = UInt32.max

  let graph = ObjectGraph()
  /// The number of an object in the graph plus 1, by its UID; 0 where it has not been met.
  private var numbers: [UInt32]
  /// The property list object of each object.
  private(set) var records: [UInt32] = []
  /// The object that referred to each object first; ``none`` for the root value.
  private(set) var parents: [UInt32] = []
  /// The objects to which objects refer, one object's after the other's.
  private var edges: [UInt32] = []
  private var edgeStarts: [Int] = []
  private(set) var postponed: [UInt32: [Postponed]] = [:]

  /// The object whose properties are being read; ``none`` for the root value.
  private(set) var current = none
  /// How many frames there are while a property of that object itself is next.
  private(set) var frameDepth = 0
  private var lastProperty: Postponed?
  /// Whether something was left out that asks for a whole graph.
  var isIncomplete = false

  init(count: Int) {
    numbers = Array(repeating: 0, count: count)
  }

  /// The number of an object that has been met.
  func number(of uid: UInt32) -> Int? {
    let number = numbers[Int(uid)]
    return number == 0 ? nil : Int(number) - 1
  }

  /// Makes an object.
  mutating func add(_ codec: RecordCodec, uid: UInt32, record: UInt32) throws -> Int {
    let number = try graph.add(codec)
    numbers[Int(uid)] = UInt32(number) + 1
    records.append(record)
    parents.append(current)
    return number
  }

  /// Notes that the current object refers to another.
  mutating func addEdge(to number: Int) {
    if current != Self.none { edges.append(UInt32(truncatingIfNeeded: number)) }
  }

  /// Begins with the properties of the next object, whose frame is the next.
  mutating func begin(_ number: Int, frameDepth: Int) {
    current = UInt32(truncatingIfNeeded: number)
    self.frameDepth = frameDepth
    edgeStarts.append(edges.count)
    lastProperty = nil
    isIncomplete = false
  }

  /// Notes which property of the current object is read now.
  @inline(__always)
  mutating func note(_ property: Postponed?) {
    if isIncomplete, let lastProperty {
      postponed[current, default: []].append(lastProperty)
      isIncomplete = false
    }
    lastProperty = property
  }

  private func edges(of number: Int) -> ArraySlice<UInt32> {
    guard number < edgeStarts.count else { return [] }
    return edges[edgeStarts[number]..<(number + 1 < edgeStarts.count ? edgeStarts[number + 1] : edges.count)]
  }

  // MARK: Order

  /// All objects, each behind those that it refers to, as far as there is no circle.
  func childrenFirst() -> [Int] {
    var order: [Int] = []
    order.reserveCapacity(graph.count)
    walk(where: { _ in true }, leaving: { order.append($0) }, meetingAgain: { _ in })
    return order
  }

  /// An object from which references lead back to itself, through objects alone that cannot be made before what they refer
  /// to; nil where there is none.
  func impossibleCycle() -> Int? {
    var found: Int?
    walk(where: { !graph.mayCloseCycle($0) }, leaving: { _ in }, meetingAgain: { found = found ?? $0 })
    return found
  }

  /// Goes through the graph in depth, on a stack of its own.
  private func walk(
    where isIncluded: (Int) -> Bool, leaving: (Int) -> Void, meetingAgain: (Int) -> Void
  ) {
    enum State: UInt8 { case new, entered, left }
    var states = [State](repeating: .new, count: graph.count)
    var stack: [(number: Int, rest: ArraySlice<UInt32>)] = []
    for start in 0..<graph.count where states[start] == .new && isIncluded(start) {
      states[start] = .entered
      stack.append((start, edges(of: start)))
      while let (number, rest) = stack.last {
        guard let next = rest.first.map(Int.init) else {
          states[number] = .left
          leaving(number)
          stack.removeLast()
          continue
        }
        stack[stack.count - 1].rest = rest.dropFirst()
        guard isIncluded(next) else { continue }
        switch states[next] {
        case .new:
          states[next] = .entered
          stack.append((next, edges(of: next)))
        case .entered: meetingAgain(next)
        case .left: break
        }
      }
    }
  }
}
