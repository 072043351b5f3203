/// The element types whose arrays can be made and read in memory.
extension ArrayStorage {
  /// Whether arrays of an element type can be accessed in memory.
  package static func isSupported(for element: Any.Type) -> Bool {
    #if canImport(ObjectiveC)
    // Such elements may be in an NSArray.
    if element is AnyClass || Metadata(element).kind == .existential { return false }
    #endif
    return isAsDescribed && ValueOperations(element).alignment <= 16
  }

  /// Returns the header of arrays of a type; nil if they cannot be made in memory.
  package static func header<Element>(of element: Element.Type) -> Header? {
    isSupported(for: element) ? uncheckedHeader(of: element) : nil
  }
}
