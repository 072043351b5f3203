#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Provides the values of a dictionary to handwritten `Codable` code.
final class DictionaryContainerSource: MemoryContainerSource {
  @exclusivity(unchecked) private var values: [Any]
  private let growth: InputGrowth

  init(_ value: Any, options: JSONDecodingOptions, growth: InputGrowth) {
    values = [value]
    self.growth = growth
    super.init(options: options, userInfo: options.userInfo)
  }

  /// Reuses the source for another value. Precondition: no code has kept a decoder.
  func restart(with value: Any) {
    values.removeAll(keepingCapacity: values.count <= 1 << 10)
    values.append(value)
    forgetContainers()
  }

  /// Calls `body` with a decoder of a value.
  ///
  /// - Parameter growth: Counts the values of the whole input.
  static func decoding<Result>(
    _ value: Any, options: JSONDecodingOptions, growth: InputGrowth, _ body: (ContainerDecoder) throws -> Result
  ) rethrows -> Result {
    try DictionaryContainerSource(value, options: options, growth: growth).withRootDecoder(.nothing, body)
  }

  override var valueCount: Int { values.count }

  override func addElements(of position: Int) throws -> Bool {
    let value = values[position]
    guard let elements = value as? [Any] else { return false }
    try growth.read(value, count: elements.count, limits: options.limits)
    values += elements
    return true
  }

  override func addMembers(of position: Int, keys: inout [String]) throws -> Bool {
    let value = values[position]
    guard let members = value as? [String: Any] else { return false }
    try growth.read(value, count: members.count, limits: options.limits)
    keys.reserveCapacity(members.count)
    for (key, value) in members {
      keys.append(key)
      values.append(value)
    }
    return true
  }

  override func noun(of position: Int) -> String { DictionaryValue.noun(of: values[position]) }
  override func isNull(_ position: Int) -> Bool { DictionaryValue.isNull(values[position]) }

  override func readString(at position: Int) throws -> String {
    try leaf(at: position) { try $0.readString() }
  }

  override func readLeaf(_ kind: Codec.Kind, at position: Int, into address: UnsafeMutableRawPointer) throws {
    try leaf(at: position) { try $0.decodeLeaf(into: address, kind: kind) }
  }

  /// Calls `read` with a reader of a value. The paths of what it reports are completed here; those of ``walk`` are
  /// completed by the decoder.
  private func leaf<Value>(at position: Int, _ read: (inout DictionaryReader) throws -> Value) throws -> Value {
    var reader = DictionaryReader(values[position], options: options, growth: growth)
    guard let report else { return try read(&reader) }
    let count = report.count
    let value = try read(&reader)
    if report.count > count { report.prepend(path(of: position), from: count) }
    return value
  }

  override func walk(
    _ codec: Codec, at position: Int, path: @autoclosure () -> ContainerPath, into address: UnsafeMutableRawPointer
  ) throws {
    var reader = DictionaryReader(values[position], options: options, growth: growth)
    let trackedPath = reader.pathTracking.begin(within: codec)
    try trackedPath.starting(at: path()) { try reader.decode(into: address, as: codec) }
  }

  override func dynamicLeaf(at position: Int) throws -> Any? {
    try DictionaryReader(values[position], options: options, growth: growth).dynamicLeaf()
  }

  override func hasNative(_ type: Any.Type, at position: Int) -> Bool {
    guard position != Self.null else { return false }
    return type == Date.self ? values[position] is Date : type == Data.self && values[position] is Data
  }

  override func resolve(_ key: String, _ other: String, as converted: String) throws {
    throw DecodingError.ambiguousKeys(key, other, as: converted)
  }
}
