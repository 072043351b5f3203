import AutoCoding
import Foundation
import Testing

/// Models that are property wrappers, too. A property of such a type is coded as the value that it wraps.
struct DynamicWrapperTests {
  @propertyWrapper
  struct Percent: AutoCoding, CodedPropertyWrapper {
    var wrappedValue: Int
  }

  class Base: AutoCoding {
    var id = 1
    init() {}
  }

  final class Level: Base, CodedPropertyWrapper {
    var wrappedValue = 2

    override init() {}
    init(wrappedValue: Int) { self.wrappedValue = wrappedValue }
  }

  struct Holder: AutoCoding {
    var model: any AutoCoding
    var base: Base
    @Percent var declared = 3
  }

  @propertyWrapper
  struct Positive: AutoCoding, CodedPropertyWrapper {
    var wrappedValue: Int
    func willEncode() throws { if wrappedValue < 0 { throw CocoaError(.coderInvalidValue) } }
  }

  struct Amount: AutoCoding {
    @Positive var value = 1
  }

  private func holder() -> Holder {
    let level = Level(wrappedValue: 6)
    level.id = 5
    return Holder(model: Percent(wrappedValue: 7), base: level)
  }

  @Test("they come back whole, by their properties", arguments: TestCoder.allCases)
  func roundTrip(coder: TestCoder) throws {
    let back = try coder.decode(Holder.self, from: coder.encode(holder()))
    let level = try #require(back.base as? Level)
    #expect((back.model as? Percent)?.wrappedValue == 7 && back.declared == 3)
    #expect(level.wrappedValue == 6 && level.id == 5)
  }

  @Test("every coder writes the same")
  func text() throws {
    let prefix = #"{"$class":"AutoCodingTests.DynamicWrapperTests"#
    let text = try AutoJSONEncoder().encodeToString(holder())
    #expect(
      text == """
        {"model":\(prefix).Percent","wrappedValue":7},"base":\(prefix).Level","id":5,"wrappedValue":6},"declared":{"wrappedValue":3}}
        """)
    let decoded = try JSONDecoder().decode(Holder.self, from: Data(text.utf8))
    #expect(try AutoJSONEncoder().encodeToString(decoded) == text)
    #expect(try ModelValue.areEqual(decoded, ModelValue.copy(of: holder())))
  }

  @Test("their willEncode() is called, declared or not", arguments: TestCoder.allCases)
  func calls(coder: TestCoder) throws {
    #expect(try coder.decode(Amount.self, from: coder.encode(Amount())).value == 1)
    #expect(throws: (any Error).self) { try coder.encode(Amount(value: -1)) }
    #expect(throws: (any Error).self) {
      try coder.encode(Holder(model: Positive(wrappedValue: -1), base: Base()))
    }
  }
}
