import AutoCoding

/// A precomputed plan of how a coder codes the properties of a map.
final class CoderPlan: Sendable {
  final class Property: Sendable {
    let key: Key
    let formerKeys: [Key]
    let expectation: CoderExpectation
    /// Whether values can be read from the archive's entries, without the coder, or are objects that the coder may have
    /// decoded already.
    let isReadDirectly: Bool
    /// The declared class, if the property is an object that the coder may have decoded already, or an Optional of one.
    let objectType: AnyClass?

    init(_ operation: PropertyOperation) {
      key = Key(operation.key)
      formerKeys = operation.formerKeys.map(Key.init)
      expectation = CoderExpectation(operation.codec)
      var outer: Set<ObjectIdentifier> = []
      isReadDirectly = operation.codec.isReadDirectly(within: &outer)
      objectType = isReadDirectly ? operation.codec.objectType : nil
    }
  }

  /// A key in the forms for a coder and for archives.
  struct Key: @unchecked Sendable {
    let text: String
    let escaped: String
    let hashable: AnyHashable

    init(_ key: PropertyKey) {
      text = key.stringValue
      escaped = ArchiveKeys.escaped(text)
      hashable = AnyHashable(escaped)
    }
  }

  /// The properties, in the order of the map.
  let properties: [Property]
  #if !canImport(ObjectiveC)
  /// Whether Foundation has a name for the type, if it is a class.
  let hasArchivableName: Bool
  #endif

  private static let plans = CoderTable<ObjectIdentifier, CoderPlan>()

  /// Returns the plan of a map.
  static func plan(for map: TypeMap.Storage) -> CoderPlan {
    plans.value(for: ObjectIdentifier(map)) { CoderPlan(map) }
  }

  /// Discards all plans, since the expected types may have changed.
  static func forgetAll() { plans.removeAll() }

  private init(_ map: TypeMap.Storage) {
    properties = map.operations.map { Property($0) }
    #if !canImport(ObjectiveC)
    hasArchivableName = (map.type as? AnyClass).map(CoderBridge.hasArchivableName) ?? true
    #endif
  }
}

extension Codec {
  /// The class of the objects that the codec codes, or that an Optional of it wraps.
  fileprivate var objectType: AnyClass? {
    switch concrete {
    case .optional(let codec):
      if case .record(let codec) = codec.wrapped.concrete { codec.type as? AnyClass } else { nil }
    case .record(let codec): codec.type as? AnyClass
    default: nil
    }
  }

  /// - Parameter outer: The structs around the codec. Within a struct, an object that was not decoded yet could not be
  ///   asked of the coder, which is at another position.
  fileprivate func isReadDirectly(within outer: inout Set<ObjectIdentifier>) -> Bool {
    switch concrete {
    case .optional, .sequence: return children.allSatisfy { $0.isReadDirectly(within: &outer) }
    case .record(let codec):
      if codec.isClass { return outer.isEmpty && codec.type is AutoCodingObject.Type }
      // A recursive type is not visited twice, and is left to the coder.
      guard codec.decodingDefault == .structure, outer.insert(ObjectIdentifier(self)).inserted,
        let map = try? codec.map._withUnsafeGuaranteedRef({ $0 }), case .structure = map.shape, map.versions == nil
      else { return false }
      defer { outer.remove(ObjectIdentifier(self)) }
      return children.allSatisfy { $0.isReadDirectly(within: &outer) }
    case .leaf(.url), .leaf(.uuid), .leaf(.decimal), .leaf(.int128), .leaf(.uint128): return false
    default: return kind.isLeaf
    }
  }
}
