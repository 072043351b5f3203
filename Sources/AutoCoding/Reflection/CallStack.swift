import RuntimeShims

/// The functions that are running on the current thread, as the unwinder finds them. It is asked on Linux only: on Apple
/// platforms, it takes adjacent functions of the same shape for one.
enum CallStack {
  private static let maximumCount = 24

  /// The addresses of the functions that have called this one, from the innermost to the given one, which is left out;
  /// nil if that is not among them, or only after many.
  @inline(never)
  static func functions(calledBy last: UnsafeRawPointer) -> [UnsafeRawPointer?]? {
    #if os(Linux)
    let functions = [UnsafeRawPointer?](unsafeUninitializedCapacity: maximumCount) { functions, count in
      guard let first = functions.baseAddress else { return }
      count = ac_callers(last, first, maximumCount)
    }
    return functions.last == last ? functions.dropLast() : nil
    #else
    return nil
    #endif
  }

  /// The function that is called for a type's `init(from:)`.
  static func decodingFunction(of type: any Decodable.Type) -> UnsafeRawPointer? {
    [type].withUnsafeBytes(onlyFunction)
  }

  /// The function that is called for the `encode(to:)` of a type.
  static func encodingFunction(of type: any Encodable.Type) -> UnsafeRawPointer? {
    [type].withUnsafeBytes(onlyFunction)
  }

  /// Reads the only entry of the witness table in an existential metatype: the metadata, and the table. The table's first
  /// word is the conformance (swift/docs/ABI, "Protocol witness tables").
  private static func onlyFunction(_ existential: UnsafeRawBufferPointer) -> UnsafeRawPointer? {
    guard existential.count == 16 else { return nil }
    let table = existential.load(fromByteOffset: 8, as: UnsafeRawPointer.self)
    return table.load(fromByteOffset: 8, as: UnsafeRawPointer?.self)
  }
}
