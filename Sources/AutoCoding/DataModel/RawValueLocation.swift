/// The location of a value that a reader skipped, and to which it can return. ``CodingReader/members()`` returns these.
package enum RawValueLocation {
  /// An offset in text.
  case place(Int)
  /// An object of a property list.
  case object(UInt32)
  /// The value itself.
  case value(Any)
}
