/// What a coder passes on to code that is reached through foreign code: containers, and a type's own `Codable` code.
package final class CoderContext: UserInfoSource, @unchecked Sendable {
  /// The types that the coder was told to allow if the declared type does not restrict them.
  package let allowedTypes: [any AutoCoding.Type]
  /// The one of ``allowedTypes`` that a name means, once that was found out.
  let typesByName = Locked<[String: any AutoCoding.Type]>([:])
  package let acceptsNewerVersions: Bool
  /// How to treat keys that a type does not know.
  package let unknownKeys: UnknownKeyStrategy
  /// Where unknown keys are reported, if the caller asked for a report.
  package let report: UnknownKeyReport?
  /// The coder's class; nil for a foreign coder.
  private let name: String?
  /// Whether the coder can be told to allow types.
  private let hasAllowedTypes: Bool
  /// Returns, as a sentence, what a key strategy makes of a requested key path; nil if it changes nothing.
  private let explainKeys: (@Sendable ([String]) -> String?)?
  /// Finds the codec of a type, for which only the coders can ask.
  private let codec: @Sendable (any AutoCoding.Type) throws -> Codec

  package init(
    name: String?, hasAllowedTypes: Bool = true, allowedTypes: [any AutoCoding.Type] = [],
    acceptsNewerVersions: Bool = false, unknownKeys: UnknownKeyStrategy = .ignore, report: UnknownKeyReport? = nil,
    userInfo: [CodingUserInfoKey: any Sendable] = [:],
    explainKeys: (@Sendable ([String]) -> String?)? = nil,
    codec: @escaping @Sendable (any AutoCoding.Type) throws -> Codec
  ) {
    self.unknownKeys = unknownKeys
    self.report = report
    self.explainKeys = explainKeys
    self.name = name
    self.hasAllowedTypes = hasAllowedTypes
    self.allowedTypes = allowedTypes
    self.acceptsNewerVersions = acceptsNewerVersions
    self.codec = codec
    super.init(userInfo: userInfo)
  }

  /// The same context for a call that reports unknown keys.
  package func reporting(to report: UnknownKeyReport) -> CoderContext {
    CoderContext(
      name: name, hasAllowedTypes: hasAllowedTypes, allowedTypes: allowedTypes,
      acceptsNewerVersions: acceptsNewerVersions, unknownKeys: unknownKeys, report: report,
      userInfo: userInfo, explainKeys: explainKeys, codec: codec)
  }

  /// The context of the current thread's coder.
  package static var current: CoderContext? {
    ThreadState.typeSources.context.map { Unmanaged<CoderContext>.fromOpaque($0).takeUnretainedValue() }
  }

  /// Whether the current thread's coder reports unknown keys to `report`; if that is nil, whether it reports none.
  @inline(__always)
  static func currentReports(to report: @autoclosure () -> UnknownKeyReport?) -> Bool {
    guard let context = ThreadState.typeSources.context else { return report() == nil }
    return Unmanaged<CoderContext>.fromOpaque(context)._withUnsafeGuaranteedRef { $0.report === report() }
  }

  /// Whether the current thread's coder looks for keys that a type does not know.
  @inline(__always)
  package static var checksKeys: Bool { checksKeys(ThreadState.typeSources.context) }

  /// Whether the coder of a context (see ``ThreadState/Entry``) looks for keys that a type does not know.
  @inline(__always)
  package static func checksKeys(_ context: UnsafeRawPointer?) -> Bool {
    guard let context else { return false }
    return Unmanaged<CoderContext>.fromOpaque(context)._withUnsafeGuaranteedRef { $0.unknownKeys != .ignore }
  }

  // MARK: Messages

  /// The name of the setting that allows types, if there is one.
  var allowance: String? {
    guard hasAllowedTypes else { return nil }
    return name == nil ? "userInfo[.allowedTypes]" : "allowedTypes"
  }

  /// Returns, as a sentence, what the coder's key strategy makes of a requested key path; nil if it changes nothing.
  package func explanation(ofKeyPath path: [String]) -> String? { explainKeys?(path) }

  /// Why a model that is decoded through containers cannot be migrated, and what to do about it.
  package var migrationRemedy: String {
    guard let name else {
      return """
        This decoder cannot migrate it. AutoJSONDecoder, AutoPropertyListDecoder, KeyedArchiveDecoder and \
        DictionaryDecoder can.
        """
    }
    return """
      \(name) cannot migrate it here, since an enclosing type is decoded by its own code. It can if that type is AutoCoding, \
      without such code.
      """
  }

  // MARK: Types

  /// The models that are reachable through a type's properties, itself included.
  func models(of type: any AutoCoding.Type) -> Set<ObjectIdentifier> {
    ((try? codec(type))?.models ?? []).union([ObjectIdentifier(type)])
  }

  /// Whether a type was registered, is the type of a property of a registered one, or is a subclass of either.
  package func isRegistered(_ type: any AutoCoding.Type) -> Bool {
    TypeNames.registeredTypes.contains { models(of: $0).containsClass(of: type) }
  }
}

extension Set<ObjectIdentifier> {
  /// Whether the set contains a type or one of its superclasses.
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
