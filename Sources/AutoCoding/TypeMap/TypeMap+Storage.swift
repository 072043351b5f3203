extension TypeMap {
  /// The immutable contents of a map. It lives as long as the process; the fast path passes it on without retaining it.
  package final class Storage: @unchecked Sendable {
    package let type: Any.Type
    /// The type after which archives name a record of the map: ``type``, or ``Payload`` if that is the class of an enum's
    /// payload.
    package let recordType: Any.Type
    /// The type's conformance; nil for tuples and payloads.
    package let model: (any AutoCoding.Type)?
    package let shape: Shape
    /// The cases, if the map is of an enum, for walks that must not retain them; ``shape`` keeps them alive.
    package let cases: Unmanaged<Cases>?
    /// The class, if the map is of one.
    package let objectType: AnyClass?
    package let properties: [Property]
    /// The properties that are not left out, by their positions in ``operations``; empty for an enum.
    package let codedProperties: [Property]
    /// Whether two coded properties have the same name in the source code, as private ones of a class and its superclass
    /// may.
    package let hasRepeatedNames: Bool
    /// The coded properties, in order.
    package let operations: UnsafeBufferPointer<PropertyOperation>
    /// The coded properties that are written, in order: all of ``operations`` unless rules say otherwise.
    package let writtenOperations: UnsafeBufferPointer<PropertyOperation>
    /// The coded properties that are read, in order: all of ``operations`` unless rules say otherwise.
    package let readOperations: UnsafeBufferPointer<PropertyOperation>
    private let firstOperation: UnsafePointer<PropertyOperation>
    package let index: PropertyIndex
    /// The objects that key paths lead through; nil if no property has a path of more than one key or is flattened.
    package let keyGroup: KeyGroup?
    /// The flattened properties; nil if there are none.
    package let flattening: Flattening?
    /// Whether some of them are enums.
    package let hasFlattenedEnums: Bool
    package let construction: Construction
    /// Whether missing keys keep defaults.
    package let hasDefaults: Bool
    /// The defaults that rules give coded properties, by position; empty if there are none.
    package let defaultValues: [DefaultValue?]
    /// Whether `init()` or rules give some property a default.
    package let hasAnyDefaults: Bool
    /// The positions of properties that a rule requires, in a type whose `init()` would set a value.
    package let requiredPositions: [Int]
    /// Whether there are ``requiredPositions``.
    package let hasRequiredKeys: Bool
    /// How many decoded properties leave none to be set after `init()`: all, if rules or wrappers have defaults, or else any
    /// number; no number at all, if rules give defaults to properties that are left out.
    package let completeCount: Int
    /// Whether an instance is made from decoded properties, without an initializer, and each of them is read and has no
    /// default of a rule.
    package let isDecodedInOrder: Bool
    /// Whether an instance is made from decoded properties, without an initializer.
    package let isMadeWithoutInitializer: Bool
    /// Whether an instance has only decoded properties: none is left out, and `init()` is not called.
    package let hasOnlyCodedProperties: Bool
    package let hasFormerKeys: Bool
    /// Whether a property keeps its default for null.
    package let hasDefaultsForNull: Bool
    /// Whether a property keeps its default for null or for what cannot be decoded, as its rule says.
    package let hasRecoveringDefaults: Bool
    /// Whether every property has one current key, and the bits of a word can track which ones were decoded, unless the data
    /// is older than the type.
    package let canDecodeInOnePass: Bool
    /// Whether only the properties of an instance are written, each under one key, and members that are the same for each
    /// instance.
    package let canEncodeInOnePass: Bool
    /// Where JSON caches its preparation for records of the type.
    package let slot = RecordSlot()
    /// Whether a property, or a value of a case, is a model, or an Optional or array of models.
    package let hasModels: Bool
    /// Whether snake case makes no two keys the same. Known only if there are models.
    package let areKeysDistinctInSnakeCase: Bool
    /// Whether there is a property that is always written.
    package let isNeverEmpty: Bool
    /// Properties that are left out, if an instance can be made without `init()`.
    package let uncodedProperties: [UncodedProperty]
    /// The codec of the type, set at its first use.
    package let codec = AtomicReference<Codec>()
    /// Which nils are left out, for a type with defaults; set once that is known.
    package let omittedNils = AtomicReference<OmittedNils>()
    /// The keys for ``keysAsPart``, set at their first use.
    let knownKeysAsPart = AtomicReference<PartKeys>()
    /// What errors say of missing keys, set at the first of them.
    package let missingKeys = AtomicReference<MissingKeys>()
    /// Bytes and alignment of the struct, or of the object's fields at their offsets.
    package let layout: (size: Int, alignment: Int)
    /// Weak references to objects. Most formats leave these properties out.
    package let weakReferences: [WeakReference]
    /// Their keys, at the same positions.
    package let weakKeys: PropertyIndex
    /// The superclass whose stored properties reflection cannot see. Nothing from it upward is coded.
    package let opaqueSuperclass: Any.Type?
    /// Whether the type has a handwritten `init(from:)`, which is then called in every format.
    package let decodesByHand: Bool
    /// Why AutoCoding cannot encode a type with a handwritten `init(from:)`. Its `encode(to:)` may be handwritten, too.
    package let encodingError: AutoCodingError?
    /// `CodingKeys` that are ignored, since they may come from a protocol.
    package let ignoredKeys: Any.Type?
    /// The versions of the type and its superclasses; nil if there is none above 0.
    package let versions: Versions?
    /// The rules for the type as a whole, superclasses' rules included.
    package let typeRules: TypeRules
    /// How data names the class and its subclasses; nil if `typeRules` has no type key.
    package let tags: Tags?
    /// Whether something is written besides the properties or the case: a tag or versions.
    package let hasHeader: Bool

    package init(
      type: Any.Type, shape: Shape, properties: [Property], operations: [PropertyOperation], index: PropertyIndex,
      keyGroup: KeyGroup? = nil, flattening: Flattening? = nil, construction: Construction,
      uncodedProperties: [UncodedProperty],
      layout: (size: Int, alignment: Int),
      weakReferences: [WeakReference] = [], opaqueSuperclass: Any.Type? = nil, decodesByHand: Bool,
      encodingError: AutoCodingError? = nil, ignoredKeys: Any.Type? = nil, versions: Versions? = nil,
      typeRules: TypeRules = TypeRules(), tags: Tags? = nil
    ) {
      self.type = type
      model = Conformances.cast(type, to: (any AutoCoding.Type).self)
      self.shape = shape
      cases = if case .enumeration(let cases) = shape { .passUnretained(cases) } else { nil }
      objectType = if case .object(let type) = shape { type } else { nil }
      recordType = if case .structure = shape { Self.recordType(of: type) } else { type }
      self.properties = properties
      let table = UnsafeMutablePointer<PropertyOperation>.allocate(capacity: operations.count)
      table.initialize(from: operations, count: operations.count)
      UnsafeMutableBufferPointer(start: table, count: operations.count).number()
      firstOperation = UnsafePointer(table)
      self.operations = UnsafeBufferPointer(start: table, count: operations.count)
      self.index = index
      self.keyGroup = keyGroup
      self.flattening = flattening
      hasFlattenedEnums = flattening.map { !$0.enums.isEmpty } ?? false
      self.construction = construction
      hasDefaults = if case .defaults = construction { true } else { false }
      let coded = properties.coded
      codedProperties = coded
      hasRepeatedNames = Set(coded.map(\.name)).count < coded.count
      writtenOperations = Self.operations(in: self.operations) {
        $0 >= coded.count || coded[$0].direction != .decodedOnly
      }
      readOperations = Self.operations(in: self.operations) { $0 >= coded.count || coded[$0].direction != .encodedOnly }
      let isReadWhole = readOperations.count == operations.count
      let defaultValues = coded.map(\.defaultValue)
      self.defaultValues = defaultValues.contains { $0 != nil } ? defaultValues : []
      hasAnyDefaults = hasDefaults || !self.defaultValues.isEmpty
      requiredPositions = hasDefaults ? coded.indices.filter { coded[$0].isRequired } : []
      hasRequiredKeys = !requiredPositions.isEmpty
      isDecodedInOrder = !hasAnyDefaults && isReadWhole
      let mayReplaceDefaults = !self.defaultValues.isEmpty || operations.contains { $0.isWrapper }
      completeCount =
        uncodedProperties.contains { $0.replacement != nil } ? .max : mayReplaceDefaults ? operations.count : 0
      isMadeWithoutInitializer = if case .memberwise = construction { true } else { false }
      hasOnlyCodedProperties = isMadeWithoutInitializer && uncodedProperties.isEmpty
      hasFormerKeys = operations.contains { !$0.formerKeys.isEmpty }
      hasDefaultsForNull = operations.contains(where: \.keepsDefaultForNull)
      hasRecoveringDefaults = hasDefaultsForNull || operations.contains(where: \.keepsDefaultForUndecodable)
      let hasOneVersion = versions.map { $0.only != nil } ?? true
      canDecodeInOnePass =
        keyGroup == nil && hasOneVersion && !operations.isEmpty && operations.count <= 64
      hasModels =
        if case .enumeration(let cases) = shape {
          cases.payloads.contains { $0?.hasModels ?? false }
        } else {
          operations.contains {
            $0.withWrappedCodec { codec in
              codec.kind == .record || codec.kind == .sequence && codec.children.contains { $0.kind == .record }
            }
          }
        }
      areKeysDistinctInSnakeCase =
        hasModels ? writtenOperations.map(\.key.stringValue).areDistinctInSnakeCase : true
      isNeverEmpty = writtenOperations.contains { !$0.isOptional && !$0.mayBeLeftOut }
      canEncodeInOnePass =
        if case .enumeration = shape {
          false
        } else {
          keyGroup == nil && hasOneVersion && (tags?.isConstant ?? true) && writtenOperations.count == operations.count
        }
      self.uncodedProperties = uncodedProperties
      self.layout = layout
      self.weakReferences = weakReferences
      // The version of a record is checked with its other properties.
      weakKeys =
        weakReferences.isEmpty
        ? .empty : PropertyIndex(keys: weakReferences.map(\.key), formerKeys: [], isVersioned: true)
      self.opaqueSuperclass = opaqueSuperclass
      self.decodesByHand = decodesByHand
      self.encodingError = encodingError
      self.ignoredKeys = ignoredKeys
      self.versions = versions
      self.typeRules = typeRules
      self.tags = tags
      let hasCaseRules =
        if case .enumeration(let cases) = shape { cases.tags != nil || cases.untagged != nil } else { false }
      hasHeader = versions != nil || tags != nil || hasCaseRules
      slot.setOwner(self)
    }

    /// Returns a coded property in place: a loop over ``operations`` would copy each one.
    ///
    /// Precondition: `position` is an index of ``operations``.
    @inline(__always)
    package func operation(at position: Int) -> UnsafePointer<PropertyOperation> { firstOperation + position }

    /// Whether the property at a position is both written and read.
    package func isCodedBothWays(_ position: Int) -> Bool {
      [writtenOperations, readOperations].allSatisfy { coded in
        coded.count == operations.count || coded.contains { $0.position == position }
      }
    }

    /// Called before a value is encoded by AutoCoding's own `encode(to:)`.
    ///
    /// - Throws: ``encodingError``.
    @inline(__always)
    package func checkEncoding() throws(AutoCodingError) {
      if let encodingError { throw encodingError }
    }
  }
}
