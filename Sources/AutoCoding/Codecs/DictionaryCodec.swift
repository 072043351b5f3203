/// Keys with values: under string keys if `Codable` uses them, or else as an array of alternating keys and values.
package class DictionaryCodec: Codec, @unchecked Sendable {
  package let key: Codec
  package let value: Codec
  package override var children: [Codec] { [key, value] }
  /// Whether keys are written as strings.
  package let isKeyed: Bool
  /// Whether keys are strings rather than another type's representation, so that key strategies apply to them.
  package let isTextKeyed: Bool
  /// Whether different keys may be written as one string: a type's own `codingKey` makes it.
  package let mayRepeatStrings: Bool
  /// Whether entries that cannot be decoded are left out, as the rule of a property says.
  package internal(set) var skipsUndecodable = false
  /// Chosen once, when the codec is made.
  private let maker: DictionaryMaker

  init(type: Any.Type, key: Codec, value: Codec, isKeyed: Bool, maker: @escaping DictionaryMaker) {
    self.maker = maker
    self.key = key
    self.value = value
    self.isKeyed = isKeyed
    isTextKeyed = key.type == String.self
    mayRepeatStrings =
      isKeyed && key.type != String.self && key.type != Int.self
      && !Conformances.includes(key.type, (any RawRepresentable.Type).self)
    // The standard library's code would lose a value if two keys are written as one string, and knows no unknown case.
    let isOwn = mayRepeatStrings || isKeyed && UnknownCase.isNamed(by: key.type)
    super.init(
      type: type, kind: .dictionary, codable: isOwn ? nil : codableAccess(to: type, of: value, hashed: key.type))
  }

  package func count(of address: UnsafeRawPointer) -> Int { 0 }

  /// Calls `body` with the addresses of every key and its value.
  package func forEach(
    of address: UnsafeRawPointer, _ body: (_ key: UnsafeRawPointer, _ value: UnsafeRawPointer) throws -> Void
  ) throws {}

  /// Returns the string that represents a key.
  package func string(forKey address: UnsafeRawPointer) -> String { "" }

  /// Returns the coding key that represents a key, for containers.
  final func codingKey(forKey address: UnsafeRawPointer) -> DynamicKey {
    let (text, number) = representation(ofKey: address)
    return number.map { DynamicKey(text, $0) } ?? DynamicKey(text)
  }

  /// Returns the text and the number of the coding key that represents a key.
  fileprivate func representation(ofKey address: UnsafeRawPointer) -> (text: String, number: Int?) { ("", nil) }

  /// The error for a string that represents two keys.
  package func equalStrings(_ string: String) -> EncodingError {
    .invalidValue(
      string,
      .init(
        """
        Two keys of the dictionary, of type \(key.type), have the codingKey "\(string)", so one value would be lost.
        """))
  }

  /// Stores the key that a string represents; returns false if there is none.
  package func initializeKey(_ address: UnsafeMutableRawPointer, from string: String) -> Bool { false }

  /// Stores the key that a coding key of a container represents; returns false if there is none.
  func initializeKey(_ address: UnsafeMutableRawPointer, from key: DynamicKey) -> Bool {
    initializeKey(address, from: key.stringValue)
  }

  /// Stores the key that a string of the data represents: for a raw value that no case has, the unknown case.
  ///
  /// - Returns: Whether there is such a key.
  package final func initializeKey(_ address: UnsafeMutableRawPointer, inDataFrom string: String) -> Bool {
    initializeKey(address, from: string) || initializeUnknownKey(address, from: DynamicKey(stringValue: string))
  }

  /// Stores the key that a coding key of a container represents, as ``initializeKey(_:inDataFrom:)`` does.
  final func initializeKey(_ address: UnsafeMutableRawPointer, inDataFrom key: DynamicKey) -> Bool {
    initializeKey(address, from: key) || initializeUnknownKey(address, from: key)
  }

  /// Stores the unknown case of the keys' type; returns false if there is none, or if the key is no raw value.
  fileprivate func initializeUnknownKey(_ address: UnsafeMutableRawPointer, from key: DynamicKey) -> Bool { false }

  /// Makes a dictionary from keys and values, which it takes from the buffers.
  ///
  /// - Parameter keepingFirst: Whether the first of several values for one key counts, rather than the last.
  package func initialize(
    _ address: UnsafeMutableRawPointer, takingKeys keys: inout ElementBuffer, values: inout ElementBuffer,
    keepingFirst: Bool = false
  ) {
    maker(address, &keys, &values, keepingFirst)
  }

  /// Makes a dictionary from keys of the data and their values, which it takes from the buffers.
  ///
  /// - Throws: `DecodingError` if the rules refuse equal keys, and there are some.
  @inline(__always)
  package func initialize(
    _ address: UnsafeMutableRawPointer, takingKeys keys: inout ElementBuffer, values: inout ElementBuffer,
    by rules: ReadingRules
  ) throws {
    let entryCount = keys.count
    maker(address, &keys, &values, rules.keepsFirstOfDuplicateKeys)
    if rules.refusesEqualKeys { try checkCount(entryCount, at: address) }
  }

  @inline(never)
  private func checkCount(_ entryCount: Int, at address: UnsafeMutableRawPointer) throws {
    guard count(of: address) < entryCount else { return }
    ValueOperations(type).destroy(address)
    throw equalKeys()
  }

  /// The error for keys that differ in the data, and become the same key. No leniency accepts it.
  package func equalKeys() -> DecodingError { Self.equalKeys(of: key.type) }

  static func equalKeys(of type: Any.Type) -> DecodingError {
    let explanation = "Several keys of the object are the same \(type), so values would be lost."
    return DataRefusal(.damage, explanation).decodingError()
  }
}

/// Makes a dictionary at an address from keys and values, which it takes from buffers.
///
/// The last parameter is whether the first of several values for one key counts, rather than the last.
typealias DictionaryMaker =
  (UnsafeMutableRawPointer, _ keys: inout ElementBuffer, _ values: inout ElementBuffer, Bool) -> Void

extension Dictionary {
  @inline(__always)
  private static func make(
    at address: UnsafeMutableRawPointer, _ keys: inout ElementBuffer, _ values: inout ElementBuffer, keepingFirst: Bool
  ) {
    let pairs = keys.takeAll(with: &values)
    let first = pairs.first.assumingMemoryBound(to: Key.self)
    let other = pairs.other.assumingMemoryBound(to: Value.self)
    var dictionary = Self(minimumCapacity: pairs.count)
    for index in 0..<pairs.count {
      let key = (first + index).move()
      let value = (other + index).move()
      if !keepingFirst || dictionary[key] == nil { dictionary[key] = value }
    }
    address.initialize(with: dictionary)
  }

  /// As ``make(at:_:_:keepingFirst:)``, for types without a specialized function.
  ///
  /// Unspecialized insertion looks up metadata for each element. It is faster to copy all elements to the dictionary's own
  /// memory. The standard library then moves them to their buckets.
  static func makeAtOnce(
    at address: UnsafeMutableRawPointer, _ keys: inout ElementBuffer, _ values: inout ElementBuffer, keepingFirst: Bool
  ) {
    let count = Swift.min(keys.count, values.count)
    // With a capacity of 0 the memory is shared by all empty dictionaries.
    guard count > 0 else { return make(at: address, &keys, &values, keepingFirst: keepingFirst) }
    let first = keys[0].assumingMemoryBound(to: Key.self)
    let other = values[0].assumingMemoryBound(to: Value.self)
    let dictionary = Self(_unsafeUninitializedCapacity: count, allowingDuplicates: true) { keys, values in
      guard let key = keys.baseAddress, let value = values.baseAddress else { return 0 }
      key.initialize(from: first, count: count)
      value.initialize(from: other, count: count)
      return count
    }
    // Which one of duplicates is kept depends on their hashes.
    guard dictionary.count == count else { return make(at: address, &keys, &values, keepingFirst: keepingFirst) }
    address.initialize(with: dictionary)
    keys.removeAll()
    values.removeAll()
  }

  /// The function that makes dictionaries of this type. The most common types have specialized functions, which avoid
  /// metadata lookups both here and in the standard library.
  fileprivate static var maker: DictionaryMaker {
    switch Self.self {
    case is [String: String].Type: { [String: String].makeAtOnce(at: $0, &$1, &$2, keepingFirst: $3) }
    case is [String: Int].Type: { [String: Int].makeAtOnce(at: $0, &$1, &$2, keepingFirst: $3) }
    case is [String: Double].Type: { [String: Double].makeAtOnce(at: $0, &$1, &$2, keepingFirst: $3) }
    case is [String: Bool].Type: { [String: Bool].makeAtOnce(at: $0, &$1, &$2, keepingFirst: $3) }
    case is [Int: String].Type: { [Int: String].makeAtOnce(at: $0, &$1, &$2, keepingFirst: $3) }
    case is [Int: Int].Type: { [Int: Int].makeAtOnce(at: $0, &$1, &$2, keepingFirst: $3) }
    case is [Int: Double].Type: { [Int: Double].makeAtOnce(at: $0, &$1, &$2, keepingFirst: $3) }
    case is [Int: Bool].Type: { [Int: Bool].makeAtOnce(at: $0, &$1, &$2, keepingFirst: $3) }
    default: { makeAtOnce(at: $0, &$1, &$2, keepingFirst: $3) }
    }
  }
}

private class TypedDictionaryCodec<Key: Hashable, Value>: DictionaryCodec, @unchecked Sendable {
  private let unknown = KeptUnknownCase()

  override func count(of address: UnsafeRawPointer) -> Int {
    address.value(as: [Key: Value].self).count
  }

  override func forEach(
    of address: UnsafeRawPointer, _ body: (_ key: UnsafeRawPointer, _ value: UnsafeRawPointer) throws -> Void
  ) throws {
    let dictionary = address.value(as: [Key: Value].self)
    // Keys and values have the same order. For a tuple of both, this code would look up metadata for each entry.
    var values = dictionary.values.makeIterator()
    for key in dictionary.keys {
      guard let value = values.next() else { return }
      try withUnsafePointer(to: key) { key in
        try withUnsafePointer(to: value) { value in try body(key, value) }
      }
    }
  }

  fileprivate override func initializeUnknownKey(_ address: UnsafeMutableRawPointer, from key: DynamicKey) -> Bool {
    guard let value = unknown.address(of: Key.self), UnknownCase.isRawValue(key, of: Key.self) else { return false }
    address.initialize(with: value.value(as: Key.self))
    return true
  }
}

/// The codec of dictionaries whose keys are coded by their coding keys. The conformance is a parameter, so that no key needs
/// to look it up.
private final class RepresentableDictionaryCodec<Key: Hashable & CodingKeyRepresentable, Value>:
  TypedDictionaryCodec<Key, Value>, @unchecked Sendable
{
  override func string(forKey address: UnsafeRawPointer) -> String {
    address.value(as: Key.self).codingKey.stringValue
  }

  fileprivate override func representation(ofKey address: UnsafeRawPointer) -> (text: String, number: Int?) {
    let key = address.value(as: Key.self).codingKey
    return (key.stringValue, key.intValue)
  }

  override func initializeKey(_ address: UnsafeMutableRawPointer, from string: String) -> Bool {
    initializeKey(address, from: DynamicKey(stringValue: string))
  }

  override func initializeKey(_ address: UnsafeMutableRawPointer, from codingKey: DynamicKey) -> Bool {
    guard let key = Key(codingKey: codingKey) else { return false }
    address.initialize(with: key)
    return true
  }
}

/// The codec of dictionaries whose keys need no conversion.
private final class TextDictionaryCodec<Value>: TypedDictionaryCodec<String, Value>, @unchecked Sendable {
  override func string(forKey address: UnsafeRawPointer) -> String {
    address.value(as: String.self)
  }

  // As in Foundation, the coding key of text that is a number has the number, too.
  fileprivate override func representation(ofKey address: UnsafeRawPointer) -> (text: String, number: Int?) {
    let text = string(forKey: address)
    return (text, Int(text))
  }

  override func initializeKey(_ address: UnsafeMutableRawPointer, from string: String) -> Bool {
    address.initialize(with: string)
    return true
  }
}

/// The codec of dictionaries whose keys are integers.
private final class IntegerDictionaryCodec<Value>: TypedDictionaryCodec<Int, Value>, @unchecked Sendable {
  override func string(forKey address: UnsafeRawPointer) -> String {
    String(address.value(as: Int.self))
  }

  fileprivate override func representation(ofKey address: UnsafeRawPointer) -> (text: String, number: Int?) {
    (string(forKey: address), address.value(as: Int.self))
  }

  override func initializeKey(_ address: UnsafeMutableRawPointer, from string: String) -> Bool {
    guard let key = Int(string) else { return false }
    address.initialize(with: key)
    return true
  }
}

extension Dictionary: TransformableCollection {
  static var transformableType: Any.Type { Value.self }

  static func makeCodec(_ codec: (Any.Type) throws -> Codec, value: (Any.Type) throws -> Codec) throws -> Codec {
    let isKeyed =
      Key.self == String.self || Key.self == Int.self
      || Conformances.includes(Key.self, (any CodingKeyRepresentable.Type).self)
    if Key.self == String.self {
      return TextDictionaryCodec<Value>(
        type: Self.self, key: try codec(Key.self), value: try value(Value.self), isKeyed: true, maker: maker)
    }
    if Key.self == Int.self {
      return IntegerDictionaryCodec<Value>(
        type: Self.self, key: try codec(Key.self), value: try value(Value.self), isKeyed: true, maker: maker)
    }
    let (key, value) = (try codec(Key.self), try value(Value.self))
    func representable<Representable: Hashable & CodingKeyRepresentable>(_: Representable.Type) -> Codec {
      RepresentableDictionaryCodec<Representable, Value>(
        type: Self.self, key: key, value: value, isKeyed: true, maker: maker)
    }
    if isKeyed, let type = Key.self as? any (Hashable & CodingKeyRepresentable).Type { return representable(type) }
    return TypedDictionaryCodec<Key, Value>(type: Self.self, key: key, value: value, isKeyed: isKeyed, maker: maker)
  }
}
