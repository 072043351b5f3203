/// The location of a value that a reader skipped, and to which it can return.
package enum RawValueLocation {
  /// An offset in text.
  case place(Int)
  /// An object of a property list.
  case object(UInt32)
  /// The value itself.
  case value(Any)
}

/// A member of a record or dictionary that a reader skipped. ``CodingReader/readMembers(of:_:)`` finds these.
package struct RawMember {
  /// The key, as a strategy has converted it.
  package let key: String
  /// The key in the data. It is found together with ``key``: a dictionary that is read twice need not have the same order.
  package let keyInData: String
  package let value: RawValueLocation

  package init(key: String, keyInData: String? = nil, value: RawValueLocation) {
    self.key = key
    self.keyInData = keyInData ?? key
    self.value = value
  }
}
