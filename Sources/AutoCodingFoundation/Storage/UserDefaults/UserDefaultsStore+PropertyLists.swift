import Foundation

/// Stores values of ``PropertyListCoder`` in the suite as native property-list objects. If the suite cannot keep a value
/// exactly, it stores the value's bytes instead: a root that is `Data`, and on Linux, whose suites are XML, a date with
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
    // The file is XML. To load from it, a binary list is made, in which Foundation merges texts that are equal.
    guard let inFile = copy(of: list, by: .xml), let loaded = copy(of: inFile, by: .binary) else { return false }
    return holdsSame(list, loaded)
    #endif
  }

  #if !canImport(Darwin)
  private static func copy(of list: Any, by format: PropertyListSerialization.PropertyListFormat) -> Any? {
    guard let data = try? PropertyListSerialization.data(fromPropertyList: list, format: format, options: 0) else {
      return nil
    }
    return try? PropertyListSerialization.propertyList(from: data, format: nil)
  }

  /// Whether a value that was read from a suite's file is one that was to be written there.
  static func isWritten(_ value: Any, as read: Any) -> Bool {
    holdsSame(copy(of: PlainDefault.value(value), by: .xml) ?? value, read)
  }

  private static func holdsSame(_ value: Any, _ other: Any) -> Bool {
    switch value {
    case let value as [String: Any]:
      guard let other = other as? [String: Any], other.count == value.count else { return false }
      return value.allSatisfy { key, value in
        guard let index = other.index(forKey: key) else { return false }
        return holdsSame(key, other[index].key) && holdsSame(value, other[index].value)
      }
    // Swift finds texts equal whose Unicode scalars differ.
    case let value as String: return (other as? String)?.utf8.elementsEqual(value.utf8) ?? false
    case let value as [Any]:
      guard let other = other as? [Any], other.count == value.count else { return false }
      return zip(value, other).allSatisfy { holdsSame($0, $1) }
    case let value as Date: return value == other as? Date
    // Equal numbers may differ in the sign of zero, which XML does not keep.
    case let value as Double where value == 0: return value.sign == (other as? Double)?.sign
    case let value as Double where value.isNaN: return (other as? Double)?.isNaN ?? false
    default: return (value as? NSObject) == (other as? NSObject) || (value as? AnyHashable) == (other as? AnyHashable)
    }
  }
  #endif
}
