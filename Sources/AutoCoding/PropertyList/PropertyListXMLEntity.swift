/// A character that XML property lists have as an entity.
enum PropertyListXMLEntity: UInt8 {
  case ampersand = 0x26
  case less = 0x3C
  case greater = 0x3E
  /// As it is, XML would read it as a line feed.
  case carriageReturn = 0x0D

  /// The bytes of the entity, the first one in the lowest bits.
  @inline(__always)
  var word: UInt64 {
    switch self {
    case .ampersand: 0x3B70_6D61_26  // &amp;
    case .less: 0x3B74_6C26  // &lt;
    case .greater: 0x3B74_6726  // &gt;
    case .carriageReturn: 0x3B33_3123_26  // &#13;
    }
  }

  /// The number of bytes of the entity.
  @inline(__always)
  var count: Int {
    switch self {
    case .less, .greater: 4
    case .ampersand, .carriageReturn: 5
    }
  }

  /// Returns the character whose entity a word begins with; nil if there is none, or it has another spelling.
  @inline(__always)
  init?(startOf word: UInt64) {
    func begins(_ entity: Self) -> Bool { word & (.max &>> UInt64(64 &- 8 &* entity.count)) == entity.word }
    if begins(.less) {
      self = .less
    } else if begins(.greater) {
      self = .greater
    } else if begins(.ampersand) {
      self = .ampersand
    } else if begins(.carriageReturn) {
      self = .carriageReturn
    } else {
      return nil
    }
  }
}
