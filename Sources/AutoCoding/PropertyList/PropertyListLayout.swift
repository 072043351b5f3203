/// The parts of a binary property list around the objects.
enum PropertyListLayout {
  /// `bplist00`, read as a big-endian number.
  static let header: UInt64 = 0x6270_6C69_7374_3030
  static let headerSize = 8
  /// Five unused bytes, the sort version, the sizes of offsets and references, and then 8 bytes each for the number of
  /// objects, the top object and the position of the offset table.
  static let trailerSize = 32

  /// Returns the size in bytes of numbers up to and including `largest`, which is not negative: 1, 2, 4 or 8.
  ///
  /// Core Foundation expects a size that fits the *number* of objects, although references only go up to one less.
  static func size(for largest: Int) -> Int {
    let largest = UInt64(truncatingIfNeeded: largest)
    return largest < 1 << 8 ? 1 : largest < 1 << 16 ? 2 : largest < 1 << 32 ? 4 : 8
  }
}
