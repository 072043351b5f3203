import AutoCoding
import Foundation

/// The state of a coder during calls of AutoCoding: which values are expected, and what has failed.
///
/// Calls go from AutoCoding to Foundation and back. Foundation cannot carry this state, so the inner call finds the
/// scope by its coder.
final class CoderScope: @unchecked Sendable {
  /// The scope of the thread's current call. That call owns it.
  private static var current: CoderScope? {
    // No other code sets it.
    ThreadState.scope.map { unsafeDowncast($0, to: CoderScope.self) }
  }

  /// The coder. The caller owns it.
  private(set) unowned(unsafe) var coder: NSCoder
  /// The coder, if it is an unarchiver, which can map class names.
  private(set) unowned(unsafe) var unarchiver: NSKeyedUnarchiver?
  /// The coder of a scope that is kept in the pool.
  #if canImport(ObjectiveC)
  private weak var owner: NSCoder?
  #else
  /// An unowned reference keeps the coder's memory from being reused, so its address identifies it. A weak reference
  /// would slow down every retain and release of the coder.
  private unowned let owner: NSCoder
  private let address: ObjectIdentifier
  #endif
  // Only one thread has the scope, and no other code runs while these are changed.

  /// The types allowed for the object that is being decoded.
  @exclusivity(unchecked) private(set) var expectation: CoderExpectation?
  /// The error of a nested object, until the enclosing object takes it.
  @exclusivity(unchecked) var failure: (any Error)?
  /// The number of nested AutoCoding calls.
  @exclusivity(unchecked) private(set) var depth = 0
  /// The most recently used expectations whose names are registered.
  @exclusivity(unchecked) private var registered: [ObjectIdentifier?] = []
  #if !canImport(ObjectiveC)
  private var classCheck = AllowedClassCheck()
  private let roles = ArchivedEntries.Roles()
  /// The objects that the coder has decoded, at slots that follow from their positions. The number of slots is a power
  /// of 2.
  @exclusivity(unchecked) private var decoded: [DecodedObject?] = []

  @exclusivity(unchecked) private var knownArchive: ArchivedEntries?
  /// Whether other code may have changed the coder since it was asked whether the archive can be read.
  @exclusivity(unchecked) private var isArchiveUnchecked = false

  /// The archive's entries, if they can be read without the coder.
  var archive: ArchivedEntries? {
    if knownArchive == nil || isArchiveUnchecked {
      isArchiveUnchecked = false
      if knownArchive?.isReadable != true { knownArchive = unarchiver.flatMap { ArchivedEntries(of: $0, roles) } }
    }
    return knownArchive
  }
  #endif

  private init(_ coder: NSCoder) {
    CoderBridge.forgetExpectations(before: TypeNames.generation)
    self.coder = coder
    unarchiver = coder as? NSKeyedUnarchiver
    owner = coder
    #if !canImport(ObjectiveC)
    address = ObjectIdentifier(coder)
    #endif
  }

  /// Reusable scopes: what a scope knows about its coder serves the next object of an array.
  private static let pool = ReusePool()

  /// Calls `body` with the scope of a coder.
  static func with<Result>(_ coder: NSCoder, _ body: (CoderScope) throws -> Result) rethrows -> Result {
    if let current, current.coder === coder { return try current.entered(body) }
    let left = pool.take().map { Unmanaged<CoderScope>.fromOpaque($0).takeRetainedValue() }
    let scope = left.flatMap { $0.isScope(of: coder) ? $0 : nil } ?? CoderScope(coder)
    let outer = ThreadState.scope
    ThreadState.scope = scope
    defer {
      ThreadState.scope = outer
      scope.failure = nil
      if let other = pool.leave(Unmanaged.passRetained(scope).toOpaque()) {
        Unmanaged<CoderScope>.fromOpaque(other).release()
      }
    }
    return try scope.entered(body)
  }

  /// Returns the scope of a coder if AutoCoding is using it now.
  static func scope(of coder: NSCoder) -> CoderScope? {
    guard let current, current.coder === coder else { return nil }
    return current
  }

  /// Whether this pooled scope belongs to a coder.
  private func isScope(of coder: NSCoder) -> Bool {
    #if canImport(ObjectiveC)
    owner === coder
    #else
    address == ObjectIdentifier(coder)
    #endif
  }

  private func entered<Result>(_ body: (CoderScope) throws -> Result) rethrows -> Result {
    depth += 1
    defer {
      depth -= 1
      otherCodeHasRun()
    }
    return try body(self)
  }

  /// Checks the coder again before the next use of the archive, since other code may have changed it.
  private func otherCodeHasRun() {
    #if !canImport(ObjectiveC)
    isArchiveUnchecked = true
    // The archive keeps the coder alive, and the scope outlives the call.
    if depth == 0 { knownArchive = nil }
    #endif
  }

  /// The coder's error, if it is a coder that has one.
  var coderError: (any Error)? {
    #if canImport(ObjectiveC)
    coder.error
    #else
    unarchiver?.error
    #endif
  }

  /// Decodes the object under a key.
  ///
  /// - Parameter reference: The reference under the key, if it is accessible.
  /// - Throws: The error of the object; `DecodingError.dataCorrupted` for an error of the coder itself.
  func object(forKey key: String, _ reference: Any?, _ expected: CoderExpectation) throws -> Any? {
    register(expected)
    #if !canImport(ObjectiveC)
    if let unarchiver, let reference { try classCheck.check(reference, expected, unarchiver) }
    #endif
    let outer = expectation
    expectation = expected
    defer { expectation = outer }
    let object = coder.decodeObject(of: expected.classes, forKey: key)
    otherCodeHasRun()
    if let failure {
      self.failure = nil
      throw failure
    }
    if let coderError {
      throw DecodingError.dataCorrupted(
        .init(
          codingPath: [], debugDescription: "The coder failed: \(Self.description(of: coderError))",
          underlyingError: coderError))
    }
    #if !canImport(ObjectiveC)
    // From now on Foundation would return nil for everything, and it kept no error.
    if let unarchiver, ArchivedEntries.hasFailed(unarchiver) {
      throw DecodingError.dataCorrupted(.init("The coder failed."))
    }
    #endif
    return object
  }

  #if !canImport(ObjectiveC)
  // MARK: Decoded objects

  /// An object that the coder has decoded, and keeps: another reference must lead to the same object. Unowned, since
  /// this scope may be kept longer than the coder.
  private struct DecodedObject {
    let position: Int
    unowned let object: AnyObject
  }

  /// Remembers an object that the coder has decoded, by its position in the archive.
  func remember(_ object: AnyObject, at position: Int) {
    // A subclass of the unarchiver may return objects that it does not keep.
    guard let unarchiver, type(of: unarchiver) == NSKeyedUnarchiver.self else { return }
    if decoded.isEmpty { decoded = Array(repeating: nil, count: slotCount(for: unarchiver)) }
    decoded[position & (decoded.count - 1)] = DecodedObject(position: position, object: object)
  }

  /// A slot for each entry of a small archive. A scope keeps the memory of the objects that it remembers until it is used
  /// for another coder, so of a large archive it remembers the last ones.
  private func slotCount(for unarchiver: NSKeyedUnarchiver) -> Int {
    let count = min(max(UnarchiverContents.entries(of: unarchiver)?.count ?? 0, 1), 1024)
    return 1 << (Int.bitWidth - (count - 1).leadingZeroBitCount)
  }

  /// Remembers an object that the coder has decoded, or the objects in an array, by their positions in the archive.
  func remember(_ object: Any?, at position: Int) {
    if let object = object as? AutoCodingObject {
      remember(object as AnyObject, at: position)
    } else if let array = object.flatMap({ exactValue($0, as: NSArray.self) }), let archive,
      let references = archive.elements(position), references.count == array.count
    {
      for (index, reference) in references.enumerated() {
        guard let position = UnarchiverContents.position(of: reference),
          let object = array.object(at: index) as? AutoCodingObject
        else { return }
        remember(object as AnyObject, at: position)
      }
    }
  }

  /// Returns the object at a position if it was remembered and is exactly of a class.
  func decodedObject(at position: Int, ofClass type: AnyClass) -> AnyObject? {
    guard !decoded.isEmpty, let known = decoded[position & (decoded.count - 1)], known.position == position,
      Swift.type(of: known.object) == type
    else { return nil }
    return known.object
  }
  #endif

  // MARK: Plans

  /// The most recently used plans, such as those of an array's objects and of their nested values.
  @exclusivity(unchecked) private var plans: [(map: ObjectIdentifier, plan: CoderPlan)?] = .init(
    repeating: nil, count: 8)

  /// Returns the slot of an object in a table of eight.
  private static func slot(of object: ObjectIdentifier) -> Int {
    Int(truncatingIfNeeded: UInt(bitPattern: object) >> 5 & 7)
  }

  /// Returns the plan of a map.
  func plan(for map: TypeMap.Storage) -> CoderPlan {
    let key = ObjectIdentifier(map)
    let slot = Self.slot(of: key)
    if let known = plans[slot], known.map == key { return known.plan }
    let plan = CoderPlan.plan(for: map)
    plans[slot] = (key, plan)
    return plan
  }

  /// Returns the message of a Foundation error.
  private static func description(of error: any Error) -> String {
    (error as NSError).userInfo[NSDebugDescriptionErrorKey] as? String ?? "\(error)"
  }

  /// Registers the names of expected types with the unarchiver.
  private func register(_ expected: CoderExpectation) {
    guard let unarchiver, !expected.names.isEmpty else { return }
    let id = ObjectIdentifier(expected)
    let slot = Self.slot(of: id)
    if registered.isEmpty { registered = Array(repeating: nil, count: 8) }
    if registered[slot] == id { return }
    registered[slot] = id
    // A class that the app has set for a name stays, for this unarchiver or for all: it would decode the object without us.
    for (name, type): (String, AnyClass) in expected.names
    where unarchiver.class(forClassName: name) == nil && NSKeyedUnarchiver.class(forClassName: name) == nil {
      unarchiver.setClass(type, forClassName: name)
    }
  }
}
