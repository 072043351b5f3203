import AutoCoding

/// The finished document: where definitions are, and how they are referred to.
extension SchemaBuilder {
  /// Makes the document of a schema.
  ///
  /// - Throws: ``JSONSchemaError`` if a schema cannot express something.
  func document(of root: Schema, type: Any.Type) throws -> Schema {
    var root = root
    if options.definitions == .inline { inlineDefinitions(&root) }
    // The type's own definition is the document.
    if let name = root.definitionName, let schema = definitions.first(where: { $0.name == name })?.schema {
      definitions.removeAll { $0.name == name }
      let own = Self.mark + name
      root = schema.replacingReferences { $0 == own ? "#" : $0 }
      definitions = definitions.map { ($0.name, $0.schema.replacingReferences { $0 == own ? "#" : $0 }) }
    }
    if isStrict, root["type"] != "object", problems.isEmpty {
      _ = refuse(
        type, "The strict dialect wants an object as the whole, without alternatives.",
        remedy: "Make the schema of a struct that has it as a property.")
    }
    guard problems.isEmpty else { throw JSONSchemaError(type: type, problems: problems) }
    root = finished(root, prefix: "#/$defs/")
    if !definitions.isEmpty { root["$defs"] = .object(finishedDefinitions(prefix: "#/$defs/")) }
    return isStrict ? root : root.preceded(by: "$schema", "https://json-schema.org/draft/2020-12/schema")
  }

  /// Adds the definition of a type, and those of all that it leads to.
  func addComponent(_ type: Any.Type) throws {
    let schema = try schema(of: type)
    // A type without a definition, such as an enum with raw values, gets one.
    if schema.definitionName == nil { _ = try definition(of: type) { schema } }
  }

  func components(prefix: String, type: Any.Type) throws -> Schema {
    guard problems.isEmpty else { throw JSONSchemaError(type: type, problems: problems) }
    return finishedDefinitions(prefix: prefix)
  }

  private func finishedDefinitions(prefix: String) -> Schema {
    let all = options.keyOrder == .sorted ? definitions.sorted(byUTF8Of: \.name) : definitions
    return JSONObject(all.map { (key: $0.name, value: .object(finished($0.schema, prefix: prefix))) })
  }

  private func finished(_ schema: Schema, prefix: String) -> Schema {
    let schema = schema.replacingReferences {
      $0.hasPrefix(Self.mark) ? prefix + $0.dropFirst(Self.mark.count) : $0
    }
    return options.keyOrder == .sorted ? schema.mapSchemas { $0.sortingProperties() } : schema
  }

  // MARK: Inline definitions

  /// Puts each definition in place of its references, unless it leads to itself.
  private func inlineDefinitions(_ root: inout Schema) {
    let schemas = Dictionary(definitions.map { ($0.name, $0.schema) }) { first, _ in first }
    let recursive = Set(
      definitions.map(\.name).filter { name in
        var met: Set<String> = []
        var waiting = schemas[name]?.references ?? []
        while let next = waiting.popLast() {
          if next == name { return true }
          if met.insert(next).inserted { waiting += schemas[next]?.references ?? [] }
        }
        return false
      })
    func inlined(_ schema: Schema) -> Schema {
      schema.mapSchemas { schema in
        guard let name = schema.definitionName, !recursive.contains(name), let definition = schemas[name] else {
          return schema
        }
        var result = inlined(definition)
        // Keywords of the property win over those of its type.
        for (keyword, value) in schema where keyword != "$ref" {
          result = keyword == "description" ? result.preceded(by: keyword, value) : result.setting(keyword, value)
        }
        return result
      }
    }
    let isRootDefinition = root.definitionName.map { recursive.contains($0) } ?? false
    if !isRootDefinition { root = inlined(root) }
    definitions = definitions.filter { recursive.contains($0.name) }.map { ($0.name, inlined($0.schema)) }
  }
}

extension JSONObject {
  /// The name of the definition that the schema refers to; nil if it refers to none.
  fileprivate var definitionName: String? {
    guard let reference = self["$ref"]?.string, reference.hasPrefix(SchemaBuilder.mark) else { return nil }
    return String(reference.dropFirst(SchemaBuilder.mark.count))
  }

  /// The names of all definitions that the schema refers to.
  fileprivate var references: [String] {
    var names: [String] = []
    _ = mapSchemas { schema in
      if let name = schema.definitionName { names.append(name) }
      return schema
    }
    return names
  }

  fileprivate func replacingReferences(_ replacement: (String) -> String) -> Schema {
    mapSchemas { schema in
      guard let reference = schema["$ref"]?.string else { return schema }
      return schema.setting("$ref", .string(replacement(reference)))
    }
  }

  fileprivate func setting(_ keyword: String, _ value: JSONValue) -> Schema {
    var schema = self
    schema[keyword] = value
    return schema
  }

  fileprivate func sortingProperties() -> Schema {
    var schema = self
    if case .object(let members)? = self["properties"] {
      schema["properties"] = .object(JSONObject(members.sorted(byUTF8Of: \.key)))
    }
    if case .array(let required)? = self["required"] {
      schema["required"] = .array(required.sorted { ($0.string ?? "") < ($1.string ?? "") })
    }
    return schema
  }
}
