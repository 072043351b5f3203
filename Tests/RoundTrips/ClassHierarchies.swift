import AutoCoding
import Foundation

// Classes with superclasses. Objects use what they hold when they die: none may die before all of it is there.

private class First: AutoCoding, Equatable {
  let counted: Counted
  var text = longText

  init(_ number: Int) {
    counted = Counted(number)
  }

  func isSame(_ other: First) -> Bool {
    type(of: self) == type(of: other) && (counted, text) == (other.counted, other.text)
  }

  static func == (left: First, right: First) -> Bool { left.isSame(right) }

  deinit { use(counted.number + text.count) }
}

private class Second: First {
  var optional: Counted?
  var small: UInt8 = 2

  override func isSame(_ other: First) -> Bool {
    guard super.isSame(other), let other = other as? Second else { return false }
    return (optional, small) == (other.optional, other.small)
  }

  deinit { use(optional?.number ?? 0) }
}

private final class Third: Second {
  var list = [Counted(3)]
  var next: First?
  var flag = true

  static func with(_ optional: Counted, next: First) -> Third {
    let third = Third(1)
    (third.optional, third.next) = (optional, next)
    return third
  }

  override func isSame(_ other: First) -> Bool {
    guard super.isSame(other), let other = other as? Third else { return false }
    return (list, next, flag) == (other.list, other.next, other.flag)
  }

  deinit { use(list.count) }
}

private class DefaultFirst: AutoCoding, DefaultInitializable, Equatable {
  var counted = Counted(1)

  required init() {}

  func isSame(_ other: DefaultFirst) -> Bool {
    type(of: self) == type(of: other) && counted == other.counted
  }

  static func == (left: DefaultFirst, right: DefaultFirst) -> Bool { left.isSame(right) }

  deinit { use(counted.number) }
}

private class DefaultSecond: DefaultFirst {
  var optional: Counted? = Counted(2)

  override func isSame(_ other: DefaultFirst) -> Bool {
    super.isSame(other) && (other as? DefaultSecond)?.optional == optional
  }
}

private final class DefaultThird: DefaultSecond {
  var list = [Counted(3)]
  var text = longText

  static func changed() -> DefaultThird {
    let third = DefaultThird()
    (third.optional, third.list, third.text) = (nil, [], "")
    return third
  }

  override func isSame(_ other: DefaultFirst) -> Bool {
    guard super.isSame(other), let other = other as? DefaultThird else { return false }
    return (list, text) == (other.list, other.text)
  }

  deinit { use(list.count) }
}

private class Generic<Value: Codable & Equatable>: AutoCoding, Equatable {
  var value: Value
  var list: [Value]
  let counted: Counted

  init(_ value: Value, list: [Value]) {
    self.value = value
    self.list = list
    counted = Counted(list.count)
  }

  func isSame(_ other: Generic) -> Bool {
    (value, list, counted) == (other.value, other.list, other.counted)
  }

  static func == (left: Generic, right: Generic) -> Bool { left.isSame(right) }

  deinit { use(counted.number + list.count) }
}

private final class BelowGeneric: Generic<Counted> {
  var last = Counted(2)

  override func isSame(_ other: Generic<Counted>) -> Bool {
    super.isSame(other) && (other as? BelowGeneric)?.last == last
  }

  deinit { use(last.number) }
}

private class Uncoded<Value: Codable & Equatable> {
  let value: Value
  var list: [Value] = []
  init(_ value: Value) {
    self.value = value
  }
}

private class AboveUncoded<Value: Codable & Equatable>: Uncoded<[Value]>, AutoCoding {
  var optional: Value?
}

private final class BelowUncoded: AboveUncoded<Counted>, Equatable {
  var last = Counted(1)

  static func == (left: BelowUncoded, right: BelowUncoded) -> Bool {
    (left.value, left.list, left.optional, left.last) == (right.value, right.list, right.optional, right.last)
  }

  deinit { use(value.count + list.count + last.number) }
}

/// Its superclass is Foundation's, whose `init()` is needed.
private final class BelowFoundation: NSObject, AutoCoding, DefaultInitializable {
  var counted = Counted(1)
  var list: [Counted]? = [Counted(2)]

  static func isSame(_ left: BelowFoundation, _ right: BelowFoundation) -> Bool {
    (left.counted, left.list) == (right.counted, right.list)
  }

  deinit { use(counted.number) }
}

private struct Holder: AutoCoding, Equatable {
  let one: First
  var optional: First?
  let list: [First]
  var byName: [String: First]
  let defaults: DefaultFirst
  let last: Counted
}

extension RoundTrips {
  static var classHierarchies: [Layout] {
    [
      Layout("class: two superclasses", [third, Third(2)]),
      Layout("class: two superclasses, DefaultInitializable", [DefaultThird(), .changed()]),
      Layout("class: generic", generic),
      Layout("class: below a generic class", [BelowGeneric(Counted(1), list: [Counted(2), Counted(3)])]),
      Layout("class: below a generic class that is not coded by itself", [BelowUncoded([Counted(1)])]),
      Layout("class: below a class of Foundation's", isSame: BelowFoundation.isSame, [BelowFoundation()]),
      Layout("class: held as its base class", [third, Second(2), First(3)] as [First]),
      Layout(
        "class: held as its base class, DefaultInitializable",
        [DefaultThird(), DefaultThird.changed(), DefaultSecond()] as [DefaultFirst]),
      Layout(
        "class: held as its base class, in properties and collections", refused: [holderOfAnotherClass], holders),
    ]
  }

  private static var third: Third { .with(Counted(5), next: Second(6)) }

  private static var generic: [Generic<Large>] {
    [
      Generic(Large(counted: Counted(1)), list: []),
      Generic(Large(counted: Counted(2)), list: [Large(counted: Counted(3))]),
    ]
  }

  private static var holders: [Holder] {
    [
      Holder(
        one: third, optional: Second(2), list: [First(3), Second(4)], byName: ["a": third], defaults: DefaultThird(),
        last: Counted(6)),
      Holder(one: First(1), optional: nil, list: [], byName: [:], defaults: DefaultFirst(), last: Counted(2)),
    ]
  }

  private static var holderOfAnotherClass: String {
    let another = #"{"$class":"benchmarks.Nothing","counted":1,"text":"x"}"#
    return #"{"one":\#(another),"list":[],"byName":{},"defaults":{},"last":1}"#
  }
}
