import AutoCoding
import CModels
import Foundation
import TestModels
import Testing
import UnnamedModels
import UnreflectedModels

/// Reflection on types.
struct TypeMirrorTests {
  @Test("a mirror of a type agrees with Mirror of a value of it", arguments: Zoo.all)
  func agreesWithMirror(_ specimen: any ZooSpecimen) throws {
    try specimen.accept(MirrorComparison())
  }

  @Test("levels, offsets, ownership")
  func hierarchy() throws {
    let mirror = try TypeMirror(reflecting: MirrorSub<Int16>.self)
    #expect(mirror.displayStyle == .class)
    #expect(mirror.children.map(\.label) == ["value", "weakOne", "unownedOne", "unmanaged", "run"])
    #expect(mirror.children.map(\.ownership) == [.strong, .weak, .unowned, .unmanaged, .strong])
    #expect(mirror.children.map(\.isVariable) == [false, true, false, true, true])
    #expect(mirror.children.map(\.offset) == [26, 32, 40, 48, 56])
    #expect(mirror.superclassMirror?.children.map(\.label) == ["first", "second"])
    #expect(mirror.superclassMirror?.superclassMirror == nil)
    #expect(mirror.children.first.map { ObjectIdentifier($0.type) } == ObjectIdentifier(Int16.self))
  }

  @Test("tuples have labels and offsets")
  func tuples() throws {
    let mirror = try TypeMirror(reflecting: (Bool, name: String, Int8, last: Double).self)
    #expect(mirror.displayStyle == .tuple)
    #expect(mirror.children.map(\.label) == ["", "name", "", "last"])
    #expect(mirror.children.map(\.offset) == [0, 8, 24, 32])
  }

  @Test("enums have cases, those with payloads first")
  func enums() throws {
    let layout = try EnumLayout(reflecting: MirrorChoice.self)
    #expect(layout.cases.map(\.name) == ["b", "d", "a", "c"])
    #expect(layout.cases.map { $0.payload != nil } == [true, true, false, false])
    #expect(layout.cases.map(\.isIndirect) == [false, true, false, false])
  }

  @Test("whatever cannot be accounted for is refused, with the reason")
  func refusals() {
    func reason(_ type: Any.Type) -> String {
      do {
        _ = try TypeMirror(reflecting: type)
        return "accepted"
      } catch let error as ReflectionError {
        return "\(error.reason)"
      } catch {
        return "\(error)"
      }
    }
    #expect(reason(UnreflectedStruct.self) == "noReflectionMetadata")
    #expect(reason(UnreflectedClass.self) == "noReflectionMetadata")
    #expect(reason(UnreflectedEmptyClass.self) == "noReflectionMetadata")
    #expect(reason(UnreflectedEnum.self) == "noReflectionMetadata")
    #expect(reason(UnnamedStruct.self) == "noReflectionNames")
    #expect(reason(CUnion.self) == "hiddenFields(before: nil)")
    #expect(reason(CBitField.self) == "hiddenFields(before: nil)")
    #expect(reason(CPair.self) == "accepted")
    #expect(reason(HoldsNoncopyable.self) == "hiddenFields(before: Optional(\"after\"))")
    #expect(reason(EndsNoncopyable.self) == "hiddenFields(before: nil)")
    #expect(reason(SomeActor.self) == "actor")
    #expect(reason(Any.self) == "notNominal")
    #expect(reason((any Sendable).self) == "notNominal")
    #expect(reason((() -> Void).self) == "notNominal")
    #expect(reason(Int.Type.self) == "notNominal")
  }
}

private struct MirrorComparison: ZooVisitor {
  func visit<Auto, Twin>(_ specimen: Specimen<Auto, Twin>) throws {
    for sample in specimen.samples {
      var mirror: Mirror? = Mirror(reflecting: sample.auto)
      // Enums show their payloads, not their fields; what reflects as it likes is no measure.
      guard let style = mirror?.displayStyle, [.struct, .class].contains(style),
        !(sample.auto is any CustomReflectable)
      else { continue }
      var type: TypeMirror? = try TypeMirror(reflecting: Swift.type(of: sample.auto))
      while let value = mirror, let level = type {
        #expect(ObjectIdentifier(value.subjectType) == ObjectIdentifier(level.subjectType))
        #expect(value.children.map { $0.label ?? "" } == level.children.map(\.label), "\(specimen.name)")
        for (child, field) in zip(value.children, level.children) {
          #expect(
            ObjectIdentifier(Swift.type(of: child.value)) == ObjectIdentifier(field.type)
              || field.type is AnyClass || !Self.isConcrete(field.type),
            "\(specimen.name): \(field.label)")
        }
        mirror = value.superclassMirror
        type = level.superclassMirror
      }
      #expect(mirror == nil && type == nil, "\(specimen.name): as many levels")
    }
  }

  private static func isConcrete(_ type: Any.Type) -> Bool {
    !"\(type)".hasPrefix("any ") && !"\(type)".contains("any ")
  }
}

// MARK: Models

private class MirrorBase {
  var first = 1
  var second: UInt8 = 2
}

private final class MirrorSub<Value: FixedWidthInteger>: MirrorBase {
  let value: Value
  weak var weakOne: MirrorBase?
  unowned let unownedOne: MirrorBase
  unowned(unsafe) var unmanaged: MirrorBase
  var run: () -> Void = {}

  init(_ value: Value, _ object: MirrorBase) {
    self.value = value
    unownedOne = object
    unmanaged = object
  }
}

private indirect enum MirrorIndirect {}

private enum MirrorChoice {
  case a
  case b(Int)
  case c
  indirect case d(String)
}

private struct Noncopyable: ~Copyable {
  var number = 1
}

private final class HoldsNoncopyable {
  var before = 1
  var hidden = Noncopyable()
  var after = 2
}

private final class EndsNoncopyable {
  var before = 1
  var hidden = Noncopyable()
}

private actor SomeActor {
  var state = 1
}
