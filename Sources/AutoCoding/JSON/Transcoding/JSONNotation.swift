/// A notation other than strict JSON, which a decoder may be told to read.
struct JSONNotation: TextNotation {
  var isJSON5 = false
  /// Whether the braces around the whole text may be missing.
  var assumesTopLevelDictionary = false
  /// Makes strict JSON of a text from a place on. A closure, so that programs which set no such option link no such code.
  fileprivate var rewrite: @Sendable (_ text: UnsafeBufferPointer<UInt8>, _ start: Int, JSONNotation) -> JSONRewriting

  var choice: UInt { (isJSON5 ? 1 : 0) | (assumesTopLevelDictionary ? 2 : 0) }

  /// Makes strict JSON of a text from a place on.
  func rewriting(of text: UnsafeBufferPointer<UInt8>, from start: Int) -> JSONRewriting { rewrite(text, start, self) }
}

/// Strict JSON that was made from a text in another notation.
struct JSONRewriting: ~Copyable {
  var output = GrowingTable<UInt8>()
  var offsets = JSONOffsetMap()
  /// Whether Infinity and NaN may stand for numbers: see ``JSONSpecialNumber``.
  var hasSpecialNumbers = false
  /// Whether the first and the last byte are braces that the text does not have.
  var hasAddedBraces = false
  /// What is wrong with the text, if it cannot be rewritten.
  var flaw: JSONTextFlaw?

  mutating func append(_ bytes: StaticString) {
    bytes.withUTF8Buffer { append($0) }
  }

  mutating func append(_ bytes: UnsafeBufferPointer<UInt8>) {
    guard let first = bytes.baseAddress, !bytes.isEmpty else { return }
    guard let end = output.reserve(bytes.count) else { GrowingMemory.isExhausted() }
    end.initialize(from: first, count: bytes.count)
    output.advance(by: bytes.count)
  }

  mutating func append(repeating byte: UInt8, count: Int) {
    guard let end = output.reserve(count) else { GrowingMemory.isExhausted() }
    end.initialize(repeating: byte, count: count)
    output.advance(by: count)
  }
}

/// The numbers that JSON cannot express, as rewritten JSON5 has them: as numbers beyond the range of all types, which are written
/// in a way that no rewritten number is. So they take the way of all numbers, up to the error that they are too large.
enum JSONSpecialNumber: CaseIterable {
  case infinity, notANumber

  /// The text that stands for the number in rewritten JSON. Negative ones have a minus sign in front of it.
  var text: StaticString {
    switch self {
    case .infinity: "1e99999999999999999990"
    case .notANumber: "1e99999999999999999991"
    }
  }

  /// The number in JSON5.
  var name: StaticString {
    switch self {
    case .infinity: "Infinity"
    case .notANumber: "NaN"
    }
  }

  /// Makes the number that a text without a sign stands for.
  init?<Bytes: Collection>(_ text: Bytes) where Bytes.Element == UInt8 {
    guard let number = Self.allCases.first(where: { $0.text.withUTF8Buffer { text.elementsEqual($0) } }) else {
      return nil
    }
    self = number
  }
}

extension JSONReader {
  /// Sets the reader to a text in another encoding or notation, from which strict JSON in UTF-8 is made first.
  ///
  /// - Throws: `DecodingError` with the place in the text.
  @inline(never)
  mutating func setForeignText(_ bytes: UnsafeRawBufferPointer) throws {
    let source = JSONSource(bytes, in: options.values.notation as? JSONNotation)
    let lines = JSONLineTable(source: source)
    self.lines = lines
    if let flaw = source.flaw { throw Self.invalid(lines.error(flaw.reason, atSource: flaw.place, of: source)) }
    setText(source.json)
  }

  /// Returns Infinity or NaN if a number's text stands for it.
  func specialNumber<Number: BinaryFloatingPoint>(_ text: UnsafeBufferPointer<UInt8>, as type: Number.Type) -> Number? {
    guard let (special, isNegative) = specialNumber(text) else { return nil }
    let number: Number = special == .infinity ? .infinity : .nan
    return isNegative ? -number : number
  }

  /// Whether a number's text stands for Infinity or NaN.
  func isSpecialNumber(_ text: UnsafeBufferPointer<UInt8>) -> Bool { specialNumber(text) != nil }

  /// Returns what a number's text is in errors and as a string: what the text as it was has for Infinity and NaN.
  func numberText(_ text: UnsafeBufferPointer<UInt8>) -> String {
    guard let (special, isNegative) = specialNumber(text) else { return String(decoding: text, as: UTF8.self) }
    return (isNegative ? "-" : "") + "\(special.name)"
  }

  @inline(never)
  private func specialNumber(
    _ text: UnsafeBufferPointer<UInt8>
  ) -> (number: JSONSpecialNumber, isNegative: Bool)? {
    guard let source = lines?.source, source.hasSpecialNumbers, let first = text.first else { return nil }
    let isNegative = first == UInt8(ascii: "-")
    return JSONSpecialNumber(text.dropFirst(isNegative ? 1 : 0)).map { ($0, isNegative) }
  }
}

extension JSONDecodingOptions.Values {
  var allowsJSON5: Bool {
    get { (notation as? JSONNotation)?.isJSON5 ?? false }
    set {
      let assumes = assumesTopLevelDictionary
      if newValue {
        notation = JSONNotation(isJSON5: true, assumesTopLevelDictionary: assumes, rewrite: JSON5Rewriter.rewrite)
      } else {
        notation = nil
        if assumes { assumesTopLevelDictionary = true }
      }
    }
  }

  var assumesTopLevelDictionary: Bool {
    get { (notation as? JSONNotation)?.assumesTopLevelDictionary ?? false }
    set {
      if var other = notation as? JSONNotation, other.isJSON5 {
        other.assumesTopLevelDictionary = newValue
        notation = other
      } else {
        notation =
          newValue ? JSONNotation(assumesTopLevelDictionary: true, rewrite: JSONBraces.rewrite) : nil
      }
    }
  }
}
