import AutoCoding
import Foundation

// Structs as they differ by the types of their properties.

private struct Key: AutoCoding, Hashable {
  let number: Int
  var text: String
}

private enum Choice: AutoCoding, Hashable {
  case number(Int)
  case text(String)
  case nothing
}

private struct Optionals: AutoCoding, Equatable {
  var counted: Counted?
  let number: Int?
  var text: String?
  let flag: Bool?
  var double: Double?
  var large: Large?
  let list: [Counted]?
  var date: Date?
  var mark: Mark?
  var choice: Choice?
  var last: Int
}

private struct Collections: AutoCoding, Equatable {
  let array: [Counted]
  var dictionary: [String: Counted]
  let byNumber: [Int: [Counted]]
  let byMark: [Mark: Counted]
  let byKey: [Key: Counted]
  let optionals: [Counted?]
  var deep: [[String: [Counted]]]
  let contiguous: ContiguousArray<Counted>
}

private struct Sets: AutoCoding, Equatable {
  let numbers: Set<Int>
  var texts: Set<String>
  let keys: Set<Key>
  let choices: Set<Choice>
  let marks: Set<Mark>?
  let characters: Set<Character>
  let last: Counted
}

private struct Weak: AutoCoding, Equatable {
  let first: UInt8
  var watched: Watched
  let list: [Watched]
  var optional: Watched?
  let byName: [String: Watched]
  var last: Counted
}

private struct Aligned: AutoCoding, Equatable {
  let first: UInt8
  var vector: Vector
  let counted: Counted
  var list: [Vector]
}

private struct Texts: AutoCoding, Equatable {
  let character: Character
  var substring: Substring
  let optional: Substring?
  var list: [Substring]
  let optionals: [Substring?]
  var byName: [String: Character]
  var byCharacter: [Character: Substring]
  let slice: ArraySlice<Counted>
  var watched: ArraySlice<Watched>
}

private struct Existentials: AutoCoding, Equatable {
  let tenant: any Tenant
  var optional: (any Tenant)?
  let list: [any Tenant]
  let byName: [String: any Tenant]
  var both: any Tenant & Resident
  let last: Counted

  static func == (left: Existentials, right: Existentials) -> Bool {
    isSame(left.tenant, right.tenant) && isSame(left.optional, right.optional) && isSame(left.list, right.list)
      && isSame(left.byName, right.byName) && isSame(left.both, right.both) && left.last == right.last
  }
}

private struct Anything: AutoCoding, Equatable {
  let value: Any
  var list: [Any]
  let table: [String: Any]
  let last: Counted

  static func == (left: Anything, right: Anything) -> Bool {
    isSame(left.value, right.value) && isSame(left.list, right.list) && isSame(left.table, right.table)
      && left.last == right.last
  }
}

private struct Tuples: AutoCoding, Equatable {
  var plain: (Counted, String)
  let labeled: (x: Counted, y: Counted?)
  var optional: (Counted, (UInt8, Watched))?
  let list: [(key: String, Counted)]
  let byName: [String: (Int, Counted)]
  let last: Counted

  static func == (left: Tuples, right: Tuples) -> Bool {
    left.plain == right.plain && left.labeled == right.labeled && left.last == right.last
      && left.optional?.0 == right.optional?.0 && left.optional?.1.0 == right.optional?.1.0
      && left.optional?.1.1 == right.optional?.1.1 && left.list.elementsEqual(right.list, by: ==)
      && left.byName.count == right.byName.count
      && left.byName.allSatisfy { name, value in right.byName[name].map { $0 == value } ?? false }
  }
}

extension RoundTrips {
  static var structContents: [Layout] {
    [
      Layout("struct: Optionals", optionals),
      Layout("struct: collections", [collections]),
      Layout("struct: sets", hasAnyOrder: true, sets),
      Layout("struct: what bytes cannot move", watched),
      Layout("struct: alignment of 32", [aligned]),
      Layout("struct: values that no container takes", [texts]),
      Layout("struct: existentials", existentials),
      Layout("struct: Any", takesAnything: true, [anything]),
      Layout("struct: tuples", tuples),
    ]
  }

  private static var optionals: [Optionals] {
    [
      Optionals(
        counted: Counted(1), number: 2, text: longText, flag: true, double: 0.5, large: Large(counted: Counted(3)),
        list: [Counted(4)], date: someDate, mark: .minus, choice: .text(longText), last: 5),
      Optionals(number: nil, flag: nil, list: nil, last: 6),
    ]
  }

  // Sets and dictionaries with other keys than text have one element, since they would be written in any order.
  private static var collections: Collections {
    Collections(
      array: [Counted(0), Counted(1)], dictionary: ["a": Counted(2), "b": Counted(3)], byNumber: [1: [Counted(4)]],
      byMark: [.plus: Counted(5)], byKey: [Key(number: 6, text: longText): Counted(7)],
      optionals: [Counted(8), nil], deep: [["x": [Counted(9)]], [:]], contiguous: [Counted(10)])
  }

  private static var sets: [Sets] {
    [
      Sets(
        numbers: [1, 2, 3], texts: [longText, "b"],
        keys: [Key(number: 1, text: longText), Key(number: 2, text: "")],
        choices: [.number(1), .text(longText), .nothing], marks: [.plus, .minus], characters: ["a", "é"],
        last: Counted(1)),
      Sets(numbers: [], texts: [], keys: [], choices: [], marks: nil, characters: [], last: Counted(2)),
    ]
  }

  private static var watched: [Weak] {
    [
      Weak(
        first: 1, watched: Watched(2), list: [Watched(3), Watched(4)], optional: Watched(5), byName: ["a": Watched(6)],
        last: Counted(7)),
      Weak(first: 1, watched: Watched(2), list: [], optional: nil, byName: [:], last: Counted(3)),
    ]
  }

  private static var aligned: Aligned {
    Aligned(first: 1, vector: [1.5, 2, 3, 4], counted: Counted(1), list: [[5, 6, 7, 8.5]])
  }

  private static var texts: Texts {
    Texts(
      character: "é", substring: longText.dropFirst(), optional: longText.dropLast(),
      list: [longText[...], longText.dropFirst()], optionals: ["x", nil], byName: ["a": "b"],
      byCharacter: ["k": longText.dropLast(2)], slice: [Counted(1), Counted(2)], watched: [Watched(3), Watched(4)])
  }

  private static var existentials: [Existentials] {
    [
      Existentials(
        tenant: LargeTenant(counted: Counted(1)), optional: SmallTenant(counted: Counted(2)),
        list: [TenantCase.one(Counted(3)), TenantCase.nobody], byName: ["a": TenantObject()], both: TenantBelow(),
        last: Counted(5)),
      Existentials(
        tenant: TenantObject(), optional: nil, list: [], byName: [:], both: TenantObject(), last: Counted(6)),
    ]
  }

  private static var anything: Anything {
    let inner: [Any] = [SmallTenant(counted: Counted(2)), ["b": 1]]
    return Anything(
      value: LargeTenant(counted: Counted(1)), list: [1, 2.5, true, longText, TenantBelow()], table: ["a": inner],
      last: Counted(3))
  }

  private static var tuples: [Tuples] {
    [
      Tuples(
        plain: (Counted(1), longText), labeled: (Counted(2), nil), optional: (Counted(3), (4, Watched(5))),
        list: [("k", Counted(6)), ("l", Counted(7))], byName: ["a": (8, Counted(9))], last: Counted(10)),
      Tuples(
        plain: (Counted(1), ""), labeled: (Counted(2), Counted(3)), optional: nil, list: [], byName: [:],
        last: Counted(4)),
    ]
  }
}
