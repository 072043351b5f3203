/// Finds which class methods a subclass overrides, from the descriptors of the classes.
package enum ClassMethods {
  /// Which of its superclasses' class methods a subclass overrides.
  package enum Overriding: Sendable {
    case nothing, everything
    /// Some of them. It is unknown which, since the descriptors have no names.
    case something
  }

  /// Returns which of the class methods that `bases` declare are overridden by a class; nil if that is unknown.
  ///
  /// Accessors, initializers, and methods that cannot be overridden do not count.
  ///
  /// - Parameter bases: Superclasses of the class.
  package static func overriding(by type: AnyClass, in bases: [AnyClass]) -> Overriding? {
    guard let declared = methods(of: bases, where: \.isClassMethod) else { return nil }
    guard !declared.isEmpty else { return .nothing }
    guard let tables = ClassTables(type) else { return nil }
    let overridden = declared.intersection(tables.overriddenMethods)
    return overridden.isEmpty ? .nothing : overridden == declared ? .everything : .something
  }

  /// Whether classes override no instance method that a class above them declares; false if that is unknown.
  package static func areInherited(from base: AnyClass, by classes: [AnyClass]) -> Bool {
    areInherited(methods(of: [base], where: \.isInstanceMethod), by: classes)
  }

  /// Whether classes override no instance method and no accessor that the bases declare; false if that is unknown.
  package static func areMembersInherited(from bases: [AnyClass], by classes: [AnyClass]) -> Bool {
    areInherited(methods(of: bases, where: \.isInstanceMember), by: classes)
  }

  private static func areInherited(_ declared: Set<UnsafeRawPointer>?, by classes: [AnyClass]) -> Bool {
    guard let declared else { return false }
    return classes.allSatisfy { ClassTables($0).map { declared.isDisjoint(with: $0.overriddenMethods) } ?? false }
  }

  /// Returns the methods that classes declare; nil if one of them has no readable descriptor.
  private static func methods(
    of classes: [AnyClass], where isIncluded: (ClassTables.Method) -> Bool
  ) -> Set<UnsafeRawPointer>? {
    var declared: Set<UnsafeRawPointer> = []
    for type in classes {
      guard let tables = ClassTables(type) else { return nil }
      declared.formUnion(tables.methods.filter(isIncluded).map(\.pointer))
    }
    return declared
  }
}
