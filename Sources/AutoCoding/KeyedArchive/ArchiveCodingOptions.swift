/// An immutable snapshot of an encoder's or decoder's options. Setting an option creates another one.
final class ArchiveCodingOptions: CoderOptions, @unchecked Sendable {
  /// The classes of coders that have these options.
  enum Coder: UInt {
    case encoder, decoder

    /// For errors.
    var name: String { self == .encoder ? "KeyedArchiveEncoder" : "KeyedArchiveDecoder" }
  }

  /// The options that can be set.
  struct Values: CoderOptionValues {
    var coder: Coder
    var limits = CodingLimits()
    var userInfo: [CodingUserInfoKey: any Sendable] = [:]
    var acceptsNewerVersions = false
    var unknownKeys = UnknownKeyStrategy.ignore
    var allowedTypes: [any AutoCoding.Type] = []

    var choices: UInt? {
      guard unknownKeys == .ignore, limits == CodingLimits(), userInfo.isEmpty, allowedTypes.isEmpty else { return nil }
      return coder.rawValue << 1 | (acceptsNewerVersions ? 1 : 0)
    }
  }

  static let shared = PermanentTable<Unmanaged<ArchiveCodingOptions>>()

  let isShared: Bool
  let values: Values
  /// The limits, including a depth set by `userInfo`.
  let limits: CodingLimits
  /// In the type that Codable's protocols require. Its values are Sendable.
  let userInfo: [CodingUserInfoKey: Any]
  /// The types that data may name.
  let context: CoderContext

  var mayOutliveCoder: Bool { values.userInfo.isEmpty }

  init(_ values: Values) {
    isShared = values.choices != nil
    self.values = values
    context = Self.context(values, allowing: [])
    limits = values.limits.applying(values.userInfo)
    userInfo = values.userInfo
  }

  /// The types that data may name, including additional ones.
  func context(allowing types: [any AutoCoding.Type]) -> CoderContext {
    types.isEmpty ? context : Self.context(values, allowing: types)
  }

  private static func context(_ values: Values, allowing types: [any AutoCoding.Type]) -> CoderContext {
    CoderContext(
      name: values.coder.name, allowedTypes: values.allowedTypes + values.userInfo.allowedTypes + types,
      acceptsNewerVersions: values.acceptsNewerVersions, unknownKeys: values.unknownKeys, userInfo: values.userInfo
    ) { try Discovery.codec(for: $0) }
  }
}
