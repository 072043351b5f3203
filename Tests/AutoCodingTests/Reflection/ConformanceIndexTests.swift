#if os(Linux)
import Foundation
import TestModels
import Testing

@testable import AutoCoding

private protocol Marker {
  static var mark: String { get }
}
extension Marker {
  static var mark: String { "\(self)" }
}
private protocol Other {}
private struct Plain: Marker {}
private enum Choice: Marker { case a }
private class Base: Marker {
  class var mark: String { "base \(self)" }
}
private class Derived: Base {
  override class var mark: String { "derived \(self)" }
}
private final class Last: Derived {}
private class MarkedBase<Value>: Marker {}
private final class MarkedOfInt: MarkedBase<Int> {}
private struct Generic<Value> {}
extension Generic: Marker where Value: Marker {}
private struct Free<Value>: Marker, Codable {
  var value = 1
}

@MainActor private struct Isolated: @MainActor Marker {}

/// The index agrees with the runtime about every type and protocol.
struct ConformanceIndexTests {
  private static let types: [Any.Type] = [
    Plain.self, Choice.self, Base.self, Derived.self, Last.self, MarkedBase<Int>.self, MarkedOfInt.self,
    Generic<Int>.self, Generic<Plain>.self, Free<Int>.self, Free<(Int, Int)>.self,
    Int.self, String.self, [Int].self, [Plain].self, Int?.self, [String: Int].self, Date.self, URL.self, Data.self,
    NSObject.self, (Int, String).self, (() -> Void).self, Any.self, (any Marker).self, AnyObject.self, Int.Type.self,
    Never.self, Substring.self, Set<Int>.self, Result<Int, Never>.self, Decimal.self, NSNumber.self,
    ClosedRange<Int>.self,
    JSONEncoder.self, Character.self, UnsafeRawPointer.self, AnyHashable.self, Calendar.self, Measurement<Unit>.self,
  ]

  @Test func casts() {
    for type in Self.types {
      agrees(type, type as? any Marker.Type)
      agrees(type, type as? any Other.Type)
      agrees(type, type as? any Encodable.Type)
      agrees(type, type as? any Codable.Type)
      agrees(type, type as? any (Hashable & Sendable).Type)
      agrees(type, type as? any (Encodable & Hashable & CustomStringConvertible).Type)
      agrees(type, type as? any Sequence.Type)
      agrees(type, type as? any AutoCoding.Type)
      agrees(type, type as? any ComposedType.Type)
      agrees(type, type as? any RawRepresentable.Type)
      agrees(type, type as? any NSObjectProtocol.Type)
      agrees(type, type as? any Error.Type)
      agrees(type, type as? any (NSObject & CustomStringConvertible).Type)
      agrees(type, type as? AnyObject.Type)
    }
  }

  /// Expects the words of the metatype that the runtime makes.
  private func agrees<Metatype>(_ type: Any.Type, _ expected: Metatype?) {
    func words(_ metatype: Metatype) -> [UInt8] { withUnsafeBytes(of: metatype) { Array($0) } }
    #expect(Conformances.cast(type, to: Metatype.self).map(words) == expected.map(words), "\(type) as \(Metatype.self)")
    #expect(Conformances.includes(type, Metatype.self) == (expected != nil), "\(type) as \(Metatype.self)")
  }

  @Test func callsThroughTheMetatype() {
    let marks = [Plain.self, Base.self, Derived.self, Last.self, MarkedOfInt.self, Free<Int>.self, Generic<Plain>.self]
      .map { (type: Any.Type) in Conformances.cast(type, to: (any Marker.Type).self)?.mark }
    #expect(
      marks == ["Plain", "base Base", "derived Derived", "derived Last", "MarkedOfInt", "Free<Int>", "Generic<Plain>"])
  }

  private struct Zoo: ZooVisitor {
    func visit<Auto, Twin>(_ specimen: Specimen<Auto, Twin>) {
      let tests = ConformanceIndexTests()
      for type in [Auto.self, Twin.self, Auto?.self, [Auto].self, [String: Twin].self] as [Any.Type] {
        tests.agrees(type, type as? any AutoCoding.Type)
        tests.agrees(type, type as? any RawRepresentable.Type)
        tests.agrees(type, type as? any DefaultInitializable.Type)
        tests.agrees(type, type as? any Codable.Type)
      }
    }
  }

  @Test func everyTypeOfTheZoo() throws {
    for specimen in TestModels.Zoo.all { try specimen.accept(Zoo()) }
  }

  @Test(.enabled(if: !Portability.isRequired)) func theRuntimeIsNotAsked() {
    func isKnown(_ type: Any.Type, _ proto: Any.Type) -> Bool {
      if case .unknown = ConformanceIndex.answer(type, proto) { false } else { true }
    }
    let types: [Any.Type] = [
      Plain.self, Choice.self, Base.self, Last.self, MarkedOfInt.self, Free<Int>.self, Int.self, String.self, Date.self,
      UUID.self, [Int].self,
    ]
    for type in types {
      #expect(isKnown(type, (any Other.Type).self), "\(type)")
      #expect(isKnown(type, (any Marker.Type).self), "\(type)")
      #expect(isKnown(type, (any ComposedType.Type).self), "\(type)")
      #expect(isKnown(type, (any AutoCoding.Type).self), "\(type)")
    }
    #expect(!isKnown(Generic<Plain>.self, (any Marker.Type).self))
    #expect(!isKnown(Isolated.self, (any Marker.Type).self))
  }
}
#endif
