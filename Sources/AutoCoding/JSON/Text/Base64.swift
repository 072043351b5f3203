#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Converts between bytes and Base64 text (RFC 4648, section 4) without a `String`.
enum Base64 {
  /// The value of each byte of text; 0xff for bytes outside the alphabet.
  private static let values: [UInt8] = {
    var values = [UInt8](repeating: 0xff, count: 256)
    for (value, byte) in alphabet.enumerated() { values[Int(byte)] = UInt8(value) }
    return values
  }()

  private static let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

  /// Returns the most bytes that ``write(_:escapesSlashes:to:)`` may write.
  static func room(for count: Int) -> Int { count / 3 * 8 + 8 }

  /// Writes bytes as Base64, and returns the end of the text.
  ///
  /// Precondition: there is room for ``room(for:)`` bytes, and for 8 more behind them.
  static func write(
    _ bytes: UnsafeRawBufferPointer, escapesSlashes: Bool, to place: UnsafeMutableRawPointer
  ) -> UnsafeMutableRawPointer {
    guard let first = bytes.baseAddress else { return place }
    let end = first + bytes.count
    var (source, target) = (first, place)
    // Six bytes at a time; eight are loaded.
    while end - source >= 8 {
      let group = UInt64(bigEndian: source.loadUnaligned(as: UInt64.self)) &>> 16
      let (characters, hasSlash) = characters(of: group)
      if hasSlash, escapesSlashes {
        target = escapeSlashes(characters, at: target)
      } else {
        target.storeBytes(of: characters.bigEndian, as: UInt64.self)
        target += 8
      }
      source += 6
    }
    return writeRest(UnsafeRawBufferPointer(start: source, count: end - source), escapesSlashes, to: target)
  }

  /// Returns the characters of six bytes, the first one in the highest bits, and whether there is a slash among them.
  @inline(__always)
  private static func characters(of group: UInt64) -> (characters: UInt64, hasSlash: Bool) {
    // Move the six bits of each character into a byte: the 48 bits are halved three times.
    var values = (group &<< 8 & 0x00FF_FFFF_0000_0000) | (group & 0x00FF_FFFF)
    values = (values &<< 4 & 0x0FFF_0000_0FFF_0000) | (values & 0x0000_0FFF_0000_0FFF)
    values = (values &<< 2 & 0x3F00_3F00_3F00_3F00) | (values & 0x003F_003F_003F_003F)
    let ones: UInt64 = 0x0101_0101_0101_0101
    /// 1 in each byte whose value is at least `bound`.
    func reach(_ bound: UInt64) -> UInt64 { (values &+ (128 &- bound) &* ones) &>> 7 & ones }
    let slashes = reach(63)
    // "A" is 65. From each bound on, the distance between value and character is another one; no byte overflows.
    let letters = values &+ 65 &* ones &+ 6 &* reach(26)
    return (letters &- 75 &* reach(52) &- 15 &* reach(62) &+ 3 &* slashes, slashes != 0)
  }

  /// Writes eight characters, with a backslash before each slash.
  @inline(never)
  private static func escapeSlashes(_ characters: UInt64, at place: UnsafeMutableRawPointer) -> UnsafeMutableRawPointer
  {
    var target = place
    for shift in stride(from: 56, through: 0, by: -8) as StrideThrough<UInt64> {
      let byte = UInt8(truncatingIfNeeded: characters &>> shift)
      // Without a branch, since slashes come at random.
      target.storeBytes(of: .backslash, as: UInt8.self)
      target += byte == UInt8(ascii: "/") ? 1 : 0
      target.storeBytes(of: byte, as: UInt8.self)
      target += 1
    }
    return target
  }

  /// Writes the last bytes.
  private static func writeRest(
    _ bytes: UnsafeRawBufferPointer, _ escapesSlashes: Bool, to place: UnsafeMutableRawPointer
  ) -> UnsafeMutableRawPointer {
    guard let first = bytes.baseAddress else { return place }
    let end = first + bytes.count
    return alphabet.withUnsafeBufferPointer { alphabet in
      var (source, target) = (first, place)
      func put(_ value: UInt32) {
        let byte = alphabet[Int(value & 63)]
        if byte == UInt8(ascii: "/"), escapesSlashes {
          target.storeBytes(of: .backslash, as: UInt8.self)
          target += 1
        }
        target.storeBytes(of: byte, as: UInt8.self)
        target += 1
      }
      func byte(_ offset: Int) -> UInt32 { UInt32(source.load(fromByteOffset: offset, as: UInt8.self)) }
      while end - source >= 3 {
        let value = byte(0) << 16 | byte(1) << 8 | byte(2)
        put(value >> 18)
        put(value >> 12)
        put(value >> 6)
        put(value)
        source += 3
      }
      let rest = end - source
      guard rest > 0 else { return target }
      let value = byte(0) << 16 | (rest == 2 ? byte(1) << 8 : 0)
      put(value >> 18)
      put(value >> 12)
      if rest == 2 { put(value >> 6) }
      target.initializeMemory(as: UInt8.self, repeating: UInt8(ascii: "="), count: 3 - rest)
      return target + (3 - rest)
    }
  }

  /// Returns the bytes of Base64 text. Returns nil, and leaves the decision to Foundation, if the text is malformed,
  /// has an escape other than `\/`, or has unused bits that are not 0.
  static func data(_ text: UnsafeRawBufferPointer) -> Data? {
    guard let first = text.baseAddress else { return nil }
    let capacity = text.count / 4 * 3 + 3
    // `Data` adopts a large buffer, and copies a small one.
    if capacity > 1024 {
      guard let memory = TableMemory.resize(nil, from: 0, to: capacity) else { return nil }
      guard let count = read(first, text.count, into: memory) else {
        TableMemory.release(memory, capacity)
        return nil
      }
      return TableMemory.data(memory, count: count, of: capacity)
    }
    return withUnsafeTemporaryAllocation(byteCount: capacity, alignment: 1) { buffer in
      guard let memory = buffer.baseAddress, let count = read(first, text.count, into: memory) else { return nil }
      return Data(UnsafeRawBufferPointer(start: memory, count: count))
    }
  }

  private typealias Block = SIMD16<UInt8>

  /// Returns the 96 bits of sixteen characters, 48 in the low bits of each number; nil if one is not in the alphabet.
  @inline(__always)
  private static func groups(of characters: Block) -> (UInt64, UInt64)? {
    // From each bound on, the distance between character and value is another one: "+" is 43, "/" 47, "0" 48, "A" 65
    // and "a" 97.
    let values =
      characters &+ 19 &- characters.amounts(3, from: 47) &- characters.amounts(12, from: 48)
      &- characters.amounts(69, from: 65) &- characters.amounts(6, from: 97)
    let again =
      values &+ 65 &+ values.amounts(6, from: 26) &- values.amounts(75, from: 52) &- values.amounts(15, from: 62)
      &+ values.amounts(3, from: 63)
    let differences = (again ^ characters | characters & 0x80).words
    guard differences.first | differences.second == 0 else { return nil }
    return (group(of: values.words.first), group(of: values.words.second))
  }

  /// Moves the six bits of each byte together, those of the first byte in memory into the highest bits.
  @inline(__always)
  private static func group(of values: UInt64) -> UInt64 {
    var bits = values.bigEndian
    bits = (bits & 0x3F00_3F00_3F00_3F00) &>> 2 | (bits & 0x003F_003F_003F_003F)
    bits = (bits & 0x0FFF_0000_0FFF_0000) &>> 4 | (bits & 0x0000_0FFF_0000_0FFF)
    return (bits & 0x00FF_FFFF_0000_0000) &>> 8 | (bits & 0x00FF_FFFF)
  }

  /// Decodes text into memory with room for 3 bytes for every 4 of text, and 3 more. Returns the number of bytes; nil
  /// if Foundation has to decide.
  private static func read(_ first: UnsafeRawPointer, _ size: Int, into memory: UnsafeMutableRawPointer) -> Int? {
    values.withUnsafeBufferPointer { values in
      let end = first + size
      var (source, target) = (first, memory)
      var (bits, count): (UInt32, Int) = (0, 0)
      func value(_ offset: Int) -> UInt32 { UInt32(values[Int(source.load(fromByteOffset: offset, as: UInt8.self))]) }
      func put(_ byte: UInt32) {
        target.storeBytes(of: UInt8(truncatingIfNeeded: byte), as: UInt8.self)
        target += 1
      }
      var padding = 0
      while source < end {
        if count == 0, end - source >= 16, let (first, second) = groups(of: source.loadUnaligned(as: Block.self)) {
          // Eight bytes are written for six. There is room, since sixteen characters have room for fifteen bytes.
          target.storeBytes(of: (first &<< 16).bigEndian, as: UInt64.self)
          (target + 6).storeBytes(of: (second &<< 16).bigEndian, as: UInt64.self)
          target += 12
          source += 16
          continue
        }
        if count == 0, end - source >= 4 {
          let (a, b, c, d) = (value(0), value(1), value(2), value(3))
          if a | b | c | d < 64 {
            let word = a << 18 | b << 12 | c << 6 | d
            put(word >> 16)
            put(word >> 8)
            put(word)
            source += 4
            continue
          }
        }
        let byte = source.load(as: UInt8.self)
        if byte == UInt8(ascii: "=") {
          padding += 1
          source += 1
          continue
        }
        if byte == .backslash {
          source += 1
          guard source < end, source.load(as: UInt8.self) == UInt8(ascii: "/") else { return nil }
        }
        let value = value(0)
        guard value < 64, padding == 0 else { return nil }
        bits = bits << 6 | value
        count += 1
        source += 1
        if count == 4 {
          put(bits >> 16)
          put(bits >> 8)
          put(bits)
          (bits, count) = (0, 0)
        }
      }
      switch (count, padding) {
      case (0, 0): break
      case (2, 2):
        guard bits & 0xf == 0 else { return nil }
        put(bits >> 4)
      case (3, 1):
        guard bits & 3 == 0 else { return nil }
        put(bits >> 10)
        put(bits >> 2)
      default: return nil
      }
      return target - memory
    }
  }
}
