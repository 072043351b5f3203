import Foundation

/// Stores values of ``PropertyListCoder`` in the suite as native property-list objects. If the suite cannot keep a value
/// exactly, it stores the value's bytes instead: a root that is no container, and on Linux, whose suites are XML, a date with
/// a fraction of a second or the number -0.0.
extension UserDefaultsStore: PropertyListStore {
  func loadPropertyList(forKey key: String) throws -> Data? {
    guard let value = try value(forKey: key) else { return nil }
    if let data = value as? Data { return data }
    guard PropertyListSerialization.propertyList(value, isValidFor: .binary) else {
      throw StorageError(
        .typeMismatch, location: location, key: key,
        explanation: "Something else than a property list is kept under the key.",
        remedy: "Have it moved aside, or choose a key that no other code uses.")
    }
    return try PropertyListSerialization.data(fromPropertyList: value, format: .binary, options: 0)
  }

  func savePropertyList(_ data: Data, forKey key: String) throws {
    // Foundation's parser of XML changes some text and dates.
    let binary = try AutoPropertyListDecoder.binaryList(of: data)
    let list = try PropertyListSerialization.propertyList(from: binary, format: nil)
    guard list is [String: Any] || list is [Any], Self.keepsExactly(list) else {
      return try saveData(data, forKey: key)
    }
    try saveValue(list, forKey: key)
  }

  /// Whether a property list comes back from a suite as it was.
  private static func keepsExactly(_ list: Any) -> Bool {
    #if canImport(Darwin)
    return true
    #else
    guard let text = try? PropertyListSerialization.data(fromPropertyList: list, format: .xml, options: 0),
      let read = try? PropertyListSerialization.propertyList(from: text, format: nil)
    else { return false }
    return holdsSame(list, read)
    #endif
  }

  #if !canImport(Darwin)
  private static func holdsSame(_ value: Any, _ other: Any) -> Bool {
    switch value {
    case let value as [String: Any]:
      guard let other = other as? [String: Any], other.count == value.count else { return false }
      return value.allSatisfy { key, value in other[key].map { holdsSame(value, $0) } ?? false }
    case let value as [Any]:
      guard let other = other as? [Any], other.count == value.count else { return false }
      return zip(value, other).allSatisfy { holdsSame($0, $1) }
    case let value as Date: return value == other as? Date
    // Equal numbers may differ in the sign of zero, which XML does not keep.
    case let value as Double where value == 0: return value.sign == (other as? Double)?.sign
    default: return (value as? NSObject) == (other as? NSObject) || (value as? AnyHashable) == (other as? AnyHashable)
    }
  }
  #endif
}
