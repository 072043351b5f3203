/// The parts of the output that some properties are, for an encoder that writes only them, or all but them.
struct PropertySelection<Output: SelectableOutput> {
  /// What is selected in an object, or in each element of an array.
  private final class Node {
    var isWhole = false
    var members: [String: Node] = [:]
    /// The keys that name the classes of objects, in which they stay.
    var tags: Set<String> = []
    /// What is selected in each value of a dictionary.
    var values: Node?

    func member(_ key: String) -> Node {
      if let known = members[key] { return known }
      let node = Node()
      members[key] = node
      return node
    }

    func found(under key: String) -> Node? { members[key] ?? values }
  }

  private let root = Node()
  private let option: String
  private let options: JSONEncodingOptions

  /// Finds properties in a value.
  ///
  /// - Parameters:
  ///   - paths: Names of properties, with dots between them.
  ///   - option: The name of the option that has the paths, for messages.
  /// - Throws: `EncodingError` if a path leads to no property that is written.
  private init<Value: Encodable>(
    of paths: Set<String>, in value: Value, option: String, _ options: JSONEncodingOptions
  ) throws {
    self.option = option
    self.options = options
    if case .custom = options.values.keys {
      throw failure(
        value,
        "cannot be used with a custom key strategy, whose keys are unknown. Remove one of them.")
    }
    let codec = try Discovery.codec(for: Value.self)
    for path in paths.inOrder() {
      guard let steps = PropertyPath(parsing: path)?.steps else {
        throw failure(value, "has the path \"\(path)\", in which a name is empty. Correct it.")
      }
      try withUnsafePointer(to: value) { address in
        let isFound = try find(steps[...], in: codec, at: address, root) { type, explanation in
          failure(
            value, "has the path \"\(path)\", but \(TypeLookup.name(of: type)) \(explanation)")
        }
        if !isFound {
          throw failure(value, "has the path \"\(path)\", but \(unknown(steps, in: codec))")
        }
      }
    }
  }

  /// Returns what a value is encoded as, with the properties that an encoder is to write.
  ///
  /// - Parameter encode: Encodes the whole value.
  @_semantics("optimize.sil.specialize.generic.never")
  @inline(never)
  static func output<Value: Encodable>(
    of value: Value, by options: JSONEncodingOptions, encode: (JSONEncodingOptions.Values) throws -> Output
  ) throws -> Output {
    // First, since `willEncode()` may change objects, and so the keys that there are.
    var output = try encode(options.values.withoutSelection)
    let included = try options.values.included.map {
      let selection = try PropertySelection(of: $0, in: value, option: "includedProperties", options)
      try selection.keepTags(of: value)
      return selection
    }
    let omitted = try PropertySelection(
      of: options.values.omitted, in: value, option: "omittedProperties", options)
    if let included { output = try included.including(output, included.root, value) }
    return try omitted.omitting(output, omitted.root, value)
  }

  // MARK: Properties

  /// Selects a property in a value, and in all values that its path leads through; returns false if none of them has it.
  /// Without a value, the declared type says whether there is such a property.
  private func find(
    _ steps: ArraySlice<String>, in codec: Codec, at address: UnsafeRawPointer?, _ node: Node,
    refused: (Any.Type, String) -> EncodingError
  ) throws -> Bool {
    guard let name = steps.first else {
      node.isWhole = true
      return true
    }
    return try forEachRecord(in: codec, at: address, node) {
      try find(name, steps.dropFirst(), in: $0, at: $1, $2, refused: refused)
    } others: {
      throw refused($0.type, "has no properties that are known. Name the whole property instead.")
    }
  }

  /// Keeps the keys that name the classes of the root's objects, through which there may be no path.
  private func keepTags<Value>(of value: Value) throws {
    let codec = try Discovery.codec(for: Value.self)
    try withUnsafePointer(to: value) { address in
      _ = try forEachRecord(in: codec, at: address, root) {
        try record($0, at: $1, $2).isWritten
      } others: { _ in
        false
      }
    }
  }

  /// Calls `body` with all records that a value is, or has in collections, and with their nodes; returns whether it
  /// returned true for any. Without a value, or an element, it is called with the declared type.
  private func forEachRecord(
    in codec: Codec, at address: UnsafeRawPointer?, _ node: Node,
    _ body: (RecordCodec, UnsafeRawPointer?, Node) throws -> Bool, others: (Codec) throws -> Bool
  ) throws -> Bool {
    func isFound(in codec: Codec, at address: UnsafeRawPointer?, _ node: Node) throws -> Bool {
      try forEachRecord(in: codec, at: address, node, body, others: others)
    }
    switch codec {
    case let codec as OptionalCodec:
      return try isFound(in: codec.wrapped, at: address.flatMap { codec.isNil($0) ? nil : $0 }, node)
    case let codec as ConversionCodec where codec.wrapper != nil:
      guard let address else { return try isFound(in: codec.representation, at: nil, node) }
      var found = false
      try codec.withRepresentation(of: address) { found = try isFound(in: codec.representation, at: $0, node) }
      return found
    case let codec as SequenceCodec:
      var (found, isEmpty) = (false, true)
      if let address {
        try codec.withElements(of: address) { first, count in
          isEmpty = count == 0
          for index in 0..<count {
            if try isFound(in: codec.element, at: first + index * codec.stride, node) { found = true }
          }
        }
      }
      return try isEmpty ? isFound(in: codec.element, at: nil, node) : found
    case let codec as DictionaryCodec:
      let values = codec.isKeyed ? node.values ?? Node() : node
      if codec.isKeyed { node.values = values }
      var (found, isEmpty) = (false, true)
      if let address {
        try codec.forEach(of: address) { _, value in
          isEmpty = false
          if try isFound(in: codec.value, at: value, values) { found = true }
        }
      }
      return try isEmpty ? isFound(in: codec.value, at: nil, values) : found
    case let codec as RecordCodec: return try body(codec, address, node)
    default: return try others(codec)
    }
  }

  /// Returns the codec of a value's own class, and whether the value is written by its properties. If so, keeps the key
  /// that names the class.
  private func record(
    _ declared: RecordCodec, at address: UnsafeRawPointer?, _ node: Node
  ) throws -> (codec: RecordCodec, isWritten: Bool) {
    var codec = declared
    if let address, codec.isClass,
      let type = type(of: address.value(as: AnyObject.self)) as? any AutoCoding.Type
    {
      codec = try codec.subclassCodec(type)
    }
    guard address.map({ codec.encodingDefault(of: $0) == .structure }) ?? (codec.decodingDefault == .structure) else {
      return (codec, false)
    }
    if let tags = try codec.map._withUnsafeGuaranteedRef({ $0.tags }) { node.tags.insert(options.writtenKey(tags.key)) }
    return (codec, true)
  }

  /// - Parameter areKeysFixed: Whether the keys of the object that has the record's properties are fixed, if that is not
  ///   the record's own.
  private func find(
    _ name: String, _ rest: ArraySlice<String>, in declared: RecordCodec,
    at address: UnsafeRawPointer?, _ node: Node, areKeysFixed: Bool? = nil,
    refused: (Any.Type, String) -> EncodingError
  ) throws -> Bool {
    let (codec, isWritten) = try record(declared, at: address, node)
    guard isWritten else {
      throw refused(
        codec.type,
        "is not written by its properties, so they are unknown. Name the whole property instead.")
    }
    return try codec.map._withUnsafeGuaranteedRef { map in
      switch map.shape {
      case .structure, .object: break
      case .enumeration, .rawValue:
        throw refused(
          codec.type, "is an enum, which has no properties. Name the whole property instead.")
      }
      // A class and its superclass may each have a property of the name.
      let named = map.properties.filter { $0.name == name }
      guard !named.isEmpty else { return false }
      let written = named.filter { $0.exclusion == nil && $0.direction != .decodedOnly }
      guard !written.isEmpty else { throw refused(codec.type, "does not write \"\(name)\". Remove the path.") }
      let base = codec.isClass ? address?.load(as: UnsafeRawPointer.self) : address
      let areKeysFixed = areKeysFixed ?? map.index.hasFixedKeys
      var isFound = false
      for property in written {
        guard let value = property.codec else { continue }
        let address = base.map { $0 + property.offset }
        let isHere: Bool
        if property.isFlattened {
          isHere = try findFlattened(
            property, value, rest, at: address, node, areKeysFixed: areKeysFixed, refused: refused)
        } else {
          let target = property.keyPath.reduce(node) { $0.member(options.writtenKey($1, isFixed: areKeysFixed)) }
          isHere = try find(rest, in: value, at: address, target, refused: refused)
        }
        isFound = isFound || isHere
      }
      return isFound
    }
  }

  /// Selects a flattened property, whose keys are in the object around it, or a property of it.
  ///
  /// - Parameter areKeysFixed: Whether the keys of that object are fixed.
  private func findFlattened(
    _ property: TypeMap.Property, _ codec: Codec, _ rest: ArraySlice<String>, at address: UnsafeRawPointer?,
    _ node: Node, areKeysFixed: Bool, refused: (Any.Type, String) -> EncodingError
  ) throws -> Bool {
    if let codec = codec as? DictionaryCodec {
      guard rest.isEmpty else {
        throw refused(codec.type, "has no properties that are known. Name the whole property instead.")
      }
      if let address {
        try codec.forEach(of: address) { key, _ in
          node.member(options.writtenKey(codec.string(forKey: key), isFixed: areKeysFixed)).isWhole = true
        }
      }
      return true
    }
    guard let record = ((codec as? OptionalCodec)?.wrapped ?? codec) as? RecordCodec else { return false }
    let isNil = address.map { (codec as? OptionalCodec)?.isNil($0) ?? false } ?? true
    let value = isNil ? nil : address
    if let name = rest.first {
      return try find(
        name, rest.dropFirst(), in: record, at: value, node, areKeysFixed: areKeysFixed, refused: refused)
    }
    try record.map._withUnsafeGuaranteedRef { map in
      let base = record.isClass ? value?.load(as: UnsafeRawPointer.self) : value
      for property in map.properties where property.exclusion == nil && property.direction != .decodedOnly {
        if property.isFlattened, let value = property.codec {
          let address = base.map { $0 + property.offset }
          _ = try findFlattened(
            property, value, [], at: address, node, areKeysFixed: areKeysFixed, refused: refused)
        } else {
          property.keyPath.reduce(node) { $0.member(options.writtenKey($1, isFixed: areKeysFixed)) }.isWhole = true
        }
      }
    }
    return true
  }

  /// Describes that a declared type does not have the first property of a path that it should have.
  private func unknown(_ steps: [String], in codec: Codec) -> String {
    var codec = codec
    var steps = steps[...]
    while let step = steps.first {
      if let record = codec as? RecordCodec {
        let properties = (try? record.map)?._withUnsafeGuaranteedRef { $0.properties } ?? []
        guard let next = properties.last(where: { $0.name == step })?.codec else {
          let names = properties.coded.map { "\"\($0.name)\"" }.joined(
            separator: ", ")
          return
            "\(TypeLookup.name(of: codec.type)) has no property \"\(step)\". It has \(names). Correct the path."
        }
        codec = next
        steps.removeFirst()
      } else if let inner = codec.children.last {
        codec = inner
      } else {
        break
      }
    }
    return "no value has that property. Correct the path."
  }

  private func failure(_ value: Any, _ explanation: String) -> EncodingError {
    .invalidValue(
      PrintableValue.of(value), .init(codingPath: [], debugDescription: "\(option) \(explanation)"))
  }

  // MARK: The output

  private func including(_ output: Output, _ node: Node, _ value: Any) throws -> Output {
    if node.isWhole { return output }
    return try filter(output, value) { key, member in
      // Without them, the rest could not be decoded.
      if key == TypeNames.classKey || key == ArchivedVersions.key || node.tags.contains(key) { return member }
      return try node.found(under: key).map { try including(member, $0, value) }
    } elements: {
      try including($0, node, value)
    }
  }

  private func omitting(_ output: Output, _ node: Node, _ value: Any) throws -> Output {
    guard !node.members.isEmpty || node.values != nil else { return output }
    return try filter(output, value) { key, member in
      guard let inner = node.found(under: key) else { return member }
      // The literal nil would be a JSON null.
      return inner.isWhole ? Optional.none : try omitting(member, inner, value)
    } elements: {
      try omitting($0, node, value)
    }
  }

  private func filter(
    _ output: Output, _ value: Any, members: (String, Output) throws -> Output?, elements: (Output) throws -> Output
  ) throws -> Output {
    var (hasClass, hasValue) = (false, false)
    let output = try output.edited { key, member in
      if key == TypeNames.classKey { hasClass = true }
      if key == DynamicValue.valueKey { hasValue = true }
      return try members(key, member)
    } elements: {
      try elements($0)
    }
    if hasClass, hasValue {
      throw failure(
        value,
        "leads into an object that has its own Codable code. Name the whole property instead.")
    }
    return output
  }
}

extension JSONEncodingOptions.Values {
  /// The options of an encoder that writes all properties.
  var withoutSelection: Self {
    var values = self
    (values.included, values.omitted) = (nil, [])
    return values
  }
}

extension JSONWriter {
  /// Writes the properties of a value that the options select.
  @inline(never)
  mutating func writeSelection<Value: Encodable>(of value: Value) throws {
    try writeJSONValue(
      try PropertySelection.output(of: value, by: options) { try JSONValue(encoding: value, by: AutoJSONEncoder($0)) })
  }
}
