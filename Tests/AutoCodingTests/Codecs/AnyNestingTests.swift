import AutoCoding
import Foundation
import TestSupport
import Testing

#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

/// Any within Any.
struct AnyNestingTests {
  private func nested(_ levels: Int) -> Any {
    var value: Any = 1
    for level in 0..<levels { value = level.isMultiple(of: 3) ? ["a": value] as [String: Any] : [value] as [Any] }
    return value
  }

  private func text(_ levels: Int) -> String {
    #"{"value":"# + String(repeating: "[", count: levels) + "1" + String(repeating: "]", count: levels) + "}"
  }

  private func depth(_ value: Any) -> Int {
    var (depth, value) = (0, value)
    while let inner = (value as? [Any])?.first ?? (value as? [String: Any])?["a"] {
      (depth, value) = (depth + 1, inner)
    }
    return depth
  }

  @Test("510 levels are coded, and 513 are too many values", arguments: TestCoder.allCases)
  func levels(coder: TestCoder) throws {
    // Foundation's own coders have a limit of 512 levels, and no more stack than they have.
    try onThread {
      let back = try coder.roundTrip(AnyAlone(value: nested(510)))
      #expect(depth(back.value) == 510)
      let error = #expect(throws: EncodingError.self) { _ = try coder.encode(AnyAlone(value: nested(513))) }
      guard case .invalidValue(_, let context)? = error else { return }
      if coder != .foundationJSON, coder != .foundationPropertyList {
        #expect(context.debugDescription.contains("More than 512 values are nested"), "\(context.debugDescription)")
        #expect(context.codingPath.count > 500)
      }
    }
  }

  @Test("513 levels of JSON are refused when they are read", arguments: TestCoder.jsonLike)
  func decoding(coder: TestCoder) throws {
    try onThread {
      guard coder != .dictionary, coder != .dictionaryContainers else { return }
      #expect(throws: DecodingError.self) { _ = try coder.decode(AnyAlone.self, fromJSON: text(513)) }
      let back = try coder.decode(AnyAlone.self, fromJSON: text(510))
      #expect(depth(back.value) == 510)
    }
  }

  @Test("models in Any count as levels, and cycles end")
  func cycles() throws {
    let holder = AnyHolder()
    holder.value = [holder]
    defer { holder.value = 0 }
    for coder in TestCoder.allCases where coder != .keyedArchive {
      #expect(throws: EncodingError.self) { _ = try coder.encode(holder) }
    }
  }

  @Test("numbers out of range are refused as such", arguments: TestCoder.jsonLike)
  func range(coder: TestCoder) throws {
    guard coder != .dictionary, coder != .dictionaryContainers else { return }
    for text in ["1e400", "-1e400", "[1,1e999]", #"{"a":{"b":[1e400]}}"#] {
      let error = #expect(throws: DecodingError.self) {
        _ = try coder.decode(AnyAlone.self, fromJSON: "{\"value\":\(text)}")
      }
      guard case .dataCorrupted(let context)? = error else {
        Issue.record("\(String(describing: error))")
        continue
      }
      #expect(context.debugDescription.contains("out of range"))
      #expect(context.codingPath.first?.stringValue == "value")
    }
  }

  @Test("a zero keeps its sign", arguments: TestCoder.allCases)
  func zero(coder: TestCoder) throws {
    let back = try coder.roundTrip(AnyParts(value: -0.0, list: [-0.0, 0.0], table: ["z": -0.0]))
    #expect((back.value as? Double)?.sign == .minus)
    #expect((back.list[0] as? Double)?.sign == .minus)
    // A binary property list keeps one zero for both.
    if coder != .foundationPropertyList { #expect((back.list[1] as? Double)?.sign != .minus) }
    #expect((back.table["z"] as? Double)?.sign == .minus)
  }

  @Test("numbers have the type that they need", arguments: TestCoder.jsonLike)
  func numbers(coder: TestCoder) throws {
    let back = try coder.decode(
      AnyAlone.self,
      fromJSON: """
        {"value":[1,-1,123456789012345678,-9223372036854775808,9223372036854775807,9223372036854775808,1.5,-2.5,\
        18446744073709551616,1e300,0.1]}
        """)
    let list = try #require(back.value as? [Any])
    #expect(list[0] as? Int == 1 && list[1] as? Int == -1 && list[2] as? Int == 123_456_789_012_345_678)
    // `JSONSerialization` on Linux reads the least integer as a floating-point number.
    if coder != .dictionary, coder != .dictionaryContainers { #expect(list[3] as? Int == .min) }
    #expect(list[4] as? Int == .max && list[5] as? UInt64 == 9_223_372_036_854_775_808)
    #expect(list[6] as? Double == 1.5 && list[7] as? Double == -2.5)
    #expect(list[9] as? Double == 1e300 && list[10] as? Double == 0.1)
  }

  @Test("leniency asks nothing of values without a declared type")
  func leniency() throws {
    let decoder = AutoJSONDecoder()
    decoder.leniency = [.numbersFromStrings, .boolsFromNumbersAndStrings, .stringsFromNumbers]
    for isCustom in [false, true] {
      if isCustom { decoder.keyDecodingStrategy = .custom { $0[$0.count - 1] } }
      let back = try decoder.decode(AnyAlone.self, from: Data(#"{"value":["5",1,true,"true",[0]]}"#.utf8))
      let list = try #require(back.value as? [Any])
      #expect(list[0] as? String == "5" && list[1] as? Int == 1 && list[2] as? Bool == true)
      #expect(list[3] as? String == "true" && (list[4] as? [Any])?[0] as? Int == 0)
    }
  }

  // MARK: Time

  private func time(_ body: () throws -> Void) rethrows -> Double {
    try ThreadTime.measure(body)
  }

  @Test(
    "twice the levels take twice the time, not four times",
    // A custom key strategy is told the whole path of every key, which takes longer the deeper it is.
    arguments: [TestCoder.json, .dictionary, .keyedArchive])
  func linear(coder: TestCoder) throws {
    let total = TestEffort.isThorough ? 4096 : 1024
    try onThread {
      func cost(_ levels: Int) throws -> Double {
        let value = AnyAlone(value: nested(levels))
        var best = Double.infinity
        for _ in 0..<5 {
          best = min(best, try time { for _ in 0..<(total / levels) { _ = try coder.roundTrip(value) } })
        }
        return best
      }
      _ = try cost(64)
      // As many levels in all: the same work if it is linear, eight times as much if it is quadratic.
      #expect(try cost(480) < 4 * cost(60))
    }
  }

  /// Runs a test on a thread with the stack that a debug build needs.
  private func onThread(_ body: @escaping @Sendable () throws -> Void) throws {
    try TestThread.run(stackSize: 64 << 20, body)
  }
}
