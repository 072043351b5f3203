/// Makes strings of bytes that are checked to be UTF-8 here, and nowhere else.
struct StringMaker {
  private let storage: StringStorage?

  private init(_ storage: StringStorage?) { self.storage = storage }

  static let shared = StringMaker(SmallString.isSupported ? StringStorage.shared : nil)

  /// Whether ``SmallString`` may be used.
  @inline(__always)
  var makesSmall: Bool { storage != nil }

  /// The text of bytes; nil where they are not UTF-8.
  ///
  /// Precondition: all bytes are ASCII if `isASCII` says so.
  @inline(__always)
  func text(_ bytes: UnsafeRawBufferPointer, isASCII: Bool) -> String? {
    if !isASCII, !Self.isUTF8(bytes) { return nil }
    guard let storage, let first = bytes.baseAddress, bytes.count >= 16 else {
      return String(decoding: bytes, as: UTF8.self)
    }
    return storage.string(copying: first, count: bytes.count, isASCII: isASCII)
  }

  /// Whether bytes are UTF-8: at its best where characters of as many bytes each follow one another.
  @inline(never)
  static func isUTF8(_ bytes: UnsafeRawBufferPointer) -> Bool {
    guard var place = bytes.baseAddress else { return true }
    let limit = place + bytes.count
    while limit - place >= 16 {
      let block = place.loadUnaligned(as: SIMD16<UInt8>.self)
      let wide: ByteMask = (block & SIMD16<UInt8>(repeating: 0x80)) .== SIMD16<UInt8>(repeating: 0x80)
      let (low, high) = wide.words
      if low == 0 {
        place += high == 0 ? 16 : 8 &+ high.trailingZeroBitCount >> 3
        continue
      }
      if low & 0xff == 0 {
        place += low.trailingZeroBitCount >> 3
        continue
      }
      if place.load(as: UInt8.self) & 0xf0 == 0xe0, isThreeByteRun(block) {
        place += 12
        continue
      }
      let length = sequenceLength(
        place.assumingMemoryBound(to: UInt8.self), limit: limit.assumingMemoryBound(to: UInt8.self))
      guard length > 0 else { return false }
      place += length
    }
    return isShortUTF8(UnsafeRawBufferPointer(start: place, count: limit - place))
  }

  /// Whether the first 12 bytes are four characters of three bytes, none of which needs a look at its second byte.
  @inline(__always)
  private static func isThreeByteRun(_ block: SIMD16<UInt8>) -> Bool {
    let bits = SIMD16<UInt8>(0xf0, 0xc0, 0xc0, 0xf0, 0xc0, 0xc0, 0xf0, 0xc0, 0xc0, 0xf0, 0xc0, 0xc0, 0, 0, 0, 0)
    let wanted = SIMD16<UInt8>(0xe0, 0x80, 0x80, 0xe0, 0x80, 0x80, 0xe0, 0x80, 0x80, 0xe0, 0x80, 0x80, 0, 0, 0, 0)
    let isRight: ByteMask = (block & bits) .== wanted
    // Neither longer than need be nor half of a surrogate pair; continuations are none of these.
    let mayBeLong: ByteMask = block .== SIMD16<UInt8>(repeating: 0xe0)
    let mayBeHalf: ByteMask = block .== SIMD16<UInt8>(repeating: 0xed)
    let (low, high) = (isRight .& .!(mayBeLong .| mayBeHalf)).words
    return low == .max && high & 0xffff_ffff == 0xffff_ffff
  }

  /// Whether few bytes are UTF-8.
  @inline(never)
  static func isShortUTF8(_ bytes: UnsafeRawBufferPointer) -> Bool {
    guard var place = bytes.assumingMemoryBound(to: UInt8.self).baseAddress else { return true }
    let end = place + bytes.count
    while place < end {
      let length = place.pointee < 0x80 ? 1 : sequenceLength(place, limit: end)
      guard length > 0 else { return false }
      place += length
    }
    return true
  }

  /// The length of the UTF-8 sequence that begins at a place, or 0 where there is none.
  @inline(__always)
  static func sequenceLength(_ place: UnsafePointer<UInt8>, limit: UnsafePointer<UInt8>) -> Int {
    let left = limit - place
    let first = place[0]
    func isContinuation(_ index: Int) -> Bool { place[index] & 0xc0 == 0x80 }
    switch first {
    case 0xc2...0xdf: return left >= 2 && isContinuation(1) ? 2 : 0
    case 0xe0...0xef:
      guard left >= 3, isContinuation(1), isContinuation(2) else { return 0 }
      // Neither longer than need be, nor half of a surrogate pair.
      if first == 0xe0, place[1] < 0xa0 { return 0 }
      if first == 0xed, place[1] > 0x9f { return 0 }
      return 3
    case 0xf0...0xf4:
      guard left >= 4, isContinuation(1), isContinuation(2), isContinuation(3) else { return 0 }
      if first == 0xf0, place[1] < 0x90 { return 0 }
      if first == 0xf4, place[1] > 0x8f { return 0 }
      return 4
    default: return 0
    }
  }
}
