/// What a migration reads and changes.
extension ArchivedProperties {
  /// All keys, in the order of the data.
  public var keys: [String] { members.map(\.key) }

  /// Whether there is a value under a key; null is one.
  public func contains(_ key: String) -> Bool { members.contains { $0.key == key } }

  /// The value under a key, as it is; to be put under another.
  ///
  /// Setting nil removes it.
  public subscript(key: String) -> Value? {
    get { members.first { $0.key == key }?.value }
    set {
      guard let newValue else { return removeAll(key) }
      guard let index = members.firstIndex(where: { $0.key == key }) else {
        return members.append((key, newValue))
      }
      members[index].value = newValue
    }
  }

  private mutating func removeAll(_ key: String) { members.removeAll { $0.key == key } }

  // MARK: Reading

  /// The value under a key, decoded.
  ///
  /// - Throws: `DecodingError`: `keyNotFound` where there is none, `valueNotFound` where it is null, and whatever is wrong
  ///   with it otherwise.
  public func value<Value: Decodable>(_ type: Value.Type = Value.self, forKey key: String) throws -> Value {
    guard let value = self[key] else {
      let known = keys.map { "\"\($0)\"" }.joined(separator: ", ")
      throw DecodingError.keyNotFound(
        DynamicKey(key),
        .init(codingPath: [], debugDescription: "No value to migrate; there are \(known.isEmpty ? "none" : known)."))
    }
    do {
      let codec = try Discovery.codec(for: type)
      let scope = TypeScope.enterValue(.passUnretained(codec))
      defer { scope.end() }
      return try source.decode(type, value, as: codec)
    } catch {
      throw error.prepending(DynamicKey(key))
    }
  }

  /// The value under a key, decoded; nil where there is none, or where it is null.
  ///
  /// - Throws: `DecodingError` where it is no such value.
  public func valueIfPresent<Value: Decodable>(_ type: Value.Type = Value.self, forKey key: String) throws -> Value? {
    try contains(key) ? value(Value?.self, forKey: key) : nil
  }

  /// The properties of the model or dictionary under a key.
  ///
  /// What is changed in them counts when they are set again. An object of a keyed archive that is set so is another one
  /// than before: to those that refer to the old one nothing changes. The place for changes to it is its own class.
  ///
  /// - Throws: `DecodingError` where there is none, or something else.
  public func nested(forKey key: String) throws -> ArchivedProperties {
    guard let value = self[key] else {
      throw DecodingError.keyNotFound(
        DynamicKey(key), .init(codingPath: [], debugDescription: "No properties to migrate under this key."))
    }
    do {
      return try source.properties(of: value)
    } catch {
      throw error.prepending(DynamicKey(key))
    }
  }

  // MARK: Changing

  /// Sets the value of a key, in place of what was there.
  ///
  /// The property takes it as it is where it is of the property's type, or else what its encoded form says.
  public mutating func setValue(_ value: some Encodable, forKey key: String) {
    if let value = value as? any OptionalProtocol, value.isNil {
      self[key] = Value(content: .set(.init(String?.none)))
    } else {
      self[key] = Value(content: .set(.init(value)))
    }
  }

  /// Sets the value of a key to a model's properties; see ``nested(forKey:)``.
  public mutating func setNested(_ properties: ArchivedProperties, forKey key: String) {
    self[key] = Value(content: .nested(properties))
  }

  /// Changes the properties of the model or dictionary under a key.
  ///
  /// - Throws: `DecodingError` where there is none, or something else; whatever `change` throws.
  public mutating func updateNested(
    forKey key: String, _ change: (inout ArchivedProperties) throws -> Void
  ) throws {
    var properties = try nested(forKey: key)
    do {
      try change(&properties)
    } catch {
      throw error.prepending(DynamicKey(key))
    }
    setNested(properties, forKey: key)
  }

  /// Properties without any, to be filled in and set by ``setNested(_:forKey:)``.
  public func makeNested() -> ArchivedProperties {
    ArchivedProperties(members: [], versions: nil, source: source)
  }

  /// Moves a value to another key, in place of what was there; nothing happens where there is none.
  ///
  /// - Returns: Whether there was a value.
  @discardableResult
  public mutating func renameKey(_ key: String, to newKey: String) -> Bool {
    guard key != newKey, let value = self[key] else { return contains(key) }
    removeAll(key)
    self[newKey] = value
    return true
  }

  /// Removes the value of a key.
  ///
  /// - Returns: Whether there was one.
  @discardableResult
  public mutating func removeValue(forKey key: String) -> Bool {
    let isThere = contains(key)
    removeAll(key)
    return isThere
  }
}

extension ArchivedProperties.SetValue {
  fileprivate init(_ value: any Encodable) {
    self.init(value: value) { address, type, _ in
      func convert<Value: Decodable>(_ type: Value.Type) throws {
        address.initialize(with: try Self.converted(value, to: type))
      }
      try convert(type)
    }
  }

  /// What a value that was set is to a property of another type: what its encoded form says.
  private static func converted<Value: Decodable>(_ value: any Encodable, to type: Value.Type) throws -> Value {
    let encoder = AutoJSONEncoder()
    encoder.nonConformingFloatEncodingStrategy = .convertToString(
      positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
    let decoder = AutoJSONDecoder()
    decoder.nonConformingFloatDecodingStrategy = .convertFromString(
      positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
    return try decoder.decode(type, from: encoder.encode(AnyEncodable(value: value)))
  }
}

/// A value of any type, encoded as it encodes itself.
private struct AnyEncodable: Encodable {
  let value: any Encodable

  func encode(to encoder: any Encoder) throws { try value.encode(to: encoder) }
}
