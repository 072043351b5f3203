/// Tells whether a property has its default, and is then left out when encoding. The subclasses, in Discovery, know the
/// property's type.
package class OmittedDefault: @unchecked Sendable {
  /// Whether all defaults are written, for a merge patch, in which a missing key is another thing.
  @TaskLocal package static var areWritten = false

  /// Whether the value at the address equals the default. Precondition: the address holds a value of the property's type.
  package func isDefault(_ address: UnsafeRawPointer) -> Bool { false }
}
