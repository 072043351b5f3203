/// Writes values whose type is known only from the value itself.
extension CodingWriter {
  package mutating func writeExistential(_ address: UnsafeRawPointer, as codec: Codec) throws {
    let codec = unsafeDowncast(codec, to: ExistentialCodec.self)
    try writeDynamic(codec.contents(at: address), as: codec)
  }

  /// Writes a model with its type or, for `Any`, a value of a kind that JSON has.
  @_semantics("optimize.sil.specialize.generic.never")
  @inline(never)
  package mutating func writeDynamic(_ value: Any, as codec: ExistentialCodec) throws {
    if !PlainValue.isCommon(type(of: value)), let model = value as? any AutoCoding {
      return try writeModel(model, as: codec)
    }
    guard codec.isAny else { throw DynamicValue.refusalOfType(value) }
    let plain = PlainValue(value)
    switch plain {
    case .null: try writeNull()
    case .bool(let value): try write(value)
    case .integer(let value): try write(value)
    case .float(let value): try write(value)
    case .double(let value): try write(value)
    case .string(let value): try write(value)
    case .date(let value) where rules.keepsType(of: .date): try write(value)
    case .data(let value) where rules.keepsType(of: .data): try write(value)
    case .url(let value) where rules.keepsType(of: .url): try write(value)
    case .uuid(let value) where rules.keepsType(of: .uuid): try write(value)
    case .decimal(let value) where rules.keepsType(of: .decimal): try write(value)
    case .array(let elements):
      try NestedLevel.encoding(value, limits: limits, codingPath: { [] }) { try writeElements(elements, as: codec) }
    case .dictionary(let members):
      try NestedLevel.encoding(value, limits: limits, codingPath: { [] }) { try writeMembers(members, as: codec) }
    // The value that the encoded Optional wraps may be a model.
    case nil:
      guard let wrapped = (value as? any AnyOptional)?.wrappedValue else {
        throw DynamicValue.refusal(value, "is neither AutoCoding nor a JSON-like value")
      }
      try writeDynamic(wrapped, as: codec)
    default: throw DynamicValue.refusal(value, "is neither AutoCoding nor a JSON-like value")
    }
  }

  private mutating func writeElements(_ elements: [Any], as codec: ExistentialCodec) throws {
    try beginArray(count: elements.count)
    for (index, element) in elements.enumerated() {
      trackedPath?.enter(index: index)
      defer { trackedPath?.leave() }
      do {
        try writeDynamic(element, as: codec)
      } catch {
        throw error.prepending(DynamicKey(index: index))
      }
    }
    try endArray()
  }

  private mutating func writeMembers(_ members: [String: Any], as codec: ExistentialCodec) throws {
    if !rules.keysAreValues { try DynamicValue.checkKeys(of: members) }
    try beginDictionary(count: members.count)
    for (key, value) in members {
      try writeKey(key)
      trackedPath?.enter(DynamicKey(key))
      defer { trackedPath?.leave() }
      do {
        try writeDynamic(value, as: codec)
      } catch {
        throw error.prepending(DynamicKey(key))
      }
    }
    try endMembers()
  }

  private mutating func writeModel<Model: AutoCoding>(_ model: Model, as existential: ExistentialCodec) throws {
    let type = Swift.type(of: model)
    let name = existential.isDeclared ? try TypeNames.writtenName(of: type) : try TypeScope.writtenName(of: type)
    let codec = try existential.codec(of: type)
    let scope = TypeScope.enterValue(.passUnretained(codec))
    defer { scope.end() }
    try withUnsafePointer(to: model) { try writeModel(at: UnsafeRawPointer($0), named: name, as: codec) }
  }

  package mutating func writeModel(at address: UnsafeRawPointer, named name: String, as codec: Codec) throws {
    let codec = unsafeDowncast(codec, to: RecordCodec.self)
    if codec.isNamedAmongProperties, codec.encodingDefault(of: address) == .structure {
      return try encodeNamed(address, as: codec, name)
    }
    try beginRecord(of: codec.type, named: name)
    try writeKey(DynamicValue.valuePropertyKey)
    try trackedPath.within(DynamicValue.valuePropertyKey) { try encode(address, as: codec) }
    try endMembers()
  }
}
