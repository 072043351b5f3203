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

  /// Decodes the value under a key.
  ///
  /// - Throws: `DecodingError`: `keyNotFound` if there is none, `valueNotFound` if it is null, or another if it is not of the
  ///   type.
  public func decode<Value: Decodable>(_ type: Value.Type = Value.self, forKey key: String) throws -> Value {
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

  /// Decodes the value under a key; returns nil if there is none, or if it is null.
  ///
  /// - Throws: `DecodingError` if the value is not of the type.
  public func decodeIfPresent<Value: Decodable>(_ type: Value.Type = Value.self, forKey key: String) throws -> Value? {
    try contains(key) ? decode(Value?.self, forKey: key) : nil
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
  /// A property of the value's type takes it as it is. A property of another type decodes what the value encodes: an `Int`
  /// fits a `Double`, text an enum with that raw value or a `URL`, and a dictionary a struct with such properties. What does
  /// not fit is an error when the property is decoded: a number that the property's type cannot hold, `Data` or `Date` for
  /// a text or a number, infinity for a text.
  ///
  /// - Throws: ``AutoCodingError`` if the value's type cannot be coded.
  public mutating func encode(_ value: some Encodable, forKey key: String) throws {
    if let type = type(of: value) as? any AutoCoding.Type, let codec = try Discovery.codec(for: type) as? RecordCodec {
      _ = try codec.map
    }
    if let value = value as? any AnyOptional, value.wrappedValue == nil {
      self[key] = Value(content: .set(.init(String?.none)))
    } else {
      self[key] = Value(content: .set(.init(value)))
    }
  }

  /// Sets the value of a key to a model's properties; see ``nested(forKey:)``.
  public mutating func encode(nested properties: ArchivedProperties, forKey key: String) {
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
    encode(nested: properties, forKey: key)
  }

  /// Makes properties without any values, to be filled in and set by ``encode(nested:forKey:)``.
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
    self.init(value: value) { address, type, limits in
      func convert<Value: Decodable>(_ type: Value.Type) throws {
        let tree = try CodedTree(encoding: value, limits: limits)
        do {
          address.initialize(with: try tree.migrated(to: type, limits: limits))
        } catch let error as DecodingError {
          throw error.mapContext {
            .init(
              codingPath: $0.codingPath,
              debugDescription: "The migration has set a \(Swift.type(of: value)). \($0.debugDescription)",
              underlyingError: $0.underlyingError)
          }
        }
      }
      try convert(type)
    }
  }
}
