/// The location of a value that a reader skipped, and to which it can return. ``CodingReader/members()`` returns these.
package enum RawValueLocation {
  /// An offset in text.
  case place(Int)
  /// An object of a property list.
  case object(UInt32)
  /// The value itself, and its key in the data if that may differ from the key that is read.
  case value(Any, key: String? = nil)

  /// The key in the data, if it may differ from the key that is read, which a strategy has converted.
  package var key: String? { if case .value(_, let key) = self { key } else { nil } }
}
