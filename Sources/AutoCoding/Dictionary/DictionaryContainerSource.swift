#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The values within a dictionary, for types whose `Codable` code is called.
final class DictionaryContainerSource: MemoryContainerSource<Any> {
  static func decoder(of value: Any, options: JSONDecodingOptions) -> ContainerDecoder {
    let source = DictionaryContainerSource(value, options: options, userInfo: options.values.userInfo)
    return ContainerDecoder(source: source, position: root, path: nil)
  }

  override func elements(in value: Any) -> [Any]? { value as? [Any] }
  override func members(in value: Any) -> [(key: String, value: Any)]? {
    (value as? [String: Any])?.map { ($0.key, $0.value) }
  }
  override func noun(of value: Any) -> String { DictionaryValue.noun(of: value) }
  override func isNull(_ value: Any) -> Bool { DictionaryValue.isNull(value) }

  override func readString(at position: Int) throws -> String {
    var reader = DictionaryReader(self[position], options: options)
    return try reader.readString()
  }

  override func readLeaf(_ kind: Codec.Kind, at position: Int, into address: UnsafeMutableRawPointer) throws {
    var reader = DictionaryReader(self[position], options: options)
    try reader.decodeLeaf(into: address, kind: kind)
  }

  override func walk(_ codec: Codec, at position: Int, into address: UnsafeMutableRawPointer) throws {
    var reader = DictionaryReader(self[position], options: options)
    try reader.decode(into: address, as: codec)
  }

  override func dynamicLeaf(at position: Int) throws -> Any? {
    try DictionaryReader(self[position], options: options).dynamicLeaf()
  }

  override func hasNative(_ type: Any.Type, at position: Int) -> Bool {
    guard position != Self.null else { return false }
    return type == Date.self ? self[position] is Date : type == Data.self && self[position] is Data
  }

  override func resolve(_ key: String, _ other: String, as converted: String) throws {
    throw DecodingError.ambiguousKeys(key, other, as: converted, codingPath: [])
  }
}
