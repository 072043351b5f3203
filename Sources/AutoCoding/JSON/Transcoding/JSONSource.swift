/// A text that strict JSON in UTF-8 was made from, because it was in another encoding or notation.
///
/// It owns the JSON that is read in its stead, and knows which place of the text each place of the JSON stems from.
final class JSONSource {
  private let original: UnsafeRawBufferPointer
  /// The text as UTF-8; nil if it was in UTF-8.
  private let wide: JSONWideText
  private let isWide: Bool
  /// The text in strict notation, if it was in another.
  private let rewriting: JSONRewriting
  private let isRewritten: Bool
  /// Why there is no JSON to be read.
  let flaw: JSONTextFlaw?

  /// Transcodes a text.
  ///
  /// - Parameters:
  ///   - bytes: The text, which has to be there as long as the object is used.
  ///   - notation: The notation of the text; nil for strict JSON.
  init(_ bytes: UnsafeRawBufferPointer, in notation: JSONNotation?) {
    original = bytes
    let (encoding, mark) = JSONTextEncoding.detect(bytes)
    isWide = encoding != .utf8
    wide = isWide ? JSONWideText(bytes, in: encoding, mark: mark) : JSONWideText()
    isRewritten = notation != nil
    let utf8 = isWide ? wide.utf8.suffix(from: 0) : bytes.bindMemory(to: UInt8.self)
    if wide.flaw == nil, let notation {
      rewriting = notation.rewriting(of: utf8, from: isWide ? 0 : mark)
      flaw = rewriting.flaw
    } else {
      rewriting = JSONRewriting()
      flaw = wide.flaw
    }
  }

  /// The text as UTF-8.
  var utf8: UnsafeBufferPointer<UInt8> {
    isWide ? wide.utf8.suffix(from: 0) : original.bindMemory(to: UInt8.self)
  }

  /// The JSON to be read.
  var json: UnsafeRawBufferPointer {
    UnsafeRawBufferPointer(isRewritten ? rewriting.output.suffix(from: 0) : utf8)
  }

  /// Whether Infinity and NaN may stand for numbers.
  var hasSpecialNumbers: Bool { rewriting.hasSpecialNumbers }

  /// The number of bytes that the map of offsets takes, for tests.
  var offsetMapByteCount: Int { rewriting.offsets.byteCount }

  /// Whether the brace at a place of the JSON is not in the text.
  func isAddedBrace(_ place: Int) -> Bool { rewriting.hasAddedBraces && place == rewriting.output.count - 1 }

  /// Returns the place in the text as UTF-8 that a place of the JSON stems from.
  func place(of place: Int) -> Int {
    guard isRewritten else { return place }
    return min(max(rewriting.offsets.source(of: place), 0), utf8.count)
  }

  /// Returns the offset in the text, as it was, of a place in the text as UTF-8.
  func offset(of place: Int) -> Int { isWide ? wide.offset(of: place) : place }

  /// Returns the column, in code units, of a place in the text as UTF-8 whose line begins at another place.
  func column(of place: Int, inLineAt lineStart: Int) -> Int {
    guard isWide else { return place - lineStart + 1 }
    // The byte order mark belongs to the first line, as it does in UTF-8.
    let start = lineStart == 0 ? 0 : wide.offset(of: lineStart)
    return (wide.offset(of: place) - start) / wide.width + 1
  }
}
