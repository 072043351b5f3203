/// The classes that archives name: those of the archive that is being read, by UID, and all by name.
///
/// Most archives name the same few classes. So a call leaves them for the next one on its thread, with what it found
/// out about them.
final class ArchivedClasses {
  private static let pool = ReusePool()
  /// More classes, or longer names, are not kept: archives are untrusted.
  private static let mostKeptClasses = 256
  private static let mostKeptBytes = 1 << 14

  // The runtime need not guard this state: no code but this uses it, one function after the other.

  /// Those with ASCII names; the numbers of ``names`` minus 1.
  @exclusivity(unchecked) private var known: [ArchivedClass.Contents] = []
  @exclusivity(unchecked) private var names = StringTable()
  @exclusivity(unchecked) private var byteCount = 0
  /// Those with other names, until the call ends.
  @exclusivity(unchecked) private var others: [String: ArchivedClass.Contents] = [:]
  /// By UID, in the archive that is being read.
  private let recent = RecentTable<Unmanaged<ArchivedClass.Contents>>()

  /// Calls a closure with classes that no other code uses.
  static func using<Result>(_ body: (ArchivedClasses) throws -> Result) rethrows -> Result {
    let left = pool.take().map { Unmanaged<ArchivedClasses>.fromOpaque($0).takeRetainedValue() }
    let classes = left ?? ArchivedClasses()
    defer {
      if classes.forgetArchive(), let other = pool.leave(Unmanaged.passRetained(classes).toOpaque()) {
        Unmanaged<ArchivedClasses>.fromOpaque(other).release()
      }
    }
    return try body(classes)
  }

  /// Forgets what belongs to one archive. Returns whether the rest is small enough to be kept.
  private func forgetArchive() -> Bool {
    guard known.count <= Self.mostKeptClasses, byteCount <= Self.mostKeptBytes else { return false }
    others = [:]
    recent.removeAll()
    for found in known { found.forgetSubclass() }
    return true
  }

  /// The class of a UID, if it was found recently.
  @inline(__always)
  subscript(uid: UInt32) -> Unmanaged<ArchivedClass.Contents>? {
    get { recent[UInt(uid)] }
    set { recent[UInt(uid)] = newValue }
  }

  /// Returns the class with the name that a property list object is.
  func named(_ object: UInt32, in list: PropertyListReader) throws -> ArchivedClass.Contents {
    guard let text = try list.unverifiedASCIIString(object) else { return other(try list.string(object)) }
    let bytes = text.assumingMemoryBound(to: UInt8.self)
    let hash = names.scan(bytes).hash
    var place = names.place(of: hash)
    while let number = names.next(&place) {
      let found = known[Int(number) - 1]
      if try found.isNamed(object, in: list) { return found }
    }
    // Throws if it is not ASCII.
    let found = ArchivedClass.Contents(name: try list.string(object))
    known.append(found)
    names.insert(UInt32(truncatingIfNeeded: known.count), at: place)
    byteCount += bytes.count
    return found
  }

  private func other(_ name: String) -> ArchivedClass.Contents {
    if let found = others[name] { return found }
    let found = ArchivedClass.Contents(name: name)
    others[name] = found
    return found
  }
}
