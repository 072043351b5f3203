/// Tells whether a property has its default, and is then left out when encoding. The subclasses, in Discovery, know the
/// property's type.
package class OmittedDefault: @unchecked Sendable {
  /// Whether the value at the address equals the default. Precondition: the address holds a value of the property's type,
  /// which the codec codes.
  package func isDefault(_ address: UnsafeRawPointer, as codec: Codec) -> Bool { false }

  /// Whether defaults are written that would be left out.
  package static var areWritten: Bool { wasWriting.value != 0 && isWriting }

  /// Calls a closure that encodes all defaults, for a merge patch: in that, a missing key is another thing.
  package static func writing<Result>(_ body: () throws -> Result) rethrows -> Result {
    wasWriting.value = 1
    return try $isWriting.withValue(true, operation: body)
  }

  @TaskLocal private static var isWriting = false
  /// Not 0 once a patch was made: a task local takes longer to ask.
  private static let wasWriting = AtomicCount()
}
