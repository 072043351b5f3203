/// Keys between Swift's names and those of JSON that is written in snake case; the rules are `JSONEncoder`'s.
enum JSONKeys {
  /// `oneTwoThree` as `one_two_three`, `myURLProperty` as `my_url_property`.
  static func snakeCase(_ name: String) -> String {
    let scalars = Array(name.unicodeScalars)
    guard !scalars.isEmpty else { return name }
    var words: [Range<Int>] = []
    var wordStart = 0
    var search = 1
    while let upper = scalars[search...].firstIndex(where: isUpper) {
      words.append(wordStart..<upper)
      wordStart = upper
      guard let lower = scalars[upper...].firstIndex(where: isLower) else { break }
      if lower > upper + 1 {
        // The last of several capitals begins the next word.
        words.append(upper..<lower - 1)
        wordStart = lower - 1
      }
      search = lower + 1
    }
    words.append(wordStart..<scalars.count)
    return words.map { range in
      var word = ""
      word.unicodeScalars.append(contentsOf: scalars[range])
      return word.lowercased()
    }.joined(separator: "_")
  }

  /// `one_two_three` as `oneTwoThree`; underscores at either end stay.
  static func camelCase(_ key: String) -> String {
    guard !key.isEmpty, let first = key.firstIndex(where: { $0 != "_" }),
      let last = key.lastIndex(where: { $0 != "_" })
    else { return key }
    let words = key[first...last].split(separator: "_")
    let joined =
      words.count < 2
      ? String(key[first...last])
      : words.dropFirst().reduce(words[0].lowercased()) { $0 + $1.capitalizedWord }
    return key[..<first] + joined + key[key.index(after: last)...]
  }

  private static func isUpper(_ scalar: Unicode.Scalar) -> Bool {
    scalar.properties.generalCategory == .uppercaseLetter || scalar.properties.generalCategory == .titlecaseLetter
  }

  private static func isLower(_ scalar: Unicode.Scalar) -> Bool {
    scalar.properties.generalCategory == .lowercaseLetter
  }
}

extension Substring {
  /// With a capital at the beginning of each run of letters that have cases; an apostrophe does not end one.
  fileprivate var capitalizedWord: String {
    var text = ""
    var begins = true
    for character in self {
      if let first = character.unicodeScalars.first, first.properties.isCased {
        text +=
          begins
          ? first.properties.titlecaseMapping + String(String.UnicodeScalarView(character.unicodeScalars.dropFirst()))
          : character.lowercased()
        begins = false
      } else {
        text.append(character)
        if character != "'" { begins = true }
      }
    }
    return text
  }
}
