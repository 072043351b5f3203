/// Checks before any value is coded whether a type, and every type that it contains, can be stored.
///
/// A type map discovers nested types when it meets their first value. For a settings object that may be after the
/// release.
enum KeptTypes {
  /// Types that can be stored. Errors are found anew, since a type may become codable: by a library that is loaded.
  private static let storable = Locked<Set<ObjectIdentifier>>([])

  /// - Throws: ``AutoCodingError`` that names every property that cannot be stored.
  static func check(_ type: Any.Type) throws {
    let identity = ObjectIdentifier(type)
    if storable.withLock({ $0.contains(identity) }) { return }
    var search = Search()
    try search.visitRoot(type)
    guard search.problems.isEmpty else { throw AutoCodingError(type: type, problems: search.problems) }
    storable.withLock { _ = $0.insert(identity) }
  }

  private struct Search {
    var problems: [AutoCodingError.Problem] = []
    private var seen: Set<ObjectIdentifier> = []

    mutating func visitRoot(_ type: Any.Type) throws {
      guard type is any AutoCoding.Type else {
        if let codec = try Discovery.codecIfAny(for: type)?.takeUnretainedValue() { visit(codec, in: type, name: nil) }
        return
      }
      seen.insert(ObjectIdentifier(type))
      let map = try TypeMap.storage(for: type)._withUnsafeGuaranteedRef { $0 }
      if case .impossible(let error) = map.construction { throw error }
      if type is StoredObject.Type {
        refuseConstants(of: map)
        refuseLazyProperties(of: map)
      }
      visit(map)
    }

    /// Loading replaces the properties of an existing object, and a `let` cannot be replaced.
    private mutating func refuseConstants(of map: TypeMap.Storage) {
      for operation in map.operations where !operation.isVariable {
        refuse(
          operation, of: map, explanation: "A constant of an existing object cannot be loaded.",
          remedy: "Declare it 'var', or name it in unEncodedProperties.")
      }
      for reference in map.weakReferences where !reference.isVariable {
        problems.append(
          .init(
            .notCodable, type: map.type, property: reference.key.stringValue, propertyType: reference.type,
            explanation: "A constant of an existing object cannot be loaded.",
            remedy: "Declare it 'weak var', or name it in unEncodedProperties."))
      }
    }

    /// Loading would have to take away a computed value if the data has none, and an object cannot lose it.
    private mutating func refuseLazyProperties(of map: TypeMap.Storage) {
      for operation in map.operations where operation.isLazy {
        refuse(
          operation, of: map, explanation: "A lazy property of an existing object cannot be reset.",
          remedy: "Declare it without 'lazy', or name it in unEncodedProperties.")
      }
    }

    private mutating func refuse(
      _ operation: PropertyOperation, of map: TypeMap.Storage, explanation: String, remedy: String
    ) {
      let property = map.properties.first { $0.exclusion == nil && $0.key == operation.key.stringValue }
      problems.append(
        .init(
          .notCodable, type: property?.declaringType ?? map.type,
          property: property?.name ?? operation.key.stringValue, propertyType: operation.codec.type,
          explanation: explanation, remedy: remedy))
    }

    private mutating func visit(_ map: TypeMap.Storage) {
      for property in map.properties {
        if let codec = property.codec, property.exclusion == nil {
          visit(codec, in: property.declaringType, name: property.name)
        }
      }
      if case .enumeration(let cases) = map.shape {
        for payload in cases.payloads { if let payload { visit(payload) } }
      }
      for reference in map.weakReferences where reference.type is StoredObject.Type {
        refuseStoredObject(reference.type, in: map.type, name: reference.key.stringValue)
      }
    }

    private mutating func visit(_ codec: Codec, in type: Any.Type, name: String?) {
      switch codec.concrete {
      case .tuple(let codec): visit(codec.map)
      case .record(let codec): visitModel(codec, in: type, name: name)
      default: for child in codec.children { visit(child, in: type, name: name) }
      }
    }

    private mutating func visitModel(_ codec: RecordCodec, in type: Any.Type, name: String?) {
      if codec.type is StoredObject.Type { return refuseStoredObject(codec.type, in: type, name: name) }
      guard codec.decodingDefault != nil, seen.insert(ObjectIdentifier(codec.type)).inserted else { return }
      do {
        let map = try codec.map._withUnsafeGuaranteedRef { $0 }
        if case .impossible(let error) = map.construction { problems += error.problems }
        visit(map)
      } catch let error as AutoCodingError {
        problems += error.problems
      } catch {
        problems.append(
          .init(.notCodable, type: codec.type, explanation: "\(error).", remedy: "Leave the property out."))
      }
    }

    /// It would be decoded as an object without a store, or refer back to a temporary object that was decoded only to
    /// be copied.
    private mutating func refuseStoredObject(_ stored: Any.Type, in type: Any.Type, name: String?) {
      problems.append(
        .init(
          .notCodable, type: type, property: name, propertyType: stored,
          explanation: "A stored object cannot be part of another stored object or value.",
          remedy: "Name it in unEncodedProperties, or make its class AutoCoding in place of StoredObject."))
    }
  }
}
