import AutoCoding

/// Leaves, raw values, transformers and keys of dictionaries.
extension SchemaBuilder {
  func leaf(_ codec: Codec) -> Schema {
    switch codec.kind {
    case .bool: Schema(type: "boolean")
    case .int: Schema(type: "integer")
    // A platform may have other bounds than the one that uses the schema.
    case .uint: isStrict ? Schema(type: "integer") : ["type": "integer", "minimum": 0]
    case .float, .double: floatingPoint()
    case .decimal: Schema(type: "number")
    case .date: date()
    case .data: data(codec.type)
    case .url: text(format: "uri-reference", inWords: "A URL.")
    case .uuid: text(format: "uuid", inWords: "A UUID.")
    default: codec.kind.integerBounds == nil ? Schema(type: "string") : integer(codec.kind)
    }
  }

  private func integer(_ kind: Codec.Kind) -> Schema {
    var schema = Schema(type: "integer")
    guard !isStrict, let bounds = kind.integerBounds, let least = JSONNumber(bounds.least),
      let most = JSONNumber(bounds.greatest)
    else { return schema }
    schema["minimum"] = .number(least)
    schema["maximum"] = .number(most)
    return schema
  }

  private func floatingPoint() -> Schema {
    guard let texts = coder.nonFinite else { return Schema(type: "number") }
    return ["anyOf": [["type": "number"], ["type": "string", "enum": .array(texts.map { .string($0) })]]]
  }

  /// A string with a format; in words for a dialect without the keyword.
  private func text(format: String, inWords words: String) -> Schema {
    isStrict ? ["type": "string", "description": .string(words)] : ["type": "string", "format": .string(format)]
  }

  private func date() -> Schema {
    switch coder.dates {
    case .number(let unit): return ["type": "number", "description": .string(unit)]
    case .dateTime: return text(format: "date-time", inWords: "A date and time of RFC 3339.")
    case .text: return Schema(type: "string")
    case .custom: return strategy("date")
    }
  }

  private func data(_ type: Any.Type) -> Schema {
    switch coder.data {
    case .base64:
      isStrict
        ? ["type": "string", "description": "Base64."] : ["type": "string", "contentEncoding": "base64"]
    case .array: ["type": "array", "items": .object(integer(.uint8))]
    case .custom: strategy("data")
    }
  }

  private func strategy(_ kind: String) -> Schema {
    if isStrict {
      return refuse(
        kind == "date" ? SchemaCoder.dateType : SchemaCoder.dataType,
        "The coder's strategy for it is .custom, which a schema cannot see.", remedy: "Use another strategy.")
    }
    return ["$comment": .string("Written by the coder's \(kind) strategy, which is .custom.")]
  }

  // MARK: Conversions

  func conversion(_ codec: ConversionCodec) throws -> Schema {
    var schema = try representation(of: codec)
    if coder.isDecoding, !isStrict, let wrapper = codec.wrapper, wrapper.replacesNull { schema = schema.orNull() }
    return schema
  }

  private func representation(of codec: ConversionCodec) throws -> Schema {
    if codec.type == Character.self { return isStrict ? Schema(type: "string") : ["type": "string", "minLength": 1] }
    let wrapper = (codec.type as? any TransformedWrapper.Type)?.transformerType
    guard let used = wrapper ?? transformer, wrapper != nil || transforms(codec.type, by: used) else {
      return try schema(of: codec.representation)
    }
    if let declared = used as? any JSONSchemaDescribed.Type, case .object(let schema) = declared.jsonSchema {
      return schema
    }
    switch used {
    case is ISO8601Date.Type, is ISO8601DateWithFractions.Type:
      return text(format: "date-time", inWords: "A date and time of RFC 3339.")
    case is DayDate.Type: return text(format: "date", inWords: "A date, such as 2026-11-23.")
    case is EscapedURL.Type: return text(format: "uri-reference", inWords: "A URL.")
    case is BoolAsNumber.Type: return ["type": "integer", "enum": [0, 1]]
    case is BoolAsYesOrNo.Type:
      let read: JSONValue = coder.isDecoding && !isStrict ? ["yes", "no", "Yes", "No", "YES", "NO"] : ["yes", "no"]
      return ["type": "string", "enum": read]
    case is HexadecimalData.Type where !isStrict: return ["type": "string", "contentEncoding": "base16"]
    case is Base64URLData.Type where !isStrict: return ["type": "string", "contentEncoding": "base64url"]
    default: return try schema(of: codec.representation)
    }
  }

  private func transforms(_ type: Any.Type, by transformer: any PropertyTransformer.Type) -> Bool {
    func value<Transformer: PropertyTransformer>(_: Transformer.Type) -> Any.Type { Transformer.Value.self }
    return value(transformer) == type
  }

  // MARK: Raw values

  /// The schema of a type that is coded as its raw value.
  func rawValue(_ codec: RecordCodec) throws -> Schema {
    guard let conversion = codec.rawValue.conversion else { return try schema(of: codec.rawValue) }
    var base = try schema(of: conversion.representation)
    if let cases = try (codec.type as? any AutoCoding.Type).flatMap(OpenEnum.cases(of:)) {
      // Any other name is one of an unknown case, which a strict schema does not describe.
      base[isStrict ? "enum" : "examples"] = .array(
        cases.index.keys.indices.filter { $0 != cases.unknown }.map { position in
          let name = cases.index.keys[position].stringValue
          return conversion.representation.kind == .int ? JSONNumber(name).map { .number($0) } ?? .null : .string(name)
        })
      return base
    }
    guard let layout = EnumLayout.plain(codec.type) else { return base }
    let operations = ValueOperations(codec.type)
    let values: [JSONValue] = layout.cases.indices.compactMap { position in
      operations.withTemporaryValue { memory -> JSONValue? in
        layout.initialize(memory, case: position) { _ in }
        defer { operations.destroy(memory) }
        return value(at: memory, as: conversion)
      }
    }
    guard let type = base["type"], values.count == layout.cases.count, Set(values).count == values.count else {
      return base
    }
    return ["type": type, "enum": .array(values)]
  }

  /// The schema of an enum without payloads that has the standard library's code for raw values; nil for other types.
  ///
  /// Its code cannot be seen, so each of its cases is encoded and decoded.
  func rawValues(ofPlainEnum type: Any.Type) -> Schema? {
    func schema<Enumeration: RawRepresentable & Codable>(_: Enumeration.Type) -> Schema? {
      let isText = Enumeration.RawValue.self == String.self
      guard isText || Enumeration.RawValue.self is any FixedWidthInteger.Type,
        let values = EnumLayout.values(of: Enumeration.self)
      else { return nil }
      var encodings: [JSONValue] = []
      for value in values {
        guard let encoded = try? JSONValue(encoding: value),
          encoded == .string("\(value.rawValue)")
            || JSONNumber("\(value.rawValue)").map({ encoded == .number($0) }) ?? false,
          let copy = try? encoded.decode(Enumeration.self), "\(copy.rawValue)" == "\(value.rawValue)"
        else { return nil }
        encodings.append(encoded)
      }
      return ["type": isText ? "string" : "integer", "enum": .array(encodings)]
    }
    guard let type = type as? any (RawRepresentable & Codable).Type else { return nil }
    return schema(type)
  }

  /// The schema of the keys of a dictionary; nil if any string is a key.
  func propertyNames(_ key: Codec) throws -> Schema? {
    if key.kind == .int { return ["pattern": "^[+-]?[0-9]+$"] }
    guard key.type != String.self else { return nil }
    let schema = key.record.map { try? rawValue($0) } ?? rawValues(ofPlainEnum: key.type)
    guard let schema else { return nil }
    guard case .array(let values)? = schema["enum"] else {
      return schema["type"] == "integer" ? ["pattern": "^[+-]?[0-9]+$"] : nil
    }
    let names = values.map { coder.key($0.string ?? $0.number?.description ?? "") }
    return ["enum": .array(names.map { .string($0) })]
  }
}

/// ``Transformed`` with any transformer.
private protocol TransformedWrapper {
  static var transformerType: any PropertyTransformer.Type { get }
}

extension Transformed: TransformedWrapper {
  fileprivate static var transformerType: any PropertyTransformer.Type { Transformer.self }
}
