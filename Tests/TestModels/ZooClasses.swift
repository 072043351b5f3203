import AutoCoding
import Foundation

extension Zoo {
  package final class FinalLets: AutoCoding, Stateful {
    let a: Int
    let b: String
    private let c: Double?
    init(_ a: Int, _ b: String, _ c: Double?) {
      self.a = a
      self.b = b
      self.c = c
    }
    package var state: [AnyHashable] { [a, b, c] }
  }

  /// A non-final class without any initializer of its own.
  package class Plain: AutoCoding, Stateful {
    var a = 1
    var b = "b"
    let c = 2.5
    var d: [Int]?
    package var state: [AnyHashable] { [a, b, c, d] }
  }

  /// A non-final class with initializers, none of them `required` and none without arguments.
  package class CustomInits: AutoCoding, Stateful {
    let a: Int
    var b: String
    init(a: Int, b: String) {
      self.a = a
      self.b = b
    }
    convenience init?(text: String) {
      guard let number = Int(text) else { return nil }
      self.init(a: number, b: text)
    }
    package var state: [AnyHashable] { [a, b] }
  }

  package final class FinalDefaults: AutoCoding, DefaultInitializable, Stateful {
    var a = 1
    var b: String? = "b"
    var c = Lets(x: 1, name: "c", flag: true)
    package init() {}
    package var state: [AnyHashable] { [a, b, c] }
  }

  package class OpenDefaults: AutoCoding, DefaultInitializable, Stateful {
    var a = 1
    var b: String? = "b"
    package required init() {}
    package var state: [AnyHashable] { [a, b] }
  }

  package final class NoProperties: AutoCoding, Stateful {
    package var state: [AnyHashable] { [] }
  }

  package final class ClassLayout: AutoCoding, Stateful {
    var a = true
    var b: Int8 = -1
    var c = 1.5
    var d = Empty()
    var e: Int16? = 3
    var f: Lets? = Lets(x: 2, name: "f", flag: false)
    var g = false
    package var state: [AnyHashable] { [a, b, c, d, e, f, g] }
  }

  package final class ObservedClass: AutoCoding, Stateful {
    var value = 0 { didSet { changes += 1 } }
    var changes = 0
    package var state: [AnyHashable] { [value, changes] }
  }

  /// Its superclass belongs to Foundation, so it is made with `init()`.
  package final class FoundationObject: NSObject, AutoCoding, DefaultInitializable {
    var a = 1
    var b = ["b"]
    package override init() {}
    package override func isEqual(_ object: Any?) -> Bool {
      guard let other = object as? FoundationObject else { return false }
      return a == other.a && b == other.b
    }
  }
}

extension Twin {
  package final class FinalLets: Codable, Stateful {
    let a: Int
    let b: String
    private let c: Double?
    init(_ a: Int, _ b: String, _ c: Double?) {
      self.a = a
      self.b = b
      self.c = c
    }
    package var state: [AnyHashable] { [a, b, c] }
  }

  package class Plain: Codable, Stateful {
    enum CodingKeys: CodingKey { case a, b, c, d }
    var a = 1
    var b = "b"
    let c = 2.5
    var d: [Int]?
    init() {}
    package var state: [AnyHashable] { [a, b, c, d] }
  }

  package class CustomInits: Codable, Stateful {
    let a: Int
    var b: String
    init(a: Int, b: String) {
      self.a = a
      self.b = b
    }
    package var state: [AnyHashable] { [a, b] }
  }

  package final class FinalDefaults: Codable, Stateful {
    var a = 1
    var b: String? = "b"
    var c = Lets(x: 1, name: "c", flag: true)
    init() {}
    package var state: [AnyHashable] { [a, b, c] }
  }

  package final class NoProperties: Codable, Stateful {
    init() {}
    package var state: [AnyHashable] { [] }
  }

  package final class ClassLayout: Codable, Stateful {
    var a = true
    var b: Int8 = -1
    var c = 1.5
    var d = Empty()
    var e: Int16? = 3
    var f: Lets? = Lets(x: 2, name: "f", flag: false)
    var g = false
    init() {}
    package var state: [AnyHashable] { [a, b, c, d, e, f, g] }
  }

  package final class ObservedClass: Codable, Stateful {
    var value = 0 { didSet { changes += 1 } }
    var changes = 0
    init() {}
    package var state: [AnyHashable] { [value, changes] }
  }

  package final class FoundationObject: Codable, Stateful {
    var a = 1
    var b = ["b"]
    init() {}
    package var state: [AnyHashable] { [a, b] }
  }
}

/// A changed copy of a fresh object.
func with<Object: AnyObject>(_ object: Object, _ change: (Object) -> Void) -> Object {
  change(object)
  return object
}

extension Zoo {
  private static func finalLets<R>(_ make: (Int, String, Double?) -> R) -> [R] {
    [make(1, "one", 1.5), make(.min, "", nil), make(.max, "🏳️‍🌈", -0.0)]
  }

  private static func customInits<R>(_ make: (Int, String) -> R) -> [R] {
    [make(1, "one"), make(.min, "")]
  }

  static var classes: [any ZooSpecimen] {
    [
      Specimen("final class", finalLets(FinalLets.init), finalLets(Twin.FinalLets.init)),
      Specimen(
        "class without initializer", [Plain(), with(Plain()) { ($0.a, $0.b, $0.d) = (.max, "", [1, 2]) }],
        [Twin.Plain(), with(Twin.Plain()) { ($0.a, $0.b, $0.d) = (.max, "", [1, 2]) }]),
      Specimen("class with custom initializers", customInits(CustomInits.init), customInits(Twin.CustomInits.init)),
      Specimen(
        "final class DefaultInitializable", [FinalDefaults(), with(FinalDefaults()) { ($0.a, $0.b) = (2, "") }],
        [Twin.FinalDefaults(), with(Twin.FinalDefaults()) { ($0.a, $0.b) = (2, "") }]),
      Specimen(
        "class DefaultInitializable", [OpenDefaults(), with(OpenDefaults()) { ($0.a, $0.b) = (2, "") }],
        [Twin.CustomInits(a: 1, b: "b"), Twin.CustomInits(a: 2, b: "")]),
      Specimen("class without properties", [NoProperties()], [Twin.NoProperties()]),
      Specimen(
        "class layout", [ClassLayout(), with(ClassLayout()) { ($0.a, $0.e, $0.f, $0.g) = (false, nil, nil, true) }],
        [Twin.ClassLayout(), with(Twin.ClassLayout()) { ($0.a, $0.e, $0.f, $0.g) = (false, nil, nil, true) }]),
      Specimen(
        "class observers", [with(ObservedClass()) { $0.value = 3 }], [with(Twin.ObservedClass()) { $0.value = 3 }]),
      Specimen(
        "subclass of NSObject", [FoundationObject(), with(FoundationObject()) { ($0.a, $0.b) = (2, []) }],
        [Twin.FoundationObject(), with(Twin.FoundationObject()) { ($0.a, $0.b) = (2, []) }]),
    ]
  }
}
