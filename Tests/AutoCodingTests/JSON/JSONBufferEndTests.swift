import AutoCoding
import Foundation
import Testing

private struct Values<Value: Codable>: AutoCoding {
  var prefix: String
  var values: [Value]
}

/// Coded by the compiler's code.
private struct PlainValues<Value: Codable>: Codable {
  var prefix: String
  var values: [Value]
}

private struct AnyValues: AutoCoding {
  var prefix: String
  var values: [Any]
}

private struct TupleValues: AutoCoding {
  var prefix: String
  var values: [(Int, UUID)]
}

private struct Weight: RawRepresentable, AutoCoding { var rawValue: Double }
private struct Switch: RawRepresentable, AutoCoding { var rawValue: Bool }
private struct Name: RawRepresentable, AutoCoding { var rawValue: String }
private struct PlainIdentifier: RawRepresentable, Codable { var rawValue: UUID }
private enum Shade: UInt8, AutoCoding { case dark, light }
private enum Shape: AutoCoding { case circle(UUID), none }
private struct Point: AutoCoding { var x: Date, y: Decimal? }

/// The text of a value outgrows the writer's memory, which then moves, at every part of a value.
struct JSONBufferEndTests {
  /// The text of `count` elements behind a text of some length.
  private func expected(_ element: String, _ length: Int, _ count: Int) -> String {
    let elements = Array(repeating: element, count: count).joined(separator: ",")
    return #"{"prefix":"\#(String(repeating: "x", count: length))","values":[\#(elements)]}"#
  }

  /// - Parameter make: Makes a value with a prefix and elements, and returns its text.
  private func check(
    _ element: String, beyond size: Int, lengths: some Sequence<Int>, _ make: (String, Int) throws -> String
  ) throws {
    let count = size / (element.utf8.count + 1) + 2
    for length in lengths {
      let text = try make(String(repeating: "x", count: length), count)
      #expect(text == expected(element, length, count), "\(length) bytes before \(count) times \(element)")
    }
  }

  private func check<Value: Codable>(_ value: Value) throws {
    let encoder = AutoJSONEncoder()
    let element = String(try encoder.encodeToString([value]).dropFirst().dropLast())
    // The memory for a value with its own code is small.
    try check(element, beyond: 1 << 10, lengths: 0..<min(element.utf8.count + 2, 40)) {
      try encoder.encodeToString(PlainValues(prefix: $0, values: Array(repeating: value, count: $1)))
    }
    try check(element, beyond: 1 << 14, lengths: [0, 13, 26]) {
      try encoder.encodeToString(Values(prefix: $0, values: Array(repeating: value, count: $1)))
    }
  }

  @Test("every kind of leaf")
  func leaves() throws {
    try check(UUID())
    try check(Date(timeIntervalSinceReferenceDate: 123_456.789))
    try check(Decimal(string: "-12345.6789"))
    try check(Data([1, 2, 3, 4, 5, 6, 7]))
    try check(try #require(URL(string: "https://example.com/a/b")))
    try check("text \"quoted\" \u{1}")
    try check(Int128.min)
    try check(UInt128.max)
    try check(Int.min)
    try check(UInt64.max)
    try check(Int8.min)
    try check(Float.pi)
    try check(-Double.pi)
    try check(true)
  }

  @Test("values with parts, raw values and own code")
  func parts() throws {
    try check([UUID()])
    try check(UUID?.some(UUID()))
    try check(UUID?.none)
    try check(["key": UUID()])
    try check([UUID(): 1])
    try check(Set([Decimal(1)]))
    try check(Weight(rawValue: 1.5))
    try check(Switch(rawValue: true))
    try check(Name(rawValue: "name"))
    try check(PlainIdentifier(rawValue: UUID()))
    try check(Shade.light)
    try check(Shape.circle(UUID()))
    try check(Point(x: Date(timeIntervalSinceReferenceDate: 1), y: 2.5))
    try check(JSONValue.array([1, "a"]))
  }

  @Test("tuples, and values of any type")
  func dynamic() throws {
    let (encoder, id) = (AutoJSONEncoder(), UUID())
    try check("[1,\"\(id)\"]", beyond: 1 << 14, lengths: [0, 13, 26]) {
      try encoder.encodeToString(TupleValues(prefix: $0, values: Array(repeating: (1, id), count: $1)))
    }
    try check("[1.5]", beyond: 1 << 14, lengths: 0..<8) {
      try encoder.encodeToString(AnyValues(prefix: $0, values: Array(repeating: [1.5], count: $1)))
    }
  }
}
