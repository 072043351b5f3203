/// Where a reader has a value that it has passed over, and can go back to while it reads: what ``CodingReader/members()``
/// finds.
package enum RawValueLocation {
  /// An offset in text.
  case place(Int)
  /// An object of a property list.
  case object(UInt32)
  /// The value itself.
  case value(Any)
}
