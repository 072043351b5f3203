/// Collects the properties of a record and their problems, and makes a map from them.
struct RecordBuilder {
  private(set) var properties: [TypeMap.Property] = []
  private var operations: [PropertyOperation] = []
  /// Current and former paths of the operations.
  private var paths: [PropertyPath] = []
  private var formerPaths: [[PropertyPath]] = []
  var problems: [AutoCodingError.Problem] = []
  /// Why the first property without a codec has none.
  private(set) var failure: CodecDiscovery.Failure?
  /// Whether no key strategy of a coder converts the keys. Set it before the first property is added.
  var areKeysFixed = false

  /// Prepares for a number of properties.
  mutating func reserveCapacity(_ count: Int) {
    properties.reserveCapacity(count)
    operations.reserveCapacity(count)
    paths.reserveCapacity(count)
    formerPaths.reserveCapacity(count)
  }

  /// Adds a property, with a codec unless it is left out.
  mutating func add(_ candidate: PropertyCandidate, describedAs name: String) {
    var codec: Codec?
    if candidate.exclusion == nil {
      do {
        codec = try candidate.codec()
      } catch let error as AutoCodingError {
        // What is wrong with the property's type is told with its own remedy: leaving out the property would lose data.
        failure =
          failure
          ?? error.problems.first.map { .init("\($0.place): \($0.explanation)", remedy: $0.remedy, code: $0.code) }
        problems += error.problems.map { problem in
          .init(
            problem.code, type: candidate.declaringType, property: name, propertyType: candidate.child.type,
            explanation: "Its type cannot be coded. \(problem.place): \(problem.explanation)", remedy: problem.remedy,
            dependsOnRoot: problem.dependsOnRoot)
        }
      } catch {
        let failure = error as? CodecDiscovery.Failure ?? .init("\(error)", leaveOutOr: nil)
        self.failure = self.failure ?? failure
        problems.append(
          .init(
            failure.code, type: candidate.declaringType, property: name, propertyType: candidate.child.type,
            explanation: failure.explanation, remedy: failure.remedy(candidate.possibleExclusion)))
      }
    }
    properties.append(
      TypeMap.Property(
        name: candidate.name, declaringType: candidate.declaringType, type: candidate.child.type,
        path: candidate.path, formerPaths: candidate.formerPaths, exclusion: candidate.exclusion,
        offset: candidate.child.offset, codec: codec, isWrapper: candidate.isWrapper,
        transformer: (candidate.transformer ?? (codec == nil ? nil : candidate.registeredTransformer))?.type,
        defaultValue: candidate.defaultValue, direction: candidate.direction, documentation: candidate.documentation,
        isFlattened: candidate.isFlattened, isRequired: candidate.isRequired,
        notes: [
          candidate.isRequired ? "required" : nil,
          candidate.encodesNil || candidate.encodesNilByType && codec?.kind == .optional ? "encodes nil" : nil,
          candidate.omission == nil ? nil : "omits its default",
        ].compactMap { $0 } + candidate.recoveries.compactMap(\.claim).sorted()))
    if let codec {
      paths.append(candidate.path)
      formerPaths.append(candidate.formerPaths)
      operations.append(
        PropertyOperation(
          offset: candidate.child.offset,
          key: PropertyKey(candidate.path.joined, intValue: candidate.path.intValue, isFixed: areKeysFixed),
          formerKeys: candidate.formerPaths.map { PropertyKey($0.joined, isFixed: areKeysFixed) }, codec: codec,
          wrapped: codec.optional?.wrapped,
          omitsNil: codec.kind == .optional && candidate.omitsNil,
          isLazy: candidate.isLazy, isLazyOptional: codec.optional?.nullIsWrapped ?? false,
          recoveries: candidate.recoveries, omission: candidate.omission,
          isVariable: candidate.child.isVariable))
    }
  }

  /// Makes the map of the added properties. Precondition: there are no problems.
  ///
  /// - Parameters:
  ///   - knownKeys: Keys in the data that are no property's, and are not unknown.
  ///   - requiredKey: The key of an object that is written even if it has nothing but nils.
  ///   - flattening: What was found of flattened properties; nil if there are none.
  func storage(
    type: Any.Type, shape: TypeMap.Shape, construction: TypeMap.Construction,
    uncodedProperties: [TypeMap.UncodedProperty],
    weakReferences: [TypeMap.WeakReference] = [], layout: (size: Int, alignment: Int),
    opaqueSuperclass: Any.Type? = nil,
    decodesByHand: Bool = false, encodingError: AutoCodingError? = nil, ignoredKeys: Any.Type? = nil,
    versions: TypeMap.Versions? = nil, typeRules: TypeRules = TypeRules(), tags: TypeMap.Tags? = nil,
    knownKeys: [String] = [], requiredKey: String? = nil, flattening: FlatteningDiscovery? = nil
  ) -> TypeMap.Storage {
    // The key of an enum's case has no style.
    let convertedKeys = areKeysFixed ? Set(knownKeys).union(flattening?.convertedKeys ?? []) : []
    let coded = properties.coded
    let unread = coded.indices.filter { coded[$0].direction == .encodedOnly }
    // Their names are keys in keyed archives only.
    let flattened = coded.filter(\.isFlattened)
    let ignoredPaths =
      properties.filter { $0.exclusion != nil || $0.direction == .encodedOnly }.map(\.keyPath)
      + (knownKeys + [tags?.key.stringValue].compactMap { $0 }).map { [$0] }
    // The type of a payload is a tuple, whose name would say less than none.
    let named = Conformances.cast(type, to: (any AutoCoding.Type).self)
    let needsGroups =
      flattening != nil || paths.contains { $0.steps.count > 1 }
      || formerPaths.contains { $0.contains { $0.steps.count > 1 } }
    let pathsInGroup =
      ignoredPaths.filter { path in flattened.allSatisfy { $0.keyPath != path } } + (flattening?.ignoredPaths ?? [])
    func map(
      _ properties: [TypeMap.Property], _ operations: [PropertyOperation], unread: [Int], ignoredPaths: [[String]],
      keyGroup: KeyGroup? = nil, flattening: TypeMap.Flattening? = nil
    ) -> TypeMap.Storage {
      TypeMap.Storage(
        type: type, shape: shape, properties: properties, operations: operations,
        index: PropertyIndex(
          keys: operations.map(\.key), formerKeys: operations.map { Array($0.formerKeys) }, unread: unread,
          isVersioned: versions != nil, owner: type, type: named,
          ignoredKeys: Set(ignoredPaths.map { $0.joined(separator: ".") } + ignoredPaths.compactMap(\.first)),
          convertedKeys: convertedKeys),
        keyGroup: keyGroup, flattening: flattening,
        construction: construction, uncodedProperties: uncodedProperties, layout: layout,
        weakReferences: weakReferences,
        opaqueSuperclass: opaqueSuperclass,
        decodesByHand: decodesByHand, encodingError: encodingError, ignoredKeys: ignoredKeys, versions: versions,
        typeRules: typeRules, tags: tags)
    }
    var mapInPlace: TypeMap.Storage?
    if case .memberwise = construction, versions == nil, !decodesByHand,
      let inPlace = flattening?.inPlace(coded, operations)
    {
      mapInPlace = map(inPlace.properties, inPlace.operations, unread: [], ignoredPaths: pathsInGroup)
    }
    return map(
      properties, operations, unread: unread, ignoredPaths: ignoredPaths,
      keyGroup: needsGroups
        ? KeyGroup.root(
          flattening?.entries ?? entries(of: coded), isVersioned: versions != nil, type: named,
          ignoredPaths: pathsInGroup, areKeysFixed: areKeysFixed, convertedKeys: convertedKeys,
          requiredKey: requiredKey) : nil,
      flattening: flattening?.flattening(mapInPlace: mapInPlace))
  }

  private func entries(of coded: [TypeMap.Property]) -> [KeyGroup.Entry] {
    coded.indices.map { position in
      KeyGroup.Entry(
        position: position, path: paths[position], formerPaths: formerPaths[position],
        isWritten: coded[position].direction != .decodedOnly, isRead: coded[position].direction != .encodedOnly)
    }
  }
}
