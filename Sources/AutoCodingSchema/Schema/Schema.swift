import AutoCoding

/// A schema that is being made. References to definitions begin with ``SchemaBuilder/mark``.
typealias Schema = JSONObject

extension JSONObject {
  /// A schema of one type of JSON.
  init(type: String) { self = ["type": .string(type)] }

  /// The keywords that may refuse null. All others are about values of one type, or say nothing about validity.
  private static let restrictions: Set<String> = [
    "type", "enum", "const", "not", "allOf", "anyOf", "oneOf", "if", "then", "else", "$ref", "$dynamicRef",
  ]

  /// The schema, or null.
  ///
  /// A type may have said its schema itself, so the schema may have any keywords.
  func orNull() -> Schema {
    let null: JSONValue = "null"
    var schema = self
    switch Set(keys).intersection(Self.restrictions) {
    case []: return self
    case ["type"], ["type", "enum"]:
      switch self["type"] {
      case .array(let types)?: schema["type"] = .array(types.contains(null) ? types : types + [null])
      case let type?: schema["type"] = type == null ? null : [type, null]
      case nil: break
      }
      if case .array(let cases)? = self["enum"], !cases.contains(.null) { schema["enum"] = .array(cases + [.null]) }
      return schema
    case ["anyOf"]:
      guard case .array(let schemas)? = self["anyOf"] else { break }
      schema["anyOf"] = .array(schemas.contains { $0["type"] == null } ? schemas : schemas + [["type": null]])
      return schema
    case ["oneOf"]:
      // Null must be valid by one of these only.
      guard case .array(let schemas)? = self["oneOf"], !schemas.contains(where: \.mayTakeNull) else { break }
      schema["oneOf"] = .array(schemas + [["type": null]])
      return schema
    default: break
    }
    return ["anyOf": [.object(self), ["type": null]]]
  }

  /// The schema with a keyword before all others.
  func preceded(by keyword: String, _ value: JSONValue) -> Schema {
    var schema: Schema = [keyword: value]
    for (key, value) in self where key != keyword { schema[key] = value }
    return schema
  }

  /// Returns the schema with each schema in it replaced by what `change` makes of it, innermost first.
  func mapSchemas(_ change: (Schema) throws -> Schema) rethrows -> Schema {
    func changed(_ value: JSONValue) throws -> JSONValue {
      guard case .object(let schema) = value else { return value }
      return .object(try schema.mapSchemas(change))
    }
    var result = Schema()
    for (keyword, value) in self {
      switch (keyword, value) {
      case ("properties", .object(let members)), ("$defs", .object(let members)),
        ("patternProperties", .object(let members)):
        result[keyword] = .object(JSONObject(try members.map { (key: $0.key, value: try changed($0.value)) }))
      case ("items", _), ("additionalProperties", _), ("propertyNames", _), ("not", _):
        result[keyword] = try changed(value)
      case ("allOf", .array(let schemas)), ("anyOf", .array(let schemas)), ("oneOf", .array(let schemas)),
        ("prefixItems", .array(let schemas)):
        result[keyword] = .array(try schemas.map(changed))
      default: result[keyword] = value
      }
    }
    return try change(result)
  }
}

/// The members of an object as a schema has them.
struct SchemaMembers {
  private(set) var properties = JSONObject()
  private var required: [JSONValue] = []
  /// Keys that need not be there, and those that have to be there if one of them is.
  private var together: [(keys: [String], required: [String])] = []
  /// The schema of the values under all other keys; nil if nothing is known of them.
  var others: Schema?
  /// Schemas that the object has to be valid by, too: each is a choice of schemas under one keyword.
  var choices: [Schema] = []

  mutating func add(_ key: String, _ schema: Schema, isRequired: Bool) {
    properties[key] = .object(schema)
    if isRequired { required.append(.string(key)) }
  }

  /// Replaces what a property says about the key of a tag.
  mutating func restate(_ tag: (key: String, schema: Schema, isRequired: Bool)) {
    properties[tag.key] = .object(tag.schema)
    guard tag.isRequired else { return }
    required = [.string(tag.key)] + required.filter { $0 != .string(tag.key) }
  }

  /// Adds a key that may have any value.
  mutating func allow(_ key: String) {
    if properties[key] == nil { properties[key] = true }
  }

  /// Says that some members are there with others or not at all.
  ///
  /// - Parameters:
  ///   - keys: The keys of which none has to be there.
  ///   - candidates: The keys of those that are required if one of them is. Members that are not required by themselves do
  ///     not count.
  mutating func addTogether(_ keys: [String], required candidates: [String]) {
    together.append((keys, candidates.filter { key in required.contains(.string(key)) }))
  }

  /// The keys of members that have to be there whatever else is.
  var alwaysRequired: [JSONValue] {
    required.filter { key in !together.contains { $0.required.contains { key == .string($0) } } }
  }

  /// The schema of the object.
  ///
  /// - Parameter isClosed: Whether there are no other members.
  func schema(isClosed: Bool) -> Schema {
    var schema = Schema(type: "object")
    if !properties.isEmpty || isClosed { schema["properties"] = .object(properties) }
    let required = alwaysRequired
    if !required.isEmpty { schema["required"] = .array(required) }
    var dependencies = JSONObject()
    for (keys, required) in together where !required.isEmpty {
      for key in keys {
        let missing = required.filter { $0 != key }.map { JSONValue.string($0) }
        if !missing.isEmpty { dependencies[key] = .array((dependencies[key]?.array ?? []) + missing) }
      }
    }
    if !dependencies.isEmpty { schema["dependentRequired"] = .object(dependencies) }
    if choices.count == 1 {
      for (keyword, value) in choices[0] { schema[keyword] = value }
    } else if !choices.isEmpty {
      schema["allOf"] = .array(choices.map { .object($0) })
    }
    if let others {
      schema["additionalProperties"] = .object(others)
    } else if isClosed {
      schema["additionalProperties"] = false
    }
    return schema
  }
}

extension JSONValue {
  /// Whether null may be valid by the schema, as far as its types tell.
  fileprivate var mayTakeNull: Bool {
    switch self["type"] {
    case .string(let type)?: type == "null"
    case .array(let types)?: types.contains("null")
    default: true
    }
  }
}
