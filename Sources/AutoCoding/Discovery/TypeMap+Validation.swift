extension TypeMap {
  /// The result of ``TypeMap/validateAll(inModules:encodeOnly:also:dsoHandle:)``. Printing it gives a summary.
  public struct Validation: Sendable, CustomStringConvertible {
    /// Something that was not checked.
    public struct Omission: Sendable, CustomStringConvertible {
      /// The name of a type, or the path of a program or library.
      public let subject: String
      /// What was not checked, and why.
      public let reason: String

      /// The subject and the reason, in one line.
      public var description: String { "\(subject): \(reason)" }
    }

    /// The types whose maps were made, in order of their names.
    public let types: [Any.Type]
    /// The modules in which types were searched for and found, by name; without the modules of types passed by the
    /// caller.
    public let modules: [String]
    /// What was not checked, such as generic types and images without symbols.
    public let omissions: [Omission]
    /// Whether the program was searched for types. If not, only the types passed by the caller were validated.
    public let hasEnumeratedTypes: Bool
    /// Whether all types were checked for declarations that Swift ignores, which requires a symbol table.
    public let hasReadSymbols: Bool

    /// A summary: how many types were validated in which modules, and what was not checked.
    public var description: String {
      ([summary] + notes).joined(separator: "\n")
    }

    fileprivate var summary: String {
      let place = modules.isEmpty ? "" : " of \(modules.joined(separator: ", "))"
      return "validated \(types.count) \(types.count == 1 ? "type" : "types")\(place)"
    }

    fileprivate var notes: [String] {
      (hasEnumeratedTypes
        ? [] : ["not checked: types that were not given, since they cannot be found on this platform"])
        + omissions.map { "not checked: \($0)" }
    }
  }

  /// Validates every type that conforms to ``AutoCoding``. Call it in the first of your tests.
  ///
  /// ```swift
  /// @Test func modelsAreInOrder() throws { try TypeMap.validateAll() }
  /// ```
  ///
  /// The method makes the map of each type, subclasses included, and throws one error with:
  /// - all problems that ``init(reflecting:)`` would report for each of them, unless the type is coded by its own
  ///   `init(from:)` and `encode(to:)`;
  /// - types that can be encoded but not decoded, and are not in `encodeOnly`;
  /// - types that share an ``AutoCoding/archivedTypeName`` or one of the ``AutoCoding/formerTypeNames``;
  /// - declarations that are meant to say how a type is coded, but that Swift ignores: they are below the class that
  ///   conforms, which does not declare them; they have another type, such as `String`; or their name is almost right,
  ///   such as `unencodedProperties`;
  /// - property wrappers that are declared ``AutoCoding``, and so are taken for models: the key of their properties begins
  ///   with an underscore.
  ///
  /// The last two kinds leave a trace only in the program's symbols. They are found only on Linux, in programs that are not
  /// stripped. An optimized build may have removed members that nothing calls, so validate a debug build.
  ///
  /// Without `inModules`, the method searches all modules of the program, and of the library or bundle that makes the
  /// call, such as a test bundle. That includes packages that are linked statically. It excludes dynamic libraries, the
  /// toolchain's modules and AutoCoding's own. A type of another module belongs to the module that declares its
  /// conformance.
  ///
  /// Generic types are validated for the arguments with which they are properties of other types, and for those passed
  /// in `also`. **Your own `init(from:)` is called** with a decoder that throws at once, as whenever a type map is
  /// made: this is how AutoCoding detects that a type has one.
  ///
  /// - Parameters:
  ///   - modules: The modules to search, wherever they were loaded from; nil for those of the caller.
  ///   - encodeOnly: Types that are not meant to be decoded. They are validated too.
  ///   - also: More types to validate, such as generic ones.
  ///   - dsoHandle: Identifies the library or bundle that makes the call.
  /// - Returns: What was validated, and what could not be.
  /// - Throws: ``AutoCodingError`` with all problems of all types; also if there are no types at all, or none in one of
  ///   the modules.
  @discardableResult
  public static func validateAll(
    inModules modules: [String]? = nil, encodeOnly: [any AutoCoding.Type] = [], also: [any AutoCoding.Type] = [],
    dsoHandle: UnsafeRawPointer = #dsohandle
  ) throws -> Validation {
    let survey = TypeSurvey(modules: modules, given: encodeOnly + also, caller: dsoHandle)
    var validator = TypeValidator(encodeOnly: encodeOnly)
    validator.check(survey, modules: modules)
    let validation = Validation(
      types: survey.types, modules: survey.modules, omissions: survey.omissions + validator.omissions,
      hasEnumeratedTypes: survey.isEnumerated, hasReadSymbols: validator.hasReadSymbols)
    if let first = validator.problems.first {
      let count = validator.problems.count
      throw AutoCodingError(
        type: first.type, problems: validator.problems,
        heading: "\(validation.summary); \(count) \(count == 1 ? "problem" : "problems"):", notes: validation.notes)
    }
    return validation
  }
}

/// The types to validate.
private struct TypeSurvey {
  private(set) var types: [any AutoCoding.Type] = []
  private(set) var modules: [String] = []
  private(set) var omissions: [TypeMap.Validation.Omission] = []
  private(set) var isEnumerated = false
  private var met: Set<ObjectIdentifier> = []

  /// - Parameters:
  ///   - modules: The modules of the types; nil for those of the program and of the image that contains `caller`.
  ///   - given: Types of other modules, passed by the caller.
  init(modules: [String]?, given: [any AutoCoding.Type], caller: UnsafeRawPointer) {
    add(given)
    #if os(Linux) || canImport(Darwin)
    if let census = TypeCensus(of: (any AutoCoding).self, in: modules.map { .modules(Set($0)) } ?? .program(caller)) {
      isEnumerated = true
      self.modules = census.modules.inOrder()
      add(census.types)
      addReached()
      omissions = census.genericNames(without: types).map {
        .init(subject: $0, reason: "It is generic: list its concrete types in 'also'.")
      }
    }
    #endif
    if !isEnumerated { addReached() }
    types = types.sorted(byText: { TypeLookup.name(of: $0) })
  }

  private mutating func add(_ types: [Any.Type]) {
    for case let type as any AutoCoding.Type in types where met.insert(ObjectIdentifier(type)).inserted {
      self.types.append(type)
    }
  }

  /// Adds the generic types, with their arguments, that are properties of others.
  private mutating func addReached() {
    var next = 0
    while next < types.count {
      let models = (try? Discovery.codec(for: types[next]).models) ?? []
      add(models.compactMap(TypeLookup.type).filter(TypeLookup.isGeneric))
      next += 1
    }
  }
}

/// Collects the problems of types.
private struct TypeValidator {
  private(set) var omissions: [TypeMap.Validation.Omission] = []
  private(set) var hasReadSymbols = false
  private(set) var problems: [AutoCodingError.Problem] = []
  private var described: Set<String> = []
  private let encodeOnly: Set<ObjectIdentifier>

  init(encodeOnly: [any AutoCoding.Type]) {
    self.encodeOnly = Set(encodeOnly.map { ObjectIdentifier($0) })
  }

  private mutating func add(_ problems: [AutoCodingError.Problem]) {
    // A superclass's problem recurs in every subclass; report it once.
    self.problems += problems.filter { described.insert($0.description).inserted }
  }

  mutating func check(_ survey: TypeSurvey, modules: [String]?) {
    checkPresence(survey, modules: modules)
    let declared = DeclaredPolicies(of: survey.types)
    hasReadSymbols = declared.unreadable.isEmpty
    for type in survey.types {
      checkMap(of: type, declared)
      add(declared.problems(of: type))
    }
    checkNames(of: survey.types)
    omissions += declared.unreadable.map {
      .init(subject: $0.name, reason: "Declarations that Swift ignores were not checked. \($0.reason)")
    }
  }

  private mutating func checkPresence(_ survey: TypeSurvey, modules: [String]?) {
    func missing(_ explanation: String, _ remedy: String) -> AutoCodingError.Problem {
      .init(.nothingToValidate, type: (any AutoCoding).self, explanation: explanation, remedy: remedy)
    }
    let empty = (survey.isEnumerated ? modules ?? [] : []).filter { !survey.modules.contains($0) }
    add(
      empty.map {
        missing("No type of module '\($0)' conforms to it.", "Correct the module's name, or link it into the program.")
      })
    guard survey.types.isEmpty, empty.isEmpty else { return }
    if survey.isEnumerated {
      add([
        missing("No type of the program conforms to it.", "Name the modules of your types in 'inModules'.")
      ])
    } else {
      add([missing("Types cannot be found on this platform.", "List them in 'also'.")])
    }
  }

  private mutating func checkMap(of type: any AutoCoding.Type, _ declared: DeclaredPolicies) {
    let map: TypeMap
    do {
      map = try TypeMap(reflecting: type)
    } catch {
      let problems = (error as? AutoCodingError)?.problems ?? []
      // The type's own code needs no map.
      guard problems.allSatisfy({ [.notCodable, .notReflectable].contains($0.code) }), Self.decodesByHand(type) else {
        return add(problems)
      }
      return checkEncoding(of: type, problems, declared, isCertain: declared.encodesByHand(type) == false)
    }
    if encodeOnly.contains(ObjectIdentifier(type)) {
      if map.decodingError == nil {
        add([
          .init(
            .decodable, type: type, explanation: "It is listed in 'encodeOnly', and can be decoded.",
            remedy: "Remove it from the list.")
        ])
      }
    } else if let error = map.decodingError {
      add(
        error.problems.map {
          .init(
            $0.code, type: $0.type, property: $0.property, propertyType: $0.propertyType, explanation: $0.explanation,
            remedy: "\($0.remedy) If \(_typeName(type, qualified: false)) is never decoded, name it in 'encodeOnly'.")
        })
    }
    if let base = InheritedCode.levels(of: type).first as? any AutoCoding.Type, declared.encodesByHand(base) == true {
      add(InheritedCode.problems(of: type, properties: map.properties))
    }
    add(declared.wrapperProblems(in: map))
    if let error = map.storage.encodingError { checkEncoding(of: type, error.problems, declared, isCertain: false) }
  }

  /// - Parameters:
  ///   - problems: Those of a type with its own `init(from:)`, unless it has its own `encode(to:)`, too.
  ///   - isCertain: Whether it does not, and should be encoded.
  private mutating func checkEncoding(
    of type: any AutoCoding.Type, _ problems: [AutoCodingError.Problem], _ declared: DeclaredPolicies, isCertain: Bool
  ) {
    if isCertain { return add(problems) }
    guard declared.encodesByHand(type) != true else { return }
    let name = TypeLookup.name(of: type)
    omissions += problems.map {
      .init(subject: name, reason: "Unless it has its own encode(to:), it cannot be encoded. \($0.explanation)")
    }
  }

  private static func decodesByHand<Value: AutoCoding>(_ type: Value.Type) -> Bool {
    CodingProbe.decodingDefault(of: type) == nil
  }

  private mutating func checkNames(of types: [any AutoCoding.Type]) {
    for (name, types) in TypeNames.sharedNames(of: types) {
      guard let first = types.first else { continue }
      let others = types.dropFirst().map { TypeLookup.name(of: $0) }.inOrder().joined(separator: ", ")
      add([
        .init(
          .duplicateName, type: first, explanation: "Its name '\(name)' is that of another type as well: \(others).",
          remedy: "Give one of them another archivedTypeName.")
      ])
    }
  }
}
