import Foundation
import Testing

@testable import AutoCoding

/// The limit for the bytes that are written.
struct PropertyListLimitTests {
  private struct Pair: AutoCoding, Equatable {
    var left: Int
    var right: [String]
  }

  private func coder(_ limits: CodingLimits, _ format: AutoPropertyListEncoder.PropertyListFormat)
    -> AutoPropertyListEncoder
  {
    let encoder = AutoPropertyListEncoder()
    encoder.outputFormat = format
    encoder.limits = limits
    return encoder
  }

  /// Expects that a value can be written with a limit of as many bytes as it takes, and with no fewer.
  private func expectExactLimit<Value>(_ value: Value, encode: (Value, CodingLimits) throws -> Data) throws {
    let data = try encode(value, CodingLimits())
    #expect(try encode(value, CodingLimits(maximumByteCount: data.count)) == data)
    for limit in [data.count - 1, 40, 0] {
      let error = #expect(throws: EncodingError.self) { try encode(value, CodingLimits(maximumByteCount: limit)) }
      #expect(error.map { "\($0)".contains("limits.maximumByteCount") } == true)
    }
  }

  private func expectExactLimits<Value: Encodable>(_ value: Value) throws {
    for format in [AutoPropertyListEncoder.PropertyListFormat.binary, .xml] {
      try expectExactLimit(value) { try coder($1, format).encode($0) }
    }
    try expectExactLimit(value) { value, limits in
      let encoder = KeyedArchiveEncoder()
      encoder.limits = limits
      return try encoder.encode(value)
    }
  }

  // References of one, two and four bytes.
  @Test("as many bytes as the data has are enough, and one less is not", arguments: [100, 1000, 70_000])
  func exactLimit(count: Int) throws {
    try expectExactLimits(Array(0..<count))
    // The largest takes long in debug.
    if count > 1000 { return }
    try expectExactLimits((0..<count).map { Double($0 % 3) + 0.5 })
    try expectExactLimits((0..<count / 10).map { Pair(left: $0 % 100, right: ["a", "b", "\($0)"]) })
    try expectExactLimits(Array(repeating: Array(repeating: true, count: 50), count: count / 50))
    // Their binary forms are as large as their XML, or larger.
    try expectExactLimits(Array(repeating: 1.0, count: count))
    try expectExactLimits(["text": String(repeating: "x", count: count) + "\u{20ac}"])
    try expectExactLimits([[String: Int]](repeating: [:], count: count))
  }

  @Test("memory is in proportion to the limit")
  func memory() throws {
    let limit = 10_000
    for isIntermediate in [false, true] {
      var writer = PropertyListWriter(maximumByteCount: limit)
      writer.isIntermediate = isIntermediate
      let references = Array(repeating: writer.add(bool: true), count: 7)
      for _ in 0..<100_000 { _ = references.withUnsafeBufferPointer { writer.addArray($0) } }
      #expect(writer.byteCount > limit)
      #expect(writer.byteCount <= (isIntermediate ? 8 : 4) * limit)
      #expect(throws: EncodingError.self) { try writer.finish(top: 0) }
    }
  }

  @Test("a writer has its limit again after it exceeded it")
  func reuse() throws {
    var writer = PropertyListWriter(maximumByteCount: 1000)
    for _ in 0..<3 {
      let references = Array(repeating: writer.add(bool: true), count: 900)
      let top = references.withUnsafeBufferPointer { writer.addArray($0) }
      #expect(try writer.finish(top: top).count < 1000)
      let data = [UInt8](repeating: 0, count: 1001).withUnsafeBytes { writer.add(data: $0) }
      #expect(throws: EncodingError.self) { try writer.finish(top: data) }
    }
  }

  /// Encodes a large value, and then another one in its place.
  private struct Replacing: Encodable {
    enum CodingKeys: CodingKey { case key, list }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(String(repeating: "x", count: 100), forKey: .key)
      try container.encode(String(repeating: "y", count: 1000), forKey: .key)
      try container.encode([1, 2, 3], forKey: .list)
    }
  }

  @Test("what code has replaced does not count")
  func replaced() throws {
    for format in [AutoPropertyListEncoder.PropertyListFormat.binary, .xml] {
      try expectExactLimit(Replacing()) { try coder($1, format).encode($0) }
    }
  }
}
