import AutoCodingFoundation
import Foundation
import Testing

final class AnyKeeper: AutoCodingObject {
  var value: Any = 0
  var list: [Any] = []
}

struct LateStruct: AutoCoding, Equatable { var part: LatePart? }
struct LatePart: AutoCoding, Equatable { var text = "p" }
final class NeverRegistered: AutoCodingObject { var text = "n" }

/// Types that an NSCoder may meet in Any.
struct AllowedTypesCoderTests {
  private func archive(_ object: AnyKeeper) throws -> Data {
    try NSKeyedArchiver.archivedData(withRootObject: object, requiringSecureCoding: true)
  }

  @Test("a model has to be registered, and is refused when it is encoded; one may be registered late")
  func registration() throws {
    let keeper = AnyKeeper()
    for value in [NeverRegistered(), LateStruct(part: LatePart())] as [Any] {
      keeper.value = value
      let error = #expect(throws: (any Error).self) { try archive(keeper) }
      #expect("\(String(describing: error))".contains("TypeMap.register(_:)"), "\(String(describing: error))")
    }
    // What is expected is found out here, before the type is known.
    keeper.value = "text"
    #expect(
      try NSKeyedUnarchiver.unarchivedObject(ofClass: AnyKeeper.self, from: archive(keeper))?.value as? String == "text"
    )
    try TypeMap.register(LateStruct.self)
    let value = LateStruct(part: LatePart(text: "late"))
    keeper.value = value
    keeper.list = [1, value, LatePart(text: "alone")]
    let back = try #require(try NSKeyedUnarchiver.unarchivedObject(ofClass: AnyKeeper.self, from: archive(keeper)))
    #expect(back.value as? LateStruct == value && back.list[1] as? LateStruct == value)
    #expect(back.list[2] as? LatePart == LatePart(text: "alone"))
  }
}
