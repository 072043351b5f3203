import AutoCoding
import Foundation

/// Connects a type map to any `NSCoder`: makes the calls for each property that a hand-written `encode(with:)` or
/// `init(coder:)` would make.
enum CoderBridge {
  // MARK: Entrances

  /// Encodes the properties of an object.
  static func encodeProperties(of object: AutoCodingObject, with coder: NSCoder) {
    encoding(object, with: coder) {
      try TypeMap.storage(for: type(of: object))._withUnsafeGuaranteedRef { map in
        let plan = CoderPlan.plan(for: map)
        #if canImport(ObjectiveC)
        try object.willEncode()
        #else
        guard plan.hasArchivableName else { throw withoutName(object) }
        try ArchivedObjects.pausing { try object.willEncode() }
        #endif
        try encodeProperties(of: UnsafeRawPointer(Instance.address(of: object)), map: map, plan, with: coder)
      }
    }
  }

  #if !canImport(ObjectiveC)
  private static func withoutName(_ object: AutoCodingObject) -> EncodingError {
    .invalidValue(
      object,
      .init(
        """
        Foundation on Linux cannot archive a class that is nested, private or generic, as \
        \(TypeLookup.name(of: type(of: object))) is. Encode it with KeyedArchiveEncoder.
        """))
  }
  #endif

  /// Whether an object of a class is allowed at the coder's current position. If not, records an error in the scope, so
  /// that the caller that requested the object sees it.
  static func isExpected(_ type: AutoCodingObject.Type, by coder: NSCoder) -> Bool {
    guard let scope = CoderScope.scope(of: coder), let expectation = scope.expectation, !expectation.admits(type) else {
      return true
    }
    scope.failure =
      scope.failure
      ?? DecodingError.typeMismatch(
        type,
        .init(
          """
          The archive has an object of class '\(TypeLookup.name(of: type))', which is not allowed here.
          """))
    return false
  }

  /// Decodes the properties of an object that has its defaults.
  ///
  /// - Returns: False if `init(coder:)` should return nil.
  static func decodeProperties(of object: AutoCodingObject, from coder: NSCoder) -> Bool {
    CoderScope.with(coder) { scope in
      let type = type(of: object)
      do {
        try refuseUnkeyed(coder)
        let level = try NestedLevel.enter(toDecodeWithin: CodingLimits())
        defer { extendLifetime(level) }
        try TypeMap.storage(for: type)._withUnsafeGuaranteedRef { map in
          try assignProperties(to: Instance.address(of: object), map: map, from: CoderSource(scope))
        }
        try object.didDecode(in: .current)
        return true
      } catch {
        return fail(scope, error, decoding: type)
      }
    }
  }

  /// Encodes a value under a key, called from hand-written code.
  static func encode<Value>(_ value: Value, forKey key: String, with coder: NSCoder) {
    encoding(with: coder) {
      let codec = try Discovery.codec(for: Value.self)
      #if !canImport(ObjectiveC)
      if let coder = coder as? ArchiveWritingCoder {
        return withUnsafePointer(to: value) { coder.encode(UnsafeRawPointer($0), as: codec, forKey: key) }
      }
      #endif
      do {
        let found = try withUnsafePointer(to: value) { try object(of: UnsafeRawPointer($0), as: codec) }
        coder.encode(found.object, forKey: key)
      } catch {
        throw error.prepending(DynamicKey(key))
      }
    }
  }

  /// Decodes a value under a key, called from hand-written code.
  static func decode<Value>(_ type: Value.Type, forKey key: String, from coder: NSCoder) -> Value? {
    CoderScope.with(coder) { scope in
      do {
        try refuseUnkeyed(coder)
        let codec = try Discovery.codec(for: type)
        #if !canImport(ObjectiveC)
        if let coder = coder as? ArchiveReadingCoder { return coder.decode(codec, forKey: key) as? Value }
        #endif
        let source = CoderSource(scope)
        do {
          guard case let found? = try source.value(forKey: key, kind: codec.kind, expectation(of: codec)).object else {
            return nil
          }
          return try codec.boxedValue { try decode(into: $0, as: codec, from: found) } as? Value
        } catch {
          throw error.prepending(DynamicKey(key))
        }
      } catch {
        _ = fail(scope, error, decoding: nil)
        return nil
      }
    }
  }

  private static let expectations = CoderTable<ObjectIdentifier, CoderExpectation>()

  /// Returns the expectation for a codec outside of any map.
  static func expectation(of codec: Codec) -> CoderExpectation {
    expectations.value(for: ObjectIdentifier(codec)) { CoderExpectation(codec) }
  }

  /// The generation of the type registry for which expectations were made.
  private static let generation = Locked(0)

  /// Discards expectations and plans that were made before more types were registered.
  static func forgetExpectations(before now: Int) {
    let isStale = generation.withLock { known in
      defer { known = now }
      return known != now
    }
    guard isStale else { return }
    CoderPlan.forgetAll()
    expectations.removeAll()
    payloadExpectations.removeAll()
  }

  // MARK: Failures

  private static func refuseUnkeyed(_ coder: NSCoder) throws {
    guard coder.allowsKeyedCoding else {
      throw DecodingError.dataCorrupted(.init("\(type(of: coder)) has no keys; use a keyed archiver."))
    }
  }

  /// Calls `encode` one nesting level deeper, and fails the coder with any error.
  ///
  /// - Parameter object: The object that is encoded; nil for a value.
  static func encoding(_ object: AutoCodingObject? = nil, with coder: NSCoder, _ encode: () throws -> Void) {
    do {
      guard coder.allowsKeyedCoding else {
        throw EncodingError.invalidValue(coder, .init("\(type(of: coder)) has no keys; use a keyed archiver."))
      }
      #if canImport(ObjectiveC)
      try NestedLevel.encoding(coder, limits: CodingLimits(), codingPath: { [] }, encode)
      #else
      try ArchivedObjects.encoding(object, with: coder) {
        try NestedLevel.encoding(coder, limits: CodingLimits(), codingPath: { [] }, encode)
      }
      #endif
    } catch let failure as NestingError {
      fail(coder, encoding: failure.encodingError(for: coder))
    } catch {
      fail(coder, encoding: error)
    }
  }

  private static func fail(_ coder: NSCoder, encoding error: any Error) {
    #if canImport(ObjectiveC)
    // The only way to stop an archiver: archivedData(withRootObject:requiringSecureCoding:) converts the exception to
    // an error.
    NSException(name: .invalidArchiveOperationException, reason: "\(describe(error))", userInfo: nil).raise()
    #else
    if let archiver = coder as? NSKeyedArchiver {
      // Keep the first error, which explains later ones.
      if archiver.error == nil { archiver.error = error }
    } else {
      coder.failWithError(foundationError(describe(error), error))
    }
    #endif
  }

  /// Fails the coder or, within an enclosing AutoCoding object, leaves that to the enclosing object.
  ///
  /// - Returns: Whether `init(coder:)` should return an object nevertheless.
  static func fail(_ scope: CoderScope, _ error: any Error, decoding type: Any.Type? = nil) -> Bool {
    scope.failure = error
    #if canImport(ObjectiveC)
    scope.coder.failWithError(foundationError(describe(error, in: type), error))
    return false
    #else
    guard let unarchiver = scope.unarchiver, unarchiver.decodingFailurePolicy == .setErrorAndReturn else {
      scope.coder.failWithError(foundationError(describe(error, in: type), error))
      return false
    }
    if scope.depth == 1 {
      scope.failure = nil
      // failWithError(_:) stops the unarchiver but discards the error, and after nil the unarchiver only reports that
      // some class has failed. It does report a key that was not found, so the description is passed as a key.
      _ = unarchiver.decodeObject(forKey: describe(error, in: type))
    }
    return true
    #endif
  }

  static func foundationError(_ description: String, _ error: any Error) -> NSError {
    NSError(
      domain: NSCocoaErrorDomain, code: CocoaError.coderReadCorrupt.rawValue,
      userInfo: [NSDebugDescriptionErrorKey: description, NSUnderlyingErrorKey: error])
  }

  /// Describes an error by its path and what was wrong there.
  static func describe(_ error: any Error, in type: Any.Type? = nil) -> String {
    var path: [any CodingKey] = []
    var text = "\(error)"
    switch error {
    case DecodingError.typeMismatch(_, let context), DecodingError.valueNotFound(_, let context),
      DecodingError.keyNotFound(_, let context), DecodingError.dataCorrupted(let context):
      (path, text) = (context.codingPath, context.debugDescription)
    case EncodingError.invalidValue(_, let context): (path, text) = (context.codingPath, context.debugDescription)
    default: break
    }
    let steps = (type.map { [_typeName($0, qualified: false)] } ?? []) + path.map(\.stringValue)
    return steps.isEmpty ? text : "\(steps.joined(separator: ".")): \(text)"
  }

  #if !canImport(ObjectiveC)
  private static let archivableNames = Locked<[ObjectIdentifier: Bool]>([:])

  /// Whether Foundation on Linux has names for a class and its superclasses. If not, archiving it would stop the
  /// process.
  static func hasArchivableName(_ type: AnyClass) -> Bool {
    if let known = archivableNames.withLock({ $0[ObjectIdentifier(type)] }) { return known }
    var level: AnyClass? = type
    var isArchivable = true
    while let current = level {
      if String(reflecting: current).count(where: { $0 == "." }) != 1 { isArchivable = false }
      level = _getSuperclass(current)
    }
    archivableNames.withLock { $0[ObjectIdentifier(type)] = isArchivable }
    return isArchivable
  }
  #endif
}
