import AutoCoding
import Foundation
import Observation

// Objects use what they hold when they die: none may die before all of it is there.

private final class Plain: AutoCoding {
  let counted: Counted
  var number = 1
  let text: String
  var optional: Counted?
  var list: [Counted]
  let byName: [String: Counted]
  var last: Counted

  init(_ number: Int, optional: Counted?) {
    counted = Counted(number)
    text = longText
    self.optional = optional
    list = [Counted(2), Counted(3)]
    byName = ["a": Counted(4)]
    last = Counted(5)
  }

  deinit { use(counted.number + last.number + list.count + byName.count) }
}

private final class Defaults: AutoCoding, DefaultInitializable {
  var counted = Counted(1)
  var optional: Counted? = Counted(2)
  var watched = Watched(3)
  var list = [Counted(4)]
  @Transient var draft = Counted(6)
  weak var observer: Counted?
  var last = 7

  static var unEncodedProperties: Set<String> { ["observer"] }

  deinit { use(counted.number + list.count + draft.number) }
}

private class First: AutoCoding {
  let counted: Counted
  var text = longText

  init(_ number: Int) {
    counted = Counted(number)
  }

  deinit { use(counted.number + text.count) }
}

private class Second: First {
  var optional: Counted?
  var small: UInt8 = 2

  deinit { use(optional?.number ?? 0) }
}

private final class Third: Second {
  var list = [Counted(3)]
  var next: First?
  var flag = true

  deinit { use(list.count) }
}

private class DefaultFirst: AutoCoding, DefaultInitializable {
  var counted = Counted(1)
  required init() {}
  deinit { use(counted.number) }
}

private class DefaultSecond: DefaultFirst {
  var optional: Counted? = Counted(2)
}

private final class DefaultThird: DefaultSecond {
  var list = [Counted(3)]
  var text = longText
  deinit { use(list.count) }
}

private class Generic<Value: Codable>: AutoCoding {
  var value: Value
  var list: [Value]
  let counted = Counted(1)

  init(_ value: Value, list: [Value]) {
    self.value = value
    self.list = list
  }

  deinit { use(counted.number + list.count) }
}

private final class BelowGeneric: Generic<Counted> {
  var last = Counted(2)
  deinit { use(last.number) }
}

private final class Aligned: AutoCoding {
  let first: UInt8
  var vector: Vector
  let counted: Counted
  let wide: SIMD8<Double>

  init(_ number: Int) {
    first = 1
    vector = [1.5, 2, 3, Double(number)]
    counted = Counted(number)
    wide = SIMD8(repeating: 0.5)
  }

  deinit { use(counted.number + Int(wide[7])) }
}

private final class Tree: AutoCoding {
  let counted: Counted
  var left: Tree?
  var children: [Tree]

  init(_ number: Int, left: Tree? = nil, children: [Tree] = []) {
    counted = Counted(number)
    self.left = left
    self.children = children
  }

  deinit { use(counted.number + children.count) }
}

private final class LeftOut: AutoCoding {
  let counted: Counted
  weak var parent: LeftOut?
  var cache: [Counted]? = [Counted(0)]
  @Transient var draft: Counted? = Counted(0)
  var action: (() -> Void)?
  var last = 1

  init(_ number: Int) {
    counted = Counted(number)
  }

  static var unEncodedProperties: Set<String> { ["parent", "cache", "action"] }

  deinit { use(counted.number + (cache?.count ?? 0)) }
}

private final class Weak: AutoCoding {
  let first: UInt8
  let watched: Watched
  var list: [Watched]
  var optional: Watched?
  let last: Counted

  init(_ number: Int, optional: Watched?) {
    first = 1
    watched = Watched(number)
    list = (0..<2).map(Watched.init)
    self.optional = optional
    last = Counted(number)
  }

  deinit { use(last.number + list.count) }
}

private final class Texts: AutoCoding {
  let character: Character
  let list: [Substring]
  var optional: Substring?
  let slice: ArraySlice<Counted>
  let last: Counted

  init(_ number: Int, optional: Substring?) {
    character = "é"
    list = (0..<2).map { longText.dropFirst($0) }
    self.optional = optional
    slice = [Counted(number), Counted(2)]
    last = Counted(number)
  }

  deinit { use(last.number + slice.count) }
}

private final class WeakReferences: AutoCoding {
  let counted: Counted
  weak var parent: WeakReferences?
  weak var resident: (any Resident)?
  var children: [WeakReferences] = []
  let last: Counted

  init(_ number: Int, children: Int = 0) {
    counted = Counted(number)
    last = Counted(number)
    self.children = (0..<children).map { WeakReferences($0) }
    for child in self.children { child.parent = self }
  }

  deinit { use(counted.number + last.number + (parent == nil && resident == nil ? 0 : 1)) }
}

private final class Lazy: AutoCoding {
  let counted: Counted
  lazy var computed = [Counted(counted.number + 1)]
  lazy var text: String? = longText

  init(_ number: Int) {
    counted = Counted(number)
  }

  static func computed(_ number: Int) -> Lazy {
    let object = Lazy(number)
    _ = (object.computed, object.text)
    return object
  }

  deinit { use(counted.number) }
}

@Observable private final class Observed: AutoCoding {
  var counted: Counted
  var list = [Counted(2)]
  var optional: Counted?
  @ObservationIgnored var ignored = longText

  init(_ number: Int) {
    counted = Counted(number)
  }

  // Reading goes by way of the registrar, which has to be there.
  deinit { use(counted.number + list.count) }
}

private final class Tenants: AutoCoding {
  let tenant: any Tenant
  var optional: (any Tenant)?
  let pair: (any Tenant & Resident, Counted)
  @Boxed var boxed = Counted(1)
  let last: Counted

  init(_ tenant: any Tenant, optional: (any Tenant)?) {
    self.tenant = tenant
    self.optional = optional
    pair = (TenantBelow(), Counted(2))
    last = Counted(3)
  }

  deinit { use(last.number + pair.1.number) }
}

private class Uncoded<Value: Codable> {
  let value: Value
  var list: [Value] = []
  init(_ value: Value) {
    self.value = value
  }
}

private class AboveUncoded<Value: Codable>: Uncoded<[Value]>, AutoCoding {
  var optional: Value?
}

private final class BelowUncoded: AboveUncoded<Counted> {
  let last = Counted(1)
  deinit { use(value.count + list.count + last.number) }
}

private final class Refusing: AutoCoding {
  var counted = Counted(1)
  var accepted = true

  func didDecode() throws {
    if !accepted { throw Refusal.wanted }
  }

  deinit { use(counted.number) }
}

private struct Holder: AutoCoding {
  let one: First
  var optional: First?
  let list: [First]
  var byName: [String: First]
  let defaults: DefaultFirst
  let last: Counted
}

/// Reads what a dying object holds, whatever the optimizer thinks of it.
private func use(_ number: Int) {
  blackHole(number)
}

extension RoundTrips {
  static var classLayouts: [Layout] {
    func third(_ number: Int) -> Third {
      let third = Third(number)
      (third.optional, third.next) = (Counted(5), Second(6))
      return third
    }
    return [
      Layout("class: without init()", [Plain(1, optional: nil), Plain(2, optional: Counted(3))]),
      Layout("class: DefaultInitializable", [Defaults()]),
      Layout("class: two superclasses", [third(1), Third(2)]),
      Layout("class: two superclasses, DefaultInitializable", [DefaultThird()]),
      Layout(
        "class: generic",
        [Generic(Large(counted: Counted(1)), list: []), Generic(Large(counted: Counted(2)), list: [])]),
      Layout("class: below a generic class", [BelowGeneric(Counted(1), list: [Counted(2), Counted(3)])]),
      Layout("class: alignment of 64", [Aligned(4)]),
      Layout(
        "class: recursive", [Tree(1, left: Tree(2, left: Tree(3)), children: [Tree(4), Tree(5, children: [Tree(6)])])]),
      Layout("class: properties left out", [LeftOut(1)]),
      Layout("class: what bytes cannot move", [Weak(1, optional: Watched(2)), Weak(3, optional: nil)]),
      Layout(
        "class: values that no container takes", [Texts(1, optional: longText.dropFirst()), Texts(2, optional: nil)]),
      Layout("class: weak references", [WeakReferences(1, children: 2)]),
      Layout("class: lazy", [Lazy(1), Lazy.computed(2)]),
      Layout("class: @Observable", [Observed(1)]),
      Layout(
        "class: existentials",
        [
          Tenants(SmallTenant(counted: Counted(1)), optional: nil),
          Tenants(LargeTenant(counted: Counted(2)), optional: TenantCase.one(Counted(3))),
          Tenants(TenantBelow(), optional: TenantObject()),
        ]),
      Layout("class: below a generic class that is not coded by itself", [BelowUncoded([Counted(1)])]),
      Layout(
        "class: didDecode() that refuses", refused: [#"{"counted":1,"accepted":false}"#], [Refusing()]),
      Layout("class: held as its base class", [third(1), Second(2), First(3)] as [First]),
      Layout(
        "class: held as its base class, DefaultInitializable", [DefaultThird(), DefaultSecond()] as [DefaultFirst]),
      Layout(
        "class: held as its base class, in properties and collections",
        refused: [
          #"{"one":{"$class":"benchmarks.Nothing","counted":1,"text":"x"},"list":[],"byName":{},"#
            + #""defaults":{},"last":1}"#
        ],
        [
          Holder(
            one: third(1), optional: Second(2), list: [First(3), Second(4)], byName: ["a": third(5)],
            defaults: DefaultThird(), last: Counted(6)),
          Holder(
            one: First(1), optional: nil, list: [], byName: [:], defaults: DefaultFirst(), last: Counted(2)),
        ]),
    ]
  }
}
