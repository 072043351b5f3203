extension KeyedArchiveReader {
  /// How the keys of a record's dictionary match a type's properties.
  final class Plan {
    /// A value that is a property's.
    struct Step {
      let index: Int
      let match: PropertyIndex.Match
    }

    /// A dictionary of that shape.
    let pairs: PropertyListReader.Pairs
    private let steps: UnsafeMutablePointer<Step>
    let count: Int
    /// Another shape of the same type's records.
    fileprivate(set) var other: Plan?

    init(_ pairs: PropertyListReader.Pairs, _ keys: PropertyIndex, of reader: inout KeyedArchiveReader) throws {
      var steps: [Step] = []
      for index in 0..<pairs.count {
        let key = try reader.string(try reader.list.key(index, of: pairs))
        guard key.hasPrefix("$") else {
          if let match = keys.match(key) {
            steps.append(Step(index: index, match: match))
          } else {
            try keys.refuseUnknown(key)
          }
          continue
        }
        // The format's own keys; others have a second dollar sign.
        guard key.hasPrefix("$$"), let match = keys.match(String(key.dropFirst())) else { continue }
        steps.append(Step(index: index, match: match))
      }
      self.pairs = pairs
      count = steps.count
      self.steps = .allocate(capacity: max(steps.count, 1))
      self.steps.initialize(from: steps, count: steps.count)
    }

    deinit { steps.deallocate() }

    /// The step at a position, or nil behind the last.
    @inline(__always)
    func step(_ position: Int) -> Step? { position >= 0 && position < count ? steps[position] : nil }
  }

  /// The shapes of each type's records.
  ///
  /// What is in here stays as long as the reader. Its size is bounded, whatever the data does: few types have more than one
  /// shape, and what finds no room is looked up for every record.
  struct Plans {
    private static let maximumCount = 8
    private static let maximumStepCount = 1 << 16

    private var first: [ObjectIdentifier: (plan: Plan, count: Int)] = [:]
    private let recent = RecentTable<Unmanaged<Plan>>()
    private var stepCount = 0

    /// The shape that a dictionary has, if it is known.
    @inline(__always)
    func plan(
      for pairs: PropertyListReader.Pairs, _ keys: PropertyIndex, in list: PropertyListReader
    ) -> Unmanaged<Plan>? {
      if let known = recent[Self.key(keys)],
        known._withUnsafeGuaranteedRef({ list.hasSameKeys($0.pairs, pairs) })
      {
        return known
      }
      return search(pairs, keys, in: list)
    }

    @inline(never)
    private func search(
      _ pairs: PropertyListReader.Pairs, _ keys: PropertyIndex, in list: PropertyListReader
    ) -> Unmanaged<Plan>? {
      var next = first[ObjectIdentifier(keys)]?.plan
      while let plan = next {
        if list.hasSameKeys(plan.pairs, pairs) {
          recent[Self.key(keys)] = .passUnretained(plan)
          return .passUnretained(plan)
        }
        next = plan.other
      }
      return nil
    }

    /// Keeps a shape, or returns false.
    mutating func insert(_ plan: Plan, for keys: PropertyIndex) -> Bool {
      let known = first[ObjectIdentifier(keys)]
      guard stepCount + plan.count <= Self.maximumStepCount, known?.count ?? 0 < Self.maximumCount else { return false }
      stepCount += plan.count
      plan.other = known?.plan
      first[ObjectIdentifier(keys)] = (plan, (known?.count ?? 0) + 1)
      recent[Self.key(keys)] = .passUnretained(plan)
      return true
    }

    @inline(__always)
    private static func key(_ keys: PropertyIndex) -> UInt {
      UInt(bitPattern: Unmanaged.passUnretained(keys).toOpaque())
    }
  }
}
