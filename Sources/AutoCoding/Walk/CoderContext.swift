/// What a coder says to code that is reached through somebody else's: through containers, and a type's own `Codable` code.
package final class CoderContext: Sendable {
  /// The types that it was told to allow if nothing is declared.
  package let allowedTypes: [any AutoCoding.Type]
  package let acceptsNewerVersions: Bool
  /// What is done about keys that a type does not know.
  package let unknownKeys: UnknownKeyStrategy
  /// Where unknown keys are reported, if somebody asks for them.
  package let report: UnknownKeyReport?
  /// The coder's class; nil if it is none of ours.
  private let name: String?
  /// Whether code of the caller's is asked about values or keys, so that models are read through containers.
  private let hasCustomStrategies: Bool
  /// What a key strategy makes of a key path that is looked for, as a sentence; nil if nothing.
  private let explainKeys: (@Sendable ([String]) -> String?)?
  /// How the codec of a type is found, which the coders alone can ask for.
  private let codec: @Sendable (any AutoCoding.Type) throws -> Codec

  package init(
    name: String?, allowedTypes: [any AutoCoding.Type] = [], acceptsNewerVersions: Bool = false,
    unknownKeys: UnknownKeyStrategy = .ignore, report: UnknownKeyReport? = nil, hasCustomStrategies: Bool = false,
    explainKeys: (@Sendable ([String]) -> String?)? = nil,
    codec: @escaping @Sendable (any AutoCoding.Type) throws -> Codec
  ) {
    self.unknownKeys = unknownKeys
    self.report = report
    self.explainKeys = explainKeys
    self.name = name
    self.allowedTypes = allowedTypes
    self.acceptsNewerVersions = acceptsNewerVersions
    self.hasCustomStrategies = hasCustomStrategies
    self.codec = codec
  }

  /// The same context for a call that reports unknown keys.
  package func reporting(to report: UnknownKeyReport) -> CoderContext {
    CoderContext(
      name: name, allowedTypes: allowedTypes, acceptsNewerVersions: acceptsNewerVersions, unknownKeys: unknownKeys,
      report: report, hasCustomStrategies: hasCustomStrategies, explainKeys: explainKeys, codec: codec)
  }

  /// The context of the current thread's coder.
  package static var current: CoderContext? {
    ThreadState.typeSources.context.map { Unmanaged<CoderContext>.fromOpaque($0).takeUnretainedValue() }
  }

  /// Whether the current thread's coder looks for keys that a type does not know.
  @inline(__always)
  package static var checksKeys: Bool { checksKeys(ThreadState.typeSources.context) }

  /// Whether the coder of a context, as ``ThreadState/Entry`` has it, looks for keys that a type does not know.
  @inline(__always)
  package static func checksKeys(_ context: UnsafeRawPointer?) -> Bool {
    guard let context else { return false }
    return Unmanaged<CoderContext>.fromOpaque(context)._withUnsafeGuaranteedRef { $0.unknownKeys != .ignore }
  }

  // MARK: Words

  /// Where types are allowed.
  var allowance: String { name == nil ? "userInfo[.allowedTypes]" : "allowedTypes" }

  /// What the coder's key strategy makes of a key path that is looked for, as a sentence; nil if nothing.
  package func explanation(ofKeyPath path: [String]) -> String? { explainKeys?(path) }

  /// Why a model that is decoded through containers cannot be migrated, and what to do.
  package var migrationRemedy: String {
    guard let name else {
      return """
        This decoder cannot migrate it. AutoJSONDecoder, DictionaryDecoder (both without custom strategies) and \
        KeyedArchiveDecoder can.
        """
    }
    if hasCustomStrategies {
      return """
        \(name) cannot migrate it while it has a custom strategy for keys, dates or data; without one it can.
        """
    }
    return """
      \(name) cannot migrate it here, since a type around it is decoded by code of its own. It can if that type is \
      AutoCoding, without such code.
      """
  }

  // MARK: Types

  /// The models that a type leads to by its properties, itself included.
  func models(of type: any AutoCoding.Type) -> Set<ObjectIdentifier> {
    ((try? codec(type))?.models ?? []).union([ObjectIdentifier(type)])
  }

  /// Whether a type was registered, or is the type of a property of one that was, or a subclass of these.
  package func isRegistered(_ type: any AutoCoding.Type) -> Bool {
    TypeNames.registeredTypes.contains { models(of: $0).containsClass(of: type) }
  }
}

extension Set<ObjectIdentifier> {
  /// Whether a type is in the set, or a superclass of it.
  func containsClass(of type: any AutoCoding.Type) -> Bool {
    if contains(ObjectIdentifier(type)) { return true }
    var level: AnyClass? = (type as? AnyClass).flatMap { _getSuperclass($0) }
    while let current = level {
      if contains(ObjectIdentifier(current)) { return true }
      level = _getSuperclass(current)
    }
    return false
  }
}
