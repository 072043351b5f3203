/// Reads values without a declared type as they are. Foundation's objects become Swift values.
extension DictionaryReader {
  mutating func readExistential(into address: UnsafeMutableRawPointer, as codec: Codec) throws {
    let codec = unsafeDowncast(codec, to: ExistentialCodec.self)
    try codec.initialize(address, with: try readDynamic(value, as: codec))
  }

  private mutating func readDynamic(_ value: Any, as codec: ExistentialCodec) throws -> Any {
    guard let plain = PlainValue(value) else { throw unexpected(value) }
    switch plain {
    case .dictionary(let members):
      if let name = member(TypeNames.classKey, of: members) {
        return try readModel(named: name, in: members, as: codec)
      }
      guard codec.isAny else { throw DynamicValue.unnamed() }
      try count(members.count, in: value)
      return try nested { reader in
        var values: [String: Any] = [:]
        values.reserveCapacity(members.count)
        for (key, member) in members {
          reader.enter(DynamicKey(key))
          reader.trackedPath?.enter(DynamicKey(key))
          defer {
            reader.trackedPath?.leave()
            reader.leave()
          }
          do {
            values[key] = try reader.readDynamic(member, as: codec)
          } catch {
            throw error.prepending(DynamicKey(key))
          }
        }
        return values
      }
    case _ where !codec.isAny: throw DynamicValue.unnamed()
    case .array(let elements):
      try count(elements.count, in: value)
      return try nested { reader in
        try elements.enumerated().map { index, element in
          reader.enter(DynamicKey(index: index))
          reader.trackedPath?.enter(index: index)
          defer {
            reader.trackedPath?.leave()
            reader.leave()
          }
          do {
            return try reader.readDynamic(element, as: codec)
          } catch {
            throw error.prepending(DynamicKey(index: index))
          }
        }
      }
    default: return try leaf(of: plain)
    }
  }

  /// Returns the value if it is a leaf; nil if it is an array or dictionary.
  func dynamicLeaf() throws -> Any? {
    guard let plain = PlainValue(value) else { throw unexpected(value) }
    switch plain {
    case .array, .dictionary: return nil
    default: return try leaf(of: plain)
    }
  }

  /// Returns a leaf as a Swift value.
  private func leaf(of plain: PlainValue) throws -> Any {
    switch plain {
    case .null: return DictionaryValue.null
    case .bool(let value): return value
    case .integer(let value): return Int(exactly: value) ?? UInt64(exactly: value) ?? value as Any
    case .float(let value): return value
    case .double(let value): return value
    case .decimal(let value): return value
    case .string(let value): return options.nonFinite(value, as: Double.self) ?? value as Any
    case .date(let value): return value
    case .data(let value): return value
    case .url(let value): return value
    case .uuid(let value): return value
    case .array(let value): return value
    case .dictionary(let value): return value
    }
  }

  private mutating func readModel(
    named name: Any, in members: [String: Any], as existential: ExistentialCodec
  ) throws -> Any {
    let codec = try existential.codec(ofModelNamed: typeName(name))
    let scope = TypeScope.enterValue(.passUnretained(codec))
    defer { scope.end() }
    // The model is under the value key if that is the only other member; otherwise, its properties are next to its
    // name. A property may have the value key, too, along with others.
    let wrapped = member(DynamicValue.valueKey, of: members)
    if codec.isNamedAmongProperties, members.count != 2 || wrapped == nil {
      return try reading(.value(members)) { reader in
        try codec.boxedValue { try reader.decode(into: $0, as: codec) }
      }
    }
    guard let wrapped else { throw DynamicValue.withoutValue(codec.type) }
    enter(DynamicValue.valuePropertyKey)
    defer { leave() }
    return try trackedPath.within(DynamicValue.valuePropertyKey) {
      try reading(.value(wrapped)) { reader in
        try codec.boxedValue { try reader.decode(into: $0, as: codec) }
      }
    }
  }

  /// Returns the value under one of the library's own keys, which a custom key strategy of the encoder has converted.
  private func member(_ key: String, of members: [String: Any]) -> Any? {
    guard options.hasCustomKeys else { return members[key] }
    return members.first { options.convertedKey($0.key, in: trackedPath) == key }?.value
  }

  private func unexpected(_ value: Any) -> DecodingError {
    .typeMismatch(
      Any.self,
      .init(
        """
        Expected a JSON-like value but found a value of type \(TypeLookup.name(of: type(of: value))) instead. Put text \
        or another type of number in its place, or declare a property of its type.
        """))
  }
}
