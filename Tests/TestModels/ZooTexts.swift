import AutoCoding

extension Zoo {
  package struct Strings: AutoCoding, Equatable {
    let string: String
    let optional: String?
    let list: [String]
  }

  package struct Substrings: AutoCoding, Equatable {
    let substring: Substring
    let optional: Substring?
    let list: [Substring]
    let optionals: [Substring?]
    let map: [String: Substring]
    let nested: Substring??
    let tail: Bool
  }

  package struct Characters: AutoCoding, Equatable {
    let character: Character
    let optional: Character?
    let list: [Character]
    let map: [String: Character]
    let lists: [[Character]]?
    let slice: ArraySlice<Character>
    let tail: Bool
  }
}

extension Twin {
  package struct Strings: Codable, Equatable {
    let string: String
    let optional: String?
    let list: [String]
  }

  package struct Substrings: Codable, Equatable {
    let substring: String
    let optional: String?
    let list: [String]
    let optionals: [String?]
    let map: [String: String]
    let nested: String??
    let tail: Bool
  }

  package struct Characters: Codable, Equatable {
    let character: String
    let optional: String?
    let list: [String]
    let map: [String: String]
    let lists: [[String]]?
    let slice: [String]
    let tail: Bool
  }
}

extension Zoo {
  private static let long = String(repeating: "long text, über alles 😀 ", count: 200)

  private static func strings<R>(_ make: (String, String?, [String]) -> R) -> [R] {
    [
      make("plain", nil, []), make("", "", ["", "a"]), make("😀👨‍👩‍👧‍👦🏳️‍🌈e\u{301}é", "日本語", ["Ω", "עברית"]),
      make("\"\\/\u{8}\u{c}\n\r\t", "\u{2028}\u{2029}\u{7f}", ["<&>'", "]]>", "{}[]:,"]), make(long, long, [long]),
      make("true", "null", ["1", "1.5"]),
    ]
  }

  private static func controls<R>(_ make: (String, String?, [String]) -> R) -> [R] {
    [make("a\u{0}b", "\u{1}\u{1f}", ["\u{1b}", "\u{fffe}"])]
  }

  private static func substrings() -> [Substring] { "one two thr\u{e9}\u{65}\u{301} 😀👨‍👩‍👧‍👦".split(separator: " ") + [""] }

  private static func substringSamples() -> [Substrings] {
    let parts = substrings()
    return [
      Substrings(
        substring: parts[0], optional: parts[1], list: parts, optionals: [parts[2], nil], map: ["camelKey": parts[3]],
        nested: parts[4], tail: true),
      Substrings(substring: "", optional: nil, list: [], optionals: [], map: [:], nested: nil, tail: false),
    ]
  }

  private static func substringTwins() -> [Twin.Substrings] {
    let parts = substrings().map { String($0) }
    return [
      Twin.Substrings(
        substring: parts[0], optional: parts[1], list: parts, optionals: [parts[2], nil], map: ["camelKey": parts[3]],
        nested: parts[4], tail: true),
      Twin.Substrings(substring: "", optional: nil, list: [], optionals: [], map: [:], nested: nil, tail: false),
    ]
  }

  private static func characterSamples() -> [Characters] {
    [
      Characters(
        character: "a", optional: "👨‍👩‍👧‍👦", list: ["e\u{301}", "\n", "\""], map: ["camelKey": "z"], lists: [["a"], []],
        slice: ["x", "y", "z"][1...], tail: true),
      Characters(character: "\u{e9}", optional: nil, list: [], map: [:], lists: nil, slice: [], tail: false),
    ]
  }

  private static func characterTwins() -> [Twin.Characters] {
    [
      Twin.Characters(
        character: "a", optional: "👨‍👩‍👧‍👦", list: ["e\u{301}", "\n", "\""], map: ["camelKey": "z"], lists: [["a"], []],
        slice: ["y", "z"], tail: true),
      Twin.Characters(character: "\u{e9}", optional: nil, list: [], map: [:], lists: nil, slice: [], tail: false),
    ]
  }

  static var texts: [any ZooSpecimen] {
    [
      Specimen("String", strings(Strings.init), strings(Twin.Strings.init)),
      Specimen("control characters", controls(Strings.init), controls(Twin.Strings.init)),
      Specimen("Substring", substringSamples(), substringTwins()),
      Specimen("Character", characterSamples(), characterTwins()),
    ]
  }
}
