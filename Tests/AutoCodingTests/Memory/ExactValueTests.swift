import AutoCoding
import Foundation
import Testing

/// Values of exact types in an `Any`, which may hold another existential.
struct ExactValueTests {
  /// Makes an `Any` of the static type: of an `Any`, one that holds an `Any`.
  @inline(never)
  @_optimize(none)
  private func wrapped<Value>(_ value: Value) -> Any { value }

  @Test("values within other existentials are found")
  func nested() {
    let number = NSNumber(value: 0.5)
    let text = "a text that is too long for one word"
    for any in [number, wrapped(number), wrapped(wrapped(number)), wrapped(number as AnyObject)] as [Any] {
      #expect(exactValue(any, as: NSNumber.self) === number)
      #expect(exactObject(any, ofClass: NSNumber.self) === number)
      #expect(exactValue(any, as: NSNull.self) == nil && exactValue(any, as: String.self) == nil)
    }
    for any in [text, wrapped(text), wrapped(wrapped(text)), wrapped(text as any Hashable)] as [Any] {
      #expect(exactValue(any, as: String.self) == text)
      #expect(exactValue(any, as: Bool.self) == nil && exactValue(any, as: NSString.self) == nil)
    }
    for any in [true, wrapped(true), wrapped(wrapped(true)), wrapped(true as any Hashable)] as [Any] {
      #expect(exactValue(any, as: Bool.self) == true)
    }
    let list: [Any] = [1, text]
    for any in [list, wrapped(list), wrapped(wrapped(list))] as [Any] {
      #expect(exactValue(any, as: [Any].self)?.count == 2)
      #expect(exactValue(any, as: [Any].self)?.last as? String == text)
    }
    // More than fits into an existential.
    let large = (1, 2, 3, text)
    for any in [large, wrapped(large), wrapped(wrapped(large))] as [Any] {
      #expect(exactValue(any, as: (Int, Int, Int, String).self)?.3 == text)
    }
  }

  @Test("elements of Foundation's collections are found")
  func collections() {
    let number = NSNumber(value: 7)
    let elements =
      NSSet(array: [number]).map { $0 } + NSSet(array: [number]).allObjects + NSCountedSet(array: [number]).map { $0 }
      + NSOrderedSet(array: [number]).map { $0 } + NSArray(array: [number]).map { $0 }
      + NSDictionary(object: number, forKey: number).flatMap { [$0.key, $0.value] }
    for element in elements { #expect(exactValue(element, as: NSNumber.self)?.intValue == 7) }
  }

  @Test("copies of a value have one identity, in other existentials too")
  func identities() {
    let list = [1, 2, 3]
    let table = ["a": 1]
    let object = NSNumber(value: 0.5)
    for value in [list, table, object] as [Any] {
      let identity = PlainValue.identity(of: value)
      #expect(identity != nil)
      for copy in [wrapped(value), wrapped(wrapped(value)), wrapped(value as Any?)] {
        #expect(PlainValue.identity(of: copy) == identity)
      }
    }
    #expect(PlainValue.identity(of: wrapped(list as any Hashable)) == PlainValue.identity(of: list))
    #expect(PlainValue.identity(of: wrapped([1])) != PlainValue.identity(of: list))
    #expect(PlainValue.identity(of: wrapped(1)) == nil)
  }
}
