#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// An immutable snapshot of an encoder's or decoder's options. Setting an option creates another one.
final class ArchiveCodingOptions: ReplaceableOptions, @unchecked Sendable {
  /// The options that can be set.
  struct Values: Sendable {
    /// The coder's class, for errors.
    var coderName: String
    var limits = CodingLimits()
    var userInfo: [CodingUserInfoKey: any Sendable] = [:]
    var acceptsNewerVersions = false
    var unknownKeys = UnknownKeyStrategy.ignore
    var allowedTypes: [any AutoCoding.Type] = []
  }

  let values: Values
  /// The limits, including a depth set by `userInfo`.
  let limits: CodingLimits
  /// In the type that Codable's protocols require. Its values are Sendable.
  let userInfo: [CodingUserInfoKey: Any]
  /// The types that data may name.
  let context: CoderContext

  var mayOutliveCoder: Bool { values.userInfo.isEmpty }

  init(_ values: Values) {
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
      name: values.coderName, allowedTypes: values.allowedTypes + values.userInfo.allowedTypes + types,
      acceptsNewerVersions: values.acceptsNewerVersions, unknownKeys: values.unknownKeys, userInfo: values.userInfo
    ) { try Discovery.codec(for: $0) }
  }
}
