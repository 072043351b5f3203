/// Whether a class can have subclasses: for one that cannot, data need not be asked for the name of another.
package enum Subclasses {
  /// False only for a class that is final, as far as its metadata and the process's other classes tell.
  ///
  /// Metadata has no mark for `final`. A final class has no entry in its method table but for initializers; neither has a
  /// class that declares nothing that could be overridden, so no class of the process may be derived from it either.
  package static func mayExist(of type: AnyClass) -> Bool {
    #if os(Linux)
    guard let descriptor = Metadata(type).descriptor?.pointer, _getSuperclass(type) == nil else { return true }
    // Of generic classes nothing was tried.
    guard descriptor.load(as: UInt32.self) & 0x80 == 0, let methods = ClassTables(type)?.methods, !methods.isEmpty
    else {
      return true
    }
    let isInitializer = 1 as UInt32
    if methods.contains(where: { $0.kind != isInitializer }) { return true }
    return bases.withLock { $0.contains(descriptor) }
    #else
    return true
    #endif
  }

  #if os(Linux)
  /// The descriptors of all classes from which another is derived.
  private struct Bases {
    private var descriptors: Set<UnsafeRawPointer> = []
    private var isComplete = true
    private var imageCount = 0

    mutating func contains(_ descriptor: UnsafeRawPointer) -> Bool {
      let imageCount = TypeLookup.imageCount
      if imageCount != self.imageCount {
        self.imageCount = imageCount
        for record in TypeLookup.allDescriptors where record.load(as: UInt32.self) & 0x1f == 16 { add(baseOf: record) }
      }
      return !isComplete || descriptors.contains(descriptor)
    }

    private mutating func add(baseOf descriptor: UnsafeRawPointer) {
      let offset = Int(descriptor.load(fromByteOffset: 20, as: Int32.self))
      guard offset != 0 else { return }
      // A mangled name, which begins with a symbolic reference to the superclass's descriptor.
      let name = descriptor + 20 + offset
      let reference = name + 1
      let target = reference + Int(reference.loadUnaligned(as: Int32.self))
      switch name.load(as: UInt8.self) {
      case 1: descriptors.insert(target)
      case 2: descriptors.insert(target.load(as: UnsafeRawPointer.self))
      default: if !TypeLookup.isToolchain(descriptor: descriptor) { isComplete = false }
      }
    }
  }

  private static let bases = Locked(Bases())
  #endif
}
