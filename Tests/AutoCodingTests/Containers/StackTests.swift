import AutoCoding
import Foundation
import TestSupport
import Testing

/// What many projects write by hand for any JSON.
private indirect enum Anything: Codable, Equatable {
  case null
  case number(Double)
  case string(String)
  case array([Anything])
  case object([String: Anything])

  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if container.decodeNil() {
      self = .null
    } else if let number = try? container.decode(Double.self) {
      self = .number(number)
    } else if let string = try? container.decode(String.self) {
      self = .string(string)
    } else if var elements = try? decoder.unkeyedContainer() {
      var array: [Anything] = []
      while !elements.isAtEnd { array.append(try elements.decode(Anything.self)) }
      self = .array(array)
    } else {
      self = .object(try container.decode([String: Anything].self))
    }
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .null: try container.encodeNil()
    case .number(let number): try container.encode(number)
    case .string(let string): try container.encode(string)
    case .array(let elements): try container.encode(elements)
    case .object(let members): try container.encode(members)
    }
  }
}

/// The same with the compiler's code, and by its cases.
private struct PlainNest: Codable {
  var inner: [PlainNest]
}

private indirect enum Tree: AutoCoding {
  case leaf
  case node(Tree)
}

private struct Nest: AutoCoding {
  var inner: [Nest]
}

private final class NestedObject: AutoCoding {
  var inner: NestedObject?
}

private struct Holder: AutoCoding {
  var any: Any
}

private struct Passer: AutoCoding {
  var number: Int
}

/// 24 arrays between one model and the next.
private struct DeepNest: AutoCoding {
  var a: [[[[[[[[[[[[[[[[[[[[[[[[DeepNest]]]]]]]]]]]]]]]]]]]]]]]]?
}

@Suite("Nested data on small stacks", .serialized)
struct StackTests {
  private static let stacks = TestEffort.isThorough ? [512, 1024, 8192] : [512, 8192]
  private static let depths = [60, 200, 350, 500, 2000]

  private static func nested(_ depth: Int, _ open: String, _ inner: String, _ close: String) -> String {
    String(repeating: open, count: depth) + inner + String(repeating: close, count: depth)
  }

  private static let brackets: @Sendable (Int) -> String = { nested($0, "[", "", "]") }

  /// Decodes text, encodes and drops what comes of it, all on a thread with a small stack. What is too deep is an error.
  private func check<T: Codable>(
    _ type: T.Type, _ coder: TestCoder, kilobytes: Int, limit: Int? = nil, _ text: @escaping @Sendable (Int) -> String
  ) throws {
    for depth in Self.depths {
      if [.dictionary, .nativeDictionary, .dictionaryContainers].contains(coder), depth > 500 { continue }
      var limits = CodingLimits()
      if let limit { limits.maximumDepth = limit }
      let failure = try TestThread.run(stackSize: kilobytes << 10) { [limits] () -> (any Error)? in
        do {
          let encoded: TestCoder.Encoded =
            TestCoder.jsonLike.contains(coder) && coder != .dictionary && coder != .dictionaryContainers
            ? .data(Data(text(depth).utf8)) : .value(try Self.nestedArrays(text(depth)))
          let value = try coder.decode(type, from: encoded, limits: limits)
          do { _ = try coder.encode(value, limits: limits) } catch { return error }
          return nil
        } catch { return error }
      }
      switch failure {
      case nil: #expect(depth <= limit ?? 512)
      case DecodingError.dataCorrupted?, EncodingError.invalidValue?: #expect(depth > 60 || kilobytes < 1024)
      case let other?: Issue.record("\(coder) \(depth): \(other)")
      }
    }
  }

  private static func nestedArrays(_ text: String) throws -> Any {
    try AutoJSONDecoder().decode(Holder.self, from: Data(#"{"any":\#(text)}"#.utf8)).any
  }

  @Test("a recursive enum with code of its own", arguments: [TestCoder.json, .jsonContainers], stacks)
  func anything(_ coder: TestCoder, _ kilobytes: Int) throws {
    try check(Anything.self, coder, kilobytes: kilobytes, Self.brackets)
    try check(Anything.self, coder, kilobytes: kilobytes, limit: 200_000, Self.brackets)
    try check(Anything.self, coder, kilobytes: kilobytes) { Self.nested($0, #"{"a":"#, "1", "}") }
  }

  @Test("synthesized code", arguments: [TestCoder.json, .jsonContainers], stacks)
  func plain(_ coder: TestCoder, _ kilobytes: Int) throws {
    try check(PlainNest.self, coder, kilobytes: kilobytes) { Self.nested($0, #"{"inner":["#, "", "]}") }
    try check(PlainNest.self, coder, kilobytes: kilobytes, limit: 200_000) {
      Self.nested($0, #"{"inner":["#, "", "]}")
    }
  }

  @Test("models", arguments: [TestCoder.json, .jsonContainers], stacks)
  func models(_ coder: TestCoder, _ kilobytes: Int) throws {
    for limit in [nil, 200_000] {
      try check(Nest.self, coder, kilobytes: kilobytes, limit: limit) { Self.nested($0, #"{"inner":["#, "", "]}") }
      try check(NestedObject.self, coder, kilobytes: kilobytes, limit: limit) {
        Self.nested($0, #"{"inner":"#, "{}", "}")
      }
      try check(Tree.self, coder, kilobytes: kilobytes, limit: limit) {
        Self.nested($0, #"{"node":{"_0":"#, #"{"leaf":{}}"#, "}}")
      }
    }
  }

  @Test("many arrays between models", arguments: [TestCoder.json], [336, 352, 400, 448, 464, 512])
  func arrays(_ coder: TestCoder, _ kilobytes: Int) throws {
    let open = #"{"a":"# + String(repeating: "[", count: 24)
    let close = String(repeating: "]", count: 24) + "}"
    let text = Self.nested(16, open, "{}", close)
    let failure = try TestThread.run(stackSize: kilobytes << 10) { () -> (any Error)? in
      do { _ = try coder.decode(DeepNest.self, from: .data(Data(text.utf8))) } catch { return error }
      return nil
    }
    switch failure {
    case nil, DecodingError.dataCorrupted?: break
    case let other?: Issue.record("\(coder) \(kilobytes): \(other)")
    }
  }

  @Test("Any", arguments: [TestCoder.json, .jsonContainers], stacks)
  func any(_ coder: TestCoder, _ kilobytes: Int) throws {
    for limit in [nil, 200_000] {
      try check(Holder.self, coder, kilobytes: kilobytes, limit: limit) { #"{"any":"# + Self.brackets($0) + "}" }
      try check(Holder.self, coder, kilobytes: kilobytes, limit: limit) {
        #"{"any":"# + Self.nested($0, #"{"a":"#, "1", "}") + "}"
      }
    }
  }

  @Test("what is passed over", arguments: [TestCoder.json, .jsonContainers], stacks)
  func passedOver(_ coder: TestCoder, _ kilobytes: Int) throws {
    for depth in Self.depths {
      let text = #"{"other":"# + Self.brackets(depth) + #","number":1}"#
      _ = try TestThread.run(stackSize: kilobytes << 10) {
        Swift.Result {
          try coder.decode(Passer.self, from: .data(Data(text.utf8)), limits: CodingLimits(maximumDepth: 200_000))
        }
      }
    }
  }

  @Test("what is dropped when a decode fails behind it", arguments: [TestCoder.json, .jsonContainers], stacks)
  func partial(_ coder: TestCoder, _ kilobytes: Int) throws {
    for depth in Self.depths {
      let deep = Self.brackets(depth)
      for text in [#"{"any":[\#(deep),}"#, #"{"any":\#(deep),"any2":"#, #"{"any":[\#(deep),1e999]}"#] {
        let result = try TestThread.run(stackSize: kilobytes << 10) {
          Swift.Result {
            try coder.decode(Holder.self, from: .data(Data(text.utf8)), limits: CodingLimits(maximumDepth: 200_000))
          }
        }
        #expect(throws: DecodingError.self) { try result.get() }
      }
    }
  }

  @Test("dictionaries and archives of what could be decoded", arguments: [512, 1024, 8192])
  func others(_ kilobytes: Int) throws {
    for coder in [TestCoder.dictionary, .dictionaryContainers, .keyedArchive] {
      for depth in [30, 200, 400, 500] {
        let outcome = try TestThread.run(stackSize: kilobytes << 10) { () -> (any Error)? in
          do {
            var nest = Nest(inner: [])
            var plain = PlainNest(inner: [])
            var any: Any = [Any]()
            for _ in 1..<depth {
              nest = Nest(inner: [nest])
              plain = PlainNest(inner: [plain])
              any = [any]
            }
            let limits = CodingLimits(maximumDepth: 200_000)
            func check<T: Codable>(_ value: T) throws {
              _ = try coder.decode(T.self, from: coder.encode(value, limits: limits), limits: limits)
            }
            var first: (any Error)?
            do { try check(nest) } catch { first = error }
            do { try check(plain) } catch { first = error }
            do { try check(Holder(any: any)) } catch { first = error }
            return first
          }
        }
        switch outcome {
        case nil: break
        case DecodingError.dataCorrupted?, EncodingError.invalidValue?: #expect(depth > 30 || kilobytes < 1024)
        case let other?: Issue.record("\(coder) \(depth): \(other)")
        }
      }
    }
  }
}
