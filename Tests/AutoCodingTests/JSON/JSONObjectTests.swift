import AutoCoding
import Foundation
import Testing

class NamedPet: AutoCoding, DefaultInitializable {
  var name = ""
  required init() {}
}

class NamedDog: NamedPet {
  var tricks = 0
}

final class NamedPuppy: NamedDog {
  var age = 0
}

/// Objects whose class the text names, read by AutoJSON's own way to find it.
struct JSONObjectTests {
  private static let dog = NamedDog.archivedTypeName
  private static let puppy = NamedPuppy.archivedTypeName

  /// Texts of a puppy, a dog and a pet, in every form in which the class may stand.
  private static let texts: [String] = [
    #"[{"$class":"\#(puppy)","name":"a","age":3},{"$class":"\#(dog)","name":"b"},{"name":"c"}]"#,
    #"[{"$class": "\#(puppy)","name":"a","age":3},{"$class": "\#(dog)","name":"b"},{"name":"c"}]"#,
    #"[{"$class" : "\#(puppy)", "name" : "a", "age" : 3}, {"$class" : "\#(dog)", "name" : "b"}, {"name" : "c"}]"#,
    #"[{"name":"a","$class":"\#(puppy)","age":3},{"name":"b","$class":"\#(dog)"},{"name":"c"}]"#,
    #"[{"\u0024class":"\#(puppy)","name":"a","age":3},{"$class":"\#(dog)","name":"b"},{"name":"c"}]"#,
    #"[{ "$class":"\#(escaped(puppy))" , "age":3,"name":"a"}, {"$class":"\#(dog)","name":"b"},{"name":"c"}]"#,
    #"[{"unknown":[{"$class":1}],"$class":"\#(puppy)","name":"a","age":3},{"$class":"\#(dog)","name":"b"},{"name":"c"}]"#,
  ]

  private static func escaped(_ name: String) -> String {
    "\\u00" + String(name.utf8.first ?? 0, radix: 16) + name.dropFirst()
  }

  @Test("the class is found wherever its name stands", arguments: texts)
  func places(text: String) throws {
    let animals = try AutoJSONDecoder().decode([NamedPet].self, from: Data(text.utf8))
    #expect(animals.map(\.name) == ["a", "b", "c"])
    #expect((animals[0] as? NamedPuppy)?.age == 3)
    #expect(animals.map { "\(type(of: $0))" } == ["NamedPuppy", "NamedDog", "NamedPet"])
  }

  @Test("the class is found at every place of a long text, with each character escaped or not")
  func placesOfLongText() throws {
    let key = Array("$class".unicodeScalars)
    let escapes = key.indices.flatMap { escaped in
      [false, true].map { isUppercase in
        key.indices.map { index in
          guard index == escaped else { return String(key[index]) }
          let digits = String(key[index].value, radix: 16, uppercase: isUppercase)
          return "\\u00" + digits
        }.joined()
      }
    }
    // Text that begins like the key, and escapes of other characters, do not end the search.
    let decoys = ["", "$", "$clas", #"\u0041"#, #"\\u0024"#, #"\/\n\""#]
    for spelling in ["$class"] + escapes {
      for length in 0..<130 {
        let name = String(repeating: "x", count: length) + decoys[length % decoys.count]
        let text = #"{"name":"\#(name)","age":3,"\#(spelling)":"\#(Self.puppy)"}"#
        let pet = try AutoJSONDecoder().decode(NamedPet.self, from: Data(text.utf8))
        try #require((pet as? NamedPuppy)?.age == 3, "\(text)")
      }
    }
  }

  @Test("a class that was found once is checked again for another declared class")
  func declaredClass() throws {
    let text = #"{"pet":{"$class":"\#(Self.puppy)","name":"a"},"rock":{"$class":"\#(Self.puppy)","weight":2}}"#
    struct Both: AutoCoding {
      var pet: NamedPet
      var rock: Rock
    }
    #expect {
      try AutoJSONDecoder().decode(Both.self, from: Data(text.utf8))
    } throws: {
      "\($0)".contains("which is not a subclass of AutoCodingTests.Rock")
    }
  }

  @Test("the classes of an earlier text are forgotten")
  func reuse() throws {
    let decoder = AutoJSONDecoder()
    for _ in 0..<3 {
      for (name, type) in [(Self.puppy, "NamedPuppy"), (Self.dog, "NamedDog")] {
        let text = #"[{"$class":"\#(name)","name":"a"},{"$class":"\#(name)","name":"b"}]"#
        let animals = try decoder.decode([NamedPet].self, from: Data(text.utf8))
        #expect(animals.map { "\(Swift.type(of: $0))" } == [type, type])
      }
    }
  }

  @Test("names that are cut off or damaged are errors", arguments: [#""#, #"""#, #"":"#, #"":""#, #"":"x"#, #"":"x""#])
  func truncated(end: String) {
    for text in [#"{"$class\#(end)"#, #"{"$class\#(end)}"#, #"{ "$class\#(end)"#] {
      #expect(throws: DecodingError.self, "\(text)") {
        try AutoJSONDecoder().decode(NamedPet.self, from: Data(text.utf8))
      }
    }
  }

  @Test("an unknown class is refused by name")
  func unknown() {
    #expect {
      try AutoJSONDecoder().decode([NamedPet].self, from: Data(#"[{"$class":"No.Such","name":"a"}]"#.utf8))
    } throws: {
      "\($0)".contains("The data names the type 'No.Such', which is not known")
    }
  }

  @Test("removals leave the order of the others, and every key where a search finds it", arguments: [1, 2, 3])
  func removals(seed: UInt64) {
    var random = SplitMix(state: seed)
    var object = JSONObject()
    var expected: [(key: String, value: Int)] = []
    for step in 0..<3000 {
      // Grows to some hundreds of members, and shrinks again.
      let adds = Double.random(in: 0..<1, using: &random) < (step < 1500 ? 0.7 : 0.3)
      if adds {
        object["key \(step)"] = .number(JSONNumber(step))
        expected.append(("key \(step)", step))
      } else if let index = expected.indices.randomElement(using: &random) {
        object[expected[index].key] = nil
        expected.remove(at: index)
      }
      if step % 100 == 0 || expected.count < 20 {
        #expect(object.keys == expected.map(\.key))
        #expect(expected.allSatisfy { object[$0.key] == .number(JSONNumber($0.value)) })
        #expect(object["none"] == nil)
      }
    }
  }
}
