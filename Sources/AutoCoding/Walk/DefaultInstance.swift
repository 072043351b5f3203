/// Makes an instance by a type's `init()` to look at its defaults.
package enum DefaultInstance {
  /// The types whose instances the current call is making, in case an `init()` encodes its own type.
  @TaskLocal private static var inProgress: Set<ObjectIdentifier> = []

  /// Calls `body` with the address of a new instance: of the struct, or of the object itself. Returns nil while an instance
  /// of the type is being made.
  package static func read<Result>(
    of type: any DefaultInitializable.Type, _ body: (UnsafeRawPointer) -> Result
  ) -> Result? {
    guard !inProgress.contains(ObjectIdentifier(type)) else { return nil }
    return $inProgress.withValue(inProgress.union([ObjectIdentifier(type)])) {
      ThreadState.outsideCoders { readNew(type, body) }
    }
  }

  private static func readNew<Value: DefaultInitializable, Result>(
    _ type: Value.Type, _ body: (UnsafeRawPointer) -> Result
  ) -> Result {
    let value = Value()
    return withUnsafePointer(to: value) { pointer in
      let base = UnsafeRawPointer(pointer)
      return body(type is AnyClass ? base.value(as: UnsafeRawPointer.self) : base)
    }
  }
}
