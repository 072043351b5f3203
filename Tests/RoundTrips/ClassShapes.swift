import AutoCoding
import Foundation
import Observation

// Classes without subclasses. Objects use what they hold when they die: none may die before all of it is there.

private final class Plain: AutoCoding, Equatable {
  let counted: Counted
  var number = 1
  let text: String
  var optional: Counted?
  var list: [Counted]
  let byName: [String: Counted]

  init(_ number: Int, optional: Counted?) {
    counted = Counted(number)
    text = longText
    self.number = number
    self.optional = optional
    list = [Counted(2), Counted(3)]
    byName = ["a": Counted(4)]
  }

  static func == (left: Plain, right: Plain) -> Bool {
    (left.counted, left.number, left.text, left.optional, left.list, left.byName)
      == (right.counted, right.number, right.text, right.optional, right.list, right.byName)
  }

  deinit { use(counted.number + list.count + byName.count) }
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

  init() {}

  init(last: Int) {
    optional = nil
    draft = Counted(8)
    self.last = last
  }

  static func isSame(_ left: Defaults, _ right: Defaults) -> Bool {
    guard right.draft.number == 6, right.observer == nil else { return false }
    return (left.counted, left.optional, left.watched, left.list, left.last)
      == (right.counted, right.optional, right.watched, right.list, right.last)
  }

  deinit { use(counted.number + list.count + draft.number) }
}

private final class Aligned: AutoCoding, Equatable {
  let first: UInt8
  var vector: Vector
  let counted: Counted
  let wide: SIMD8<Double>

  init(_ number: Int) {
    first = UInt8(number)
    vector = [1.5, 2, 3, Double(number)]
    counted = Counted(number)
    wide = SIMD8(repeating: 0.5)
  }

  static func == (left: Aligned, right: Aligned) -> Bool {
    (left.first, left.vector, left.counted, left.wide) == (right.first, right.vector, right.counted, right.wide)
  }

  deinit { use(counted.number + Int(wide[7])) }
}

private final class Tree: AutoCoding, Equatable {
  let counted: Counted
  var left: Tree?
  var children: [Tree]

  init(_ number: Int, left: Tree? = nil, children: [Tree] = []) {
    counted = Counted(number)
    self.left = left
    self.children = children
  }

  static func == (one: Tree, other: Tree) -> Bool {
    (one.counted, one.left, one.children) == (other.counted, other.left, other.children)
  }

  deinit { use(counted.number + children.count) }
}

private final class LeftOut: AutoCoding {
  let counted: Counted
  weak var parent: LeftOut?
  var cache: [Counted]? = [Counted(0)]
  @Transient var draft: Counted? = Counted(0)
  var action: (() -> Void)? = {}
  var last = 1

  init(_ number: Int) {
    counted = Counted(number)
    last = number
  }

  static var unEncodedProperties: Set<String> { ["parent", "cache", "action"] }

  static func isSame(_ left: LeftOut, _ right: LeftOut) -> Bool {
    left.counted == right.counted && left.last == right.last && right.parent == nil && right.cache == nil
      && right.draft == nil && right.action == nil
  }

  deinit { use(counted.number + (cache?.count ?? 0)) }
}

/// Not counted: it lives as long as the process.
private final class Owner: Sendable {
  static let shared = Owner()
}

private final class Unowned: AutoCoding, DefaultInitializable {
  var counted = Counted(1)
  unowned var owner = Owner.shared
  unowned(unsafe) var unsafeOwner = Owner.shared
  unowned var optionalOwner: Owner? = Owner.shared
  var last = Counted(2)

  static var unEncodedProperties: Set<String> { ["owner", "unsafeOwner", "optionalOwner"] }

  static func isSame(_ left: Unowned, _ right: Unowned) -> Bool {
    left.counted == right.counted && left.last == right.last && right.owner === Owner.shared
      && right.unsafeOwner === Owner.shared && right.optionalOwner === Owner.shared
  }

  deinit { use(counted.number + last.number) }
}

private final class Weak: AutoCoding, Equatable {
  let first: UInt8
  let watched: Watched
  var list: [Watched]
  var optional: Watched?
  let last: Counted

  init(_ number: Int, optional: Watched?) {
    first = UInt8(number)
    watched = Watched(number)
    list = [Watched(0), Watched(1)]
    self.optional = optional
    last = Counted(number)
  }

  static func == (left: Weak, right: Weak) -> Bool {
    (left.first, left.watched, left.list, left.optional, left.last)
      == (right.first, right.watched, right.list, right.optional, right.last)
  }

  deinit { use(last.number + list.count) }
}

private final class Texts: AutoCoding, Equatable {
  let character: Character
  let list: [Substring]
  var optional: Substring?
  let slice: ArraySlice<Counted>
  let last: Counted

  init(_ number: Int, optional: Substring?) {
    character = number == 1 ? "é" : "e"
    list = [longText[...], longText.dropFirst()]
    self.optional = optional
    slice = [Counted(number), Counted(2)]
    last = Counted(number)
  }

  static func == (left: Texts, right: Texts) -> Bool {
    (left.character, left.list, left.optional, left.slice, left.last)
      == (right.character, right.list, right.optional, right.slice, right.last)
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

  static func isSame(_ left: WeakReferences, _ right: WeakReferences) -> Bool {
    left.counted == right.counted && left.last == right.last && right.parent == nil && right.resident == nil
      && left.children.count == right.children.count && zip(left.children, right.children).allSatisfy(isSame)
  }

  deinit { use(counted.number + last.number + (parent == nil && resident == nil ? 0 : 1)) }
}

private final class Lazy: AutoCoding {
  let counted: Counted
  lazy var computed = [Counted(counted.number + 1)]
  lazy var text: String? = longText

  init(_ number: Int, computed: [Counted]? = nil) {
    counted = Counted(number)
    if let computed { (self.computed, text) = (computed, "") }
  }

  static func isSame(_ left: Lazy, _ right: Lazy) -> Bool {
    left.counted == right.counted && left.stored == right.stored
  }

  /// What is stored: asking for it would compute what is not there yet.
  private var stored: Stored {
    let children = Mirror(reflecting: self).children.map { ($0.label ?? "", $0.value) }
    let properties = Dictionary(children, uniquingKeysWith: { first, _ in first })
    return Stored(
      computed: properties["$__lazy_storage_$_computed"] as? [Counted],
      text: properties["$__lazy_storage_$_text"] as? String)
  }

  private struct Stored: Equatable {
    let computed: [Counted]?
    let text: String?
  }

  deinit { use(counted.number) }
}

@Observable private final class Observed: AutoCoding, Equatable {
  var counted: Counted
  var list = [Counted(2)]
  var optional: Counted?
  @ObservationIgnored var ignored = longText

  init(_ number: Int) {
    counted = Counted(number)
  }

  // Reading goes by way of the registrar, which has to be there.
  static func == (left: Observed, right: Observed) -> Bool {
    (left.counted, left.list, left.optional, left.ignored) == (right.counted, right.list, right.optional, right.ignored)
  }

  deinit { use(counted.number + list.count) }
}

private final class Tenants: AutoCoding, Equatable {
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

  static func == (left: Tenants, right: Tenants) -> Bool {
    isSame(left.tenant, right.tenant) && isSame(left.optional, right.optional) && isSame(left.pair.0, right.pair.0)
      && left.pair.1 == right.pair.1 && left.boxed == right.boxed && left.last == right.last
  }

  deinit { use(last.number + pair.1.number) }
}

private final class Refusing: AutoCoding, Equatable {
  var counted = Counted(1)
  var accepted = true

  func didDecode() throws {
    if !accepted { throw Refusal.wanted }
  }

  static func == (left: Refusing, right: Refusing) -> Bool {
    (left.counted, left.accepted) == (right.counted, right.accepted)
  }

  deinit { use(counted.number) }
}

extension RoundTrips {
  static var classShapes: [Layout] {
    [
      Layout("class: without init()", [Plain(1, optional: nil), Plain(2, optional: Counted(3))]),
      Layout("class: DefaultInitializable", isSame: Defaults.isSame, [Defaults(), Defaults(last: 8)]),
      Layout("class: alignment of 64", [Aligned(4)]),
      Layout(
        "class: recursive", [Tree(1, left: Tree(2, left: Tree(3)), children: [Tree(4), Tree(5, children: [Tree(6)])])]),
      Layout("class: properties left out", isSame: LeftOut.isSame, [LeftOut(1)]),
      Layout("class: unowned references left out", isSame: Unowned.isSame, [Unowned()]),
      Layout("class: what bytes cannot move", [Weak(1, optional: Watched(2)), Weak(3, optional: nil)]),
      Layout(
        "class: values that no container takes", [Texts(1, optional: longText.dropFirst()), Texts(2, optional: nil)]),
      Layout("class: weak references", isSame: WeakReferences.isSame, [WeakReferences(1, children: 2)]),
      Layout("class: lazy", isSame: Lazy.isSame, [Lazy(1), Lazy(2, computed: [Counted(5)]), Lazy(3, computed: [])]),
      Layout("class: @Observable", [Observed(1)]),
      Layout("class: existentials", tenants),
      Layout("class: didDecode() that refuses", refused: [#"{"counted":1,"accepted":false}"#], [Refusing()]),
    ]
  }

  private static var tenants: [Tenants] {
    [
      Tenants(SmallTenant(counted: Counted(1)), optional: nil),
      Tenants(LargeTenant(counted: Counted(2)), optional: TenantCase.one(Counted(3))),
      Tenants(TenantBelow(), optional: TenantObject()),
    ]
  }
}
