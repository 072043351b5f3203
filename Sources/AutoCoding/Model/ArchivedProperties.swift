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
    case archived(RawValueLocation)
    /// Set by a migration.
    case set(SetValue)
    /// Properties that a migration has put together.
    case nested(ArchivedProperties)
  }

  /// A value that a migration has set.
  package struct SetValue {
    package let value: any Encodable
    /// Initializes a value of another type with what the encoded form of this one says.
    package let convert:
      (_ address: UnsafeMutableRawPointer, _ type: any Decodable.Type, _ limits: CodingLimits) throws -> Void
  }

  /// The keys and their values, in order.
  package internal(set) var members: [(key: String, value: Value)]
  /// The versions that the data says these properties have.
  package let versions: ArchivedVersions?
  package let source: ArchivedSource

  init(members: [(key: String, value: Value)], versions: ArchivedVersions?, source: ArchivedSource) {
    self.members = members
    self.versions = versions
    self.source = source
  }
}
