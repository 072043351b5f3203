import AutoCoding
import Foundation

/// What holds while a coder is in code of AutoCoding's: which values are expected, and what has failed.
///
/// Calls go from here to Foundation and from there back, and only what both ends know of each other is here. Foundation
/// has no place for it: a scope is found by its coder on the way back.
final class CoderScope: @unchecked Sendable {
  /// The scope of the call that the thread is in, which keeps it.
  private static var current: CoderScope? {
    // Nobody else sets one.
    ThreadState.scope.map { unsafeDowncast($0, to: CoderScope.self) }
  }

  /// The coder, which whoever calls keeps.
  private(set) unowned(unsafe) var coder: NSCoder
  /// The coder, where it is one whose classes have names.
  private(set) unowned(unsafe) var unarchiver: NSKeyedUnarchiver?
  /// The coder of a scope that is kept for the next call.
  #if canImport(ObjectiveC)
  private weak var owner: NSCoder?
  #else
  /// Its memory is not given to another object while the scope is kept, so that the address says whether it is the same;
  /// and a weak reference would make every retain and release of the coder slower.
  private unowned let owner: NSCoder
  private let address: ObjectIdentifier
  #endif
  /// What may stand where the object is that is being decoded.
  private(set) var expectation: CoderExpectation?
  /// The error of an object within the one that is being decoded, until that one has seen it.
  var failure: (any Error)?
  /// How many calls of AutoCoding's are open.
  private(set) var depth = 0
  private var registered: Set<ObjectIdentifier> = []
  #if !canImport(ObjectiveC)
  private var archivedClasses = ArchivedClasses()
  private let roles = ArchivedEntries.Roles()

  private var knownArchive: ArchivedEntries?

  /// The archive, where it can be read without the coder.
  var archive: ArchivedEntries? {
    if let knownArchive { return knownArchive }
    knownArchive = unarchiver.flatMap { ArchivedEntries(of: $0, roles) }
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

  /// Scopes that were in use: what one has found out about its coder serves the next object of an array.
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

  /// The scope of a coder that AutoCoding's code is at work with.
  static func scope(of coder: NSCoder) -> CoderScope? {
    guard let current, current.coder === coder else { return nil }
    return current
  }

  /// Whether the scope, which was kept, is that of a coder.
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
      forgetArchive()
    }
    return try body(self)
  }

  /// Has the coder looked at anew before the archive is read again: code that is not AutoCoding's may have changed it.
  private func forgetArchive() {
    #if !canImport(ObjectiveC)
    if knownArchive != nil { knownArchive = nil }
    #endif
  }

  /// The error that the coder has, where it is one that can tell.
  var coderError: (any Error)? {
    #if canImport(ObjectiveC)
    coder.error
    #else
    unarchiver?.error
    #endif
  }

  /// Decodes the object under a key.
  ///
  /// - Parameter reference: The reference that is there, where it can be seen.
  /// - Throws: What failed within the object; `DecodingError.dataCorrupted` for what the coder itself found wrong.
  func object(forKey key: String, _ reference: Any?, _ expected: CoderExpectation) throws -> Any? {
    register(expected)
    #if !canImport(ObjectiveC)
    if let unarchiver, let reference { try archivedClasses.check(reference, expected, unarchiver) }
    #endif
    let outer = expectation
    expectation = expected
    defer { expectation = outer }
    let object = coder.decodeObject(of: expected.classes, forKey: key)
    forgetArchive()
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
    // Foundation would have nil for all that follows, and keeps no error of this.
    if let unarchiver, ArchivedEntries.hasFailed(unarchiver) {
      throw DecodingError.dataCorrupted(.init(codingPath: [], debugDescription: "The coder failed."))
    }
    #endif
    return object
  }

  // MARK: Plans

  /// The plans of the maps that came last: those of an array's objects and of what these have in them.
  private var plans: [(map: ObjectIdentifier, plan: CoderPlan)?] = .init(repeating: nil, count: 8)

  /// The plan of a map.
  func plan(for map: TypeMap.Storage) -> CoderPlan {
    let key = ObjectIdentifier(map)
    let slot = Int(truncatingIfNeeded: UInt(bitPattern: key) >> 5 & 7)
    if let known = plans[slot], known.map == key { return known.plan }
    let plan = CoderPlan.plan(for: map)
    plans[slot] = (key, plan)
    return plan
  }

  /// What an error of Foundation's says.
  private static func description(of error: any Error) -> String {
    (error as NSError).userInfo[NSDebugDescriptionErrorKey] as? String ?? "\(error)"
  }

  /// Makes the names of the types that are expected known to the unarchiver.
  private func register(_ expected: CoderExpectation) {
    guard let unarchiver, !expected.names.isEmpty, registered.insert(ObjectIdentifier(expected)).inserted else {
      return
    }
    for (name, type): (String, AnyClass) in expected.names where unarchiver.class(forClassName: name) == nil {
      unarchiver.setClass(type, forClassName: name)
    }
  }
}
