import AutoCoding
import Foundation

#if !canImport(ObjectiveC)
/// The objects that an archiver of Foundation's has encoded, which are equal only to themselves as long as it lives.
///
/// On Linux an archiver finds the objects that it has encoded by `isEqual` and `hash`. By their properties, two equal
/// objects would become one object of the archive, and an object that `willEncode()` has changed would not be found.
final class ArchivedObjects {
  /// The archiver, which is alive while it is at work.
  private let address: ObjectIdentifier
  // Only one thread has these, and no code of models runs while they are changed.

  /// Set when the archiver leaves the first of its roots: a weak reference slows down every retain and release.
  @exclusivity(unchecked) private weak var archiver: NSKeyedArchiver?
  /// The hash of each object when the archiver first met it. The archiver keeps the objects.
  @exclusivity(unchecked) private var hashes = AddressTable()
  /// What the archiver around this one has encoded, while this one is at work.
  @exclusivity(unchecked) private var outer: ArchivedObjects?

  private init(_ archiver: NSKeyedArchiver) { address = ObjectIdentifier(archiver) }

  // MARK: Questions

  /// Returns the hash by which an archiver on this thread finds an object; nil if none has met it.
  static func hash(of object: AutoCodingObject) -> Int? {
    // Within an object, the archiver asks.
    if let current { return current.hash(of: object) ?? ObjectIdentifier(object).hashValue }
    return Kept.first { $0.hash(of: object) }
  }

  /// Whether an archiver on this thread has to tell two objects apart.
  static func areDistinguished(_ object: AutoCodingObject, _ other: AutoCodingObject) -> Bool {
    if current != nil { return true }
    return Kept.first { $0.hash(of: object) ?? $0.hash(of: other) } != nil
  }

  private func hash(of object: AutoCodingObject) -> Int? { hashes[Self.address(of: object)] }

  private func note(_ object: AutoCodingObject, _ hash: Int) {
    guard self.hash(of: object) == nil else { return }
    hashes.insert(hash, for: Self.address(of: object))
  }

  private static func address(of object: AutoCodingObject) -> UnsafeRawPointer {
    UnsafeRawPointer(Unmanaged.passUnretained(object).toOpaque())
  }

  /// Notes the hash of an object by its properties, in case it is an archiver that asks.
  static func noteHash(_ hash: Int, of object: AutoCodingObject) { ThreadState.lastHash = (address(of: object), hash) }

  /// Returns the hash by which an archiver that encodes an object now has found it before.
  private static func archiversHash(of object: AutoCodingObject) -> Int {
    if let known = hash(of: object) { return known }
    let last = ThreadState.lastHash
    // The archiver asks just before it encodes the object.
    return last.object == address(of: object) ? last.hash : object.hash
  }

  // MARK: Encoding

  /// Encodes the properties of an object, or a value in place of which an archiver has its own object.
  ///
  /// - Parameter object: The object; nil for a value.
  static func encoding<Result>(
    _ object: AutoCodingObject?, with coder: NSCoder, _ encode: () throws -> Result
  ) rethrows -> Result {
    guard let archiver = coder as? NSKeyedArchiver else { return try encode() }
    let hash = object.map(archiversHash)
    let outer = current
    let archive = of(archiver)
    if let object, let hash { archive.note(object, hash) }
    if archive === outer { return try encode() }
    let previous = archive.outer
    archive.outer = outer
    current = archive
    defer {
      current = outer
      archive.outer = previous
      if archive.archiver == nil { archive.keep(for: archiver) }
    }
    return try encode()
  }

  /// Calls code of a model, for which objects are equal by their properties.
  static func pausing<Result>(_ code: () throws -> Result) rethrows -> Result {
    guard let outer = current else { return try code() }
    let archives = ThreadState.archives
    (current, ThreadState.archives) = (nil, nil)
    defer { (current, ThreadState.archives) = (outer, archives ?? ThreadState.archives) }
    return try code()
  }

  // MARK: Archivers

  /// What the archiver at work has encoded. Its call owns it.
  private static var current: ArchivedObjects? {
    // No other code sets it.
    get { ThreadState.archive.map { unsafeDowncast($0, to: ArchivedObjects.self) } }
    set { ThreadState.archive = newValue }
  }

  private static func of(_ archiver: NSKeyedArchiver) -> ArchivedObjects {
    var next = current
    while let archive = next {
      if archive.address == ObjectIdentifier(archiver) { return archive }
      next = archive.outer
    }
    // One that has ended may have had the same address; it is not found.
    return Kept.first { $0.address == ObjectIdentifier(archiver) ? $0 : nil } ?? ArchivedObjects(archiver)
  }

  private func keep(for archiver: NSKeyedArchiver) {
    self.archiver = archiver
    Kept.ofThread().add(self)
  }

  /// What archivers have encoded on a thread that are still alive after their roots. The thread's dictionary owns it.
  private final class Kept {
    @exclusivity(unchecked) private var archives: [ArchivedObjects] = []
    @exclusivity(unchecked) private var questionCount = 0

    /// Returns the first answer about an archiver of the thread that is alive.
    static func first<Result>(_ answer: (ArchivedObjects) -> Result?) -> Result? {
      // No other code sets it.
      guard let kept = ThreadState.archives else { return nil }
      return kept._withUnsafeGuaranteedRef { unsafeDowncast($0, to: Kept.self).first(answer) }
    }

    /// The dictionary is slow, and is asked only if no archiver has been alive since the last look.
    static func ofThread() -> Kept {
      if let kept = ThreadState.archives { return unsafeDowncast(kept.takeUnretainedValue(), to: Kept.self) }
      let key = "AutoCoding.ArchivedObjects"
      let dictionary = Thread.current.threadDictionary
      let kept = dictionary[key] as? Kept ?? Kept()
      dictionary[key] = kept
      return kept
    }

    func add(_ archive: ArchivedObjects) {
      discardEnded()
      archives.append(archive)
      ThreadState.archives = .passUnretained(self)
    }

    /// Now and then, discards what archivers have encoded that are not alive.
    private func first<Result>(_ answer: (ArchivedObjects) -> Result?) -> Result? {
      questionCount &+= 1
      if questionCount.isMultiple(of: 16) { discardEnded() }
      for archive in archives {
        // To look at a weak reference takes longer than most answers.
        if let found = answer(archive), archive.archiver != nil { return found }
      }
      return nil
    }

    private func discardEnded() {
      archives.removeAll { $0.archiver == nil }
      if archives.isEmpty { ThreadState.archives = nil }
    }

    deinit {
      if ThreadState.archives?.toOpaque() == Unmanaged.passUnretained(self).toOpaque() { ThreadState.archives = nil }
    }
  }
}
#endif
