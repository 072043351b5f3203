/// Whether a reader or writer tracks the path of the next value, for code that may ask for it.
struct PathTracking {
  /// The path of the next value; nil if no code may ask for it. Copies of a reader or writer share it.
  private(set) var path: TrackedPath?
  /// What the path refers to, kept for other values and options that need it.
  private var steps: TrackedPath.Steps?
  /// Whether a strategy may ask for the path of a date or of data, and not only types that code themselves.
  private var isForValues = false
  /// Whether a strategy may ask for the path of a key.
  private var isForKeys = false

  /// Ends tracking, and notes which strategies may ask for paths.
  mutating func adopt(hasCustomValues: Bool, hasCustomKeys: Bool = false) {
    isForValues = hasCustomValues
    isForKeys = hasCustomKeys
    path = nil
  }

  /// Tracks the path of a value if code may ask for it.
  @inline(__always)
  mutating func begin(_ codec: Codec) {
    if path == nil, codec.leadsToOwnCode || isNeeded(in: codec) { start() }
  }

  @inline(never)
  private mutating func start() { path = TrackedPath(in: &steps) }

  /// Ends tracking after a whole text.
  @inline(__always)
  mutating func reset() {
    assert(path?.isEmpty ?? true)
    path = nil
  }

  /// Begins with a value within a container, and returns the path if it has to begin with that of the container.
  @inline(__always)
  mutating func begin(within codec: Codec) -> TrackedPath? {
    begin(codec)
    guard let path, codec.leadsToOwnCode || isNeeded(in: codec) || !path.isEmpty && !codec.isMadeOfLeaves else {
      return nil
    }
    return path
  }

  private func isNeeded(in codec: Codec) -> Bool {
    (isForValues || isForKeys) && codec.mayNeedPath || isForKeys && codec.mayHaveKeys
  }
}
