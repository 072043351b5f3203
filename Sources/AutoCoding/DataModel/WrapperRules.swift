/// A property wrapper's rules for its key: missing, null, or left out. The only subclass, in Codecs, is generic over
/// the wrapper.
package class WrapperRules: @unchecked Sendable {
  /// Whether the wrapper provides a value for a property whose key is missing.
  package final let hasDefault: Bool

  init(hasDefault: Bool) { self.hasDefault = hasDefault }

  /// Whether ``initializeForNull(_:)`` handles null.
  package var replacesNull: Bool { false }
  /// Returns whether the wrapper at the address is left out. Precondition: the address holds a wrapper.
  package func isLeftOut(_ address: UnsafeRawPointer) -> Bool { false }
  /// Initializes the wrapper for a missing key; returns false if it cannot. Precondition: the address is uninitialized.
  package func initializeDefault(_ address: UnsafeMutableRawPointer) -> Bool { false }
  /// Initializes the wrapper for null: by its own code if that accepts null, or else as for a missing key. Returns
  /// false if it cannot.
  package func initializeForNull(_ address: UnsafeMutableRawPointer) -> Bool { false }
}
