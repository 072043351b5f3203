extension Codec {
  /// Whether values may hold one whose own code is called, and may ask for its coding path. Not counted are a subclass with
  /// such code, enums with raw values, whose code is the standard library's as a rule, and an `encode(to:)` alone.
  @inline(__always)
  var leadsToOwnCode: Bool {
    let known = ownCode.value
    return known != 0 ? known > 0 : findOwnCode()
  }

  @inline(never)
  private func findOwnCode() -> Bool {
    var visited: Set<ObjectIdentifier> = []
    let found = hasOwnCode(&visited)
    ownCode.value = found ? 1 : -1
    return found
  }

  private func hasOwnCode(_ visited: inout Set<ObjectIdentifier>) -> Bool {
    if isMadeOfLeaves { return false }
    switch kind {
    case .codable: return codable?.isCalled ?? false
    // The data says which type a value has.
    case .existential: return true
    case .record:
      guard let codec = record, visited.insert(ObjectIdentifier(type)).inserted else { return false }
      guard codec.decodingDefault != nil else { return true }
      if codec.decodingDefault == .rawValue { return false }
    default: break
    }
    return children.contains { $0.hasOwnCode(&visited) }
  }
}

extension CodableAccess {
  fileprivate var isCalled: Bool { hasOwnCode && plainEnum == nil && numbers == nil }
}
