extension CodecDiscovery {
  /// Returns the codec of a property whose values a transformer stores as another type. They are the property's own
  /// value, or those of an Optional or collection, at any depth.
  static func codec(
    for type: Any.Type, by declared: PropertyCandidate.DeclaredTransformer, omitsNil: Bool
  ) throws -> Codec {
    guard let codec = try codec(for: type, by: declared.type) else {
      func value<Transformer: PropertyTransformer>(_: Transformer.Type) -> Any.Type { Transformer.Value.self }
      throw Failure(
        "\(TypeLookup.name(of: declared.type)) in \(declared.source) is for properties of type "
          + "\(TypeLookup.name(of: value(declared.type))), and Optionals, arrays, sets and dictionaries of it, "
          + "but this one is of type \(TypeLookup.name(of: type)).",
        remedy: "Name the property that it is for, or correct the transformer's types.")
    }
    guard let optional = codec.optional else { return codec }
    return OptionalCodec(type: type, wrapped: optional.wrapped, omitsNil: omitsNil)
  }

  /// Returns the codec of a type whose values a transformer stores as another type; nil if it has no such values.
  private static func codec<Transformer: PropertyTransformer>(
    for type: Any.Type, by transformer: Transformer.Type
  ) throws -> Codec? {
    if type == Transformer.Value.self {
      return conversionCodec(by: transformer, encoded: try codec(for: Transformer.EncodedValue.self))
    }
    guard let part = transformablePart(of: type), let value = try codec(for: part, by: transformer) else { return nil }
    if let collection = Conformances.cast(type, to: (any TransformableCollection.Type).self) {
      return try collection.makeCodec(codec(for:), value: { _ in value })
    }
    return Conformances.cast(type, to: (any CodedPropertyWrapper.Type).self).flatMap {
      propertyWrapperCodec(of: $0, wrapped: { value })
    }
  }

  /// Returns the type of the values in an Optional, a collection, or a property wrapper without handwritten code.
  /// Returns nil for any other type.
  fileprivate static func transformablePart(of type: Any.Type) -> Any.Type? {
    func wrapped<Wrapper: CodedPropertyWrapper>(_ type: Wrapper.Type) -> Any.Type? {
      guard let value = Codec.leaf(for: String.self) else { return nil }
      return propertyWrapperCodec(of: type, wrapped: { value })?.kind == .conversion ? Wrapper.WrappedValue.self : nil
    }
    if let collection = Conformances.cast(type, to: (any TransformableCollection.Type).self) {
      return collection.transformableType
    }
    return Conformances.cast(type, to: (any CodedPropertyWrapper.Type).self).flatMap { wrapped($0) }
  }

  /// Returns the transformer that is registered for the values of a property's type, or nil.
  static func registeredTransformer(for type: Any.Type) -> PropertyCandidate.DeclaredTransformer? {
    guard !RegisteredTransformers.isEmpty else { return nil }
    var type = type
    while true {
      if let transformer = RegisteredTransformers.transformer(of: type) {
        return .init(type: transformer, source: "TypeMap.registerTransformers(_:)")
      }
      guard let part = transformablePart(of: type) else { return nil }
      type = part
    }
  }
}

extension TypeMap {
  /// Registers transformers for every property of their `Value`, and of Optionals, arrays, sets and dictionaries of it.
  ///
  /// ```swift
  /// try TypeMap.registerTransformers(ISO8601Date.self)  // at launch
  /// ```
  ///
  /// They apply to stored properties and payloads of all types that conform to ``AutoCoding``, in every format. A
  /// ``PropertyRule`` with a transformer, ``Transformed``, and a type's or property wrapper's own `Codable` code win. A
  /// root value that is no model, and the elements of a root array, are not properties, so they are not transformed.
  ///
  /// Call it before the first use of a type with such a property: the map of a type does not change once it is made.
  ///
  /// - Parameter transformers: At most one for each `Value`. To register one again does nothing.
  /// - Throws: ``AutoCodingError`` if another transformer is registered for the same type, or if the map of a type with
  ///   such a property exists already.
  /// - Complexity: O(n) for n types that were used before.
  public static func registerTransformers(_ transformers: any PropertyTransformer.Type...) throws {
    for transformer in transformers { try register(transformer) }
  }

  private static func register<Transformer: PropertyTransformer>(_ transformer: Transformer.Type) throws {
    let value: Any.Type = Transformer.Value.self
    try RegisteredTransformers.register(transformer, of: value) {
      for outcome in Cache.outcomes {
        guard let property = outcome.property(of: value) else { continue }
        return .init(
          .invalidRule, type: property.declaringType, property: property.name, propertyType: property.type,
          explanation: "Its map was made before \(TypeLookup.name(of: transformer)) was registered for "
            + "\(TypeLookup.name(of: value)).",
          remedy: "Call TypeMap.registerTransformers(_:) at launch, before a type with such a property is used.")
      }
      return nil
    }
  }
}

extension TypeMap.Cache.Outcome {
  /// A property that a registered transformer of a type would have changed, or nil.
  fileprivate func property(
    of value: Any.Type
  ) -> (declaringType: Any.Type, name: String, type: Any.Type)? {
    func holds(_ type: Any.Type) -> Bool {
      if type == value { return true }
      if let part = CodecDiscovery.transformablePart(of: type) { return holds(part) }
      if Metadata(type).kind == .tuple, let elements = try? TypeMirror(reflecting: type).children {
        return elements.contains { holds($0.type) }
      }
      return false
    }
    switch self {
    case .map(let map):
      return map._withUnsafeGuaranteedRef { map in
        var properties = map.properties
        if case .enumeration(let cases) = map.shape { properties += cases.payloads.flatMap { $0?.properties ?? [] } }
        return properties.first { $0.exclusion == nil && $0.transformer == nil && holds($0.type) }
          .map { ($0.declaringType, $0.name, $0.type) }
      }
    case .failure(let error):
      return error.problems.lazy.compactMap { problem in
        guard problem.code == .notCodable, let name = problem.property, let type = problem.propertyType, holds(type)
        else { return nil }
        return (problem.type, name, type)
      }.first
    }
  }
}
