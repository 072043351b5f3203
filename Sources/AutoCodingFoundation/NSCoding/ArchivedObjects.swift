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
  /// Set when the archiver leaves the first of its roots: a weak reference slows down every retain and release.
  private weak var archiver: NSKeyedArchiver?
  /// The hash of each object when the archiver first met it. The archiver keeps the objects.
  private var hashes: [ObjectIdentifier: Int] = [:]
  /// What the archiver around this one has encoded, while this one is at work.
  private var outer: ArchivedObjects?

  private init(_ archiver: NSKeyedArchiver) { address = ObjectIdentifier(archiver) }

  // MARK: Questions

  /// Returns the hash by which an archiver on this thread finds an object; nil if none has met it.
  static func hash(of object: AutoCodingObject) -> Int? {
    let key = ObjectIdentifier(object)
    // Within an object, the archiver asks.
    if let current { return current.hashes[key] ?? key.hashValue }
    return living.lazy.compactMap { $0.hashes[key] }.first
  }

  /// Whether an archiver on this thread has to tell two objects apart.
  static func areDistinguished(_ object: AutoCodingObject, _ other: AutoCodingObject) -> Bool {
    if current != nil { return true }
    return living.contains { archive in
      archive.hashes[ObjectIdentifier(object)] != nil || archive.hashes[ObjectIdentifier(other)] != nil
    }
  }

  // MARK: Encoding

  /// Encodes the properties of an object, or a value in place of which an archiver has an object of its own.
  ///
  /// - Parameter object: The object; nil for a value.
  static func encoding<Result>(
    _ object: AutoCodingObject?, with coder: NSCoder, _ encode: () throws -> Result
  ) rethrows -> Result {
    guard let archiver = coder as? NSKeyedArchiver else { return try encode() }
    // The hash by which the archiver has just noted the object.
    let hash = object.map { self.hash(of: $0) ?? $0.hash }
    let outer = current
    let archive = of(archiver)
    if let object, let hash { archive.hashes[ObjectIdentifier(object)] = hash }
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
    let hasArchives = ThreadState.hasArchives
    (current, ThreadState.hasArchives) = (nil, false)
    defer { (current, ThreadState.hasArchives) = (outer, hasArchives || ThreadState.hasArchives) }
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
    return living.first { $0.archiver === archiver } ?? ArchivedObjects(archiver)
  }

  private static let key = "AutoCoding.ArchivedObjects"

  private static var kept: [ArchivedObjects] {
    get { Thread.current.threadDictionary[key] as? [ArchivedObjects] ?? [] }
    set {
      Thread.current.threadDictionary[key] = newValue.isEmpty ? nil : newValue
      ThreadState.hasArchives = !newValue.isEmpty
    }
  }

  /// What archivers that are still alive have encoded on this thread.
  private static var living: [ArchivedObjects] {
    guard ThreadState.hasArchives else { return [] }
    let all = kept
    let living = all.filter { $0.archiver != nil }
    if living.count != all.count { kept = living }
    return living
  }

  private func keep(for archiver: NSKeyedArchiver) {
    self.archiver = archiver
    Self.kept += [self]
  }
}
#endif
