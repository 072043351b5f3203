/// What a property wrapper says of its key; its one subclass, in Codecs, is generic over the wrapper.
package class WrapperRules: @unchecked Sendable {
  /// Whether a property whose key is missing gets a value from the wrapper.
  package final let hasDefault: Bool

  init(hasDefault: Bool) { self.hasDefault = hasDefault }

  /// Whether null is left to ``initializeForNull(_:)``.
  package var replacesNull: Bool { false }
  /// Whether the wrapper at the address is left out. Precondition: there is one.
  package func isLeftOut(_ address: UnsafeRawPointer) -> Bool { false }
  /// Initializes the wrapper of a missing key, or returns false. Precondition: the address is uninitialized.
  package func initializeDefault(_ address: UnsafeMutableRawPointer) -> Bool { false }
  /// Initializes the wrapper for null: by its own code, if that takes null for a value, else that of a missing key.
  package func initializeForNull(_ address: UnsafeMutableRawPointer) -> Bool { false }
}
