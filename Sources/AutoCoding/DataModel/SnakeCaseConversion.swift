/// Converts keys between Swift's camel case and snake case, by the rules of `JSONEncoder` and `JSONDecoder`.
package enum SnakeCaseConversion {
  /// Returns how an encoder writes a key of a model, unless the caller's own code converts keys.
  ///
  /// - Parameters:
  ///   - isFixed: Whether the key is that of a type with a key style, which no strategy converts.
  ///   - convertsToSnakeCase: Whether the encoder's strategy is snake case.
  package static func written(_ key: String, isFixed: Bool, convertsToSnakeCase: Bool) -> String {
    convertsToSnakeCase && !isFixed ? snakeCase(key) : key
  }

  /// Converts `oneTwoThree` to `one_two_three`, and `myURLProperty` to `my_url_property`.
  package static func snakeCase(_ name: String) -> String {
    var name = name
    return name.withUTF8(asciiSnakeCase) ?? wideSnakeCase(name)
  }

  /// The fast path for ASCII names, without Unicode's tables. Returns nil for other names.
  private static func asciiSnakeCase(_ name: UnsafeBufferPointer<UInt8>) -> String? {
    guard name.allSatisfy({ $0 < 0x80 }) else { return nil }
    return String(unsafeUninitializedCapacity: 2 * name.count) { text in
      var count = 0
      var copied = 0
      func copy(to end: Int) {
        while copied < end {
          text[count] = isUpper(name[copied]) ? name[copied] | 0x20 : name[copied]
          count += 1
          copied += 1
        }
      }
      forEachWordStart(
        in: name, isUpper: isUpper, isLower: { $0 >= UInt8(ascii: "a") && $0 <= UInt8(ascii: "z") },
        after: { $0 + 1 }, before: { $0 - 1 }
      ) {
        copy(to: $0)
        text[count] = UInt8(ascii: "_")
        count += 1
      }
      copy(to: name.count)
      return count
    }
  }

  private static func wideSnakeCase(_ name: String) -> String {
    let scalars = Array(name.unicodeScalars)
    var words: [String] = []
    var start = 0
    func addWord(to end: Int) {
      var word = ""
      word.unicodeScalars.append(contentsOf: scalars[start..<end])
      words.append(word.lowercased())
      start = end
    }
    // A word begins at a character boundary, so that combining marks stay with their letter.
    var starts: [Int] = []
    var count = 0
    for character in name {
      starts.append(count)
      count += character.unicodeScalars.count
    }
    scalars.withUnsafeBufferPointer {
      forEachWordStart(
        in: $0, isUpper: isUpper, isLower: isLower,
        after: { index in
          let next = firstIndex(in: starts) { $0 > index }
          return next < starts.count ? starts[next] : count
        },
        before: { index in
          let next = firstIndex(in: starts) { $0 >= index }
          return next > 0 ? starts[next - 1] : 0
        }, addWord)
    }
    addWord(to: scalars.count)
    return words.joined(separator: "_")
  }

  /// Returns the index of the first of some ascending numbers that fulfills a condition, as all after it do.
  private static func firstIndex(in numbers: [Int], where isBeyond: (Int) -> Bool) -> Int {
    var range = numbers.startIndex..<numbers.endIndex
    while !range.isEmpty {
      let middle = range.lowerBound + range.count / 2
      range = isBeyond(numbers[middle]) ? range.lowerBound..<middle : middle + 1..<range.upperBound
    }
    return range.lowerBound
  }

  /// Calls `body` with the index at which each word begins, except the first.
  ///
  /// - Parameters:
  ///   - after: Returns the index of the character after the one at an index.
  ///   - before: Returns the index of the character before the one at an index.
  @inline(__always)
  private static func forEachWordStart<Element>(
    in name: UnsafeBufferPointer<Element>, isUpper: (Element) -> Bool, isLower: (Element) -> Bool,
    after: (Int) -> Int, before: (Int) -> Int, _ body: (Int) -> Void
  ) {
    guard !name.isEmpty else { return }
    var search = after(0)
    while search < name.count, let upper = name[search...].firstIndex(where: isUpper) {
      body(upper)
      guard let lower = name[upper...].firstIndex(where: isLower) else { return }
      // The last of several capitals begins the next word.
      if lower != after(upper) { body(before(lower)) }
      search = lower + 1
    }
  }

  /// Converts `one_two_three` to `oneTwoThree`. Underscores at either end are kept.
  package static func camelCase(_ key: String) -> String {
    var key = key
    // The common case: there is nothing to convert.
    guard key.withUTF8({ $0.contains(UInt8(ascii: "_")) }) else { return key }
    return key.withUTF8(asciiCamelCase) ?? wideCamelCase(key)
  }

  /// The fast path for ASCII keys. Returns nil for other keys.
  private static func asciiCamelCase(_ key: UnsafeBufferPointer<UInt8>) -> String? {
    guard key.allSatisfy({ $0 < 0x80 }) else { return nil }
    let underscore = UInt8(ascii: "_")
    guard let first = key.firstIndex(where: { $0 != underscore }),
      let last = key.lastIndex(where: { $0 != underscore }),
      key[first...last].contains(underscore)
    else { return String(decoding: key, as: UTF8.self) }
    return String(unsafeUninitializedCapacity: key.count) { text in
      var count = 0
      var isFirstWord = true
      // Whether the next letter begins a run of letters. An apostrophe does not end a run.
      var begins = false
      for (index, byte) in key.enumerated() {
        var byte = byte
        if index >= first, index <= last {
          if byte == underscore {
            isFirstWord = false
            begins = true
            continue
          }
          let isLetter = byte | 0x20 >= UInt8(ascii: "a") && byte | 0x20 <= UInt8(ascii: "z")
          if isLetter {
            byte = begins && !isFirstWord ? byte & ~0x20 : byte | 0x20
            begins = false
          } else if byte != UInt8(ascii: "'") {
            begins = true
          }
        }
        text[count] = byte
        count += 1
      }
      return count
    }
  }

  private static func wideCamelCase(_ key: String) -> String {
    guard let first = key.firstIndex(where: { $0 != "_" }), let last = key.lastIndex(where: { $0 != "_" }) else {
      return key
    }
    let words = key[first...last].split(separator: "_")
    let joined =
      words.count < 2
      ? String(key[first...last])
      : words.dropFirst().reduce(into: words[0].lowercased()) { $0 += $1.capitalizedWord }
    return key[..<first] + joined + key[key.index(after: last)...]
  }

  private static func isUpper(_ byte: UInt8) -> Bool { byte >= UInt8(ascii: "A") && byte <= UInt8(ascii: "Z") }

  private static func isUpper(_ scalar: Unicode.Scalar) -> Bool {
    scalar.properties.generalCategory == .uppercaseLetter || scalar.properties.generalCategory == .titlecaseLetter
  }

  private static func isLower(_ scalar: Unicode.Scalar) -> Bool {
    scalar.properties.generalCategory == .lowercaseLetter
  }
}

extension Substring {
  /// The text with a capital at the beginning of each run of cased letters, and lowercase letters otherwise. An
  /// apostrophe does not end a run. As for Foundation, numerals and ordinals are no letters, even if they have a case.
  fileprivate var capitalizedWord: String {
    var text = ""
    var begins = true
    for character in self {
      if let first = character.unicodeScalars.first, first.isCasedLetter {
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

extension Unicode.Scalar {
  fileprivate var isCasedLetter: Bool {
    switch properties.generalCategory {
    case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter: true
    default: false
    }
  }
}
