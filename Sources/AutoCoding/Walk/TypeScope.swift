extension CodingUserInfoKey {
  /// The types that data may name in a property of type `Any`, in addition to those that are derived or registered: an
  /// array of `any AutoCoding.Type`.
  ///
  /// Set it in the `userInfo` of an encoder or decoder that is not AutoCoding's. AutoCoding's coders have the option
  /// `allowedTypes`.
  public static let allowedTypes = {
    // The initializer is failable only because a protocol requires it; it never returns nil.
    CodingUserInfoKey(rawValue: "AutoCoding.allowedTypes").unsafelyUnwrapped
  }()
}

extension [CodingUserInfoKey: any Sendable] {
  /// The types set by ``CodingUserInfoKey/allowedTypes``.
  var allowedTypes: [any AutoCoding.Type] {
    isEmpty ? [] : option(.allowedTypes) as? [any AutoCoding.Type] ?? []
  }
}

/// Determines which types data may name if the declared type does not restrict them, as with `Any` and `AnyObject`.
///
/// Allowed are the types that are reachable through the properties of the declared types on the way there, the
/// registered types, and those that the coder was told to allow; each with the types of its properties, and all their
/// subclasses. An encoder refuses what a decoder would refuse.
///
/// Calls may pass through foreign coders, so the current thread records what was declared: the type that one of
/// AutoCoding's coders was asked for, or under other coders the outermost model; and the types that code on the way
/// asks for, if the former does not lead to them.
package struct TypeScope: ~Copyable {
  /// The sources before this scope; nil if nothing was entered.
  private let outer: ThreadState.TypeSources?
  /// The levels of the coders around one that begins with this scope.
  private let outerLevels: ThreadState.OuterLevels?
  private let step: DeclaredStep?

  private init(
    outer: ThreadState.TypeSources?, levels: ThreadState.OuterLevels? = nil, step: DeclaredStep? = nil
  ) {
    (self.outer, outerLevels, self.step) = (outer, levels, step)
  }

  deinit {
    if let outer { ThreadState.typeSources = outer }
    outerLevels?.restore()
  }

  /// Keeps the scope alive until this call.
  @inline(__always)
  package borrowing func end() {}

  /// Enters the scope of a call of one of AutoCoding's coders, which hides the scopes around it, and their levels.
  ///
  /// Precondition: the context lives as long as the scope. Codecs are immortal.
  ///
  /// - Parameter root: The codec of the type that the coder was asked for; nil if it has none.
  @inline(__always)
  package static func enter(root: Unmanaged<Codec>?, context: CoderContext) -> TypeScope {
    let (outer, levels) = ThreadState.beginCoder(sources(root: root, context: context))
    return TypeScope(outer: outer, levels: levels)
  }

  /// Enters a scope within one of AutoCoding's coders that hides the scopes around it.
  ///
  /// Precondition: the context lives as long as the scope.
  package static func hidingOthers(context: CoderContext) -> TypeScope {
    let outer = ThreadState.typeSources
    ThreadState.typeSources = sources(root: nil, context: context)
    return TypeScope(outer: outer)
  }

  @inline(__always)
  private static func sources(root: Unmanaged<Codec>?, context: CoderContext) -> ThreadState.TypeSources {
    .init(
      root: root.flatMap(address), step: nil,
      context: UnsafeRawPointer(Unmanaged.passUnretained(context).toOpaque()))
  }

  /// Enters the scope of a value whose declared type is asked for by code that a foreign coder calls, or that data has
  /// named.
  ///
  /// - Parameter codec: The codec of the declared type; nil if it has none.
  @inline(__always)
  package static func enterValue(_ codec: Unmanaged<Codec>?) -> TypeScope {
    enterValue(codec, root: codec == nil ? nil : ThreadState.typeSources.root)
  }

  /// Like ``enterValue(_:)``, if the root is known.
  ///
  /// - Parameter context: The context of a foreign coder, if none of AutoCoding's coders is around. It is immortal.
  @inline(__always)
  package static func enterValue(
    _ codec: Unmanaged<Codec>?, root: UnsafeRawPointer?, context: @autoclosure () -> CoderContext? = nil
  ) -> TypeScope {
    guard let codec else { return TypeScope(outer: nil) }
    if let root, codec._withUnsafeGuaranteedRef({ leads(from: root, to: $0) }) { return TypeScope(outer: nil) }
    return enterValue(codec, ThreadState.typeSources, context())
  }

  @inline(never)
  private static func enterValue(
    _ codec: Unmanaged<Codec>, _ outer: ThreadState.TypeSources, _ context: CoderContext?
  ) -> TypeScope {
    guard let address = address(of: codec) else { return TypeScope(outer: nil) }
    let context = outer.context ?? context.map { UnsafeRawPointer(Unmanaged.passUnretained($0).toOpaque()) }
    guard let root = outer.root else {
      ThreadState.typeSources = .init(root: address, step: nil, context: context)
      return TypeScope(outer: outer)
    }
    // Objects of a subclass may come by the thousand, each as the first step from its root.
    let firstStep = codec._withUnsafeGuaranteedRef { codec in
      codec.kind == .record ? unsafeDowncast(codec, to: RecordCodec.self).firstStep.value : nil
    }
    if outer.step == nil, let step = firstStep {
      ThreadState.typeSources = .init(root: root, step: UnsafeRawPointer(step.toOpaque()), context: context)
      return TypeScope(outer: outer)
    }
    let codec = codec.takeUnretainedValue()
    let record = codec.record
    let models = codec.models
    if models.isSubset(of: Unmanaged<Codec>.fromOpaque(root).takeUnretainedValue().models) {
      record?.lastRoot.store(immortal: Unmanaged<Codec>.fromOpaque(root).takeUnretainedValue())
      return TypeScope(outer: nil)
    }
    let innermost = outer.step.map { Unmanaged<DeclaredStep>.fromOpaque($0).takeUnretainedValue() }
    if let innermost, models.isSubset(of: innermost.codec.models) { return TypeScope(outer: nil) }
    let step = DeclaredStep(codec, outer: innermost)
    if innermost == nil { record?.firstStep.store(step) }
    ThreadState.typeSources = .init(
      root: root, step: UnsafeRawPointer(Unmanaged.passUnretained(step).toOpaque()), context: context)
    return TypeScope(outer: outer, step: step)
  }

  /// Whether entering the scope of a value is known to change nothing.
  @inline(__always)
  static func isEntered(by codec: RecordCodec, root: UnsafeRawPointer?) -> Bool {
    guard let root else { return false }
    return leads(from: root, to: codec) || learnRoot(root, of: codec)
  }

  @inline(never)
  private static func learnRoot(_ address: UnsafeRawPointer, of codec: RecordCodec) -> Bool {
    let root = Unmanaged<Codec>.fromOpaque(address)
    if codec.lastOtherRoot.value?.toOpaque() == root.toOpaque() { return false }
    return root._withUnsafeGuaranteedRef { root in
      let leads = codec.models.isSubset(of: root.models)
      (leads ? codec.lastRoot : codec.lastOtherRoot).store(immortal: root)
      return leads
    }
  }

  /// Whether it is known that a root leads to a model.
  @inline(__always)
  private static func leads(from root: UnsafeRawPointer, to codec: Codec) -> Bool {
    guard let known = codec.record?.lastRoot.value else { return false }
    return UnsafeRawPointer(known.toOpaque()) == root
  }

  /// Where a root is kept; nil if the type decodes itself, since it then does not say what it asks for.
  private static func address(of root: Unmanaged<Codec>) -> UnsafeRawPointer? {
    root._withUnsafeGuaranteedRef { codec in
      switch codec.concrete {
      case .codable: return nil
      case .record(let codec) where codec.decodingDefault == nil: return nil
      default: return UnsafeRawPointer(root.toOpaque())
      }
    }
  }

  // MARK: Questions

  /// The codecs of the declared types on the way here, the root first.
  private static var declared: [Codec] {
    let sources = ThreadState.typeSources
    var codecs = sources.root.map { [Unmanaged<Codec>.fromOpaque($0).takeUnretainedValue()] } ?? []
    var step = sources.step.map { Unmanaged<DeclaredStep>.fromOpaque($0).takeUnretainedValue() }
    while let current = step {
      codecs.append(current.codec)
      step = current.outer
    }
    return codecs
  }

  /// The types allowed by name: by the coder's option and by its `userInfo`.
  private static func listed(_ userInfo: [CodingUserInfoKey: Any]) -> [any AutoCoding.Type] {
    let named = userInfo[.allowedTypes] as? [any AutoCoding.Type] ?? []
    return (CoderContext.current?.allowedTypes ?? []) + named
  }

  /// The listed types that a name in data means, each once.
  private static func named(_ name: String, _ listed: [any AutoCoding.Type]) -> [any AutoCoding.Type] {
    if listed.isEmpty { return [] }
    let context = CoderContext.current.flatMap { $0.allowedTypes.count == listed.count ? $0 : nil }
    if let known = context?.typesByName.withLock({ $0[name] }) { return [known] }
    var found: [any AutoCoding.Type] = []
    for type in listed where TypeNames.isName(name, of: type) {
      if !found.contains(where: { $0 == type }) { found.append(type) }
    }
    // A former name that a class inherits is its superclass's.
    if found.count > 1 { found = found.filter { TypeNames.namesInData(of: $0).contains(name) } }
    if found.count == 1 { context?.typesByName.withLock { $0[name] = found[0] } }
    return found
  }

  private static func contains(
    _ type: any AutoCoding.Type, _ listed: [any AutoCoding.Type], _ userInfo: [CodingUserInfoKey: Any]
  ) -> Bool {
    if userInfo.isEmpty { return contains(type, listed) }
    // The models that the registered types lead to are found now.
    return CodingProbe.withUserInfo(userInfo) { contains(type, listed) }
  }

  private static func contains(_ type: any AutoCoding.Type, _ listed: [any AutoCoding.Type]) -> Bool {
    if declared.contains(where: { $0.models.containsClass(of: type) }) { return true }
    let context = CoderContext.current
    return (listed + TypeNames.registeredTypes).contains { other in
      (context?.models(of: other) ?? [ObjectIdentifier(other)]).containsClass(of: type)
    }
  }

  // MARK: Decoding

  /// Returns the type that data names, if the declared type does not restrict it.
  ///
  /// - Throws: `DecodingError.dataCorrupted` if the type is not found or not allowed, or if several allowed types have the name.
  package static func type(
    readAs name: String, userInfo: [CodingUserInfoKey: Any] = [:]
  ) throws -> any AutoCoding.Type {
    let listed = listed(userInfo)
    let named = named(name, listed)
    guard named.count < 2 else {
      throw DataRefusal(
        .unknownType,
        "The data names the type '\(name)', but several allowed types have that name: \(TypeNames.described(named)).",
        remedy: "Allow one of them, or give the others another archivedTypeName."
      ).decodingError()
    }
    let type = try named.first ?? TypeNames.type(readAs: name)
    guard contains(type, listed, userInfo) else {
      throw DataRefusal(
        .unknownType,
        "The data names the type '\(name)', which is not among those allowed here: \(described(listed)).",
        remedy: "Register it with TypeMap.register(_:)\(remedy(" of the decoder"))."
      ).decodingError()
    }
    return type
  }

  // MARK: Encoding

  /// Returns the name to write for a model, if the declared type does not restrict what may be there.
  ///
  /// - Throws: `EncodingError.invalidValue` if a decoder would refuse the type, or would not find it.
  package static func writtenName(
    of type: any AutoCoding.Type, userInfo: [CodingUserInfoKey: Any] = [:],
    codingPath: @autoclosure () -> [any CodingKey] = []
  ) throws -> String {
    let listed = listed(userInfo)
    let isListed = listed.contains { $0 == type }
    let name =
      isListed ? TypeNames.name(of: type) : try TypeNames.writtenName(of: type, codingPath: codingPath())
    if listed.count > (isListed ? 1 : 0) { try checkName(name, of: type, listed, codingPath()) }
    guard isListed || contains(type, listed, userInfo) else {
      throw EncodingError.invalidValue(
        type,
        .init(
          codingPath: codingPath(),
          debugDescription: """
            A model of type \(name) has no declared type here, and a decoder would refuse it: it is not among \
            \(described(listed)). Register it with TypeMap.register(_:)\(remedy(" of the encoder and of the decoder")).
            """))
    }
    return name
  }

  /// Checks that a name in data leads to a type although others are allowed.
  private static func checkName(
    _ name: String, of type: any AutoCoding.Type, _ listed: [any AutoCoding.Type],
    _ codingPath: @autoclosure () -> [any CodingKey]
  ) throws {
    let others = named(name, listed).filter { $0 != type }
    if others.isEmpty { return }
    throw EncodingError.invalidValue(
      type,
      .init(
        codingPath: codingPath(),
        debugDescription: """
          A decoder could not tell the type of this model by its name '\(name)': \(TypeNames.described(others + [type])) share \
          it, as their name or a former one. Allow one of them, or give the others another archivedTypeName.
          """))
  }

  // MARK: Messages

  private static func described(_ listed: [any AutoCoding.Type]) -> String {
    let root = declared.first { !$0.models.isEmpty }.map {
      "the types of the properties of \(TypeLookup.name(of: $0.type))"
    }
    let names = listed.map { TypeNames.name(of: $0) }.inOrder().joined(separator: ", ")
    let parts = [root, "the registered types", "the allowed types (\(names.isEmpty ? "none" : names))"]
    return parts.compactMap(\.self).joined(separator: ", ")
  }

  private static func remedy(_ place: String) -> String {
    let context = CoderContext.current
    let allowance = context == nil ? "userInfo[.allowedTypes]" : context?.allowance
    return allowance.map { ", or allow it with \($0)\(place)" } ?? ""
  }
}

extension Codec {
  /// The models that values of the codec may hold through their properties.
  var models: Set<ObjectIdentifier> {
    if let known = knownModels.value { return known._withUnsafeGuaranteedRef(\.types) }
    var models: Set<ObjectIdentifier> = []
    collectModels(&models)
    knownModels.store(ModelTypes(models))
    return models
  }
}
