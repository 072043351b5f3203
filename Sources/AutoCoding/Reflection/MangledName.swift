/// A mangled type name in the binary. It may contain symbolic references, so it is not a C string.
struct MangledName {
  let start: UnsafeRawPointer
  let count: Int
  /// The ownership given by the name's suffix.
  let ownership: Ownership
  /// Whether the name without that suffix denotes an Optional.
  let isOptional: Bool
  /// Whether any part of the name denotes an Optional.
  let mentionsOptional: Bool
  /// Whether any part of the name may denote a metatype.
  let mentionsMetatype: Bool
  /// Whether the name denotes `T.Type` or `T.Type?` of a generic parameter, or of a type associated with one.
  let isMetatypeOfParameter: Bool

  init(start: UnsafeRawPointer) {
    self.start = start
    var end = start
    // The last eight bytes since the last symbolic reference; the last byte is the lowest.
    var last: UInt64 = 0
    var mentionsOptional = false
    var mentionsMetatype = false
    while true {
      let byte = end.load(as: UInt8.self)
      switch byte {
      case 0:
        count = end - start
        ownership =
          switch last & 0xffff {
          case 0x5877: .weak  // Xw
          case 0x586f: .unowned  // Xo
          case 0x5875: .unmanaged  // Xu
          default: .strong
          }
        let bare = ownership == .strong ? last : last >> 16
        isOptional = bare & 0xffff == 0x5367  // Sg
        self.mentionsOptional = mentionsOptional
        self.mentionsMetatype = mentionsMetatype
        isMetatypeOfParameter = Self.isMetatypeOfParameter(isOptional ? bare >> 16 : bare)
        return
      case 0x01...0x17:
        end += 5
        last = 0
      case 0x18...0x1f:
        end += 9
        last = 0
      default:
        end += 1
        last = last << 8 | UInt64(byte)
        if last & 0xffff == 0x5367 { mentionsOptional = true }
        if byte == UInt8(ascii: "m") { mentionsMetatype = true }
      }
    }
  }

  /// Whether a name's last bytes, the last of which is the lowest, are those of the metatype of a generic parameter or of
  /// a type associated with one: "xm", "q_m", "q0_m", "qd__m", "Qzm", "Qy_m".
  private static func isMetatypeOfParameter(_ last: UInt64) -> Bool {
    guard last & 0xff == 0x6d else { return false }  // m
    var rest = last >> 8
    var isIndexed = false
    while true {
      switch UInt8(truncatingIfNeeded: rest) {
      case UInt8(ascii: "x"): return !isIndexed
      case UInt8(ascii: "z"): return !isIndexed && rest >> 8 & 0xff == 0x51  // Q
      case UInt8(ascii: "q"): return isIndexed
      case UInt8(ascii: "y"): return isIndexed && rest >> 8 & 0xff == 0x51  // Q
      case UInt8(ascii: "_"): isIndexed = true
      case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "d"):
        guard isIndexed else { return false }
      default: return false
      }
      rest >>= 8
    }
  }
}
