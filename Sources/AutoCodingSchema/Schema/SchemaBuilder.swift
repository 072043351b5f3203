import AutoCoding

/// Makes the schemas of a type and of all types that it leads to.
final class SchemaBuilder {
  /// What begins a reference to a definition until it is known where the definition will be.
  static let mark = "\u{0}definition:"

  let coder: SchemaCoder
  let options: JSONSchema.Options
  /// The definitions by name, in the order in which their types are met.
  var definitions: [(name: String, schema: Schema)] = []
  private var names: [ObjectIdentifier: String] = [:]
  /// The properties that lead to what is described now.
  private(set) var path: [String] = []
  private(set) var problems: [JSONSchemaError.Problem] = []
  /// The transformer of the property that is described now.
  var transformer: (any PropertyTransformer.Type)?
  /// Whether the properties that are described now are those of a flattened model that may be missing.
  var isWithinFlattened = false
  /// Whether the objects that are described now have members that are described elsewhere: those of the object that an enum is
  /// flattened into.
  var isPartOfObject = false

  init(coder: SchemaCoder, options: JSONSchema.Options) {
    self.coder = coder
    self.options = options
  }

  var isStrict: Bool { options.dialect == .strict }
  /// The keyword for alternatives.
  var union: String { isStrict ? "anyOf" : "oneOf" }
  /// Whether objects have no members but those that the schema names.
  var isClosed: Bool { isStrict || coder.isClosed }

  func schema(of type: Any.Type) throws -> Schema { try schema(of: Discovery.codec(for: type)) }

  func schema(of codec: Codec) throws -> Schema {
    if let schema = declaredSchema(of: codec.type) { return schema }
    switch codec.concrete {
    case .optional(let codec): return try schema(of: codec.wrapped).orNull()
    case .sequence(let codec): return try schema(ofElements: codec)
    case .dictionary(let codec): return try dictionary(codec)
    case .record(let codec): return try record(codec)
    case .tuple(let codec): return try tuple(codec)
    case .conversion(let codec): return try conversion(codec)
    case .existential(let codec): return existential(codec)
    case .codable: return try ownCode(of: codec)
    case .leaf: return leaf(codec)
    }
  }

  /// Returns what a type says of itself; nil if it says nothing.
  private func declaredSchema(of type: Any.Type) -> Schema? {
    guard let type = type as? any JSONSchemaDescribed.Type else { return nil }
    if case .object(let schema) = type.jsonSchema { return schema }
    return [:]
  }

  /// Describes a part of the value that is described now.
  func within<Result>(_ step: String, _ body: () throws -> Result) rethrows -> Result {
    try within([step], body)
  }

  /// Describes what some steps lead to in the value that is described now.
  func within<Result>(_ steps: [String], _ body: () throws -> Result) rethrows -> Result {
    path += steps
    defer { path.removeLast(steps.count) }
    return try body()
  }

  /// Notes what the schema cannot say, and returns a schema in its place. The same of the same place is noted once.
  func refuse(_ type: Any.Type, _ explanation: String, remedy: String) -> Schema {
    let path = path.joined(separator: ".").replacing(".[]", with: "[]")
    if !problems.contains(where: { $0.path == path && $0.type == type && $0.explanation == explanation }) {
      problems.append(.init(path: path, type: type, explanation: explanation, remedy: remedy))
    }
    return [:]
  }

  // MARK: Definitions

  /// Returns a reference to the definition of a type, which `make` makes when the type is met for the first time.
  func definition(of type: Any.Type, _ make: () throws -> Schema) throws -> Schema {
    if let name = names[ObjectIdentifier(type)] { return ["$ref": .string(Self.mark + name)] }
    let name = newName(for: type)
    names[ObjectIdentifier(type)] = name
    let position = definitions.count
    definitions.append((name, [:]))
    definitions[position].schema = try withoutSite(make)
    return ["$ref": .string(Self.mark + name)]
  }

  /// Describes a type without the transformer and the flattening of the property through which it was found first.
  private func withoutSite<Result>(_ body: () throws -> Result) rethrows -> Result {
    let outer = (transformer, isWithinFlattened, isPartOfObject)
    (transformer, isWithinFlattened, isPartOfObject) = (nil, false, false)
    defer { (transformer, isWithinFlattened, isPartOfObject) = outer }
    return try body()
  }

  /// A name that needs no escapes in a reference: letters, digits, dots, hyphens and underscores.
  private func newName(for type: Any.Type) -> String {
    func isFree(_ name: String) -> Bool { !definitions.contains { $0.name == name } }
    func name(_ text: String) -> String {
      let characters = text.unicodeScalars.map { scalar -> Character in
        scalar.isASCII && (scalar.properties.isAlphabetic || "0"..."9" ~= scalar || scalar == ".")
          ? Character(scalar) : "_"
      }
      return String(String(characters).reversed().drop { $0 == "_" }.reversed())
    }
    let short = name(_typeName(type, qualified: false))
    if isFree(short) { return short }
    let long = name(_typeName(type, qualified: true))
    if isFree(long) { return long }
    var number = 2
    while !isFree("\(long).\(number)") { number += 1 }
    return "\(long).\(number)"
  }

  // MARK: Elements

  private func schema(ofElements codec: SequenceCodec) throws -> Schema {
    var schema = Schema(type: "array")
    schema["items"] = .object(try within("[]") { try self.schema(of: codec.element) })
    if codec.isSet, !isStrict, differs(codec.element) { schema["uniqueItems"] = true }
    return schema
  }

  /// Whether different values always have different JSON. Objects may be equal by identity only, properties may be left
  /// out, and a date may be written to the second.
  private func differs(_ codec: Codec) -> Bool {
    if let codec = codec.record, codec.decodingDefault == .rawValue {
      return differs(codec.rawValue.conversion?.representation ?? codec.rawValue)
    }
    return switch codec.kind {
    case .float, .double: coder.nonFinite == nil
    case .date, .url: false
    default: codec.kind.isLeaf
    }
  }

  private func dictionary(_ codec: DictionaryCodec) throws -> Schema {
    if isStrict {
      return refuse(
        codec.type, "A dictionary has keys that the strict dialect cannot name.",
        remedy: "Use an array of structs that have the key and the value.")
    }
    let value = try within("[]") { try self.schema(of: codec.value) }
    guard codec.isKeyed else {
      // Codable writes these as an array of keys and values in turn, which no keyword describes.
      let key = try self.schema(of: codec.key)
      var schema = Schema(type: "array")
      schema["items"] = key == value ? .object(key) : ["anyOf": [.object(key), .object(value)]]
      schema["$comment"] = "Keys and values in turn."
      return schema
    }
    var schema = Schema(type: "object")
    schema["additionalProperties"] = .object(value)
    if let names = try propertyNames(codec.key) { schema["propertyNames"] = .object(names) }
    return schema
  }

  private func tuple(_ codec: TupleCodec) throws -> Schema {
    if codec.isKeyed { return try object(codec.map) }
    let elements = try codec.map.operations.indices.map { position in
      try within("\(position)") { try self.schema(of: codec.map.operations[position].codec) }
    }
    if isStrict {
      return refuse(
        codec.type, "The strict dialect has no arrays of a fixed number of elements.",
        remedy: "Give the tuple's elements labels, or use a struct.")
    }
    var schema = Schema(type: "array")
    if elements.isEmpty {
      schema["maxItems"] = 0
      return schema
    }
    if let first = elements.first, elements.allSatisfy({ $0 == first }) {
      schema["items"] = .object(first)
    } else {
      schema["prefixItems"] = .array(elements.map { .object($0) })
      schema["items"] = false
    }
    schema["minItems"] = JSONValue(elements.count)
    schema["maxItems"] = JSONValue(elements.count)
    return schema
  }

  // MARK: Values without a map

  private func existential(_ codec: ExistentialCodec) -> Schema {
    if isStrict {
      return refuse(
        codec.type, "Its values may be of any type.", remedy: "Use a type with properties, or an enum with payloads.")
    }
    if codec.isAny { return [:] }
    return [
      "type": "object", "properties": [TypeNames.classKey: ["type": "string"]],
      "required": [.string(TypeNames.classKey)],
    ]
  }

  /// Returns the schema of a type with its own `Codable` code.
  func ownCode(of codec: Codec) throws -> Schema {
    if codec.type == JSONNumber.self { return Schema(type: "number") }
    if codec.type == JSONObject.self, !isStrict { return Schema(type: "object") }
    if let cases = rawValues(ofPlainEnum: codec.type) { return cases }
    if isStrict {
      return refuse(
        codec.type, "It has its own Codable code, which a schema cannot see.",
        remedy: "Conform it to JSONSchemaDescribed, or to AutoCoding without that code.")
    }
    if codec.type == JSONValue.self { return [:] }
    let name = _typeName(codec.type, qualified: false)
    return ["$comment": .string("\(name) has its own Codable code. It can conform to JSONSchemaDescribed.")]
  }
}
