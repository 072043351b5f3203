import AutoCoding
import Foundation
import Testing

/// Values nested within each other without references, so that every format nests them.
private struct Onion: AutoCoding, DefaultInitializable {
  var layers: [Onion] = []

  init() {}
  init(depth: Int) { if depth > 1 { layers = [Onion(depth: depth - 1)] } }
}

/// Compares values that are nested more deeply than the data.
private struct Comparing: AutoCoding {
  var name = "a"

  func didDecode() throws {
    guard try ModelValue.areEqual(Onion(depth: 9), Onion(depth: 9)) else { throw CancellationError() }
  }
}

/// Compares values at the second level, then has more levels.
private struct ComparingOnion: AutoCoding {
  var values = [Comparing()]
  var onion = Onion()
}

/// Asks coders with other limits, before the rest of it is coded.
private struct Asking: AutoCoding {
  @TaskLocal static var limit = 1
  var first = Code()
  var onion = Onion()

  init(isAsking: Bool) { first.isAsking = isAsking }

  struct Code: AutoCoding {
    var isAsking = false

    func willEncode() { if isAsking { ask() } }
    func didDecode() { if isAsking { ask() } }
    private func ask() {
      let (decoder, foreign) = (AutoJSONDecoder(), JSONDecoder())
      decoder.limits.maximumDepth = Asking.limit
      foreign.userInfo[.maximumDepth] = Asking.limit
      let data = Data(#"{"layers":[{"layers":[{"layers":[]}]}]}"#.utf8)
      _ = try? decoder.decode(Onion.self, from: data)
      _ = try? foreign.decode(Onion.self, from: data)
    }
  }
}

/// Codes deep values with other coders.
private struct Coding: AutoCoding {
  var number = 1

  func willEncode() throws {
    let limits = CodingLimits(maximumDepth: Asking.limit)
    for coder in [TestCoder.json, .dictionary] { _ = try coder.encode(Onion(depth: 20), limits: limits) }
  }

  func didDecode() throws {
    let decoder = AutoJSONDecoder()
    decoder.limits.maximumDepth = Asking.limit
    _ = try decoder.decode(Onion.self, from: AutoJSONEncoder().encode(Onion(depth: 20)))
  }
}

private struct Nested<Value: AutoCoding>: AutoCoding {
  var value: Value
}

/// A type for each marker, which no other test uses.
private struct Unknown<Marker>: AutoCoding, DefaultInitializable {
  var parts: [Int] = [1]
}

/// The same by code of its own, which synthesized `Codable` would have.
private struct PlainOnion: Codable {
  var layers: [PlainOnion] = []

  init(depth: Int) { if depth > 1 { layers = [PlainOnion(depth: depth - 1)] } }
}

/// Limits of coders.
struct CodingLimitsTests {
  private func explanation(_ error: (any Error)?) -> String {
    switch error {
    case EncodingError.invalidValue(_, let context)?: context.debugDescription
    case DecodingError.dataCorrupted(let context)?:
      context.debugDescription + (context.underlyingError.map { " \($0)" } ?? "")
    default: "another error: \(String(describing: error))"
    }
  }

  @Test("the defaults are documented, and limits are values")
  func defaults() {
    let limits = CodingLimits()
    #expect(
      limits
        == CodingLimits(
          maximumDepth: 512, maximumExpansion: 256, maximumByteCount: .max, maximumObjectCount: .max))
    #expect(limits != CodingLimits(maximumDepth: 511))
    #expect(AutoJSONEncoder().limits == limits && AutoJSONDecoder().limits == limits)
    #expect(DictionaryEncoder().limits == limits && DictionaryDecoder().limits == limits)
    #expect(KeyedArchiveEncoder().limits == limits && KeyedArchiveDecoder().limits == limits)
  }

  @Test("the depth that is set holds for every coder, and its error names the option", arguments: TestCoder.allCases)
  func depth(_ coder: TestCoder) throws {
    let encoded = try coder.encode(Onion(depth: 20))
    // Coders that go through containers count arrays, and models with code of their own twice.
    for (depth, works) in [(80, true), (19, false)] {
      let limits = CodingLimits(maximumDepth: depth)
      if works {
        _ = try coder.encode(Onion(depth: 20), limits: limits)
        _ = try coder.decode(Onion.self, from: encoded, limits: limits)
        continue
      }
      let encoding = #expect(throws: EncodingError.self) { try coder.encode(Onion(depth: 20), limits: limits) }
      let decoding = #expect(throws: DecodingError.self) { try coder.decode(Onion.self, from: encoded, limits: limits) }
      if coder != .foundationPropertyList {
        #expect(explanation(encoding).contains("limits.maximumDepth"))
        #expect(explanation(encoding).contains("userInfo[.maximumDepth]"))
      }
      #expect(explanation(decoding).contains("limits.maximumDepth"))
    }
  }

  @Test(
    "userInfo of Foundation's coders sets the exact depth", arguments: 2...6,
    [TestCoder.foundationJSON, .foundationPropertyList])
  func exactDepth(_ depth: Int, _ coder: TestCoder) throws {
    let limits = CodingLimits(maximumDepth: depth)
    let encoded = try coder.encode(Onion(depth: depth), limits: limits)
    let decoded = try coder.decode(Onion.self, from: encoded, limits: limits)
    #expect(sequence(first: decoded) { $0.layers.first }.map(\.self).count == depth)
    let deeper = try coder.encode(Onion(depth: depth + 1))
    #expect(throws: EncodingError.self) { try coder.encode(Onion(depth: depth + 1), limits: limits) }
    #expect(throws: DecodingError.self) { try coder.decode(Onion.self, from: deeper, limits: limits) }
  }

  @Test(
    "the depth counts values with code of their own",
    arguments: TestCoder.allCases.filter { $0 != .foundationJSON && $0 != .foundationPropertyList })
  func depthOfCodable(_ coder: TestCoder) throws {
    let encoded = try coder.encode(PlainOnion(depth: 20))
    let limits = CodingLimits(maximumDepth: 19)
    #expect(throws: EncodingError.self) { try coder.encode(PlainOnion(depth: 20), limits: limits) }
    let error = #expect(throws: DecodingError.self) {
      try coder.decode(PlainOnion.self, from: encoded, limits: limits)
    }
    #expect(explanation(error).contains("limits.maximumDepth"))
  }

  @Test("userInfo of AutoCoding's own coders takes precedence")
  func userInfo() throws {
    let encoder = AutoJSONEncoder()
    encoder.limits.maximumDepth = 2
    #expect(throws: EncodingError.self) { try encoder.encode(Onion(depth: 5)) }
    encoder.userInfo[.maximumDepth] = 5
    let data = try encoder.encode(Onion(depth: 5))
    let decoder = AutoJSONDecoder()
    decoder.userInfo[.maximumDepth] = 4
    #expect(throws: DecodingError.self) { try decoder.decode(Onion.self, from: data) }
    decoder.userInfo = [:]
    _ = try decoder.decode(Onion.self, from: data)
  }

  @Test("a depth that makes no sense is one", arguments: [0, -1, Int.min])
  func leastDepth(_ depth: Int) throws {
    let encoder = AutoJSONEncoder()
    encoder.limits.maximumDepth = depth
    let data = try encoder.encode(Onion())
    #expect(throws: EncodingError.self) { try encoder.encode(Onion(depth: 2)) }
    let decoder = AutoJSONDecoder()
    decoder.limits.maximumDepth = depth
    _ = try decoder.decode(Onion.self, from: data)
  }

  @Test("the depth of data does not limit values that are already in memory", arguments: 2...4)
  func depthInMemory(_ depth: Int) throws {
    let data = try AutoJSONEncoder().encode(Comparing())
    let decoder = AutoJSONDecoder()
    decoder.limits.maximumDepth = depth
    #expect(try decoder.decode(Comparing.self, from: data).name == "a")
    let foreign = JSONDecoder()
    foreign.userInfo[.maximumDepth] = depth
    #expect(try foreign.decode(Comparing.self, from: data).name == "a")
  }

  @Test("values in memory are not limited below other values, and do not lift the limit")
  func depthInMemoryOfNestedValues() throws {
    let decoder = AutoJSONDecoder()
    let data = try AutoJSONEncoder().encode(Nested(value: Nested(value: Nested(value: Comparing()))))
    decoder.limits.maximumDepth = 4
    #expect(try decoder.decode(Nested<Nested<Nested<Comparing>>>.self, from: data).value.value.value.name == "a")
    let foreign = JSONDecoder()
    foreign.userInfo[.maximumDepth] = 4
    #expect(try foreign.decode(Nested<Nested<Nested<Comparing>>>.self, from: data).value.value.value.name == "a")
    for (depth, works) in [(3, true), (4, false)] {
      var value = ComparingOnion()
      value.onion = Onion(depth: depth)
      let data = try AutoJSONEncoder().encode(value)
      #expect(((try? decoder.decode(ComparingOnion.self, from: data)) != nil) == works)
      #expect(((try? foreign.decode(ComparingOnion.self, from: data)) != nil) == works)
    }
  }

  @Test("a stack that is too small for the outermost value is an error of the encoder")
  func smallStack() throws {
    // The system may give a thread a larger stack, which another one has left.
    for coder in [TestCoder.json, .nativeDictionary, .keyedArchive] {
      let failure = try TestThread.run(stackSize: 90 << 10) { () -> (any Error)? in
        do { _ = try coder.encode(Onion(depth: 1)) } catch { return error }
        return nil
      }
      #expect(failure == nil || failure is EncodingError, "\(coder)")
    }
  }

  @Test("a coder that is called by a model's code does not limit what follows")
  func nestedCoders() throws {
    var value = Asking(isAsking: true)
    value.onion = Onion(depth: 9)
    for limit in [1, 4] {
      Asking.$limit.withValue(limit) {
        for coder in TestCoder.allCases {
          #expect(throws: Never.self) {
            let data = try coder.encode([Nested(value: value), Nested(value: value)])
            _ = try coder.decode([Nested<Asking>].self, from: data)
          }
        }
        #expect(throws: Never.self) {
          let data = try JSONEncoder().encode([Nested(value: value), Nested(value: value)])
          _ = try JSONDecoder().decode([Nested<Asking>].self, from: data)
          _ = try JSONDecoder().decode(Asking.self, from: JSONEncoder().encode(value))
        }
      }
    }
    // Nor does it lift the limit.
    Asking.$limit.withValue(99) {
      let decoder = JSONDecoder()
      decoder.userInfo[.maximumDepth] = 5
      #expect(throws: DecodingError.self) { try decoder.decode(Asking.self, from: JSONEncoder().encode(value)) }
    }
  }

  @Test(
    "a coder that is called by a model's code has its own limit",
    arguments: [(inner: 4, outer: 512), (inner: 512, outer: 8)])
  func limitsOfNestedCoders(_ limit: (inner: Int, outer: Int)) throws {
    let (limits, value) = (CodingLimits(maximumDepth: limit.outer), Nested(value: Nested(value: Coding())))
    for coder in TestCoder.allCases {
      let encoded = try Asking.$limit.withValue(99) { try coder.encode(value) }
      Asking.$limit.withValue(limit.inner) {
        let isEncoded = (try? coder.encode(value, limits: limits)) != nil
        let isDecoded = (try? coder.decode(Nested<Nested<Coding>>.self, from: encoded, limits: limits)) != nil
        #expect(isEncoded == (limit.inner == 512) && isDecoded == (limit.inner == 512), "\(coder)")
      }
    }
  }

  @Test("what is found out about a type does not depend on the limits at its first use")
  func firstUse() throws {
    func check<Marker>(_: Marker.Type, _ depth: Int) throws {
      let encoder = AutoJSONEncoder()
      encoder.limits.maximumDepth = depth
      let decoder = AutoJSONDecoder()
      decoder.limits.maximumDepth = depth
      decoder.leniency = .defaultsForNull
      if depth == 1 {
        #expect(try encoder.encode(Unknown<Marker>()) == Data(#"{"parts":[1]}"#.utf8))
        // Code of its own would not use defaults.
        #expect(try decoder.decode(Unknown<Marker>.self, from: Data(#"{"parts":null}"#.utf8)).parts == [1])
      } else {
        let data = Data(#"{"value":{"parts":null}}"#.utf8)
        #expect(try decoder.decode(Nested<Unknown<Marker>>.self, from: data).value.parts == [1])
        #expect(try encoder.encode(Nested(value: Unknown<Marker>())) == Data(#"{"value":{"parts":[1]}}"#.utf8))
      }
    }
    try check(Int.self, 1)
    try check(Bool.self, 2)
  }

  @Test("bytes and objects are limited if that is asked for")
  func sizes() throws {
    let encoder = AutoJSONEncoder()
    let data = try encoder.encode([1, 2, 3])
    encoder.limits.maximumByteCount = data.count
    #expect(try encoder.encode([1, 2, 3]) == data)
    encoder.limits.maximumByteCount = data.count - 1
    var error: (any Error)? = #expect(throws: EncodingError.self) { try encoder.encode([1, 2, 3]) }
    #expect(explanation(error).contains("limits.maximumByteCount"))
    var buffer: [UInt8] = [0]
    #expect(throws: EncodingError.self) { try encoder.encode([1, 2, 3], appendingTo: &buffer) }
    #expect(buffer == [0])

    let decoder = AutoJSONDecoder()
    decoder.limits.maximumByteCount = data.count - 1
    error = #expect(throws: DecodingError.self) { try decoder.decode([Int].self, from: data) }
    #expect(explanation(error).contains("limits.maximumByteCount"))

    let archiver = KeyedArchiveEncoder()
    let archive = try archiver.encode(Onion(depth: 5))
    archiver.limits.maximumByteCount = 20
    error = #expect(throws: EncodingError.self) { try archiver.encode(Onion(depth: 5)) }
    #expect(explanation(error).contains("limits.maximumByteCount"))
    let unarchiver = KeyedArchiveDecoder()
    unarchiver.limits.maximumObjectCount = 3
    error = #expect(throws: DecodingError.self) { try unarchiver.decode(Onion.self, from: archive) }
    #expect(explanation(error).contains("limits.maximumObjectCount"))
    archiver.limits = CodingLimits()
    for count in 0..<4 {
      // What one writes, the other reads.
      let texts = (0..<count).map { "\($0)" }
      let archive = try archiver.encode(texts)
      func fits(_ limit: Int) -> (isWritten: Bool, isRead: Bool) {
        let (encoder, decoder) = (KeyedArchiveEncoder(), KeyedArchiveDecoder())
        encoder.limits.maximumObjectCount = limit
        decoder.limits.maximumObjectCount = limit
        return ((try? encoder.encode(texts)) != nil, (try? decoder.decode([String].self, from: archive)) != nil)
      }
      #expect((1..<60).allSatisfy { fits($0).isWritten == fits($0).isRead })
      #expect(!fits(20 + count).isWritten && fits(30 + 2 * count).isWritten)
    }
    archiver.limits.maximumObjectCount = 20
    error = #expect(throws: EncodingError.self) { try archiver.encode(["a"]) }
    #expect(explanation(error).contains("limits.maximumObjectCount allows (20)"))
    error = #expect(throws: EncodingError.self) { try archiver.encode(Onion(depth: 5)) }
    #expect(explanation(error).contains("limits.maximumObjectCount"))
    unarchiver.limits = CodingLimits(maximumByteCount: archive.count - 1)
    error = #expect(throws: DecodingError.self) { try unarchiver.decode(Onion.self, from: archive) }
    #expect(explanation(error).contains("limits.maximumByteCount"))
  }

  @Test("lines are limited one by one, and the next call goes on")
  func lines() throws {
    let file = FileManager.default.temporaryDirectory.appendingPathComponent("limits-\(UUID().uuidString).jsonl")
    defer { try? FileManager.default.removeItem(at: file) }
    let encoder = AutoJSONEncoder()
    encoder.limits.maximumByteCount = 20
    let writer = try encoder.lines(toFile: file)
    try writer.write([1])
    #expect(throws: EncodingError.self) { try writer.write(Array(1...20)) }
    try writer.write([2])
    try writer.finish()
    let decoder = AutoJSONDecoder()
    decoder.limits.maximumByteCount = 20
    let lines = try decoder.lines(of: [Int].self, inFile: file)
    #expect(try lines.next() == [1] && lines.next() == [2] && lines.next() == nil)
  }
}
