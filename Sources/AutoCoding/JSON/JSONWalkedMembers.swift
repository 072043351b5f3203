/// The members of a type's own `Codable` code that it leaves to the walk: models of ours, and arrays of them.
///
/// The index of a value passes over these members, since the walk reads them from their places in the text. That takes
/// less time than an entry for each value within them, and what was passed over before need not be scanned again. Which
/// members these are is learned as values are decoded. Threads share what they learn, without a lock: a wrong hint costs
/// time, and an array or object that was passed over gets its entries once code asks for its parts.
struct JSONWalkedMembers {
  /// Members with fewer entries are not worth a hint.
  static let leastCount = 16

  private static let slotBits: UInt64 = 11
  /// A hint is 14 bits of the hash of a type and key, and a bit for whether the member is passed over. 0 is no hint.
  private static let hints = HintTable([UInt16](repeating: 0, count: 1 << Int(slotBits)))

  private let owner: UInt64
  /// Kept here, since access to a static property takes a call on Linux.
  private let hints = Self.hints

  init(of type: Any.Type) { owner = UInt64(UInt(bitPattern: ObjectIdentifier(type))) }

  init(of access: CodableAccess) { owner = UInt64(UInt(bitPattern: ObjectIdentifier(access))) }

  @inline(__always)
  private func hint(for key: JSONValueIndex.Entry) -> (slot: Int, tag: Int) {
    let hash = (owner ^ UInt64(key.hash) &<< 32 ^ UInt64(key.hash)) &* 0x9e37_79b9_7f4a_7c15
    return (Int(hash &>> (64 - Self.slotBits)), Int(hash &>> 32 & 0x3fff) &<< 1 | 0x8000)
  }

  /// Whether the value of a key is to be passed over.
  @inline(__always)
  func contain(_ key: JSONValueIndex.Entry) -> Bool {
    let (slot, tag) = hint(for: key)
    return hints[slot] == tag | 1 && !key.hasEscapes
  }

  /// Learns that the value of a key was walked. It is passed over from now on, unless code asked for its parts before.
  func insert(_ key: JSONValueIndex.Entry) {
    let (slot, tag) = hint(for: key)
    if hints[slot] != tag { hints.store(tag | 1, at: slot) }
  }

  /// Learns that code asks for the parts of the value of a key.
  func exclude(_ key: JSONValueIndex.Entry) {
    let (slot, tag) = hint(for: key)
    hints.store(tag, at: slot)
  }
}
