/// The parts of a binary property list that are not objects.
enum PropertyListLayout {
  /// `bplist00`, read as a big-endian number.
  static let header: UInt64 = 0x6270_6C69_7374_3030
  static let headerSize = 8
  /// Five bytes that are not used, the sort version, the sizes of offsets and references, and the number of objects, the
  /// top object and where the offset table begins, 8 bytes each.
  static let trailerSize = 32

  /// How many bytes a file has for each number up to and including `largest`, which is not negative: 1, 2, 4
  /// or 8.
  ///
  /// Core Foundation asks for a size in which the *number* of objects fits, though references only go up to one less.
  static func size(for largest: Int) -> Int {
    let largest = UInt64(truncatingIfNeeded: largest)
    return largest < 1 << 8 ? 1 : largest < 1 << 16 ? 2 : largest < 1 << 32 ? 4 : 8
  }
}
