import AutoCoding
import Foundation
import Testing

struct DidDecodeTests {
  private struct Refusal: Error, Equatable {
    let reason: String
  }

  private struct Area: AutoCoding, Equatable {
    let width: Int
    let height: Int
    var size: Int?
    static var unEncodedProperties: Set<String> { ["size"] }
    mutating func didDecode() throws {
      guard width >= 0 else { throw Refusal(reason: "width \(width)") }
      size = (size ?? 0) + width * height
    }
  }

  @Test func structIsCalledOnceWithAllItsProperties() throws {
    let area = try jsonValue(Area.self, #"{"height":3,"width":2}"#)
    #expect(area == Area(width: 2, height: 3, size: 6))
    let areas = try jsonValue([String: [Area?]].self, #"{"a":[{"height":3,"width":2},null,{"height":4,"width":2}]}"#)
    #expect(areas["a"]?.map { $0?.size } == [6, nil, 8])
  }

  @Test func throwingFailsTheDecode() {
    #expect(throws: Refusal(reason: "width -1")) { try jsonValue(Area.self, #"{"height":3,"width":-1}"#) }
    #expect(throws: Refusal(reason: "width -1")) {
      try jsonValue([Area].self, #"[{"height":3,"width":2},{"height":3,"width":-1}]"#)
    }
    #expect(throws: Refusal(reason: "width -1")) {
      try jsonValue(Holder.self, #"{"area":{"height":3,"width":-1},"name":"n"}"#)
    }
  }

  private struct Holder: AutoCoding {
    let area: Area
    let name: String
  }

  @Test func isNotCalledWhenDecodingFails() {
    Calls.count = 0
    #expect(throws: DecodingError.self) { try jsonValue(Counting.self, #"{"a":1}"#) }
    #expect(throws: DecodingError.self) { try jsonValue(Counting.self, #"{"a":1,"b":"x"}"#) }
    #expect(Calls.count == 0)
    #expect(throws: Never.self) { try jsonValue(Counting.self, #"{"a":1,"b":2}"#) }
    #expect(Calls.count == 1)
  }

  /// Counts calls on one thread; the test that uses it does not suspend.
  private enum Calls {
    static var count: Int {
      get { Thread.current.threadDictionary["DidDecodeTests.calls"] as? Int ?? 0 }
      set { Thread.current.threadDictionary["DidDecodeTests.calls"] = newValue }
    }
  }

  private final class Counting: AutoCoding {
    let a: Int
    let b: Int
    init(a: Int, b: Int) {
      self.a = a
      self.b = b
    }
    func didDecode() throws { Calls.count += 1 }
  }

  private class Base: AutoCoding, DefaultInitializable {
    var name = "n"
    @Transient var calls: [String] = []
    required init() {}
    func didDecode() throws { calls.append("base") }
  }

  private class Silent: Base {
    var extra = 1
  }

  private final class Overriding: Base {
    var size = 1
    var children: [Base] = []
    override func didDecode() throws {
      try super.didDecode()
      calls.append("sub \(name) \(size) \(children.map(\.calls))")
    }
  }

  @Test func classesInheritAndOverride() throws {
    #expect(try jsonValue(Base.self, "{}").calls == ["base"])
    #expect(try jsonValue(Silent.self, #"{"extra":2}"#).calls == ["base"])
    let text = #"{"children":[{},{"name":"c"}],"name":"x","size":3}"#
    let parent = try jsonValue(Overriding.self, text)
    #expect(parent.calls == ["base", #"sub x 3 [["base"], ["base"]]"#])
  }

  private enum Mode: String, AutoCoding {
    case on, off
    func didDecode() throws {
      if self == .off { throw Refusal(reason: "off") }
    }
  }

  private enum Plain: AutoCoding {
    case on, off
    mutating func didDecode() throws {
      if self == .off { self = .on }
    }
  }

  @Test func enums() throws {
    #expect(try jsonValue([Mode].self, #"["on"]"#) == [.on])
    #expect(throws: Refusal(reason: "off")) { try jsonValue([Mode].self, #"["off"]"#) }
    #expect(try jsonValue([Plain].self, #"[{"off":{}}]"#) == [.on])
  }
}
