#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Provides the values of a dictionary to handwritten `Codable` code.
final class DictionaryContainerSource: MemoryContainerSource<Any> {
  private let growth: InputGrowth

  private init(_ value: Any, options: JSONDecodingOptions, growth: InputGrowth) {
    self.growth = growth
    super.init(value, options: options, userInfo: options.values.userInfo)
  }

  /// Makes a decoder of a value.
  ///
  /// - Parameter growth: Counts the values of the whole input.
  static func decoder(of value: Any, options: JSONDecodingOptions, growth: InputGrowth) -> ContainerDecoder {
    let source = DictionaryContainerSource(value, options: options, growth: growth)
    return ContainerDecoder(source: source, position: root, path: nil)
  }

  override func elements(in value: Any) throws -> [Any]? {
    guard let elements = value as? [Any] else { return nil }
    try count(elements.count, in: value)
    return elements
  }
  override func members(in value: Any) throws -> [(key: String, value: Any)]? {
    guard let members = value as? [String: Any] else { return nil }
    try count(members.count, in: value)
    return members.map { ($0.key, $0.value) }
  }
  private func count(_ count: Int, in value: Any) throws {
    let limits = options.limits
    guard growth.read(value, count: count, maximumExpansion: limits.maximumExpansion) else {
      throw InputGrowth.exceeded(limits)
    }
  }
  override func noun(of value: Any) -> String { DictionaryValue.noun(of: value) }
  override func isNull(_ value: Any) -> Bool { DictionaryValue.isNull(value) }

  override func readString(at position: Int) throws -> String {
    try leaf(at: position) { try $0.readString() }
  }

  override func readLeaf(_ kind: Codec.Kind, at position: Int, into address: UnsafeMutableRawPointer) throws {
    try leaf(at: position) { try $0.decodeLeaf(into: address, kind: kind) }
  }

  /// Calls `read` with a reader of a value. The paths of what it reports are completed here; those of ``walk`` are
  /// completed by the decoder.
  private func leaf<Value>(at position: Int, _ read: (inout DictionaryReader) throws -> Value) throws -> Value {
    var reader = DictionaryReader(self[position], options: options, growth: growth)
    guard let report else { return try read(&reader) }
    let count = report.count
    let value = try read(&reader)
    if report.count > count { report.prepend(path(of: position), from: count) }
    return value
  }

  override func walk(
    _ codec: Codec, at position: Int, path: ContainerPath?, into address: UnsafeMutableRawPointer
  ) throws {
    var reader = DictionaryReader(self[position], options: options, growth: growth)
    try reader.decode(into: address, as: codec)
  }

  override func dynamicLeaf(at position: Int) throws -> Any? {
    try DictionaryReader(self[position], options: options, growth: growth).dynamicLeaf()
  }

  override func hasNative(_ type: Any.Type, at position: Int) -> Bool {
    guard position != Self.null else { return false }
    return type == Date.self ? self[position] is Date : type == Data.self && self[position] is Data
  }

  override func resolve(_ key: String, _ other: String, as converted: String) throws {
    throw DecodingError.ambiguousKeys(key, other, as: converted, codingPath: [])
  }
}
