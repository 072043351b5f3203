import AutoCoding
import Foundation
import Testing

private struct Address: AutoCoding, Equatable {
  var city: String
  var zip: Int?
}

private enum Status: AutoCoding, Equatable {
  case idle
  case working(on: String, since: Date)
  case done(Address)
}

private class Account: AutoCoding {
  let id: Int
  var name: String
  var partner: Account?
  init(_ id: Int, _ name: String) {
    self.id = id
    self.name = name
  }
}

private struct Resident: AutoCoding {
  var name = "Ann"
  var address = Address(city: "Paris", zip: 1)
  var former: [Address] = []
  var nickname: String?
  var tags = ["a", "b", "c"]
  var scores = ["x": 1, "y": 2]
  var flags: Set<String> = ["p", "q"]
  var status = Status.idle
  var pair: (Int, label: String) = (1, "one")
  var account: Account?
  var twice: Int?? = nil
  var any: Any = 1
}

struct DifferenceTests {
  private func changes(_ edit: (inout Resident) -> Void, from old: Resident = Resident()) throws -> [String] {
    var new = try ModelValue.copy(of: old)
    edit(&new)
    let difference = try ModelDifference(from: old, to: new)
    // It makes of any equal value what it was found in.
    var third = try ModelValue.copy(of: old)
    try difference.apply(to: &third)
    #expect(try ModelValue.areEqual(third, new), "\(difference)")
    return difference.changes.map(\.description)
  }

  @Test func paths() throws {
    #expect(try changes { $0.name = "Bea" } == [#"name: "Ann" -> "Bea""#])
    #expect(try changes { $0.address.city = "Lyon" } == [#"address.city: "Paris" -> "Lyon""#])
    #expect(try changes { $0.address.zip = nil } == ["address.zip: 1 -> nil"])
    #expect(try changes { $0.nickname = "A" } == [#"nickname: nil -> "A""#])
    #expect(try changes { $0.tags[2] = "z" } == [#"tags[2]: "c" -> "z""#])
    #expect(try changes { $0.scores["x"] = 5 } == [#"scores["x"]: 1 -> 5"#])
    #expect(try changes { $0.pair.label = "two" } == [#"pair.label: "one" -> "two""#])
    #expect(try changes { $0.pair.0 = 2 } == ["pair._0: 1 -> 2"])
    #expect(try changes { $0.any = "text" } == [#"any: 1 -> "text""#])
    #expect(try changes { $0.twice = .some(nil) }.count == 1)
    #expect(try changes { _ in } == [])
    #expect(
      try changes {
        $0.name = "B"
        $0.address = Address(city: "Rome", zip: 2)
      } == [#"name: "Ann" -> "B""#, #"address.city: "Paris" -> "Rome""#, "address.zip: 1 -> 2"])
  }

  @Test func collections() throws {
    #expect(try changes { $0.tags.insert("n", at: 1) } == [#"tags[1]: + "n""#])
    #expect(try changes { $0.tags.remove(at: 0) } == [#"tags[0]: - "a""#])
    #expect(try changes { $0.tags = [] }.count == 3)
    #expect(try changes({ $0.tags = ["a", "b"] }, from: Resident(tags: [])).count == 2)
    #expect(try changes { $0.tags = ["a", "n", "m", "c", "d"] }.count == 4)
    #expect(
      try changes { $0.scores = ["y": 2, "z": 3] } == [#"scores["x"]: - 1"#, #"scores["z"]: + 3"#])
    #expect(try changes { $0.flags = ["q", "r"] } == [#"flags{"p"}: - "p""#, #"flags{"r"}: + "r""#])
    let old = Resident(former: [Address(city: "A"), Address(city: "B"), Address(city: "C")])
    #expect(try changes({ $0.former[1].city = "X" }, from: old) == [#"former[1].city: "B" -> "X""#])
    #expect(
      try changes(
        {
          $0.former.remove(at: 2)
          $0.former[1].city = "X"
        }, from: old) == [#"former[1].city: "B" -> "X""#, #"former[2]: - Address(city: "C", zip: nil)"#])
  }

  @Test func enums() throws {
    #expect(
      try changes { $0.status = .done(Address(city: "A")) } == [
        #"status: .idle -> .done(_0: Address(city: "A", zip: nil))"#
      ])
    let working = Resident(status: .working(on: "x", since: Date(timeIntervalSince1970: 0)))
    #expect(
      try changes({ $0.status = .working(on: "y", since: Date(timeIntervalSince1970: 0)) }, from: working)
        == [#"status.working.on: "x" -> "y""#])
    let done = Resident(status: .done(Address(city: "A")))
    #expect(
      try changes({ $0.status = .done(Address(city: "B")) }, from: done) == [#"status.done._0.city: "A" -> "B""#])
  }

  @Test func objects() throws {
    let person = Resident(account: Account(1, "one"))
    let partner = Account(2, "two")
    person.account?.partner = partner
    #expect(try changes({ $0.account?.name = "new" }, from: person) == [#"account.name: "one" -> "new""#])
    #expect(
      try changes({ $0.account?.partner?.name = "new" }, from: person) == [#"account.partner.name: "two" -> "new""#])
    #expect(try changes({ $0.account?.partner = nil }, from: person).count == 1)
    #expect(
      try changes { $0.account = Account(3, "three") } == [
        #"account: nil -> Account #1(id: 3, name: "three", partner: nil)"#
      ])
    // In place: every other reference to the object sees the change.
    var third = try ModelValue.copy(of: person)
    let account = try #require(third.account)
    let difference = try ModelDifference(
      from: person,
      to: {
        let new = try ModelValue.copy(of: person)
        new.account?.name = "in place"
        return new
      }())
    try difference.apply(to: &third)
    #expect(third.account === account && account.name == "in place")
  }

  @Test func newObjectsAreNotShared() throws {
    var new = Resident()
    let account = Account(1, "one")
    new.account = account
    let difference = try ModelDifference(from: Resident(), to: new)
    var (first, second) = (Resident(), Resident())
    try difference.apply(to: &first)
    try difference.apply(to: &second)
    #expect(first.account !== second.account && first.account !== account)
  }

  @Test func cyclesAndSharing() throws {
    let (a, b) = (Account(1, "a"), Account(2, "b"))
    a.partner = b
    b.partner = a
    defer { a.partner = nil }
    let copy = try ModelValue.copy(of: a)
    defer { copy.partner = nil }
    #expect(try ModelDifference(from: a, to: copy).isEmpty)
    copy.partner?.name = "c"
    let difference = try ModelDifference(from: a, to: copy)
    #expect(difference.description == #"partner.name: "b" -> "c""#)
    // One object here, two there.
    let (one, two) = (Account(3, "x"), Account(3, "x"))
    #expect(try ModelDifference(from: [one, one], to: [one, two]).changes.count == 1)
  }

  /// What does not fit is an error with its path, and nothing is changed.
  @Test func allOrNothing() throws {
    func failure(_ third: Resident, _ edit: (inout Resident) -> Void, from old: Resident = Resident()) throws -> String
    {
      var new = try ModelValue.copy(of: old)
      edit(&new)
      new.name = "changed as well"
      let difference = try ModelDifference(from: old, to: new)
      var changed = third
      do {
        try difference.apply(to: &changed)
        return "no error"
      } catch EncodingError.invalidValue(_, let context) {
        #expect(try ModelValue.areEqual(changed, third))
        return context.codingPath.map { $0.intValue.map { "[\($0)]" } ?? $0.stringValue }.joined(separator: ".") + ": "
          + context.debugDescription
      }
    }
    let suffix = " The difference does not fit the value."
    #expect(
      try failure(Resident(tags: []), { $0.tags[2] = "z" }) == "tags.[2]: The array has no such index." + suffix)
    #expect(
      try failure(Resident(tags: []), { $0.tags.append("z") }) == "tags.[3]: The array has no such index." + suffix)
    #expect(
      try failure(Resident(tags: []), { $0.tags.removeLast() }) == "tags.[2]: The array has no such index." + suffix)
    #expect(
      try failure(Resident(scores: [:]), { $0.scores["x"] = 7 }) == "scores.x: The dictionary has no such key." + suffix
    )
    #expect(
      try failure(Resident(flags: []), { $0.flags.remove("p") }) == "flags.p: The set has no such element." + suffix)
    #expect(
      try failure(
        Resident(), { $0.status = .done(Address(city: "B")) }, from: Resident(status: .done(Address(city: "A"))))
        == "status: The enum Status at this path has another case, .idle." + suffix)
    let account = Account(1, "one")
    #expect(
      try failure(Resident(), { $0.account?.name = "n" }, from: Resident(account: account))
        == "account: The value at this path is nil." + suffix)
    // A constant of an object stays.
    let (first, second) = (Account(1, "a"), Account(2, "b"))
    let difference = try ModelDifference(from: first, to: second)
    #expect(difference.changes.count == 2)
    var third = Account(7, "third")
    let error = try #require(throws: EncodingError.self) { try difference.apply(to: &third) }
    #expect("\(error)".contains("is a constant of an existing object"))
    #expect(third.id == 7 && third.name == "third")
  }

  @Test("changes of several models fit into one list")
  func changesOfSeveralModels() throws {
    var history: [ModelDifference.Change] = try ModelDifference(from: Account(1, "a"), to: Account(1, "b")).changes
    history += try ModelDifference(from: [1], to: [1, 2]).changes
    #expect(history.map(\.description) == [#"name: "a" -> "b""#, "[1]: + 2"])
    #expect(history.map(\.path) == [[.property("name")], [.index(1)]])
  }

  /// Objects that two paths of the difference lead to as one are not changed twice.
  @Test func sharedObjectOfAThirdIsRefused() throws {
    let old = [Account(1, "a"), Account(1, "b")]
    let new = [Account(1, "c"), Account(1, "d")]
    let difference = try ModelDifference(from: old, to: new)
    let shared = Account(1, "s")
    var third = [shared, shared]
    #expect(throws: EncodingError.self) { try difference.apply(to: &third) }
    #expect(shared.name == "s")
  }

  private struct Numbers: AutoCoding {
    var name = "a"
    var byNumber: [Double: [Int]] = [.nan: [1], 2: [3]]
    var set: Set<Double> = [.nan, 1]
    var dates: Set<Date?> = [Date(timeIntervalSinceReferenceDate: .nan), nil]
  }

  @Test("not-a-number equals itself as a key and an element")
  func notANumber() throws {
    let numbers = Numbers()
    #expect(try ModelValue.areEqual(numbers, Numbers()))
    #expect(try ModelDifference(from: numbers, to: Numbers()).isEmpty)
    let several: [Double: Int] = Dictionary(uniqueKeysWithValues: [(.nan, 1), (.nan, 2), (.nan, 2)])
    #expect(try ModelValue.areEqual(several, Dictionary(uniqueKeysWithValues: [(.nan, 2), (.nan, 1), (.nan, 2)])))
    #expect(try !ModelValue.areEqual(several, Dictionary(uniqueKeysWithValues: [(.nan, 2), (.nan, 1), (.nan, 1)])))
    #expect(try !ModelValue.areEqual([Double.nan: 1], [1.0: 1]))
    #expect(try !ModelValue.areEqual([Double.nan] as Set, [1.0]))
  }

  @Test("collections with not-a-number are replaced as a whole")
  func changedNotANumber() throws {
    let numbers = Numbers()
    var edited = numbers
    edited.name = "b"
    #expect(try ModelDifference(from: numbers, to: edited).description == #"name: "a" -> "b""#)
    edited.byNumber[2] = [4]
    edited.set.insert(7)
    let difference = try ModelDifference(from: numbers, to: edited)
    #expect(difference.changes.map(\.pathDescription) == ["name", "byNumber", "set"])
    var third = Numbers()
    try difference.apply(to: &third)
    #expect(try ModelValue.areEqual(third, edited))
    try difference.reversed().apply(to: &third)
    #expect(try ModelValue.areEqual(third, numbers))
  }

  @Test func appliesToAThird() throws {
    var old = Resident()
    old.former = [Address(city: "A")]
    var new = old
    new.address.city = "Lyon"
    new.former[0].zip = 9
    new.scores["z"] = 3
    let difference = try ModelDifference(from: old, to: new)
    var third = Resident(
      name: "Other", address: Address(city: "Rome", zip: 7), former: [Address(city: "Q"), Address(city: "R")])
    third.scores = ["own": 1]
    try difference.apply(to: &third)
    #expect(third.name == "Other" && third.address == Address(city: "Lyon", zip: 7))
    #expect(third.former == [Address(city: "Q", zip: 9), Address(city: "R")])
    #expect(third.scores == ["own": 1, "z": 3])
  }

  enum Tag: PropertyTransformer {
    static func encode(_ value: Int) -> String? { value == 0 ? nil : "n\(value)" }
    static func decode(_ text: String?) -> Int { text.flatMap { Int($0.dropFirst()) } ?? 0 }
  }

  struct Tagged: AutoCoding, Equatable {
    var tag = 0
    static let propertyRules: PropertyRules = ["tag": .transformed(by: Tag.self)]
  }

  @Test("a value that a transformer stores as an Optional is shown as the property has it")
  func transformedOptionals() throws {
    let difference = try ModelDifference(from: Tagged(), to: Tagged(tag: 3))
    #expect(difference.changes.first?.newValue as? Int == 3)
    #expect(try ModelValue.description(of: Tagged(tag: 5)).contains("tag: 5"))
    var value = Tagged()
    try difference.apply(to: &value)
    #expect(value == Tagged(tag: 3))
    try difference.reversed().apply(to: &value)
    #expect(value == Tagged())
  }
}
