import AutoCoding
import AutoCodingSchema
import Testing

/// Each kind of change by itself, with its whole message.
struct ChangeTests {
  /// The changes between manifests of types, whose JSON is given without the braces around it.
  private func changes(_ old: String, _ new: String, models: [String] = [], newModels: [String]? = nil) throws
    -> [String]
  {
    func manifest(_ types: String, _ models: [String]) throws -> ModelManifest {
      try ModelManifest(
        text:
          "{\"format\": 1, \"models\": [\(models.map { "\"\($0)\"" }.joined(separator: ", "))], \"types\": {\(types)}}")
    }
    return try manifest(new, newModels ?? models).changes(since: manifest(old, models)).map { change in
      let what = change.breaks.contains(.readsOld) ? "loss" : change.breaks.isEmpty ? "note" : "refusal"
      return "\(what): \(change)"
    }
  }

  private func changes(ofProperty old: String?, _ new: String?) throws -> [String] {
    func type(_ property: String?) -> String {
      #""A": {"kind": "struct", "properties": {\#(property.map { "\"x\": {\($0)}" } ?? "")}}"#
    }
    return try changes(type(old), type(new))
  }

  // MARK: Properties

  @Test func types() throws {
    #expect(
      try changes(ofProperty: #""type": "Int""#, #""type": "Int64""#) == [
        #"note: A, "x": The type was Int and is Int64, which holds all older values."#
      ])
    #expect(
      try changes(ofProperty: #""type": "[Int8]?""#, #""type": "[Double?]?""#) == [
        #"note: A, "x": The type was [Int8]? and is [Double?]?, which holds all older values."#,
        #"refusal: A, "x": The type was [Int8]? and is [Double?]?, so an older app would refuse or misread new data. "#
          + "Store the new value under a new key, and keep writing the old one.",
      ])
    #expect(try changes(ofProperty: #""type": "[String: Set<Float>]""#, #""type": "[String: Set<Double>]""#).count == 2)
    #expect(try changes(ofProperty: #""type": "[Int: Int]""#, #""type": "[Int64: Int]""#)[0].hasPrefix("loss"))
    #expect(try changes(ofProperty: #""type": "[(a: Int, b: Int)]""#, #""type": "[(a: Int, b: Int)]""#) == [])
    #expect(try changes(ofProperty: #""type": "[Int]""#, #""type": "Set<Int>""#)[0].hasPrefix("loss"))
    #expect(
      try changes(ofProperty: #""type": "Double""#, #""type": "Float""#) == [
        #"loss: A, "x": The type was Double and is Float, so older data would be refused or misread. "#
          + "Raise archiveVersion and convert the value in migrate(_:from:), or store it as before with .transformed(by:)."
      ])
  }

  /// A type is matched with what replaces it before types that lead to it are compared, in whatever order they come.
  @Test(arguments: ["A", "Z"]) func replacement(model: String) throws {
    func types(_ name: String) -> String {
      #""\#(model)": {"kind": "struct", "properties": {"x": {"type": "[\#(name): Int]"}}}, "#
        + #""\#(name)": {"kind": "raw value", "rawType": "String", "cases": {"a": {}}}"#
    }
    #expect(try changes(types("N"), types("M")) == ["note: M: The type was N, which data does not show."])
  }

  @Test func tuples() throws {
    func changes(from old: String, to new: String) throws -> [String] {
      try self.changes(
        #""A": {"kind": "struct", "properties": {"x": {"type": "\#(old)"}}}, "P": {"kind": "raw value"}"#,
        #""A": {"kind": "struct", "properties": {"x": {"type": "\#(new)"}}}, "#
          + #""Q": {"kind": "raw value", "formerNames": ["P"]}"#
      ).filter { $0.contains("\"x\"") }
    }
    #expect(try changes(from: "(P, [Int: [P]]?)", to: "(Q, [Int: [Q]]?)") == [])
    #expect(try changes(from: "(a: P, b: (c: [String: P], d: P))?", to: "(a: Q, b: (c: [String: Q], d: Q))?") == [])
    #expect(try changes(from: "[(9 of P)]", to: "[(9 of Q)]") == [])
    #expect(try changes(from: "(9 of P)", to: "(8 of Q)").count == 2)
    #expect(try changes(from: "(a: P, b: Int)", to: "(a: Q, c: Int)").count == 2)
    #expect(try changes(from: "(P, Int)", to: "(Q, Int, Int)").count == 2)
    #expect(
      try changes(from: "(P, Int8)", to: "(Q, Int)") == [
        #"note: A, "x": The type was (P, Int8) and is (Q, Int), which holds all older values."#,
        #"refusal: A, "x": The type was (P, Int8) and is (Q, Int), so an older app would refuse or misread new data. "#
          + "Store the new value under a new key, and keep writing the old one.",
      ])
  }

  @Test func transformers() throws {
    #expect(
      try changes(ofProperty: #""type": "String", "via": ["A", "B"]"#, #""type": "String", "via": ["C"]"#) == [
        #"loss: A, "x": The value was converted by A, B and is by C, so older data may be refused or misread. "#
          + "Raise archiveVersion and convert the value in migrate(_:from:).",
        #"refusal: A, "x": An older app converts the value by A, B, and may refuse or misread new data. "#
          + "Store the new form under a new key, and keep writing the old one.",
      ])
  }

  @Test func optionals() throws {
    #expect(
      try changes(ofProperty: #""type": "Int""#, #""type": "Int?""#) == [
        #"note: A, "x": It is Optional now."#,
        #"refusal: A, "x": An older app requires a value, and refuses data in which it is nil. "#
          + "Keep it as it was, and add an Optional under a new key.",
      ])
    #expect(
      try changes(ofProperty: #""type": "Int?""#, #""type": "Int", "default": true"#) == [
        #"loss: A, "x": It was Optional, and older data in which it is nil would be refused. "#
          + "Keep it Optional, or raise archiveVersion and set a value in migrate(_:from:). "
          + "A default is not enough: keyed archives have null for nil."
      ])
    #expect(
      try changes(ofProperty: nil, #""type": "Int?""#) == [
        #"note: A, "x": The property is new, and is nil in older data."#
      ])
  }

  @Test func defaults() throws {
    #expect(
      try changes(ofProperty: #""type": "Int""#, #""type": "Int", "default": true"#) == [
        #"note: A, "x": It has a default now."#
      ])
    #expect(
      try changes(ofProperty: #""type": "Int", "default": true"#, #""type": "Int""#) == [
        #"note: A, "x": It has no default any more. All data since the type was recorded has a value."#
      ])
    #expect(
      try changes(ofProperty: #""type": "Int", "default": true, "added": true"#, #""type": "Int""#)[0]
        .hasPrefix(#"loss: A, "x": The default is gone"#))
  }

  @Test func omittedDefaults() throws {
    let (was, now) = (#""type": "Int", "default": true"#, #""type": "Int", "default": true, "omitted": "3""#)
    #expect(try changes(ofProperty: was, now) == [#"note: A, "x": It is left out now if it is 3."#])
    #expect(
      try changes(ofProperty: #""type": "Int""#, now) == [
        #"note: A, "x": It has a default now."#, #"note: A, "x": It is left out now if it is 3."#,
        #"refusal: A, "x": An older app requires a value, and refuses data in which the default is left out. "#
          + "Do without .omitsDefault as long as older apps read new data.",
      ])
    #expect(
      try changes(ofProperty: now, #""type": "Int", "default": true, "omitted": "4""#)[0]
        .hasPrefix(#"loss: A, "x": The default that is left out was 3 and is 4, which older data"#))
    #expect(try changes(ofProperty: now, was)[0].hasPrefix(#"note: A, "x": It is not left out any more"#))
    #expect(try changes(ofProperty: now, #""type": "Int""#)[0].hasPrefix(#"loss: A, "x": The default is gone"#))
  }

  @Test func directions() throws {
    let only = #""type": "Int", "default": true, "direction": "encoded only""#
    #expect(
      try changes(ofProperty: #""type": "Int""#, only) == [
        #"loss: A, "x": The property is not read any more, so the values that data has would be lost. "#
          + "Do without .encodedOnly.",
        #"note: A, "x": It has a default now."#,
      ])
    #expect(try changes(ofProperty: nil, only) == [#"note: A, "x": The property is new."#])
    let read = #""type": "Int", "direction": "decoded only""#
    #expect(
      try changes(ofProperty: #""type": "Int""#, read) == [
        #"refusal: A, "x": An older app requires a value, and none is written any more. Do without .decodedOnly."#
      ])
    // Nothing has written it, so a value cannot be required.
    let optional = #""type": "Int?", "direction": "decoded only""#
    #expect(
      try changes(ofProperty: optional, #""type": "Int""#) == [
        #"loss: A, "x": It was Optional and not written, so older data has no value for it. "#
          + "Make it Optional, give it a default with .default(…) or init(), or raise archiveVersion and set it in "
          + "migrate(_:from:)."
      ])
    #expect(try changes(ofProperty: optional, #""type": "Int", "default": true"#) == [])
    #expect(try changes(ofProperty: #""type": "Int?", "direction": "decoded only""#, nil) == [])
    #expect(
      try changes(ofProperty: #""type": "Int", "default": true, "direction": "decoded only""#, read)[0]
        .hasPrefix(#"loss: A, "x": The default is gone"#))
  }

  @Test func formerKeys() throws {
    #expect(
      try changes(ofProperty: #""type": "Int", "former": ["a", "b"]"#, #""type": "Int", "former": ["c"]"#) == [
        #"loss: A, "x": The former keys "a", "b" are gone, so the values that older data has there would be lost. "#
          + #"Add .formerly("a", "b") again."#
      ])
  }

  @Test("An older app reads what is under a former key, and nothing of a property that got another key")
  func formerKeysOfAnOlderApp() throws {
    func changes(from old: String, to new: String) throws -> [String] {
      try self.changes(
        #""A": {"kind": "struct", "properties": {\#(old)}}"#, #""A": {"kind": "struct", "properties": {\#(new)}}"#)
    }
    let old = #""x": {"type": "Int?", "former": ["a"]}"#
    let refusal =
      #"refusal: A, "x": An older app reads it from the former key "a", under which String is written now. "#
      + "Store the new value under a key that was never used."
    #expect(try changes(from: old, to: #""a": {"type": "String"}"#).filter { $0.hasPrefix("refusal") } == [refusal])
    // A nil that is left out leads to the former key, too.
    #expect(try changes(from: old, to: old + #", "a": {"type": "String"}"#).contains(refusal))
    #expect(try !changes(from: old, to: #""a": {"type": "Int8"}"#).contains { $0.hasPrefix("refusal") })
    #expect(
      try !changes(from: old, to: #""a": {"type": "String", "direction": "decoded only"}"#).contains {
        $0.hasPrefix("refusal")
      })

    let renamed = try changes(
      from: #""x": {"type": "Bool", "default": true}"#, to: #""y": {"type": "String?", "former": ["x"]}"#)
    #expect(renamed.contains { $0.hasPrefix("loss") })
    #expect(!renamed.contains { $0.hasPrefix("refusal") })
  }

  // MARK: Types

  private func type(_ text: String) -> String { "\"A\": {\(text)}" }

  @Test func kinds() throws {
    #expect(
      try changes(type(#""kind": "struct""#), type(#""kind": "class""#)) == [
        "note: A: It was a struct and is a class, which has the same data."
      ])
    #expect(
      try changes(type(#""kind": "struct""#), type(#""kind": "enum""#)) == [
        "loss: A: It was a struct and is an enum with its cases as keys, so older data would be refused or misread. "
          + "Declare another type for it, and use that under a new key.",
        "refusal: A: It was a struct and is an enum with its cases as keys, so an older app would refuse or misread new "
          + "data. Declare another type for it, and use that under a new key.",
      ])
    #expect(
      try changes(type(#""kind": "raw value""#), type(#""kind": "own code""#))[0]
        == "loss: A: It was coded as its raw value and is decoded by its own code, so older data would be refused or misread. "
        + "What its own code reads cannot be compared. Let samples show it, and record the change.")
    #expect(
      try changes(
        type(#""kind": "struct""#), type(#""kind": "enum", "version": 1, "migrates": true"#))[2]
        == "note: A: It was a struct and is an enum with its cases as keys; migrate(_:from:) has to see to older data.")
    #expect(
      try changes(type(#""kind": "class""#), type(#""kind": "class", "encodeOnly": true"#)) == [
        "loss: A: Values cannot be decoded any more. Give the properties that are left out a default, or adopt "
          + "DefaultInitializable."
      ])
  }

  @Test func versions() throws {
    #expect(
      try changes(
        type(#""kind": "struct", "version": 2, "migrates": true"#), type(#""kind": "struct", "version": 2"#)) == [
          "loss: A: The type does not migrate any more, so data of versions below 2 would be misread. "
            + "Implement migrate(_:from:) again."
        ])
    #expect(
      try changes(type(#""kind": "struct", "version": 2"#), type(#""kind": "struct", "version": 3"#)) == [
        "note: A: The version went from 2 to 3.",
        "refusal: A: The version went from 2 to 3, and an older app refuses newer data. "
          + "Let its decoders have acceptsNewerVersions, or make the change without a version.",
      ])
    // A version without a migration converts nothing.
    #expect(
      try changes(
        type(#""kind": "struct", "properties": {"x": {"type": "Int"}}"#),
        type(#""kind": "struct", "version": 1, "properties": {"x": {"type": "String"}}"#)
      ).filter { $0.hasPrefix("loss") }
        .count == 1)
    #expect(
      try changes(type(#""kind": "struct", "version": 2"#), type(#""kind": "struct", "version": 1"#)) == [
        "loss: A: The version went from 2 down to 1, so data of version 2 would be refused as newer. "
          + "Let archiveVersion be 2 or more."
      ])
  }

  @Test("a damaged file may have classes as each other's superclasses")
  func cycles() throws {
    let cycle = #""A": {"kind": "class", "superclass": "B"}, "B": {"kind": "class", "superclass": "A"}"#
    let top = #", "D": {"kind": "class"}"#
    #expect(try changes(cycle, cycle).isEmpty)
    #expect(
      try changes(
        cycle + top + #", "C": {"kind": "class", "superclass": "D"}"#,
        cycle + top + #", "C": {"kind": "class", "superclass": "A"}"#
      )
      .contains { $0.hasPrefix("loss: C: It is no subclass of D any more") })
  }

  /// The migration of a superclass converts the properties that a subclass inherits, and no others.
  @Test func migrationsOfSuperclasses() throws {
    func hierarchy(_ version: Int, _ type: String) -> String {
      #"""
      "A": {"kind": "class", "version": \#(version), "migrates": true, "properties": {"x": {"type": "\#(type)"}}},
      "B": {"kind": "class", "superclass": "A", "properties": {"x": {"type": "\#(type)"}, "y": {"type": "\#(type)"}}},
      "C": {"kind": "class", "superclass": "B", "properties": {"x": {"type": "\#(type)"}}}
      """#
    }
    #expect(
      try changes(hierarchy(0, "Int"), hierarchy(1, "String")).filter { !$0.hasPrefix("refusal") } == [
        "note: A: The version went from 0 to 1, with a migration.",
        #"note: A, "x": The type was Int and is String; migrate(_:from:) has to see to older data."#,
        #"note: B, "x": The type was Int and is String; migrate(_:from:) has to see to older data."#,
        #"loss: B, "y": The type was Int and is String, so older data would be refused or misread. "#
          + "Raise archiveVersion and convert the value in migrate(_:from:), or store it as before with .transformed(by:).",
        #"note: C, "x": The type was Int and is String; migrate(_:from:) has to see to older data."#,
      ])
  }

  @Test func names() throws {
    let person = #""kind": "struct", "properties": {"x": {"type": "Int"}, "y": {"type": "Int"}}"#
    #expect(
      try changes("\"A\": {\(person)}", "\"B\": {\(person), \"formerNames\": [\"A\"]}", models: ["A"], newModels: ["B"])
        == [
          "note: B: The type was A, which is a former name of it.",
          "refusal: B: An older app knows the type as A, and refuses archives that name it B. "
            + #"Keep the name: static var archivedTypeName: String { "A" }."#,
        ])
    #expect(
      try changes("\"A\": {\(person), \"formerNames\": [\"B\"]}", "\"B\": {\(person), \"formerNames\": [\"A\"]}") == [
        "note: B: The type was A, which is a former name of it."
      ])
    #expect(
      try changes("\"A\": {\(person), \"formerNames\": [\"C\", \"D\"]}", "\"A\": {\(person)}") == [
        #"loss: A: The former names "C", "D" are gone, so archives that have it would be refused. "#
          + #"Add "C", "D" to formerTypeNames again."#
      ])
    #expect(
      try changes("\"A\": {\(person)}", "", models: ["A"], newModels: []) == [
        "loss: A: The type is gone, so nothing reads its data. List it again. If it was renamed, add \"A\" to "
          + "formerTypeNames of the type that replaces it."
      ])
    #expect(try changes("\"A\": {\(person)}", "") == ["note: A: No listed model leads to the type any more."])
    #expect(
      try changes("\"A\": {\(person)}", "\"A\": {\(person)}", models: ["A"], newModels: []) == [
        "loss: A: The type is not listed any more, so its samples are not read. "
          + "List it, if values of it are stored by themselves."
      ])
    #expect(try changes("", "\"A\": {\(person)}") == ["note: A: The type is new."])
    #expect(
      try changes(#""A": {"kind": "own code"}"#, #""B": {"kind": "own code"}"#) == [
        "note: A: No listed model leads to the type any more.", "note: B: The type is new.",
      ])
    let options = #"{"kind": "raw value", "rawType": "Int"}"#
    #expect(
      try changes(#""A": \#(options)"#, #""B": \#(options)"#) == ["note: B: The type was A, which data does not show."])
    // Properties of a type whose data cannot be compared.
    #expect(
      try changes(
        #""A": {"kind": "own code"}, "C": {"kind": "struct", "properties": {"x": {"type": "A"}}}"#,
        #""B": {"kind": "own code"}, "C": {"kind": "struct", "properties": {"x": {"type": "B"}}}"#
      ).contains { $0.hasPrefix(#"loss: C, "x": The type was A and is B"#) })
  }

  @Test func classes() throws {
    let base = #""Base": {"kind": "class"}"#
    let subclass = #", "Sub": {"kind": "class", "superclass": "Base"}"#
    #expect(
      try changes(base, base + subclass) == [
        "refusal: Sub: An older app does not know the class, and refuses data that names it. "
          + "Store no object of it in place of one of Base until all apps know it."
      ])
    #expect(
      try changes(base + subclass, base + #", "Sub": {"kind": "class"}"#) == [
        "loss: Sub: It is no subclass of Base any more, so data that has it in place of one would be refused. "
          + "Keep the superclass."
      ])
    // A class between the two changes nothing.
    #expect(
      try changes(
        base + subclass,
        base + #", "Sub": {"kind": "class", "superclass": "Mid"}, "Mid": {"kind": "class", "superclass": "Base"}"#
      ).filter { $0.hasPrefix("loss") } == [])
  }

  /// No model need lead to a subclass whose objects data has.
  @Test func missingClasses() throws {
    let base = #""Base": {"kind": "class""#
    let below = #", "Sub": {"kind": "class", "superclass": "Mid"}, "Mid": {"kind": "class", "superclass": "Base"}"#
    let without = #", "Sub": {"kind": "class", "superclass": "Base"}"#
    #expect(
      try changes(base + "}" + below, base + "}" + without) == [
        "loss: Mid: The class is gone, so data that has it in place of one of Base would be refused. "
          + #"Keep it. If it was renamed, add "Mid" to formerTypeNames of the class that replaces it."#
      ])
    // The tags say which classes data names.
    let tagged = #", "typeKey": "k"}"#
    #expect(
      try changes(base + tagged + below, base + tagged + without) == [
        "note: Mid: No listed model leads to the type any more."
      ])
  }

  @Test func tags() throws {
    func tagged(_ rest: String) -> String { type(#""kind": "class", "typeKey": "k"\#(rest)"#) }
    #expect(
      try changes(tagged(""), type(#""kind": "class""#)) == [
        #"loss: A: The typeKey was "k" and is none, so older data would be refused or misread. Keep it in typeRules."#,
        #"refusal: A: The typeKey was "k" and is none, so an older app would refuse or misread new data. "#
          + "Keep it in typeRules.",
      ])
    #expect(
      try changes(tagged(#", "tags": {"a": "A"}"#), tagged(#", "tags": {"b": "A"}"#)) == [
        #"loss: A, "a": The tag is gone, so data that has it would be refused. Keep it in the types of typeRules."#,
        #"refusal: A, "b": An older app does not know the tag, and refuses data that has it. "#
          + "Store no object of the class until all apps know it.",
      ])
    #expect(
      try changes(
        tagged(#", "unknownTypes": true, "tags": {"a": "A"}"#), tagged(#", "tags": {"a": "B", "b": "A"}"#)) == [
          #"loss: A, "a": The tag was that of A and is that of B, so data would be read as another class. "#
            + "Give the class its own tag.",
          #"refusal: A, "b": An older app does not know the tag, and reads another class. "#
            + "Store no object of the class until all apps know it.",
          "loss: A: unknownType is no longer .base, so data with unknown tags, or with none, would be refused. "
            + "Keep it in typeRules.",
        ])
    #expect(
      try changes(
        type(#""kind": "enum", "caseKey": "k", "contentKey": "c""#), type(#""kind": "enum", "caseKey": "j""#)
      ).count == 4)
  }

  @Test func formerCases() throws {
    func enumeration(_ cases: String, _ former: String, _ rest: String = "") -> String {
      type(#""kind": "enum", "cases": {\#(cases)}, "formerCases": {\#(former)}\#(rest)"#)
    }
    let old = enumeration(#""a": {}, "b": {}"#, #""x": "a", "y": "a", "z": "b""#)
    #expect(try changes(old, old) == [])
    #expect(
      try changes(old, enumeration(#""a": {}, "b": {}"#, "")) == [
        #"loss: A, "a": The former names "x", "y" are gone, so older data would be refused. Add .formerly("x", "y") again."#,
        #"loss: A, "b": The former name "z" is gone, so older data would be refused. Add .formerly("z") again."#,
      ])
    // Renamed once more, with all former names or not.
    #expect(
      try changes(old, enumeration(#""c": {}, "b": {}"#, #""x": "c", "y": "c", "z": "b", "a": "c""#)).allSatisfy {
        !$0.hasPrefix("loss")
      })
    #expect(
      try changes(old, enumeration(#""c": {}, "b": {}"#, #""y": "c", "z": "b", "a": "c""#))[0]
        == #"loss: A, "c": The former name "x" is gone, so older data would be refused. Add .formerly("x") again."#)
    #expect(
      try changes(old, enumeration(#""a": {}, "b": {}, "o": {}"#, #""y": "a", "z": "b""#, #", "unknownCase": "o""#))[0]
        == #"loss: A, "a": The former name "x" is gone, so older data would be read as "o". Add .formerly("x") again."#)
    #expect(
      try changes(old, enumeration(#""a": {}, "b": {}"#, #""x": "b", "y": "a", "z": "b""#)) == [
        #"loss: A, "a": The former name "x" is that of "b" now, so older data would be read as another case. "#
          + "Give that case another name."
      ])
    #expect(
      try changes(old, enumeration(#""a": {}, "b": {}, "x": {}"#, #""y": "a", "z": "b""#))[0].hasPrefix(
        #"loss: A, "a": The former name "x" is that of "x" now"#))
    // A case that is gone with its former names is one change.
    #expect(
      try changes(old, enumeration(#""a": {}"#, #""x": "a", "y": "a""#)).filter { $0.hasPrefix("loss") }.count == 1)
  }

  @Test func cases() throws {
    let old = #""kind": "enum", "cases": {"a": {"x": {"type": "Int"}}, "b": {}}"#
    #expect(
      try changes(type(old), type(#""kind": "enum", "cases": {"a": {"y": {"type": "Int"}}, "b": {}}"#)) == [
        #"loss: A, "a.x": The key is gone, so the values that data has under it would be lost. "#
          + "Keep the label, or raise archiveVersion and rename the key in migrate(_:from:).",
        #"refusal: A, "a.x": An older app requires a value under the key, and none is written any more. Keep the value."#,
        #"loss: A, "a.y": A value is required, which older data does not have. "#
          + "Make the value Optional, or raise archiveVersion and set it in migrate(_:from:).",
      ])
    #expect(
      try changes(type(old), type(#""kind": "enum", "cases": {"a": {"x": {"type": "Int"}}}"#)) == [
        #"loss: A, "b": The case is gone, so data that has it would be refused. "#
          + #"If it was renamed, add .formerly("b") to the rule of its successor, or keep its key: "#
          + #"case newName = "b" in CodingKeys."#
      ])
    #expect(
      try changes(type(old), type(#""kind": "enum", "cases": {"a": {"x": {"type": "Int"}}, "c": {}}"#))[0]
        == #"loss: A, "b": The case is gone, so data that has it would be refused. "#
        + #"If it was renamed, add .formerly("b") to the rule of "c", or keep its key: case c = "b" in CodingKeys."#)
    #expect(
      try changes(
        type(old), type(#""kind": "enum", "cases": {"a": {"x": {"type": "Int"}, "y": {"type": "Int?"}}, "b": {}}"#))
        == [
          #"note: A, "a.y": The value is new, and is nil in older data."#
        ])
    let number = #""kind": "raw value", "rawType": "Int", "cases": {"1": {}, "2": {}}"#
    #expect(
      try changes(type(number), type(#""kind": "raw value", "rawType": "Int", "cases": {"1": {}, "3": {}}"#)) == [
        #"loss: A, "2": The raw value is gone, so data that has it would be refused. "#
          + "If the case was renamed, keep its raw value: case newName = 2.",
        #"refusal: A, "3": An older app does not know the raw value, and refuses data that has it. "#
          + "Store no such value until all apps know it.",
      ])
    #expect(
      try changes(type(number), type(#""kind": "raw value", "rawType": "String", "cases": {"1": {}, "2": {}}"#)) == [
        "loss: A: The type was Int and is String, so older data would be refused or misread. Keep the type of the raw values.",
        "refusal: A: The type was Int and is String, so an older app would refuse or misread new data. "
          + "Keep the type of the raw values.",
      ])
    // An option set takes every raw value.
    let options = type(#""kind": "raw value", "rawType": "Int""#)
    #expect(
      try changes(type(number), options) == [
        "note: A: Every raw value is one of the type now.",
        "refusal: A: An older app knows only some raw values, and refuses data that has others. "
          + "Store no other values until all apps know them.",
      ])
    #expect(
      try changes(options, type(number)) == [
        "loss: A: Only some raw values are values of the type now, so data that has others would be refused. "
          + "Keep a type that takes every raw value."
      ])
  }
}
