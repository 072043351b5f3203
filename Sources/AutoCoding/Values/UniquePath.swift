/// Tells which references are the only ones to their objects, so that a walk over values cannot meet the object twice.
///
/// That is so if the object's reference count is one, and if nothing that may be shared lies between the reference and
/// the object that it is a property of: an array's memory, a dictionary, the box of an existential or of an enum's
/// payload.
///
/// Precondition: each address holds a value that no code changes meanwhile.
struct UniquePath {
  /// Whether only one reference leads to the place that the walk is at. Each object begins anew.
  private(set) var isUnique = true

  /// Whether the reference at an address is the only one to its object, and the walk reaches it once.
  @inline(__always)
  func isOnlyReference(_ address: UnsafeRawPointer) -> Bool { isUnique && address.isOnlyReference }

  /// Returns the path to the elements of an array at an address.
  @inline(__always)
  func toElements(ofArrayAt address: UnsafeRawPointer, as codec: SequenceCodec) -> UniquePath {
    // In place, the array is a reference to its memory.
    UniquePath(isUnique: isUnique && codec.hasElementsInPlace && address.isOnlyReference)
  }

  /// A path through something that may be shared.
  static let shared = UniquePath(isUnique: false)
}
