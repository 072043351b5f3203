import AutoCoding
import Foundation

// Enums as they differ by what their cases carry.

private final class Node: AutoCoding, Equatable {
  let counted: Counted
  let next: Node?
  init(_ number: Int, next: Node? = nil) {
    counted = Counted(number)
    self.next = next
  }

  static func == (left: Node, right: Node) -> Bool {
    left.counted == right.counted && left.next == right.next
  }
}

private enum Objects: AutoCoding, Equatable {
  case node(Node)
  case counted(Counted)
  case labeled(node: Node, Node?)
  case nothing
}

private enum Value: AutoCoding, Equatable {
  case pair(Counted, String)
  case nothing
}

private enum Optionals: AutoCoding, Equatable {
  case counted(Counted?)
  case labeled(text: String?)
  case several(Counted?, Int?, last: Value?)
  case nothing
}

private enum Big: AutoCoding, Equatable {
  case inline(Int, Int, Int, Int, Int, Int, Int, Int, Int, last: Counted)
  case large(Large)
  indirect case boxed(Large, Counted)
  case nothing
}

private enum Lists: AutoCoding, Equatable {
  case array([Counted])
  case dictionary([String: Counted])
  case byNumber(values: [Int: Counted], Set<String>)
  case deep([[Value]])
  case nothing
}

private class Base: AutoCoding, Equatable {
  var counted = Counted(1)

  func isSame(_ other: Base) -> Bool {
    type(of: self) == type(of: other) && counted == other.counted
  }

  static func == (left: Base, right: Base) -> Bool { left.isSame(right) }
}

private final class Derived: Base {
  var more: [Counted] = [Counted(2)]

  override func isSame(_ other: Base) -> Bool {
    super.isSame(other) && (other as? Derived)?.more == more
  }
}

private enum Dynamic: AutoCoding, Equatable {
  case one(Base)
  case optional(Base?)
  case several(Base, list: [Base])
  case nothing
}

private enum Weak: AutoCoding, Equatable {
  case watched(Watched)
  case beside(Watched, Counted, last: Int)
  indirect case boxed(Watched, Counted)
  case list([Watched])
  case optional(Watched?)
  case nothing
}

private enum Aligned: AutoCoding, Equatable {
  case vector(Vector)
  case beside(UInt8, Vector, last: Counted)
  indirect case boxed(UInt8, Vector, last: Counted)
  case nothing
}

private enum Leaves: AutoCoding, Equatable {
  case several(Date, URL, UUID, Data, Decimal)
  case optional(date: Date?, url: URL?, uuid: UUID?, data: Data?, decimal: Decimal?)
  case marks(Mark, Marks, counted: Counted)
}

private enum Texts: AutoCoding, Equatable {
  case one(Substring)
  case several(Character, list: [Substring], Substring?, last: Counted)
  case dictionary([String: Character])
  case slice(ArraySlice<Counted>)
}

private enum Existentials: AutoCoding, Equatable {
  case one(any Tenant)
  case optional(tenant: (any Tenant)?)
  case several([any Tenant], byName: [String: any Tenant], last: Counted)
  case both(any Tenant & Resident, Counted)
  indirect case boxed(any Tenant, Existentials)
  case nobody

  static func == (left: Existentials, right: Existentials) -> Bool {
    switch (left, right) {
    case (.one(let left), .one(let right)): isSame(left, right)
    case (.optional(let left), .optional(let right)): isSame(left, right)
    case (.several(let left, let leftNames, let leftLast), .several(let right, let rightNames, let rightLast)):
      isSame(left, right) && isSame(leftNames, rightNames) && leftLast == rightLast
    case (.both(let left, let leftCounted), .both(let right, let rightCounted)):
      isSame(left, right) && leftCounted == rightCounted
    case (.boxed(let left, let leftNext), .boxed(let right, let rightNext)):
      isSame(left, right) && leftNext == rightNext
    case (.nobody, .nobody): true
    default: false
    }
  }
}

private enum Anything: AutoCoding, Equatable {
  case one(Any)
  case several([Any], table: [String: Any], last: Counted)
  case nothing

  static func == (left: Anything, right: Anything) -> Bool {
    switch (left, right) {
    case (.one(let left), .one(let right)): isSame(left, right)
    case (.several(let left, let leftTable, let leftLast), .several(let right, let rightTable, let rightLast)):
      isSame(left, right) && isSame(leftTable, rightTable) && leftLast == rightLast
    case (.nothing, .nothing): true
    default: false
    }
  }
}

private enum Tuples: AutoCoding, Equatable {
  case one(tuple: (Counted, String))
  case several((x: Counted, y: Counted?), list: [(Int, Counted)], ((UInt8, Watched), Counted)?)
  case nothing

  static func == (left: Tuples, right: Tuples) -> Bool {
    switch (left, right) {
    case (.one(let left), .one(let right)): left == right
    case (.several(let left, let leftList, let leftLast), .several(let right, let rightList, let rightLast)):
      left == right && leftList.elementsEqual(rightList, by: ==) && isEqual(leftLast, rightLast)
    case (.nothing, .nothing): true
    default: false
    }
  }

  private static func isEqual(_ left: ((UInt8, Watched), Counted)?, _ right: ((UInt8, Watched), Counted)?) -> Bool {
    guard let left, let right else { return left == nil && right == nil }
    return left.0 == right.0 && left.1 == right.1
  }
}

extension RoundTrips {
  static var enumPayloads: [Layout] {
    [
      Layout("enum: classes", objects),
      Layout("enum: Optionals", optionals),
      Layout("enum: large", large),
      Layout("enum: collections", lists),
      Layout("enum: objects held as their base class", dynamic),
      Layout("enum: what bytes cannot move", watched),
      Layout("enum: alignment of 32", aligned),
      Layout("enum: Foundation's values", leaves),
      Layout("enum: values that no container takes", texts),
      Layout("enum: existentials", existentials),
      Layout("enum: Any", takesAnything: true, anything),
      Layout("enum: tuples", tuples),
    ]
  }

  private static var objects: [Objects] {
    [
      .node(Node(1, next: Node(2))), .counted(Counted(3)), .labeled(node: Node(4), nil),
      .labeled(node: Node(5), Node(6)), .nothing,
    ]
  }

  private static var optionals: [Optionals] {
    [
      .counted(Counted(1)), .counted(nil), .labeled(text: longText), .labeled(text: nil),
      .several(Counted(2), 3, last: .pair(Counted(4), "")), .several(nil, nil, last: nil), .nothing,
    ]
  }

  private static var large: [Big] {
    [
      .inline(1, 2, 3, 4, 5, 6, 7, 8, 9, last: Counted(1)), .large(Large(counted: Counted(2))),
      .boxed(Large(counted: Counted(3)), Counted(4)), .nothing,
    ]
  }

  private static var lists: [Lists] {
    [
      .array([Counted(0), Counted(1)]), .array([]), .dictionary(["a": Counted(1), "b": Counted(2)]),
      .byNumber(values: [1: Counted(3)], [longText]), .deep([[.pair(Counted(4), longText)], [], [.nothing]]), .nothing,
    ]
  }

  private static var dynamic: [Dynamic] {
    [
      .one(Derived()), .one(Base()), .optional(Derived()), .optional(nil),
      .several(Derived(), list: [Base(), Derived()]), .nothing,
    ]
  }

  private static var watched: [Weak] {
    [
      .watched(Watched(1)), .beside(Watched(2), Counted(3), last: 4), .boxed(Watched(5), Counted(6)),
      .list([Watched(0), Watched(1)]), .optional(Watched(7)), .optional(nil), .nothing,
    ]
  }

  private static var aligned: [Aligned] {
    [
      .vector([1.5, 2, 3, 4]), .beside(1, [2, 3, 4, 5.5], last: Counted(1)),
      .boxed(2, [3, 4, 5, 6.5], last: Counted(2)), .nothing,
    ]
  }

  private static var leaves: [Leaves] {
    [
      .several(someDate, someURL, someUUID, someData, someDecimal),
      .optional(date: someDate, url: someURL, uuid: someUUID, data: someData, decimal: someDecimal),
      .optional(date: nil, url: nil, uuid: nil, data: nil, decimal: nil),
      .marks(.minus, Marks(rawValue: 5), counted: Counted(1)),
    ]
  }

  private static var texts: [Texts] {
    [
      .one(longText.dropFirst()),
      .several("é", list: [longText.dropLast(), "b"], longText.dropFirst(3), last: Counted(1)),
      .several("e", list: [], nil, last: Counted(2)), .dictionary(["a": "x", "b": "y"]),
      .slice([Counted(3), Counted(4)]),
    ]
  }

  private static var existentials: [Existentials] {
    let list: [any Tenant] = [SmallTenant(counted: Counted(4)), TenantCase.nobody]
    return [
      .one(SmallTenant(counted: Counted(1))), .one(LargeTenant(counted: Counted(2))), .one(TenantBelow()),
      .one(TenantCase.one(Counted(3))), .optional(tenant: TenantObject()), .optional(tenant: nil),
      .several(list, byName: ["a": TenantObject()], last: Counted(5)), .both(TenantBelow(), Counted(6)),
      .boxed(SmallTenant(counted: Counted(7)), .nobody),
    ]
  }

  private static var anything: [Anything] {
    let list: [Any] = [1, 2.5, true, longText, [TenantBelow()] as [Any]]
    return [
      .one(SmallTenant(counted: Counted(1))), .one(LargeTenant(counted: Counted(2))), .one(longText),
      .several(list, table: ["a": TenantCase.one(Counted(3))], last: Counted(4)), .nothing,
    ]
  }

  private static var tuples: [Tuples] {
    let list = [(0, Counted(0)), (1, Counted(1))]
    return [
      .one(tuple: (Counted(1), longText)),
      .several((x: Counted(2), y: Counted(3)), list: list, ((1, Watched(4)), Counted(5))),
      .several((x: Counted(6), y: nil), list: [], nil), .nothing,
    ]
  }
}
