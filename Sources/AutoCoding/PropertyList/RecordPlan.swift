/// A mapping from the keys of a record's dictionary to a type's properties.
final class RecordPlan {
  /// A value that belongs to a property.
  struct Step {
    let index: Int
    let match: PropertyIndex.Match
  }

  /// A dictionary of that shape.
  let pairs: PropertyListReader.Pairs
  private let steps: UnsafeMutablePointer<Step>
  let count: Int
  /// The positions of the properties, if each occurs once and under its current key.
  let positions: UnsafeBufferPointer<Int>?
  /// The plan for another shape of the same type's records.
  fileprivate(set) var other: RecordPlan?

  /// - Parameter match: Returns the property of the key at an index; nil if there is none.
  init(_ pairs: PropertyListReader.Pairs, match: (Int) throws -> PropertyIndex.Match?) rethrows {
    var steps: [Step] = []
    for index in 0..<pairs.count {
      if let match = try match(index) { steps.append(Step(index: index, match: match)) }
    }
    self.pairs = pairs
    count = steps.count
    self.steps = .allocate(capacity: max(steps.count, 1))
    self.steps.initialize(from: steps, count: steps.count)
    guard steps.allSatisfy({ $0.match.rank == 0 }), Set(steps.map(\.match.position)).count == count else {
      positions = nil
      return
    }
    let positions = UnsafeMutableBufferPointer<Int>.allocate(capacity: count)
    _ = positions.initialize(from: steps.map(\.match.position))
    self.positions = UnsafeBufferPointer(positions)
  }

  deinit {
    steps.deallocate()
    positions?.deallocate()
  }

  /// Returns the step at a position, or nil after the last one.
  @inline(__always)
  func step(_ position: Int) -> Step? { position >= 0 && position < count ? steps[position] : nil }
}

/// The plans for the record shapes of each type.
///
/// Plans live as long as the reader. Their number is bounded, whatever the data contains: few types have more than
/// one shape, and for a type with many, each key is looked up.
struct RecordPlans {
  private struct Shapes {
    var last: RecordPlan
    var count = 1
    /// The number of records that had none of these shapes.
    var misses = 0
  }

  /// The number of records from which data has plans: one takes longer to make than it saves for a record.
  static var fewestRecords: Int { 4 }

  private static let maximumCount = 4
  private static let maximumMisses = 16
  private static let maximumSize = 1 << 16

  private var shapes: [ObjectIdentifier: Shapes] = [:]
  private let recent = RecentTable<Unmanaged<RecordPlan>>()
  /// Types with too many shapes.
  private let unplanned = RecentTable<Bool>()
  private var size = 0

  /// Whether the type's records have too many shapes.
  @inline(__always)
  func isUnplanned(_ keys: PropertyIndex) -> Bool { unplanned[Self.key(keys)] == true }

  /// Returns the plan of a dictionary, if its shape is the last one of its type.
  @inline(__always)
  func recentPlan(
    for pairs: PropertyListReader.Pairs, _ keys: PropertyIndex, in list: PropertyListReader
  ) -> Unmanaged<RecordPlan>? {
    guard let known = recent[Self.key(keys)],
      known._withUnsafeGuaranteedRef({ list.hasSameKeys($0.pairs, pairs) })
    else { return nil }
    return known
  }

  /// Returns the plan of a dictionary, if its shape is known.
  mutating func plan(
    for pairs: PropertyListReader.Pairs, _ keys: PropertyIndex, in list: PropertyListReader
  ) -> Unmanaged<RecordPlan>? {
    guard let known = shapes[ObjectIdentifier(keys)] else { return nil }
    var next: RecordPlan? = known.misses < Self.maximumMisses ? known.last : nil
    while let plan = next {
      if list.hasSameKeys(plan.pairs, pairs) {
        recent[Self.key(keys)] = .passUnretained(plan)
        return .passUnretained(plan)
      }
      next = plan.other
    }
    shapes[ObjectIdentifier(keys)]?.misses += 1
    return nil
  }

  /// Whether there is room for one more shape of a type, with this number of keys.
  func hasRoom(for count: Int, _ keys: PropertyIndex) -> Bool {
    let known = shapes[ObjectIdentifier(keys)]
    // So many misses mean that keys are in random order, which the next record will not repeat.
    if let known, known.misses >= Self.maximumMisses { unplanned[Self.key(keys)] = true }
    return known?.count ?? 0 < Self.maximumCount && count <= Self.maximumSize - size
  }

  /// Stores a plan. Precondition: there is room for it.
  mutating func insert(_ plan: RecordPlan, for keys: PropertyIndex) -> Unmanaged<RecordPlan> {
    var known = shapes[ObjectIdentifier(keys)] ?? Shapes(last: plan, count: 0)
    size += plan.count
    if known.count > 0 { plan.other = known.last }
    known.last = plan
    known.count += 1
    shapes[ObjectIdentifier(keys)] = known
    recent[Self.key(keys)] = .passUnretained(plan)
    return .passUnretained(plan)
  }

  @inline(__always)
  private static func key(_ keys: PropertyIndex) -> UInt {
    UInt(bitPattern: Unmanaged.passUnretained(keys).toOpaque())
  }
}
