/// Makes strings from bytes, which it validates as UTF-8 only once.
struct UTF8StringBuilder {
  private let storage: StringStorage?

  private init(_ storage: StringStorage?) { self.storage = storage }

  static let shared = UTF8StringBuilder(SmallString.isSupported ? StringStorage.shared : nil)

  /// Whether ``SmallString`` may be used.
  @inline(__always)
  var makesSmall: Bool { storage != nil }

  /// Returns the bytes as a string; nil if they are not UTF-8.
  ///
  /// Precondition: all bytes are ASCII if `isASCII` is true.
  @inline(__always)
  func text(_ bytes: UnsafeRawBufferPointer, isASCII: Bool) -> String? {
    if !isASCII, !Self.isUTF8(bytes) { return nil }
    guard let storage, let first = bytes.baseAddress, bytes.count >= 16 else {
      return String(decoding: bytes, as: UTF8.self)
    }
    return storage.string(copying: first, count: bytes.count, isASCII: isASCII)
  }

  /// Returns whether bytes are UTF-8. Checks 16 bytes at once, each together with the three before it, without branches
  /// on the kind of characters.
  @inline(never)
  static func isUTF8(_ bytes: UnsafeRawBufferPointer) -> Bool {
    guard let first = bytes.baseAddress, bytes.count >= 24 else { return isShortUTF8(bytes) }
    let end = first + bytes.count
    // Check the first characters one by one, so that three bytes of whole characters precede each block.
    var place = first
    while place < first + 3 {
      let length = characterLength(place, limit: end)
      guard length > 0 else { return false }
      place += length
    }
    var wrong = ByteMask(repeating: false)
    while end - place > 16 {
      wrong = wrong .| errors(inBlockAt: place)
      place += 16
    }
    wrong = wrong .| errors(inBlockAt: end - 16)
    // The last character must be complete.
    return wrong.isEmpty && end.load(fromByteOffset: -1, as: UInt8.self) < 0xc0
      && end.load(fromByteOffset: -2, as: UInt8.self) < 0xe0 && end.load(fromByteOffset: -3, as: UInt8.self) < 0xf0
  }

  /// Returns which of the 16 bytes at an address are invalid after the bytes before them.
  ///
  /// Precondition: three bytes precede the address.
  @inline(__always)
  private static func errors(inBlockAt place: UnsafeRawPointer) -> ByteMask {
    let byte = place.loadUnaligned(as: SIMD16<UInt8>.self)
    let before = (place - 1).loadUnaligned(as: SIMD16<UInt8>.self)
    // A byte must be a continuation if, and only if, one of the three before it begins a character that is long enough.
    let second = have(0xc0, of: 0xc0, before)
    let third = have(0xe0, of: 0xe0, (place - 2).loadUnaligned(as: SIMD16<UInt8>.self))
    let fourth = have(0xf0, of: 0xf0, (place - 3).loadUnaligned(as: SIMD16<UInt8>.self))
    let misplaced = ((second .| third) .| fourth) .^ have(0x80, of: 0xc0, byte)
    // Overlong sequences, halves of surrogate pairs, and code points above U+10FFFF.
    let isHigh = have(0x20, of: 0x20, byte)
    let isLow = have(0, of: 0x30, byte)
    let three = (have(0xe0, of: 0xff, before) .& .!isHigh) .| (have(0xed, of: 0xff, before) .& isHigh)
    let four = (have(0xf0, of: 0xff, before) .& isLow) .| (have(0xf4, of: 0xff, before) .& .!isLow)
    let never =
      (have(0xc0, of: 0xfe, byte) .| have(0xf8, of: 0xf8, byte))
      .| (have(0xf4, of: 0xfc, byte) .^ have(0xf4, of: 0xff, byte))
    return (misplaced .| three) .| (four .| never)
  }

  /// Returns for which bytes the bits in the mask equal `bits`.
  @inline(__always)
  private static func have(_ bits: UInt8, of mask: UInt8, _ bytes: SIMD16<UInt8>) -> ByteMask {
    // The return type selects the overload: the others loop over the bytes.
    (bytes & SIMD16<UInt8>(repeating: mask)) .== SIMD16<UInt8>(repeating: bits)
  }

  /// Returns whether bytes are UTF-8, checking one character at a time; for few bytes.
  @inline(never)
  static func isShortUTF8(_ bytes: UnsafeRawBufferPointer) -> Bool {
    guard var place = bytes.baseAddress else { return true }
    let end = place + bytes.count
    while place < end {
      let length = characterLength(place, limit: end)
      guard length > 0 else { return false }
      place += length
    }
    return true
  }

  /// Returns the length of the character at an address, or 0 if it is invalid.
  @inline(__always)
  private static func characterLength(_ place: UnsafeRawPointer, limit: UnsafeRawPointer) -> Int {
    let place = place.assumingMemoryBound(to: UInt8.self)
    return place.pointee < 0x80 ? 1 : sequenceLength(place, limit: limit.assumingMemoryBound(to: UInt8.self))
  }

  /// Returns the length of the UTF-8 sequence of several bytes at an address, or 0 if it is invalid.
  @inline(__always)
  static func sequenceLength(_ place: UnsafePointer<UInt8>, limit: UnsafePointer<UInt8>) -> Int {
    let left = limit - place
    let first = place[0]
    func isContinuation(_ index: Int) -> Bool { place[index] & 0xc0 == 0x80 }
    switch first {
    case 0xc2...0xdf: return left >= 2 && isContinuation(1) ? 2 : 0
    case 0xe0...0xef:
      guard left >= 3, isContinuation(1), isContinuation(2) else { return 0 }
      // Neither overlong nor half of a surrogate pair.
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
