/// The stored properties of a type, as reflection found them once, and how each of them is coded.
///
/// ```swift
/// print(try TypeMap(reflecting: Person.self))
/// ```
///
/// Printing a map gives a table of properties, types and keys, with the reason for each property that is left out.
public struct TypeMap: Sendable {
  package let storage: Storage

  package init(_ storage: Storage) {
    self.storage = storage
  }

  /// The type that was reflected on.
  public var type: Any.Type { storage.type }

  /// The stored properties, superclasses' first, in the order in which they are coded; those included that are left
  /// out. An enum has none.
  public var properties: [Property] { storage.properties }

  /// Why values of the type can be encoded, but not decoded; nil if they can be decoded.
  public var decodingError: AutoCodingError? {
    if case .impossible(let error) = storage.construction { error } else { nil }
  }

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

  /// What kind of type a map is of.
  package enum Shape: Sendable {
    case structure
    case object(AnyClass)
    case enumeration(Cases)
    /// Coded as its raw value.
    case rawValue(Any.Type)
  }

  /// The cases of an enum, by tag.
  package final class Cases: @unchecked Sendable {
    /// What cases are called in data.
    package struct Names {
      package let keys: [PropertyKey]
      /// The former names of each case.
      package let formerKeys: [[PropertyKey]]

      package init(keys: [PropertyKey], formerKeys: [[PropertyKey]]) {
        self.keys = keys
        self.formerKeys = formerKeys
      }
    }

    package let type: Any.Type
    package let layout: EnumLayout
    package let index: PropertyIndex
    /// The former names of each case.
    package let formerKeys: [[PropertyKey]]
    /// The payload of each case, as if it were a struct; nil if the case has none.
    package let payloads: [Storage?]
    /// The payload of each case and whether it is in a box, for walks that must not retain anything.
    private let parts: UnsafePointer<(payload: Unmanaged<Storage>?, isIndirect: Bool)>
    /// The case that data of unknown cases is decoded as; nil if such data is an error.
    package let unknown: Int?
    /// How cases are named if `typeRules` have a case key; nil if they have none.
    package let tags: CaseTags?
    /// The codec of each case's payload, nil for a case without one, if data does not name the cases; otherwise nil.
    package let untagged: [Codec?]?

    package init(
      type: Any.Type, layout: EnumLayout, names: Names, isVersioned: Bool, payloads: [Storage?], unknown: Int? = nil,
      tags: CaseTags? = nil, untagged: [Codec?]? = nil
    ) {
      self.tags = tags
      self.untagged = untagged
      self.type = type
      self.layout = layout
      index = PropertyIndex(
        keys: names.keys, formerKeys: names.formerKeys, isVersioned: isVersioned, owner: type, type: type)
      formerKeys = names.formerKeys
      self.payloads = payloads
      self.unknown = unknown
      let parts = UnsafeMutablePointer<(payload: Unmanaged<Storage>?, isIndirect: Bool)>.allocate(
        capacity: payloads.count)
      for (index, payload) in payloads.enumerated() {
        (parts + index).initialize(to: (payload.map { .passUnretained($0) }, layout.cases[index].isIndirect))
      }
      self.parts = UnsafePointer(parts)
    }

    deinit { parts.deallocate() }

    /// The position of the case at the address. Precondition: the address holds a value of the enum.
    @inline(__always)
    package func position(of address: UnsafeRawPointer) -> Int { layout.position(of: address) }

    /// The payload of a case, as if it were a struct; nil if the case has none.
    @inline(__always)
    package func payload(at position: Int) -> Unmanaged<Storage>? { parts[position].payload }

    /// Calls `body` with the address of the payload. Precondition: the address holds the case, which has a payload.
    @inline(__always)
    package func withPayload<Result>(
      of address: UnsafeRawPointer, case position: Int, _ body: (UnsafeRawPointer) throws -> Result
    ) rethrows -> Result {
      try layout.operations.withPayload(
        of: address, case: position, isIndirect: parts[position].isIndirect, body)
    }

    /// Returns the current or former key that was found in data.
    package func key(of match: PropertyIndex.Match) -> PropertyKey {
      match.rank == 0 ? index.keys[match.position] : formerKeys[match.position][match.rank - 1]
    }

    /// The names of the cases and of their payloads' values.
    package var description: String {
      zip(index.keys, payloads).map { key, payload in
        let values = payload?.properties.map { "\($0.name): \(_typeName($0.type, qualified: false))" }
        return key.stringValue + (values.map { "(\($0.joined(separator: ", ")))" } ?? "")
      }.joined(separator: ", ")
    }
  }

  /// How an instance is made when decoding.
  package enum Construction: Sendable {
    /// From decoded properties alone, without an initializer.
    case memberwise
    /// By `init()`; decoded properties are assigned afterwards.
    case defaults(any DefaultInitializable.Type)
    /// Not at all: the type is encode-only.
    case impossible(AutoCodingError)
  }

  /// A property that is left out, and its initial value if an instance is made without `init()`.
  package struct UncodedProperty: Sendable {
    package let offset: Int
    /// Initializes the property at its address.
    package let initialize: @Sendable (UnsafeMutableRawPointer) -> Void
    /// Destroys the property, if an object is abandoned before it is complete.
    package let destroy: @Sendable (UnsafeMutableRawPointer) -> Void
    /// The operations on the property's memory if the initial value is a rule's, which replaces that of `init()`.
    package let replacement: ValueOperations?

    package init(
      offset: Int, replacement: ValueOperations? = nil,
      initialize: @escaping @Sendable (UnsafeMutableRawPointer) -> Void,
      destroy: @escaping @Sendable (UnsafeMutableRawPointer) -> Void
    ) {
      self.replacement = replacement
      self.offset = offset
      self.initialize = initialize
      self.destroy = destroy
    }
  }

  /// A weak reference to an object of a class that can be coded.
  package struct WeakReference: Sendable {
    package let key: PropertyKey
    private let offset: Int
    /// The declared class. The object may be of a subclass.
    package let type: AnyClass

    package init(key: PropertyKey, offset: Int, type: AnyClass) {
      self.key = key
      self.offset = offset
      self.type = type
    }

    /// The object that the property of the object at `base` refers to.
    package func object(in base: UnsafeRawPointer) -> AnyObject? { WeakStorage.object(at: base + offset) }

    /// Makes the property of the object at `base` refer to an object.
    package func setObject(_ object: AnyObject?, in base: UnsafeMutableRawPointer) {
      WeakStorage.setObject(object, at: base + offset)
    }
  }
}

extension TypeMap: CustomStringConvertible {
  /// A table of the properties.
  public var description: String {
    var lines = ["\(TypeLookup.name(of: type)): \(summary)"]
    if let style = storage.typeRules.keyStyle { lines.append("  key style: \(style)") }
    if let tags = storage.tags { lines.append("  \(tags)") }
    if case .enumeration(let cases) = storage.shape {
      if let tags = cases.tags { lines.append("  \(tags)") }
      if cases.untagged != nil { lines.append("  cases without tags: the first that fits") }
    }
    let rows = properties.map { property in
      [
        property.name, _typeName(property.type, qualified: false),
        property.exclusion == nil && !property.isFlattened ? "\"\(property.key)\"" : "-",
        _typeName(property.declaringType, qualified: false),
        note(on: property),
      ]
    }
    if !rows.isEmpty {
      lines += Self.aligned([["property", "type", "key", "declared in", "note"]] + rows)
    }
    if let keys = storage.ignoredKeys {
      lines.append("ignored: CodingKeys, which is \(TypeLookup.name(of: keys)) and may come from a protocol")
    }
    if let superclass = storage.opaqueSuperclass {
      lines.append("not coded: the stored properties of superclass \(TypeLookup.name(of: superclass))")
    }
    if let decodingError {
      lines += decodingError.problems.map { "encode-only: \($0)" }
    }
    if let encodingError = storage.encodingError {
      lines += encodingError.problems.map { "decode-only, unless it has its own encode(to:): \($0)" }
    }
    return lines.joined(separator: "\n")
  }

  private var summary: String {
    let left = properties.count { $0.exclusion != nil }
    let count = properties.count - left
    let coded = "\(count) coded \(count == 1 ? "property" : "properties")" + (left > 0 ? ", \(left) left out" : "")
    let base =
      switch storage.shape {
      case .structure: "struct, \(coded)"
      case .object: "class, \(coded)"
      case .enumeration(let cases): "enum, cases \(cases.description)"
      case .rawValue(let rawType):
        "coded as \(type is any RawRepresentable.Type ? "its raw value" : "the name of its case"), "
          + _typeName(rawType, qualified: false)
      }
    return storage.decodesByHand ? base + "; decoded by its own init(from:)" : base
  }

  private func note(on property: Property) -> String {
    var notes: [String] = []
    if let exclusion = property.exclusion { notes.append("left out: \(exclusion)") }
    if property.isFlattened { notes.append("flattened: " + flattenedKeys(of: property)) }
    if !property.formerKeys.isEmpty {
      notes.append("formerly " + property.formerKeys.map { "\"\($0)\"" }.joined(separator: ", "))
    }
    if let transformer = property.transformer {
      notes.append("transformed by \(_typeName(transformer, qualified: false))")
    }
    if let direction = property.direction { notes.append(direction.rawValue) }
    notes += property.notes
    if let value = property.defaultValue { notes.append("default \(value)") }
    if property.isWrapper, property.codec?.kind == .codable { notes.append("coded by the wrapper's own Codable") }
    if property.codec?.wrapper?.hasDefault == true { notes.append("the wrapper has a value for a missing key") }
    if let documentation = property.documentation { notes.append(documentation) }
    return notes.joined(separator: "; ")
  }

  /// The keys of a flattened property.
  private func flattenedKeys(of property: Property) -> String {
    if property.codec?.kind == .dictionary { return "all other keys" }
    guard let flattening = storage.flattening,
      let position = storage.codedProperties.firstIndex(where: { $0.offset == property.offset }),
      let part = flattening.parts.first(where: { $0.parent == nil && $0.position == position })
    else { return "no keys" }
    let keys = part.map.codedProperties.map { property in
      guard property.isFlattened else { return "\"\(property.key)\"" }
      return TypeMap(part.map).flattenedKeys(of: property)
    }
    return keys.isEmpty ? "no keys" : keys.joined(separator: ", ")
  }

  private static func aligned(_ rows: [[String]]) -> [String] {
    let widths = (0..<(rows.first?.count ?? 0)).map { column in rows.map { $0[column].count }.max() ?? 0 }
    return rows.map { row in
      let line = zip(row, widths).map { $0 + String(repeating: " ", count: $1 - $0.count) }.joined(separator: "  ")
      return "  " + String(line.reversed().drop { $0 == " " }.reversed())
    }
  }
}
