import AutoCoding

extension Zoo {
  package struct Lets: AutoCoding, Hashable {
    let x: Double
    let name: String
    let flag: Bool
  }

  package struct LetDefaults: AutoCoding, Equatable {
    let version = 1
    let kind = "fixed"
    let x: Int
  }

  package struct Vars: AutoCoding, Equatable {
    var count = 0
    var title: String
    var ratio = 1.5
  }

  package struct AllDefaults: AutoCoding, Equatable {
    var a = 1
    var b = "two"
    var c: Double? = 3
  }

  package struct Empty: AutoCoding, Hashable {}

  package struct WithDefaultInit: AutoCoding, DefaultInitializable, Equatable {
    var a = 1
    var b: String? = "x"
    var c = [1, 2, 3]
    package init() {}
    init(_ a: Int, _ b: String?, _ c: [Int]) {
      self.a = a
      self.b = b
      self.c = c
    }
  }

  package struct PrivateProperties: AutoCoding, Equatable {
    private let a: Int
    fileprivate var b: String
    private(set) var c: Bool
    var doubled: Int { a * 2 }
    static let shared = 1
    init(_ a: Int, _ b: String, _ c: Bool) {
      self.a = a
      self.b = b
      self.c = c
    }
  }

  package struct Observed: AutoCoding, Equatable {
    var value: Int { didSet { changes += 1 } }
    var changes: Int
  }

  package struct SmallTail: AutoCoding, Equatable {
    let number: Int32
    let flag: Bool
  }

  /// Padding, tail padding, spare bits and zero-sized fields, to get offsets wrong.
  package struct Layout: AutoCoding, Equatable {
    let a: Bool
    let b: Int64
    let c: Int8?
    let d: Int16
    let e: Empty
    let f: Double?
    let g: UInt8
    let h: SmallTail
    let i: Bool
    let j: Bool?
    let k: SmallTail?
    let l: Empty?
    let m: Bool??
  }
}

extension Twin {
  package struct Lets: Codable, Hashable {
    let x: Double
    let name: String
    let flag: Bool
  }

  package struct LetDefaults: Codable, Equatable {
    enum CodingKeys: CodingKey { case version, kind, x }
    let version = 1
    let kind = "fixed"
    let x: Int
  }

  package struct Vars: Codable, Equatable {
    var count = 0
    var title: String
    var ratio = 1.5
  }

  package struct AllDefaults: Codable, Equatable {
    var a = 1
    var b = "two"
    var c: Double? = 3
  }

  package struct Empty: Codable, Hashable {}

  package struct WithDefaultInit: Codable, Equatable {
    var a = 1
    var b: String? = "x"
    var c = [1, 2, 3]
  }

  package struct PrivateProperties: Codable, Equatable {
    private let a: Int
    fileprivate var b: String
    private(set) var c: Bool
    init(_ a: Int, _ b: String, _ c: Bool) {
      self.a = a
      self.b = b
      self.c = c
    }
  }

  package struct Observed: Codable, Equatable {
    var value: Int
    var changes: Int
  }

  package struct SmallTail: Codable, Equatable {
    let number: Int32
    let flag: Bool
  }

  package struct Layout: Codable, Equatable {
    let a: Bool
    let b: Int64
    let c: Int8?
    let d: Int16
    let e: Empty
    let f: Double?
    let g: UInt8
    let h: SmallTail
    let i: Bool
    let j: Bool?
    let k: SmallTail?
    let l: Empty?
    let m: Bool??
  }
}

extension Zoo {
  static func lets<R>(_ make: (Double, String, Bool) -> R) -> [R] {
    [
      make(1.5, "one", true), make(0, "", false), make(-0.0, "😀👨‍👩‍👧‍👦é", true),
      make(.greatestFiniteMagnitude, "a/b\\\"\n", false),
    ]
  }

  private static func layouts() -> [Layout] {
    [
      Layout(
        a: true, b: .min, c: -1, d: .max, e: Empty(), f: 0.1, g: 255, h: SmallTail(number: .min, flag: true), i: true,
        j: false, k: SmallTail(number: 5, flag: false), l: Empty(), m: true),
      Layout(
        a: false, b: .max, c: nil, d: .min, e: Empty(), f: nil, g: 0, h: SmallTail(number: .max, flag: false), i: false,
        j: nil, k: nil, l: nil, m: .none),
    ]
  }

  private static func layoutTwins() -> [Twin.Layout] {
    [
      Twin.Layout(
        a: true, b: .min, c: -1, d: .max, e: Twin.Empty(), f: 0.1, g: 255,
        h: Twin.SmallTail(number: .min, flag: true), i: true, j: false, k: Twin.SmallTail(number: 5, flag: false),
        l: Twin.Empty(), m: true),
      Twin.Layout(
        a: false, b: .max, c: nil, d: .min, e: Twin.Empty(), f: nil, g: 0,
        h: Twin.SmallTail(number: .max, flag: false), i: false, j: nil, k: nil, l: nil, m: .none),
    ]
  }

  static var structs: [any ZooSpecimen] {
    [
      Specimen("struct let", lets(Lets.init), lets(Twin.Lets.init)),
      Specimen("struct let with defaults", [1, .min].map(LetDefaults.init), [1, .min].map(Twin.LetDefaults.init)),
      Specimen(
        "struct var", [Vars(title: "t"), Vars(count: .max, title: "", ratio: 0.1)],
        [Twin.Vars(title: "t"), Twin.Vars(count: .max, title: "", ratio: 0.1)]),
      Specimen(
        "struct all defaults", [AllDefaults(), AllDefaults(a: 2, b: "", c: nil)],
        [Twin.AllDefaults(), Twin.AllDefaults(a: 2, b: "", c: nil)]),
      Specimen("struct empty", [Empty()], [Twin.Empty()]),
      Specimen(
        "struct DefaultInitializable",
        [WithDefaultInit(), WithDefaultInit(.min, "y", []), WithDefaultInit(5, "", [9])],
        [
          Twin.WithDefaultInit(), Twin.WithDefaultInit(a: .min, b: "y", c: []),
          Twin.WithDefaultInit(a: 5, b: "", c: [9]),
        ]),
      Specimen("struct private properties", [PrivateProperties(1, "b", true)], [Twin.PrivateProperties(1, "b", true)]),
      Specimen("struct observers", [Observed(value: 3, changes: 4)], [Twin.Observed(value: 3, changes: 4)]),
      Specimen("struct layout", layouts(), layoutTwins()),
    ] + unusualStructs
  }
}
