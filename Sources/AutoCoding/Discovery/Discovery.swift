extension TypeMap {
  /// Finds the stored properties of a type and how to code them.
  ///
  /// A type is reflected on once; later calls return the same map.
  ///
  /// - Parameter type: A type that conforms to ``AutoCoding``.
  /// - Throws: ``AutoCodingError`` with every reason why the type cannot be coded.
  /// - Complexity: O(1) after the first call for a type.
  public init(reflecting type: Any.Type) throws {
    self.init(try Self.storage(for: type)._withUnsafeGuaranteedRef { $0 })
  }

  /// Returns the map of a type. This is the one entry to Discovery.
  @inline(__always)
  package static func storage(for type: Any.Type) throws(AutoCodingError) -> Unmanaged<Storage> {
    try Cache.storage(for: type, build: Discovery.map(of:))
  }
}

/// Makes maps from what reflection reports and what the type itself declares.
package enum Discovery {
  /// Returns the codec of any type that can be coded. Formats start here.
  ///
  /// - Throws: ``AutoCodingError`` if the type cannot be coded.
  /// - Complexity: O(1) after the first call for a type.
  package static func codec(for type: Any.Type) throws(AutoCodingError) -> Codec {
    if let known = codecs.value(for: type) { return known }
    return codecs.insert(try finding(type) { try CodecDiscovery.codec(for: type) }, for: type)
  }

  /// As ``codec(for:)``, for a coder that is about to begin, and whose `userInfo` hand-written code may ask for.
  package static func codec(for type: Any.Type, in context: CoderContext) throws(AutoCodingError) -> Codec {
    if let known = codecs.value(for: type) { return known }
    return try CodingProbe.withUserInfo(context.userInfo) { () throws(AutoCodingError) in try codec(for: type) }
  }

  /// Finds a codec of a type.
  private static func finding<Found: Codec>(
    _ type: Any.Type, _ find: () throws -> Found
  ) throws(AutoCodingError) -> Found {
    do {
      return try asking(find)
    } catch let error as AutoCodingError {
      throw error
    } catch {
      let failure = error as? CodecDiscovery.Failure ?? .init("\(error)")
      throw AutoCodingError(
        .init(failure.code, type: type, explanation: failure.explanation, remedy: failure.remedy()))
    }
  }

  private static let codecs = PermanentTable<Codec>()

  /// Returns the codec of a model whose type no declaration states, as in `any AutoCoding`, and that data names.
  ///
  /// A property that declares the type may be coded as another value, such as that of a property wrapper, which has no name.
  ///
  /// - Throws: ``AutoCodingError`` if the type cannot be coded.
  /// - Complexity: O(1) after the first call for a type.
  package static func modelCodec(for type: any AutoCoding.Type) throws(AutoCodingError) -> RecordCodec {
    if let known = modelCodecs.value(for: type) { return known }
    if let codec = try codec(for: type).record { return modelCodecs.insert(codec, for: type) }
    return modelCodecs.insert(try finding(type) { try CodecDiscovery.modelCodec(of: type) }, for: type)
  }

  private static let modelCodecs = PermanentTable<RecordCodec>()

  /// Returns the codec of a type; nil if AutoCoding has none and the type has only its own `Codable` code.
  ///
  /// - Throws: ``AutoCodingError`` if a type that conforms to ``AutoCoding`` cannot be coded.
  /// - Complexity: O(1) after the first call for a type.
  package static func codecIfAny(for type: Any.Type) throws(AutoCodingError) -> Unmanaged<Codec>? {
    if let known = codecsIfAny.value(for: type) { return known }
    let codec = Conformances.includes(type, (any AutoCoding.Type).self) ? try codec(for: type) : try? codec(for: type)
    return codecsIfAny.insert(codec.map { .passRetained($0) }, for: type)
  }

  // Codecs are immortal, so callers need not retain them.
  private static let codecsIfAny = PermanentTable<Unmanaged<Codec>?>()

  /// Makes a new map of a type.
  ///
  /// - Throws: ``AutoCodingError`` with all problems of the type.
  package static func map(of type: Any.Type) throws(AutoCodingError) -> TypeMap.Storage {
    try asking { () throws(AutoCodingError) in try makeMap(of: type) }
  }

  /// Calls a closure that asks a type about itself, and with that runs the type's own code.
  private static func asking<Result, Failure: Error>(_ body: () throws(Failure) -> Result) throws(Failure) -> Result {
    let userInfo = CodingProbe.userInfoAtWork
    if userInfo.isEmpty {
      return try ThreadState.outsideCoders { () throws(Failure) in try Conformances.asking(body) }
    }
    return try CodingProbe.withUserInfo(userInfo) { () throws(Failure) in
      try ThreadState.outsideCoders { () throws(Failure) in try Conformances.asking(body) }
    }
  }

  /// The levels of generic arguments within each other that a type may have.
  private static let maximumArgumentDepth = 64

  /// Refuses a type that is reached from one whose properties lead to ever larger types, as `Node<T>` with a property of
  /// type `Node<[T]>`. A walk over the types of the properties would never end.
  private static func checkArguments(of type: Any.Type) throws(AutoCodingError) {
    guard TypeLookup.isGeneric(type), TypeLookup.hasArguments(type, nestedDeeperThan: maximumArgumentDepth) else {
      return
    }
    throw AutoCodingError(
      .init(
        .notCodable, type: type,
        explanation: """
          Its generic arguments are nested more than \(maximumArgumentDepth) levels deep, or very long: the type of a property that \
          leads to it has larger arguments than the type around it.
          """,
        remedy: "Declare that property with the same generic arguments, or leave it out."))
  }

  private static func makeMap(of type: Any.Type) throws(AutoCodingError) -> TypeMap.Storage {
    try checkArguments(of: type)
    guard let coded = Conformances.cast(type, to: (any AutoCoding.Type).self) else {
      throw AutoCodingError(
        .init(
          .notAutoCoding, type: type, explanation: "The type does not conform to AutoCoding.",
          remedy: CodecDiscovery.advice(on: type).map { "\($0)." }
            ?? "It has no map; make the map of a type of yours that contains it."))
    }
    let decoding = decodingDefault(of: coded)
    let decodesByHand = decoding == nil
    if let codec = try OpenEnum.codec(of: coded)
      ?? (decoding == .rawValue ? CodecDiscovery.rawValueCodec(of: coded) : nil)
    {
      try checkRawValue(of: coded)
      return simpleMap(of: type, shape: .rawValue(codec.representation.type), decodesByHand: decodesByHand)
    }
    if Metadata(type).kind == .enumeration {
      let found = try EnumDiscovery(type: coded, decodesByHand: decodesByHand).cases()
      return simpleMap(
        of: type, shape: .enumeration(found.cases), decodesByHand: decodesByHand, encodingError: found.encodingError,
        ignoredKeys: CodingKeysDiscovery.ignoredKeys(of: coded, declaredIn: type), versions: found.versions)
    }
    return try RecordDiscovery(type: coded, decodesByHand: decodesByHand).map()
  }

  /// Refuses what a type that is coded as its raw value says of properties that are not coded, and an unknown case that it
  /// does not have.
  static func checkRawValue(of type: any AutoCoding.Type) throws(AutoCodingError) {
    let version = VersionDiscovery.misplaced(in: type, because: "it is coded as its raw value")
    let useless = OpenEnum.includes(type) ? [] : PropertyPolicies.uselessRules(in: type)
    let problems = [version].compactMap { $0 } + useless + lostProperties(of: type)
    if !problems.isEmpty { throw AutoCodingError(type: type, problems: problems) }
    if Metadata(type).kind == .enumeration { try checkUnknownCase(of: type) }
  }

  /// The problems of the properties that a subclass adds to a class that is coded as its raw value.
  private static func lostProperties(of type: any AutoCoding.Type) -> [AutoCodingError.Problem] {
    let conforming = InheritedCode.levels(of: type)
    guard conforming.count > 1 else { return [] }
    do {
      let mirror = try TypeMirror(reflecting: type) { $0 == conforming[0] }
      return mirror.levels.enumerated().flatMap { level, mirror in
        var candidates: [PropertyCandidate] = []
        PropertyCandidate.add(of: mirror, level: level, to: &candidates)
        return candidates.filter { $0.exclusion == nil }.map {
          InheritedCode.problem(
            ofProperty: $0.name, $0.child.type, in: mirror.subjectType, codedAsRawValueOf: conforming[0])
        }
      }
    } catch {
      return [.init(error, of: type)]
    }
  }

  /// Refuses an unknown case that an enum with raw values does not have.
  private static func checkUnknownCase(of type: any AutoCoding.Type) throws(AutoCodingError) {
    guard type.typeRules.unknownCase != nil else { return }
    _ = try UnknownCase.position(in: layout(of: type), of: type, isCodedAsName: OpenEnum.includes(type))
  }

  /// Returns the layout of an enum.
  static func layout(of type: Any.Type) throws(AutoCodingError) -> EnumLayout {
    do {
      return try EnumLayout(reflecting: type)
    } catch {
      throw AutoCodingError(type: type, problems: [.init(error, of: type)])
    }
  }

  private static func decodingDefault<Value: AutoCoding>(of type: Value.Type) -> CodingProbe.Default? {
    CodingProbe.decodingDefault(of: type)
  }

  private static func simpleMap(
    of type: Any.Type, shape: TypeMap.Shape, decodesByHand: Bool, encodingError: AutoCodingError? = nil,
    ignoredKeys: Any.Type? = nil, versions: TypeMap.Versions? = nil
  ) -> TypeMap.Storage {
    TypeMap.Storage(
      type: type, shape: shape, properties: [], operations: [], index: .empty, construction: .memberwise,
      uncodedProperties: [], layout: (ValueOperations(type).size, ValueOperations(type).alignment),
      decodesByHand: decodesByHand, encodingError: encodingError, ignoredKeys: ignoredKeys, versions: versions)
  }
}

extension [AutoCodingError.Problem] {
  /// The problems of a type with its own `init(from:)`. If nothing but codecs is missing, its own `encode(to:)` makes up for
  /// them. Whether it has one is unknown until a value is encoded.
  func offeringOwnEncode(of type: Any.Type) -> Self {
    guard allSatisfy({ $0.code == .notCodable }) else { return self }
    let name = _typeName(type, qualified: false)
    return map {
      .init(
        $0.code, type: $0.type, property: $0.property, propertyType: $0.propertyType, explanation: $0.explanation,
        remedy: "\($0.remedy) If \(name) has its own encode(to:) beside its init(from:), it is coded without a map.",
        dependsOnRoot: $0.dependsOnRoot)
    }
  }
}

extension AutoCodingError.Problem {
  /// The problem that reflection reported.
  init(_ error: any Error, of type: Any.Type) {
    guard let error = error as? ReflectionError else {
      self.init(.notReflectable, type: type, explanation: "\(error).", remedy: "Write init(from:) and encode(to:).")
      return
    }
    var remedy = "Write init(from:) and encode(to:) for the type."
    let explanation: String
    switch error.reason {
    case .unsupportedRuntime(let what):
      self.init(
        .unsupportedRuntime, type: type, explanation: "The Swift runtime is not supported: \(what).",
        remedy: "Nothing was read or written. Use a version of AutoCoding made for this Swift runtime.")
      return
    case .notNominal: explanation = "Only structs, classes and enums have stored properties or cases to reflect."
    case .foreignClass: explanation = "The class was not written in Swift."
    case .actor:
      explanation = "Only an actor's own code can access its state."
      // An actor cannot be Codable by hand either: the compiler refuses its init(from:).
      remedy = "Keep its state in a struct that conforms to AutoCoding, and code that."
    case .noReflectionMetadata:
      explanation = "The module was compiled without reflection metadata."
      remedy = Self.remedy(error.type, without: "-disable-reflection-metadata")
    case .noReflectionNames:
      explanation = "The module was compiled without reflection names."
      remedy = Self.remedy(error.type, without: "-disable-reflection-names")
    case .inconsistentFields: explanation = "Reflection gives contradictory answers about the stored properties."
    case .unknownOwnership(let property):
      explanation = "Reflection gives contradictory answers about how '\(property)' holds its object."
    case .unknownLayout(let property):
      explanation = "How '\(property)' stores the metatype in its value is not known."
      remedy = "Give it the type 'Any.Type?', and leave it out: name it in unEncodedProperties."
    case .metatypePayload(let name):
      explanation = "The payload of case '\(name)' is a metatype, which cannot be stored."
      remedy = "Remove it from the case, or write init(from:) and encode(to:) for the enum."
    case .unknownPayload(let name): explanation = "The payload of case '\(name)' cannot be found."
    case .hiddenFields(let before):
      let place = before.map { "before '\($0)'" } ?? "at the end"
      explanation =
        "There are bytes \(place) that no visible property accounts for: a noncopyable property, or a C union or bit field."
    }
    self.init(.notReflectable, type: error.type, explanation: explanation, remedy: remedy)
  }

  /// What to do about a flag of the compiler, which the whole build may have, this library included.
  private static func remedy(_ type: Any.Type, without flag: String) -> String {
    let module = String(TypeLookup.name(of: type).prefix { $0 != "." })
    let alternative = TypeLookup.isOwn(module: module) ? "" : ", or write init(from:) and encode(to:) for the type"
    return "Compile \(module) without the flag \(flag)\(alternative)."
  }
}
