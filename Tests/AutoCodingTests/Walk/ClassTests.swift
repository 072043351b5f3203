import AutoCoding
import Foundation
import TestModels
import Testing
import ThirdPartyModels

@MainActor final class OnMainActor: AutoCoding {
  var name = "main"
  var count = 2
}

final class Aligned: AutoCoding {
  var byte: UInt8 = 1
  var vector = SIMD8<Float>(repeating: 1.5)
  var wide = SIMD16<Int32>(repeating: -1)
  var last = true
}

struct AlignedTwin: Codable {
  var byte: UInt8 = 1
  var vector = SIMD8<Float>(repeating: 1.5)
  var wide = SIMD16<Int32>(repeating: -1)
  var last = true
}

final class Observed: AutoCoding {
  nonisolated(unsafe) static var calls = 0
  var value = 1 {
    didSet { Self.calls += 1 }
  }
}

final class BelowOtherModule: ThirdPartyVehicle, AutoCoding {
  var load = 7
}

/// Classes of every kind.
struct ClassTests {
  @Test("classes on the main actor, aligned classes, observers, superclasses of other modules")
  @MainActor func classes() throws {
    let onMain = try jsonValue(OnMainActor.self, #"{"name":"x","count":5}"#)
    #expect(onMain.name == "x" && onMain.count == 5)
    #expect(try jsonText(onMain) == #"{"count":5,"name":"x"}"#)

    #expect(try jsonText(Aligned()) == jsonText(AlignedTwin()))
    let aligned = try jsonValue(Aligned.self, jsonText(AlignedTwin()))
    #expect(aligned.vector == SIMD8(repeating: 1.5) && aligned.wide == SIMD16(repeating: -1) && aligned.last)

    let calls = Observed.calls
    #expect(try jsonValue(Observed.self, #"{"value":9}"#).value == 9)
    #expect(Observed.calls == calls, "observers do not fire while decoding")

    let below = try jsonValue(BelowOtherModule.self, #"{"wheels":3,"serial":"s","load":8}"#)
    #expect(below.wheels == 3 && below.load == 8 && below.state == [3, "s"])
  }

  /// In release the compiler puts a constant in place of a `let` that every initializer of the class sets to it; no
  /// metadata tells. `Docs/Safety.md` says so; this pins what happens.
  @Test("a class `let` with a constant value cannot be restored in release; other `let`s are")
  func constantLet() throws {
    let seen = try SeenConstant(decoding: #"{"constant":5,"computed":6,"text":"t","variable":7}"#)
    #expect(seen.computed == 6 && seen.text == "t" && seen.variable == 7)
    #if DEBUG
    #expect(seen.constant == 5)
    #else
    // Should this fail, the compiler has become better: Docs/Safety.md has to say so then.
    #expect(seen.constant == 1)
    #endif
    // The memory is right; readers do not look at it in release.
    #expect(seen.json.contains(#""constant":5"#))
  }
}
