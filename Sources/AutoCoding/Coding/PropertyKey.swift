/// The coding key of a stored property or enum case: made once for the type's map, and trivially copied from then on.
package struct PropertyKey: CodingKey, @unchecked Sendable {
  /// Immortal, as the map that it belongs to is.
  private let text: UnsafePointer<String>

  package init(_ text: String) {
    let storage = UnsafeMutablePointer<String>.allocate(capacity: 1)
    storage.initialize(to: text)
    self.text = UnsafePointer(storage)
  }

  package var stringValue: String { text.pointee }

  /// What tells this key from those of other properties, whatever they are called.
  package var identity: UnsafeRawPointer { UnsafeRawPointer(text) }
  package var intValue: Int? { nil }

  /// The unknown key, whatever the text: a property key comes from a type, never from data. So a container's keys can
  /// be counted, and no memory is kept for what the data says.
  package init?(stringValue: String) {
    self = .unknown
  }

  private static let unknown = PropertyKey("")

  /// Always nil: a property key comes from a type, never from data.
  package init?(intValue: Int) { nil }
}

/// A coding key made of text or a position: dictionary keys, array indices, and steps of a coding path.
package struct DynamicKey: CodingKey, Hashable {
  package let stringValue: String
  package let intValue: Int?

  package init(_ stringValue: String, intValue: Int? = nil) {
    self.stringValue = stringValue
    self.intValue = intValue
  }

  package init(stringValue: String) {
    self.init(stringValue, intValue: Int(stringValue))
  }

  package init(intValue: Int) {
    self.init(String(intValue), intValue: intValue)
  }

  /// The key of an array's element, as Foundation's coders name it.
  package init(index: Int) {
    self.init("Index \(index)", intValue: index)
  }
}
