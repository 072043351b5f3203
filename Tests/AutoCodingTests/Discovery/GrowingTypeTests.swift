import AutoCoding
import Foundation
import Testing

/// A class whose property leads to a class with larger generic arguments, which leads to another, without end.
private final class Growing<Element>: AutoCoding, DefaultInitializable {
  struct More {}

  var number = 1
  var next: Growing<More>?
}

private final class GrowingAny<Element>: AutoCoding, DefaultInitializable {
  var value: Any = Plain()
  var next: GrowingAny<(Element, Element)>?
}

private struct Plain: AutoCoding { var number = 1 }

/// Types that lead to ever larger types.
struct GrowingTypeTests {
  private func value() -> Growing<Int> {
    let value = Growing<Int>()
    value.next = Growing()
    return value
  }

  @Test("values are coded") func values() throws {
    let text = #"{"next":{"number":1},"number":1}"#
    let encoder = AutoJSONEncoder()
    encoder.outputFormatting = .sortedKeys
    #expect(try encoder.encodeToString(value()) == text)
    #expect(try AutoJSONDecoder().decode(Growing<Int>.self, from: text).next?.next == nil)
    let foundation = JSONEncoder()
    foundation.outputFormatting = .sortedKeys
    #expect(try String(decoding: foundation.encode(value()), as: UTF8.self) == text)
    #expect(try JSONDecoder().decode(Growing<Int>.self, from: Data(text.utf8)).next != nil)
    #expect(try DictionaryEncoder().encode(value()).count == 2)
    let archive = try KeyedArchiveEncoder().encode(value())
    #expect(try KeyedArchiveDecoder().decode(Growing<Int>.self, from: archive).next != nil)
    #expect(try ModelValue.areEqual(value(), ModelValue.copy(of: value())))
  }

  @Test("the types that they lead to are found as far as they are allowed") func types() {
    #expect(throws: EncodingError.self) { try AutoJSONEncoder().encode(GrowingAny<Int>()) }
    #expect { try TypeMap(reflecting: Self.type(Int.self, depth: 65)) } throws: {
      "\($0)".contains("nested more than 64 levels deep")
    }
    #expect(throws: Never.self) { try TypeMap(reflecting: Self.type(Int.self, depth: 60)) }
  }

  private static func type<Element>(_ element: Element.Type, depth: Int) -> Any.Type {
    depth <= 1 ? Growing<Element>.self : type([Element].self, depth: depth - 1)
  }
}
