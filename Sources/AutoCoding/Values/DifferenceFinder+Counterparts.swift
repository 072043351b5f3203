/// Finds the objects that stay, and the paths of their counterparts.
extension DifferenceFinder {
  /// Finds the counterparts. If a changed value leads to an object whose counterpart has no path, the whole value is
  /// replaced.
  func findCounterparts(_ old: UnsafeRawPointer, _ new: UnsafeRawPointer, as codec: Codec) throws {
    let comparison = comparison
    guard comparison.hasPairs else { return }
    if let later = try counterparts(of: changes.compactMap(\.newValue), in: old, codec, comparison.counterpart),
      let former = try counterparts(of: changes.compactMap(\.oldValue), in: new, codec, comparison.laterCounterpart)
    {
      (counterparts, formerCounterparts) = (later, former)
      return
    }
    changes = []
    replace(old, new, as: codec, at: Self.root)
  }

  /// Returns the objects that values of one side lead to and that have counterparts, with the paths of the counterparts
  /// on the other side. Returns nil if a counterpart has no path, or if the paths are too long.
  private func counterparts(
    of values: [Any], in other: UnsafeRawPointer, _ codec: Codec,
    _ counterpart: @escaping (UnsafeRawPointer) -> UnsafeRawPointer?
  ) throws -> Counterparts? {
    let ends = ObjectWalk(entersSets: true, isEnd: { counterpart($0) != nil })
    for value in values {
      guard let codec = try Discovery.codecIfAny(for: type(of: value))?.takeUnretainedValue() else { continue }
      try ValueComparison.withAddress(of: value) { try ends.walk($0, as: codec) }
    }
    var wanted: [UnsafeRawPointer: ObjectWalk.Found] = [:]
    for end in ends.found {
      if let other = counterpart(end.object) { wanted[other] = end }
    }
    if wanted.isEmpty { return [] }
    let others = ObjectWalk(entersSets: false, isEnd: { _ in false })
    try others.walk(other, as: codec)
    var found: Counterparts = []
    var stepCount = 0
    for former in others.found {
      guard let end = wanted[former.object], let path = others.path(of: former) else { continue }
      wanted[former.object] = nil
      stepCount += path.count
      let object = Unmanaged<AnyObject>.fromOpaque(end.object).takeUnretainedValue()
      found.append(.init(object: object, path: path, isWeak: end.isWeak))
    }
    // A million steps take some hundred MB.
    return wanted.isEmpty && !ends.hasLostEnd && stepCount <= 1 << 20 ? found : nil
  }
}
