/// Reads and changes properties in a migration.
extension ArchivedProperties {
  /// All keys, in the order of the data.
  public var keys: [String] {
    for (_, value) in members { source.noteUse(of: value) }
    return members.keys
  }

  /// Whether there is a value under a key. Null counts as a value.
  public func contains(_ key: String) -> Bool { self[key] != nil }

  /// The stored value under a key, not decoded. It can be set under another key.
  ///
  /// Set it to nil to remove the value.
  public subscript(key: String) -> Value? {
    get {
      let value = self[storedUnder: key]
      if let value { source.noteUse(of: value) }
      return value
    }
    set { self[storedUnder: key] = newValue }
  }

  // MARK: Reading

  /// Decodes the value under a key.
  ///
  /// - Throws: `DecodingError`: `keyNotFound` if there is no value, `valueNotFound` if it is null, or another if the
  ///   value is not of the type.
  public func decode<Value: Decodable>(_ type: Value.Type = Value.self, forKey key: String) throws -> Value {
    guard let value = self[key] else {
      let known = keys.map { "\"\($0)\"" }.joined(separator: ", ")
      throw DecodingError.keyNotFound(
        DynamicKey(key), .init("No value to migrate; there are \(known.isEmpty ? "none" : known)."))
    }
    // A type that is only Decodable has no codec.
    guard Conformances.includes(type, (any Encodable.Type).self) else {
      return try decode(DecodedAlone<Value>.self, forKey: key).value
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

  /// Decodes the value under a key; returns nil if the value is missing or null.
  ///
  /// - Throws: `DecodingError` if the value is not of the type.
  public func decodeIfPresent<Value: Decodable>(_ type: Value.Type = Value.self, forKey key: String) throws -> Value? {
    try contains(key) ? decode(Value?.self, forKey: key) : nil
  }

  /// Returns the properties of the model or dictionary under a key.
  ///
  /// Changes to them take effect when they are set again. In a keyed archive, that replaces the object with a new one;
  /// references to the old object are unaffected. To change the object for all of them, migrate its own class. The object is
  /// of the class that the data names.
  ///
  /// If the decoder's strategy converts keys, ``keys`` are the converted ones. All else takes the keys of the data as well,
  /// which are those of a model with a key style.
  ///
  /// - Throws: `DecodingError` if there is no value, or if it is neither a model nor a dictionary of the data: a value
  ///   that the migration itself has set with ``encode(_:forKey:)`` has no properties to change.
  public func nested(forKey key: String) throws -> ArchivedProperties {
    guard let value = self[key] else {
      throw DecodingError.keyNotFound(DynamicKey(key), .init("No properties to migrate under this key."))
    }
    do {
      return try source.properties(of: value)
    } catch {
      throw error.prepending(DynamicKey(key))
    }
  }

  // MARK: Changing

  /// Sets the value of a key, replacing any earlier value.
  ///
  /// A property of the value's type takes the value unchanged. A property of another type decodes what the value
  /// encodes: an `Int` fits a `Double`; text fits a `URL` or an enum with that raw value; a dictionary fits a struct
  /// with such properties. A value that does not fit is an error when the property is decoded: a number that the
  /// property's type cannot hold, `Data` or `Date` for text or a number, infinity for text.
  ///
  /// - Throws: ``AutoCodingError`` if the value's type cannot be coded.
  public mutating func encode(_ value: some Encodable, forKey key: String) throws {
    if let type = type(of: value) as? any AutoCoding.Type, let codec = try Discovery.codec(for: type).record {
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
  /// - Throws: `DecodingError` if there is no value, or if ``nested(forKey:)`` refuses it; errors of `change`.
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

  /// Makes properties without values, to be filled in and set by ``encode(nested:forKey:)``.
  public func makeNested() -> ArchivedProperties {
    ArchivedProperties(members: ArchivedMembers(), versions: nil, source: source)
  }

  /// Moves a value to another key, replacing any value there; does nothing if there is no value to move.
  ///
  /// - Returns: Whether there was a value.
  @discardableResult
  public mutating func renameKey(_ key: String, to newKey: String) -> Bool {
    guard key != newKey, let value = self[key] else { return contains(key) }
    self[key] = nil
    self[newKey] = value
    return true
  }

  /// Removes the value of a key.
  ///
  /// - Returns: Whether there was a value.
  @discardableResult
  public mutating func removeValue(forKey key: String) -> Bool {
    let isThere = contains(key)
    self[key] = nil
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
          let isNil = (value as? any AnyOptional).map { $0.wrappedValue == nil } ?? false
          let what = isNil ? "nil" : "a value of type \(Swift.type(of: value))"
          throw error.mapContext {
            .init(
              codingPath: $0.codingPath,
              debugDescription: "The migration set \(what). \($0.debugDescription)",
              underlyingError: $0.underlyingError)
          }
        }
      }
      try convert(type)
    }
  }
}
