extension ArchivedProperties.Value {
  /// Whether a migration has set nil.
  var isNil: Bool {
    guard case .set(let set) = content, let optional = set.value as? any AnyOptional else { return false }
    return optional.wrappedValue == nil
  }

  /// The error for what a migration has set in place of the object or array through which key paths lead.
  func isNoGroup(_ group: KeyGroup) -> DecodingError {
    if group.isArray, case .nested = content {
      return .typeMismatch(
        [Any].self,
        .init("A key path leads to an element here, but the migration set nested properties. Set an array."))
    }
    let set = if case .set(let set) = content { "a value of type \(type(of: set.value))" } else { "another value" }
    return .typeMismatch([String: Any].self, .init("A key path leads through here, but the migration set \(set)."))
  }
}

extension ArchivedProperties {
  /// The properties after the migrations of some levels, base first.
  consuming func migrated(by outdated: [(level: TypeMap.Versions.Level, version: Int)]) throws
    -> ArchivedProperties
  {
    let source = source
    // Moved, not copied, so that the first change copies nothing.
    var properties = self
    try source.migrating {
      for (level, version) in outdated where level.migrates {
        do {
          try ThreadState.callingOwnCode { try level.type.migrate(&properties, from: version) }
        } catch {
          ThreadState.ownCodeFailures &+= 1
          throw error
        }
      }
    }
    try source.check(properties)
    return properties
  }
}
