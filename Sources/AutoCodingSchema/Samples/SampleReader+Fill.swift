import AutoCoding

extension SampleReader {
  /// Makes a value at an uninitialized address, which holds a value on return, and none after an error.
  mutating func fill(_ address: UnsafeMutableRawPointer, as codec: Codec) throws {
    if let type = codec.type as? any SampleProviding.Type { return try provide(type, at: address) }
    if let type = codec.type as? any BuiltInSample.Type { return provideBuiltIn(type, at: address) }
    switch codec.concrete {
    case .optional(let codec): try fillOptional(address, as: codec)
    case .sequence(let codec): try fillSequence(address, as: codec)
    case .dictionary(let codec): try fillDictionary(address, as: codec)
    case .record(let codec): try fillRecord(address, as: codec)
    case .existential(let codec): try fillExistential(address, as: codec)
    case .tuple(let codec):
      let map = codec.map
      try RecordAssembly.inOrder(map, at: address) { position, slot in
        let operation = map.operations[position]
        try contents.under(operation.key) { try fill(slot, as: operation.codec) }
      }
    case .conversion(let codec): try fillConversion(address, as: codec)
    case .codable(let codec): try fillCodable(address, as: codec, codec.access)
    default: try decodeLeaf(into: address, kind: codec.kind)
    }
  }

  private func provide<Value: SampleProviding>(_ type: Value.Type, at address: UnsafeMutableRawPointer) throws {
    do {
      address.initialize(with: try Value.sample(seed: contents.number()))
    } catch {
      throw contents.error(
        type, "sample(seed:) of \(TypeLookup.name(of: type)) threw: \(error).",
        remedy: "Return a value for every seed.",
        underlyingError: error)
    }
  }

  private func provideBuiltIn<Value: BuiltInSample>(_ type: Value.Type, at address: UnsafeMutableRawPointer) {
    address.initialize(with: Value.builtIn(seed: contents.number()))
  }

  // MARK: Optionals and collections

  private mutating func fillOptional(_ address: UnsafeMutableRawPointer, as codec: OptionalCodec) throws {
    guard !contents.isFull else { return codec.initializeNil(address) }
    do {
      try fill(address, as: codec.wrapped)
      codec.wrap(address)
    } catch is SampleDeadEnd {
      codec.initializeNil(address)
    }
  }

  private mutating func fillSequence(_ address: UnsafeMutableRawPointer, as codec: SequenceCodec) throws {
    let count = contents.isFull ? 0 : codec.isSet ? 1 : 2
    var elements = ElementBuffer(of: codec.element.type, announced: count)
    do {
      for index in 0..<count {
        try contents.under(DynamicKey(index: index)) { try fill(elements.next(), as: codec.element) }
        elements.commit()
      }
    } catch is SampleDeadEnd {}
    codec.initialize(address, taking: &elements)
  }

  private mutating func fillDictionary(_ address: UnsafeMutableRawPointer, as codec: DictionaryCodec) throws {
    var keys = ElementBuffer(of: codec.key.type, announced: 1)
    var values = ElementBuffer(of: codec.value.type, announced: 1)
    if !contents.isFull {
      do {
        try fill(values.next(), as: codec.value)
        values.commit()
        try fill(keys.next(), as: codec.key)
        keys.commit()
      } catch is SampleDeadEnd {}
    }
    codec.initialize(address, takingKeys: &keys, values: &values)
  }

  // MARK: Models

  private mutating func fillRecord(_ address: UnsafeMutableRawPointer, as codec: RecordCodec) throws {
    let outer = (nextCase, versions)
    defer { (nextCase, versions) = outer }
    try contents.entering(codec.type) {
      switch codec.decodingDefault {
      case nil: try fillCodable(address, as: codec, codec.access)
      case .rawValue:
        try contents.attempt(codec.type) {
          try fillRawValue(address, as: codec)
          do {
            try codec.didDecode(address)
          } catch {
            ValueOperations(codec.type).destroy(address)
            throw error
          }
        }
      case .structure:
        let map = try codec.map._withUnsafeGuaranteedRef { $0 }
        if let tags = map.tags, let subclass = contents.subclass(of: codec.type, tags) {
          return try fill(address, as: codec.subclassCodec(subclass))
        }
        guard case .enumeration(let cases) = map.shape else {
          return try contents.attempt(codec.type) { try decode(into: address, as: codec) }
        }
        try forEachCase(of: codec.type, count: cases.index.keys.count) { position in
          try contents.under(cases.index.keys[position]) {
            try contents.attempt(codec.type) {
              (nextCase, versions) = (position, map.versions?.archived)
              let outer = contents.caseName
              defer { contents.caseName = outer }
              contents.caseName = caseName(position, of: cases)
              try decode(into: address, as: codec)
            }
          }
        }
      }
    }
  }

  private mutating func fillRawValue(_ address: UnsafeMutableRawPointer, as codec: RecordCodec) throws {
    guard let cases = try (codec.type as? any AutoCoding.Type).flatMap(OpenEnum.cases(of:)), !contents.isHolding,
      case let known = cases.layout.cases.indices.filter({ $0 != cases.unknown }), !known.isEmpty
    else { return try fillConversion(address, as: codec.rawValue) }
    try forEachCase(of: codec.type, count: known.count) { cases.layout.initialize(address, case: known[$0]) { _ in } }
  }

  /// The name of a case, if a property of its payload may have to hold it.
  private func caseName(_ position: Int, of cases: TypeMap.Cases) -> (payload: Any.Type, key: String, text: String)? {
    guard let tags = cases.tags, tags.contentKey == nil, let values = cases.payloads[position]?.operations,
      values.count == 1, let value = values.first
    else { return nil }
    return (value.codec.type, tags.key.stringValue, cases.index.keys[position].stringValue)
  }

  /// Calls `body` with the cases of an enum in turn, until one has a value.
  private func forEachCase(of type: Any.Type, count: Int, _ body: (Int) throws -> Void) throws {
    var end: SampleDeadEnd?
    for position in contents.cases(of: type, count: count) {
      do {
        return try body(position)
      } catch let error as SampleDeadEnd {
        end = end ?? error
      }
    }
    throw end
      ?? SampleDeadEnd(
        error: contents.error(
          type, "\(TypeLookup.name(of: type)) has no cases, so it has no values.",
          remedy: "Make a property on the way Optional."))
  }

  // MARK: Other types' code

  private mutating func fillConversion(_ address: UnsafeMutableRawPointer, as codec: Codec) throws {
    if let layout = plainCases(of: codec.type) { return try fillCase(address, of: layout) }
    guard let conversion = codec.conversion else { return try fill(address, as: codec) }
    do {
      try contents.attempt(codec.type) {
        try conversion.representation.withTemporaryValue { memory in
          try fill(memory, as: conversion.representation)
          try conversion.initialize(address, taking: memory)
        }
      }
    } catch let error as SampleError {
      guard let transformer = conversion.transformer else { throw error }
      try fillTransformed(address, as: conversion, by: transformer, error)
    }
  }

  /// Makes a value as its type is coded without the transformer, which has refused what it was given. It must be one that
  /// the transformer codes.
  private func fillTransformed<Transformer: PropertyTransformer>(
    _ address: UnsafeMutableRawPointer, as codec: ConversionCodec, by transformer: Transformer.Type,
    _ refusal: SampleError
  ) throws {
    let type = Transformer.Value.self
    do {
      let value = try contents.value(of: type, as: Discovery.codec(for: type))
      let decoded = try transformer.decode(transformer.encode(value))
      if codec.type == Transformed<Transformer>.self {
        address.initialize(with: Transformed<Transformer>(wrappedValue: decoded))
      } else {
        address.initialize(with: decoded)
      }
    } catch let error as SampleDeadEnd {
      throw error
    } catch {
      throw contents.error(
        type, "\(TypeLookup.name(of: transformer)) refused all contents.",
        remedy: "Adopt SampleProviding in \(TypeLookup.name(of: type)) to make samples that it can code.",
        underlyingError: refusal.underlyingError)
    }
  }

  /// Calls the type's own `init(from:)`.
  private mutating func fillCodable(
    _ address: UnsafeMutableRawPointer, as codec: Codec, _ access: CodableAccess
  ) throws {
    if let layout = plainCases(of: codec.type) { return try fillCase(address, of: layout) }
    // A model has been entered already.
    if codec.kind == .record { return try fillCodable(address, of: codec.type, access) }
    try contents.entering(codec.type) { try fillCodable(address, of: codec.type, access) }
  }

  private mutating func fillCodable(
    _ address: UnsafeMutableRawPointer, of type: Any.Type, _ access: CodableAccess
  ) throws {
    guard !contents.isHolding, let layout = contents.layout(of: type) else {
      return try contents.attempt(type) {
        try access.decode(into: address, from: SampleDecoder(contents, of: type))
      }
    }
    try forEachCase(of: type, count: layout.cases.count) { position in
      try contents.attempt(type) {
        try access.decode(into: address, from: SampleDecoder(contents, of: type, case: position))
      }
    }
  }

  /// The cases of an enum without payloads, each of which may be the value; nil for any other type.
  private func plainCases(of type: Any.Type) -> EnumLayout? {
    guard !contents.isHolding, let layout = contents.layout(of: type), layout.cases.allSatisfy({ $0.payload == nil })
    else { return nil }
    return layout
  }

  private func fillCase(_ address: UnsafeMutableRawPointer, of layout: EnumLayout) throws {
    try forEachCase(of: layout.type, count: layout.cases.count) { layout.initialize(address, case: $0) { _ in } }
  }

  // MARK: Values of dynamic types

  private mutating func fillExistential(_ address: UnsafeMutableRawPointer, as codec: ExistentialCodec) throws {
    if codec.isAny {
      let value: Any =
        switch contents.number() % 4 {
        case 0: try readInteger(as: Int.self)
        case 1: try readString()
        case 2: try readDouble()
        default: true
        }
      return try codec.initialize(address, with: value)
    }
    var end: SampleDeadEnd?
    for model in contents.models(for: codec) {
      do {
        return try codec.initialize(address, with: try value(of: model))
      } catch let error as SampleDeadEnd {
        end = end ?? error
      }
    }
    if let end { throw end }
    throw contents.error(
      codec.type, "No model is known that \(codec.type) may hold.",
      remedy: codec.isDeclared
        ? "Register one with TypeMap.register(_:)." : "Declare a class or a protocol in place of \(codec.type).")
  }

  private func value<Model: AutoCoding>(of type: Model.Type) throws -> Any {
    try contents.value(of: type, as: Discovery.modelCodec(for: type))
  }
}
