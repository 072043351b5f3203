import AutoCoding
import TestModels
import Testing

extension DefaultsStatedElsewhere: DefaultInitializable {}
extension DefaultsStatedElsewhereBase: DefaultInitializable {}

/// `DefaultInitializable` is found in whichever module the conformance is declared.
struct DefaultConformanceTests {
  private final class Below: DefaultsStatedElsewhereBase {
    var flag = true
  }

  @Test("a missing key keeps the default of a conformance of another module", arguments: TestCoder.jsonLike)
  func otherModule(coder: TestCoder) throws {
    let value = try coder.decode(DefaultsStatedElsewhere.self, fromJSON: #"{"count":3}"#)
    #expect(value.name == "none" && value.count == 3)
    let object = try coder.decode(DefaultsStatedElsewhereBase.self, fromJSON: #"{"count":3}"#)
    #expect(object.name == "none" && object.count == 3)
  }

  @Test("a subclass of such a class has its defaults too", arguments: TestCoder.jsonLike)
  func subclass(coder: TestCoder) throws {
    let object = try coder.decode(Below.self, fromJSON: #"{"count":3}"#)
    #expect(object.name == "none" && object.count == 3 && object.flag)
  }
}
