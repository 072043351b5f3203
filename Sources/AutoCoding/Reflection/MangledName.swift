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

  init(start: UnsafeRawPointer) {
    self.start = start
    var end = start
    // The last four bytes since the last symbolic reference; the last byte is the lowest.
    var last: UInt32 = 0
    var mentionsOptional = false
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
        return
      case 0x01...0x17:
        end += 5
        last = 0
      case 0x18...0x1f:
        end += 9
        last = 0
      default:
        end += 1
        last = last << 8 | UInt32(byte)
        if last & 0xffff == 0x5367 { mentionsOptional = true }
      }
    }
  }
}
