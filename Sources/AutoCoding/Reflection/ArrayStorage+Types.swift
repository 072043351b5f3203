/// Of which types arrays are made and read in memory.
extension ArrayStorage {
  /// Whether elements of a type can be reached.
  package static func isSupported(for element: Any.Type) -> Bool {
    #if canImport(ObjectiveC)
    // These may lie in an NSArray.
    if element is AnyClass || Metadata(element).kind == .existential { return false }
    #endif
    return isAsDescribed && ValueOperations(element).alignment <= 16
  }

  /// The header of arrays of a type; nil where theirs cannot be made.
  package static func header<Element>(of element: Element.Type) -> Header? {
    isSupported(for: element) ? uncheckedHeader(of: element) : nil
  }
}
