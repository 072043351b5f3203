/// What this library would be without a type map: `Mirror` walks every value anew while it is encoded.
protocol MirrorEncodable: Encodable {
  static var propertyKeys: [String: String] { get }
}

extension MirrorEncodable {
  static var propertyKeys: [String: String] { [:] }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: PropertyKey.self)
    let keys = Self.propertyKeys
    for level in Mirror(reflecting: self).baseFirst {
      for case (let label?, let value) in level.children {
        try container.encodeChild(value, forKey: PropertyKey(stringValue: keys[label] ?? label))
      }
    }
  }
}

extension Mirror {
  /// The mirrors of all superclasses and this one, in the order in which the properties are declared.
  fileprivate var baseFirst: [Mirror] {
    Array(sequence(first: self) { $0.superclassMirror }).reversed()
  }
}

extension KeyedEncodingContainer where Key == PropertyKey {
  fileprivate mutating func encodeChild(_ value: Any, forKey key: PropertyKey) throws {
    // `encodeIfPresent`, as the other sides do it: nil is left out, not written as null.
    if case Optional<Any>.none = value { return }
    guard let value = value as? any Encodable else {
      throw EncodingError.invalidValue(
        value, .init(codingPath: codingPath + [key], debugDescription: "\(type(of: value)) is not Encodable"))
    }
    try encode(value, forKey: key)
  }
}

private struct PropertyKey: CodingKey {
  let stringValue: String
  var intValue: Int? { nil }

  init(stringValue: String) {
    self.stringValue = stringValue
  }

  init?(intValue: Int) {
    nil
  }
}
