/// The properties of a model as data has them, before they are decoded: what ``AutoCoding/migrate(_:from:)`` changes.
///
/// Values that nobody asks for stay as they are, whatever they are: numbers keep their digits, and in keyed archives
/// references keep leading to their objects. A value that was set is decoded by what the property makes of it.
///
/// Keys are those of the data. A path of ``AutoCoding/propertyKeys`` with dots is two steps: ``nested(forKey:)`` and the key
/// within; in a keyed archive it is one key.
///
/// It can be read while `migrate(_:from:)` runs, and not afterwards.
public struct ArchivedProperties {
  /// A value as data has it. It can be put under other keys, and says nothing else.
  public struct Value {
    package let content: Content
  }

  package enum Content {
    /// In the data.
    case archived(ArchivedRaw)
    /// Set by a migration.
    case set(any Encodable)
    /// Properties that a migration has put together.
    case nested(ArchivedProperties)
  }

  /// The keys and their values, in order.
  package private(set) var members: [(key: String, value: Value)]
  /// The versions that the data says these properties have.
  package let versions: ArchivedVersions?
  package let source: ArchivedSource

  /// - Parameter keepsFirst: Whether of values under one key the first counts, or the last.
  package init(
    _ members: [(key: String, value: ArchivedRaw)], versions: ArchivedVersions?, source: ArchivedSource,
    keepsFirst: Bool
  ) {
    let own = members.filter { $0.key != TypeNames.classKey && $0.key != ArchivedVersions.key }
    let counting = Dictionary(
      own.enumerated().map { ($0.element.key, $0.offset) }, uniquingKeysWith: { keepsFirst ? min($0, $1) : max($0, $1) }
    )
    self.members = own.enumerated().compactMap { index, member in
      counting[member.key] == index ? (member.key, Value(content: .archived(member.value))) : nil
    }
    self.versions = versions
    self.source = source
  }

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
    if let value = value as? any AnyOptional, value.wrappedValue == nil {
      self[key] = Value(content: .set(String?.none))
    } else {
      self[key] = Value(content: .set(value))
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
    ArchivedProperties([], versions: nil, source: source, keepsFirst: true)
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

extension ArchivedProperties.Content {
  /// What a value that was set is to a property of another type: what its encoded form says.
  static func converted<Value: Decodable>(_ value: any Encodable, to type: Value.Type) throws -> Value {
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
