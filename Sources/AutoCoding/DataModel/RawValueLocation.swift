/// The location of a value that a reader skipped and can return to while it reads. ``CodingReader/members()`` finds
/// them.
package enum RawValueLocation {
  /// An offset in text.
  case place(Int)
  /// An object of a property list.
  case object(UInt32)
  /// The value itself.
  case value(Any)
}
