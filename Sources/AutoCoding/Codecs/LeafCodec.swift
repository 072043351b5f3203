#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

extension Codec {
  /// The codec of a type that formats write by themselves, or nil.
  static func leaf(for type: Any.Type) -> Codec? {
    leaves[ObjectIdentifier(type)]
  }

  private static let leaves: [ObjectIdentifier: Codec] = {
    var leaves: [ObjectIdentifier: Codec] = [:]
    func add<Value: Codable>(_ type: Value.Type, _ kind: Kind) {
      leaves[ObjectIdentifier(type)] = Codec(type: type, kind: kind, codable: ValueAccess<Value>())
    }
    add(Bool.self, .bool)
    add(Int.self, .int)
    add(Int8.self, .int8)
    add(Int16.self, .int16)
    add(Int32.self, .int32)
    add(Int64.self, .int64)
    add(UInt.self, .uint)
    add(UInt8.self, .uint8)
    add(UInt16.self, .uint16)
    add(UInt32.self, .uint32)
    add(UInt64.self, .uint64)
    if #available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *) {
      add(Int128.self, .int128)
      add(UInt128.self, .uint128)
    }
    add(Float.self, .float)
    add(Double.self, .double)
    add(String.self, .string)
    add(Date.self, .date)
    add(Data.self, .data)
    add(URL.self, .url)
    add(UUID.self, .uuid)
    add(Decimal.self, .decimal)
    return leaves
  }()
}
