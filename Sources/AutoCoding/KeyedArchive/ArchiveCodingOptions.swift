#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// What an archive's encoder or decoder was told, as one call of it sees it: another object where an option is set.
final class ArchiveCodingOptions: WorkerOptions, @unchecked Sendable {
  /// What can be set.
  struct Values: Sendable {
    var limits = CodingLimits()
    var userInfo: [CodingUserInfoKey: any Sendable] = [:]
    var acceptsNewerVersions = false
    var unknownKeys = UnknownKeyStrategy.ignore
    var allowedTypes: [any AutoCoding.Type] = []
  }

  let values: Values
  /// The limits, with a depth that `userInfo` sets.
  let limits: CodingLimits
  /// As decoders and encoders have it. Its values are Sendable.
  let userInfo: [CodingUserInfoKey: Any]
  let coderName: String
  /// What the coder allows data to name.
  let context: CoderContext

  var mayOutliveCoder: Bool { values.userInfo.isEmpty }

  init(_ values: Values = Values(), coderName: String) {
    self.values = values
    self.coderName = coderName
    context = Self.context(values, coderName, allowing: [])
    limits = values.limits.applying(values.userInfo)
    userInfo = values.userInfo
  }

  /// What the coder allows data to name, with some types besides.
  func context(allowing types: [any AutoCoding.Type]) -> CoderContext {
    types.isEmpty ? context : Self.context(values, coderName, allowing: types)
  }

  private static func context(
    _ values: Values, _ coderName: String, allowing types: [any AutoCoding.Type]
  ) -> CoderContext {
    CoderContext(
      name: coderName, allowedTypes: values.allowedTypes + values.userInfo.allowedTypes + types,
      acceptsNewerVersions: values.acceptsNewerVersions, unknownKeys: values.unknownKeys
    ) { try Discovery.codec(for: $0) }
  }

  /// The options with another value of one of them.
  func setting<Value>(_ option: WritableKeyPath<Values, Value>, to value: Value) -> ArchiveCodingOptions {
    var values = values
    values[keyPath: option] = value
    return ArchiveCodingOptions(values, coderName: coderName)
  }
}

/// The memory that one call of an encoder leaves for the next.
struct ArchiveEncodingWorker: PooledWorker {
  static let pool = ReusePool()
  static func makeOptions() -> ArchiveCodingOptions { ArchiveCodingOptions(coderName: "KeyedArchiveEncoder") }

  private(set) var options: ArchiveCodingOptions
  let archive: UnsafeMutablePointer<ArchiveBuilder>

  init(options: ArchiveCodingOptions) {
    self.options = options
    archive = .allocate(capacity: 1)
    archive.initialize(to: ArchiveBuilder(limits: options.limits))
  }

  mutating func adopt(_ options: ArchiveCodingOptions) {
    self.options = options
    archive.pointee.setLimits(options.limits)
  }

  var keptByteCount: Int { archive.pointee.keptByteCount }

  func free() {
    archive.deinitialize(count: 1)
    archive.deallocate()
  }
}
