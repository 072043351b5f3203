/// A class whose existing objects take over the properties of newly decoded ones.
///
/// A store decodes an object of the class, exchanges its properties with those of the existing object, and calls
/// `didDecode()` on the existing object. The decoder must not call it on the decoded object, or it would run twice.
package protocol LoadedInPlace: OverridableCalls {}

package enum LoadingInPlace {
  /// The ``LoadedInPlace`` class of the object whose `didDecode()` the store calls, not the decoder.
  @TaskLocal package static var type: AnyClass?
}

extension TypeMap.Storage {
  /// Exchanges the coded properties of two objects, and their weak references. A second call undoes the first.
  ///
  /// Precondition: both are of exactly the map's class, and no other code uses them meanwhile.
  package func exchangeProperties(of object: AnyObject, with other: AnyObject) {
    let base = Unmanaged.passUnretained(object).toOpaque()
    let otherBase = Unmanaged.passUnretained(other).toOpaque()
    for operation in operations {
      operation.memory.exchange(base + operation.offset, otherBase + operation.offset)
    }
    // The runtime knows the addresses of weak references, so their memory must not be moved.
    for reference in weakReferences {
      let target = reference.object(in: base)
      reference.setObject(reference.object(in: otherBase), in: base)
      reference.setObject(target, in: otherBase)
    }
  }
}
