import AutoCoding
import Foundation
import Testing

struct DefaultsTests {
  private struct Settings: AutoCoding, DefaultInitializable, Equatable {
    var name = "default"
    var size = 5
    var color: String? = "red"
    var note: String?
    var list = [1]
  }

  private struct Inner: AutoCoding, DefaultInitializable, Equatable {
    var settings = Settings(name: "inner")
    var others = ["a": Settings()]
  }

  @Test func missingKeyLeavesTheDefault() throws {
    #expect(try jsonValue("{}") == Settings())
    #expect(try jsonValue(#"{"size":6}"#) == Settings(size: 6))
    #expect(try jsonValue(#"{"settings":{"size":6}}"#) == Inner(settings: Settings(size: 6)))
    #expect(try jsonValue(#"{"others":{}}"#) == Inner(others: [:]))
  }

  @Test func nullIsNilOrRefused() throws {
    #expect(try jsonValue(#"{"color":null,"note":null}"#) == Settings(color: nil))
    for text in [#"{"name":null}"#, #"{"size":null}"#, #"{"list":null}"#] {
      let error = DifferentialOutcome { try jsonValue(Settings.self, text) }.error
      #expect(error?.hasPrefix("valueNotFound at .") == true, "\(text): \(error ?? "")")
    }
    #expect(
      DifferentialOutcome { try jsonValue(Inner.self, #"{"settings":null}"#) }.error == "valueNotFound at .settings")
  }

  private class Base: AutoCoding, DefaultInitializable {
    var name = "n"
    var colors: [String]?
    required init() { colors = ["red"] }
  }

  private final class Sub: Base {
    var size = 5
    let fixed = [1, 2]
    required init() {
      super.init()
      name = "from sub"
    }
  }

  @Test func classes() throws {
    let sub = try jsonValue(Sub.self, #"{"size":6}"#)
    #expect(sub.name == "from sub" && sub.size == 6 && sub.colors == ["red"] && sub.fixed == [1, 2])
    let base = try jsonValue(Base.self, #"{"colors":null}"#)
    #expect(base.name == "n" && base.colors == nil)
    #expect(DifferentialOutcome { try jsonValue(Sub.self, #"{"size":null}"#) }.error == "valueNotFound at .size")
    #expect(
      DifferentialOutcome { try jsonValue([Sub].self, #"[{},{"name":null}]"#) }.error == "valueNotFound at [1].name")
  }

  private struct Strict: AutoCoding, Equatable {
    let name: String
    var size: Int = 5
    let note: String?
    let deep: Int??
  }

  private class StrictObject: AutoCoding {
    var name = "n"
    var note: String? = "note"
  }

  private final class StrictSub: StrictObject {
    var size = 5
  }

  @Test func withoutInitializerAMissingKeyIsAnError() throws {
    let texts = [#"{"size":1}"#: "name", #"{"name":"n"}"#: "size"]
    for (text, key) in texts {
      for result in [
        DifferentialOutcome { _ = try jsonValue(Strict.self, text) },
        DifferentialOutcome { _ = try jsonValue(StrictSub.self, text) },
      ] {
        #expect(result.error == "keyNotFound \(key) at ")
      }
    }
    #expect(try jsonValue(#"{"name":"n","size":1}"#) == Strict(name: "n", size: 1, note: nil, deep: nil))
  }

  @Test func missingOptionalIsNil() throws {
    #expect(try jsonValue(StrictObject.self, #"{"name":"n"}"#).note == nil)
    #expect(try jsonValue(StrictSub.self, #"{"name":"n","note":null,"size":1}"#).note == nil)
  }

  @Test func theErrorTellsWhatToDo() {
    #expect {
      try jsonValue(StrictSub.self, #"{"name":"n"}"#)
    } throws: { error in
      guard case DecodingError.keyNotFound(let key, let context) = error else { return false }
      let text = context.debugDescription
      return key.stringValue == "size" && text.contains("DefaultInitializable") && text.contains("Optional")
        && text.contains("size")
    }
  }

  @Test func nullWithoutInitializer() {
    #expect(
      DifferentialOutcome { try jsonValue(Strict.self, #"{"name":null,"size":1}"#) }.error == "valueNotFound at .name")
    let error = DifferentialOutcome { try jsonValue([StrictSub].self, #"[{"name":"n","size":null}]"#) }.error
    #expect(error == "valueNotFound at [0].size")
  }

  /// A failed decode leaves the value it might have replaced alone, and a second one succeeds.
  @Test func failureIsWithoutConsequence() throws {
    for _ in 0..<3 {
      #expect(throws: DecodingError.self) { try jsonValue([Sub].self, #"[{"size":1},{"size":"x"}]"#) }
      #expect(try jsonValue([Sub].self, #"[{"size":1}]"#).first?.size == 1)
    }
  }
}
