import AutoCoding
import Foundation
import Testing

// Of what follows nothing is registered, unless its name says so.

struct LooseStruct: AutoCoding, Equatable { var text = "s" }
class LooseClass: AutoCoding { var text = "c" }
final class LooseSubclass: LooseClass { var more = 1 }
enum LooseCase: AutoCoding, Equatable { case one(Int), other(text: String) }
enum LooseRaw: String, AutoCoding { case raw }

/// Counts what of its code was called.
final class Guarded: AutoCoding, DefaultInitializable {
  static let calls = Counter()
  var text = "g"
  init() { Self.calls.add(1) }
  func didDecode() { Self.calls.add(1) }
}

struct UndeclaredHolder: AutoCoding { var value: Any }
final class AnyHolderClass: AutoCoding, DefaultInitializable { var value: Any = 0 }
enum AnyHolderCase: AutoCoding { case holding(value: Any) }
struct AnyCollections: AutoCoding {
  var list: [Any] = []
  var table: [String: Any] = [:]
  var optional: Any?
}
struct ObjectHolder: AutoCoding { var value: AnyObject }

/// Leads to the loose types by its properties.
struct Leading: AutoCoding {
  var value: Any
  var object: LooseClass?
  var list: [LooseStruct] = []
  var table: [String: LooseCase] = [:]
  var raw: (LooseRaw, Int)?
}

/// A type of another module, which does not reveal what it holds.
struct PlainPage<Content: Codable>: Codable { var content: Content }

struct RegisteredStruct: AutoCoding { var part: RegisteredPart? }
struct RegisteredPart: AutoCoding, Equatable { var text = "p" }
class RegisteredBase: AutoCoding { var text = "b" }
final class RegisteredBelow: RegisteredBase { var more = 2 }

// Serialized, since calls of Guarded are counted.
@Suite("Types that data may name in Any", .serialized)
struct AllowedTypesTests {
  static let loose: [any AutoCoding.Type] = [
    LooseStruct.self, LooseClass.self, LooseCase.self, LooseRaw.self, Guarded.self,
  ]
  static var values: [any AutoCoding] {
    [LooseStruct(), LooseClass(), LooseSubclass(), LooseCase.other(text: "x"), LooseRaw.raw, Guarded()]
  }

  private func holders(of value: Any) -> [any AutoCoding] {
    let object = AnyHolderClass()
    object.value = value
    return [
      UndeclaredHolder(value: value), object, AnyHolderCase.holding(value: value), AnyCollections(list: [1, value]),
      AnyCollections(table: ["k": value]), AnyCollections(optional: value),
      AnyCollections(list: [["k": [value] as [Any]] as [String: Any]]),
    ]
  }

  private func expectRefusals<Holder: AutoCoding>(_ coder: TestCoder, _ holder: Holder) throws {
    let error = #expect(throws: EncodingError.self, "\(holder)") { try coder.encode(holder) }
    #expect("\(String(describing: error))".contains("TypeMap.register(_:)"), "\(String(describing: error))")
    // Written by one that was told, and read by one that was not.
    let data = try coder.encode(holder, allowing: Self.loose)
    let calls = Guarded.calls.now
    let refusal = #expect(throws: DecodingError.self, "\(holder)") { try coder.decode(Holder.self, from: data) }
    guard case .dataCorrupted(let context)? = refusal else {
      Issue.record("\(String(describing: refusal))")
      return
    }
    #expect(context.debugDescription.contains("TypeMap.register(_:)"), "\(context)")
    #expect(Guarded.calls.now == calls, "nothing may be made of what is refused")
    _ = try coder.decode(Holder.self, from: data, allowing: Self.loose)
  }

  @Test("a model that nothing leads to is refused, on both sides and before it is made")
  func refusals() throws {
    for coder in TestCoder.allCases {
      for value in Self.values {
        for holder in holders(of: value) { try expectRefusals(coder, holder) }
      }
    }
  }

  @Test("what is allowed comes back, and values like JSON's need no permission", arguments: TestCoder.allCases)
  func allowed(_ coder: TestCoder) throws {
    let back = try coder.roundTrip(AnyCollections(list: Self.values), allowing: Self.loose).list
    #expect(back[0] as? LooseStruct == LooseStruct() && type(of: back[1]) == LooseClass.self)
    #expect((back[2] as? LooseSubclass)?.more == 1 && back[3] as? LooseCase == .other(text: "x"))
    #expect(back[4] as? LooseRaw == .raw && back[5] is Guarded)
    let plain = try coder.roundTrip(AnyCollections(list: [1, "a"], table: ["k": true], optional: 2.5))
    #expect(plain.list[1] as? String == "a" && plain.table["k"] as? Bool == true && plain.optional as? Double == 2.5)
    // What was allowed for one call is not for the next.
    #expect(throws: EncodingError.self) { try coder.encode(UndeclaredHolder(value: LooseStruct())) }
  }

  @Test("the error of a refused model says where it is", arguments: TestCoder.allCases)
  func paths(_ coder: TestCoder) throws {
    let holder = PlainPage(content: AnyCollections(table: ["k": [0, LooseStruct()] as [Any]]))
    let error = try #require(throws: EncodingError.self) { try coder.encode(holder) }
    // PropertyListEncoder wraps what is thrown in an error of its own, which has no path.
    guard coder != .foundationPropertyList, case .invalidValue(_, let context) = error else { return }
    #expect(context.codingPath.map(\.stringValue) == ["content", "table", "k", "Index 1"])
  }

  @Test("types that the root's properties lead to are allowed, and their subclasses", arguments: TestCoder.allCases)
  func derived(_ coder: TestCoder) throws {
    for value in Self.values where !(value is Guarded) {
      #expect(type(of: try coder.roundTrip(Leading(value: value)).value) == type(of: value as Any), "\(value)")
      #expect(type(of: try coder.roundTrip([Leading(value: value)])[0].value) == type(of: value as Any))
      // A type with code of its own does not say what it holds; the first model within it is the root.
      let page = try coder.roundTrip(PlainPage(content: ["k": Leading(value: value)]))
      #expect(page.content["k"].map { type(of: $0.value) } == type(of: value as Any))
    }
    #expect(try coder.roundTrip(Leading(value: Leading(value: 1))).value is Leading)
    #expect(throws: EncodingError.self) { try coder.encode(Leading(value: Guarded())) }
    // From the root, not from any model.
    let inner = AnyCollections(list: [Leading(value: 1)])
    #expect(throws: EncodingError.self) { try coder.encode(inner) }
  }

  @Test("registered types are allowed, with their subclasses and their parts", arguments: TestCoder.allCases)
  func registered(_ coder: TestCoder) throws {
    try TypeMap.register(RegisteredStruct.self, RegisteredBase.self)
    let values: [any AutoCoding] = [
      RegisteredStruct(part: .init(text: "x")), RegisteredPart(), RegisteredBase(), RegisteredBelow(),
    ]
    let back = try coder.roundTrip(AnyCollections(list: values)).list
    #expect((back[0] as? RegisteredStruct)?.part?.text == "x" && back[1] as? RegisteredPart == RegisteredPart())
    #expect(type(of: back[2]) == RegisteredBase.self && (back[3] as? RegisteredBelow)?.more == 2)
  }

  @Test("a protocol or a class says itself what may stand there", arguments: TestCoder.allCases)
  func declared(_ coder: TestCoder) throws {
    let pets: [any Pet] = [Goldfish(name: "g"), Horse(), Stone.flat, Plant.tree(height: 1)]
    let household = Household(pet: pets[0], maybe: pets[3], pets: pets, byName: ["a": pets[2]], both: Horse())
    let back = try coder.roundTrip(household)
    #expect(back.pet is Goldfish && back.maybe as? Plant == .tree(height: 1) && back.both is Horse)
    #expect((try coder.roundTrip([LooseSubclass()] as [LooseClass])[0] as? LooseSubclass)?.more == 1)
    // AnyObject declares neither.
    #expect(throws: EncodingError.self) { try coder.encode(ObjectHolder(value: LooseClass())) }
    #expect(try coder.roundTrip(ObjectHolder(value: LooseClass()), allowing: [LooseClass.self]).value is LooseClass)
  }

  @Test("names in text that nobody wrote", arguments: TestCoder.jsonLike)
  func hostileText(_ coder: TestCoder) throws {
    for name in [
      "AutoCodingTests.LooseStruct", "AutoCodingTests.LooseClass", "AutoCodingTests.AllowedTypesTests",
      "Foundation.Thread",
      "", "AutoCodingTests.UndeclaredHolder.LooseStruct",
    ] {
      for value in [
        #"{"$class":"\#(name)","text":"x"}"#, #"{"a":[{"$class":"\#(name)"}]}"#, #"{"$class":"\#(name)","$value":1}"#,
      ] {
        let error = #expect(throws: DecodingError.self) {
          try coder.decode(UndeclaredHolder.self, fromJSON: #"{"value":\#(value)}"#)
        }
        guard case .dataCorrupted? = error else {
          Issue.record("\(coder), \(name): \(String(describing: error))")
          continue
        }
      }
    }
    let own = try coder.decode(
      UndeclaredHolder.self, fromJSON: #"{"value":{"$class":"AutoCodingTests.UndeclaredHolder","value":1}}"#)
    #expect((own.value as? UndeclaredHolder)?.value as? Int == 1)
  }
}
