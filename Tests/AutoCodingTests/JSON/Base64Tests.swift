import Foundation
import Testing

@testable import AutoCoding

struct Base64Tests {
  private static func text(_ bytes: [UInt8], escapesSlashes: Bool) -> String {
    let room = Base64.room(for: bytes.count) + 8
    return String(unsafeUninitializedCapacity: room) { buffer in
      guard let start = UnsafeMutableRawPointer(buffer.baseAddress) else { return 0 }
      return bytes.withUnsafeBytes { Base64.write($0, escapesSlashes: escapesSlashes, to: start) - start }
    }
  }

  private func check(_ bytes: [UInt8]) {
    let expected = Data(bytes).base64EncodedString()
    #expect(Self.text(bytes, escapesSlashes: false) == expected)
    #expect(Self.text(bytes, escapesSlashes: true) == expected.replacingOccurrences(of: "/", with: #"\/"#))
    #expect(Array(expected.utf8).withUnsafeBytes(Base64.data) == Data(bytes))
  }

  @Test("every character is at every place")
  func characters() {
    for value in 0..<64 as Range<UInt64> {
      for place in 0..<8 as Range<UInt64> {
        // All other characters are "A", or another one.
        for others in [0, 0o7777777777777777, 0o3232323232323232] as [UInt64] {
          let bits = others & ~(63 << (6 * place)) | value << (6 * place)
          check((0..<6).reversed().map { UInt8(truncatingIfNeeded: bits >> (8 * $0)) } + [1, 2])
        }
      }
    }
  }

  /// Sixteen characters are read at a time.
  @Test("every byte is read as a character, or is none, at every place")
  func bytes() {
    let alphabet = Set("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
    let usual = Array("AZaz09+/MmNn45YyBbCcDdEeFfGgHhIi".utf8)
    for byte in 0...255 as ClosedRange<UInt8> {
      for place in 0..<16 {
        var text = usual
        text[place] = byte
        let expected = alphabet.contains(byte) ? Data(base64Encoded: String(decoding: text, as: UTF8.self)) : nil
        #expect((expected != nil) == alphabet.contains(byte))
        #expect(text.withUnsafeBytes(Base64.data) == expected, "\(byte) at \(place)")
      }
    }
  }

  @Test("every length, with escaped slashes")
  func lengths() {
    for count in 0...100 {
      for seed in 0..<8 as Range<UInt64> {
        var generator = SplitMix(state: seed)
        // Many slashes, too.
        let bytes = (0..<count).map { _ in
          generator.next() % 4 == 0 ? 0xff : UInt8(truncatingIfNeeded: generator.next())
        }
        check(bytes)
        let escaped = Array(Self.text(bytes, escapesSlashes: true).utf8)
        #expect(escaped.withUnsafeBytes(Base64.data) == Data(bytes))
      }
    }
  }
}
