import Foundation

/// An entry of a cache: the bytes of a value, with its type, version and dates.
struct CacheEntry: AutoCoding, Sendable {
  var typeName: String
  var version: Int
  var saved: Date
  var expires: Date?
  var content: Data

  // Layout: an eight-byte signature, an eight-byte checksum of all that follows, and the entry as a keyed archive. The
  // checksum is needed because an archive with one flipped bit may decode as another value.
  static let mark = Data("ACCache1".utf8)
  private static let headCount = 16

  /// The reason why bytes are not an entry that this version can read.
  struct Flaw: Error {
    /// Whether a cache has written the bytes.
    var isCaches = true
    let code: StorageError.Code
    /// A sentence.
    let explanation: String
  }

  init(typeName: String, version: Int, saved: Date, expires: Date?, content: Data) {
    self.typeName = typeName
    self.version = version
    self.saved = saved
    self.expires = expires
    self.content = content
  }

  init(data: Data) throws {
    guard data.count >= Self.headCount, data.prefix(Self.mark.count) == Self.mark else {
      throw Flaw(isCaches: false, code: .typeMismatch, explanation: "The bytes are not a cache entry.")
    }
    let body = data.dropFirst(Self.headCount)
    guard data.dropFirst(Self.mark.count).prefix(8) == Self.checksum(of: body) else {
      throw Flaw(code: .corrupted, explanation: "The entry is damaged: its checksum is wrong.")
    }
    do {
      self = try KeyedArchiveDecoder().decode(CacheEntry.self, from: Data(body))
    } catch is DecodingError {
      throw Flaw(code: .newerVersion, explanation: "The entry has the format of another version of the library.")
    }
  }

  /// The largest number of bytes of an entry whose value has at most some bytes. The rest of an entry is its names and
  /// dates.
  static func maximumByteCount(ofContent count: Int) -> Int {
    let (sum, overflow) = count.addingReportingOverflow(65_536)
    return overflow ? .max : sum
  }

  func data() throws -> Data {
    let body = try KeyedArchiveEncoder().encode(self)
    return Self.mark + Self.checksum(of: body) + body
  }

  /// CRC-64 of ECMA-182, as in xz. It detects every error within 64 consecutive bits, and all but one in 2^64 others.
  private static func checksum(of data: Data) -> Data {
    let sum = data.withUnsafeBytes { bytes in
      ~bytes.reduce(~0 as UInt64) { sum, byte in
        table[Int(UInt8(truncatingIfNeeded: sum) ^ byte)] ^ sum >> 8
      }
    }
    return withUnsafeBytes(of: sum.bigEndian) { Data($0) }
  }

  private static let table: [UInt64] = (0..<256).map { (byte: UInt64) in
    (0..<8).reduce(byte) { value, _ in value & 1 == 1 ? value >> 1 ^ 0xc96c_5795_d787_0f42 : value >> 1 }
  }
}
