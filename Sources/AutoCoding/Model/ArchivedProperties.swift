/// The properties of a model before they are decoded, for ``AutoCoding/migrate(_:from:)`` to change.
///
/// Values that the migration does not touch stay unchanged: numbers keep their digits, and references in keyed archives
/// still lead to their objects. A value that the migration sets is decoded as the property's type.
///
/// Keys are those of the data. A path with dots from ``AutoCoding/propertyKeys`` takes two steps: ``nested(forKey:)``,
/// then the key within. In a keyed archive the path is one key, unless `Codable` code wrote the model into it.
///
/// The properties can be read only while `migrate(_:from:)` runs.
public struct ArchivedProperties {
  /// An undecoded value of the data. It is opaque, and can be stored under other keys of the same data while
  /// `migrate(_:from:)` runs.
  public struct Value {
    package let content: Content
    /// The keys in the data that lead to the value, from the record that is migrated; empty for what a migration has set.
    package var path: [String] = []
    /// The data that has the value; nil for what a migration has set.
    package var source: ArchivedSource?
  }

  package enum Content {
    /// In the data.
    case archived(RawValueLocation)
    /// Set by a migration.
    case set(SetValue)
    /// A nested object that a migration has built.
    case nested(ArchivedProperties)
  }

  /// A value that a migration has set.
  package struct SetValue {
    package let value: any Encodable
    /// Initializes a value of another type from the encoded form of this value.
    package let convert:
      (_ address: UnsafeMutableRawPointer, _ type: any Decodable.Type, _ limits: CodingLimits) throws -> Void
  }

  /// The keys and their values, in order.
  package internal(set) var members: ArchivedMembers
  /// The versions of these properties in the data.
  package let versions: ArchivedVersions?
  package let source: ArchivedSource
  /// What is known of the keys if these may be the entries of a dictionary.
  package var entries = Entries()

  /// What a record does not need, and a dictionary has.
  package struct Entries {
    /// The values under keys that have a meaning in records.
    var reserved: [(key: String, value: Value)] = []
    /// The class of an object that the format itself names, or that is a ``CodedTree``.
    var className: String?
    /// The keys in the data by the keys that a strategy has made of them, if these differ.
    var originals: [String: String] = [:]
    /// Two keys in the data that a strategy has made one of.
    var merged: (key: String, other: String)?
  }

  init(members: ArchivedMembers, versions: ArchivedVersions?, source: ArchivedSource) {
    self.members = members
    self.versions = versions
    self.source = source
  }
}

extension ArchivedProperties {
  /// The value under a key. A strategy may have converted the key, which is found as it is in the data, too.
  package subscript(storedUnder key: String) -> Value? {
    get { members[place(of: key)] }
    set { members[place(of: key)] = newValue }
  }

  private func place(of key: String) -> String {
    if entries.originals.isEmpty || members.contains(key) { return key }
    return entries.originals.first { $0.value == key }?.key ?? key
  }

  /// Returns a key as it is in the data, if no strategy converts the keys of the type.
  package func key(_ key: String, isFixed: Bool) -> String { isFixed ? entries.originals[key] ?? key : key }
}
