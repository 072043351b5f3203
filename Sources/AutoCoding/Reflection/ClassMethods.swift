/// The methods of classes, as far as their descriptors tell: which are there, and which a subclass overrides.
package enum ClassMethods {
  /// What a subclass does with the class methods that the classes above it declare.
  package enum Overriding: Sendable {
    case nothing, everything
    /// Some of them, and which is not known: the descriptors have no names.
    case something
  }

  /// Which of the class methods declared in some classes another one overrides; nil where that cannot be told.
  ///
  /// Accessors and initializers do not count, nor does what cannot be overridden.
  ///
  /// - Parameter bases: Superclasses of the class.
  package static func overriding(by type: AnyClass, in bases: [AnyClass]) -> Overriding? {
    var declared: Set<UnsafeRawPointer> = []
    for base in bases {
      guard let tables = ClassTables(base) else { return nil }
      declared.formUnion(tables.methods.filter(\.isClassMethod).map(\.pointer))
    }
    guard !declared.isEmpty else { return .nothing }
    guard let tables = ClassTables(type) else { return nil }
    let overridden = declared.intersection(tables.overriddenMethods)
    return overridden.isEmpty ? .nothing : overridden == declared ? .everything : .something
  }
}
