#if os(Linux) || canImport(Darwin)
/// The types of the process that conform to a protocol, subclasses of such included.
package struct TypeCensus {
  /// Where types are looked for.
  package enum Place {
    /// In some modules, wherever they were loaded from.
    case modules(Set<String>)
    /// In the program, and in the image that an address lies in; but not what is the toolchain's or this package's.
    case program(UnsafeRawPointer)
  }

  package private(set) var types: [Any.Type] = []
  /// The modules in which types were found, generic ones included.
  package private(set) var modules: Set<String> = []
  private var genericDescriptors: Set<UnsafeRawPointer> = []
  private let constraint: ExistentialLayout
  /// The descriptors of all types that themselves conform.
  private var conforming: Set<UnsafeRawPointer> = []

  /// Nil if the type is not that of any value of a protocol.
  package init?(of existential: Any.Type, in place: Place) {
    guard let constraint = ExistentialLayout(existential), let proto = constraint.onlyProtocol else { return nil }
    self.constraint = constraint
    let images = LoadedImage.all
    for image in images {
      for conformance in image.conformances where conformance.protocolDescriptor == proto {
        if let descriptor = conformance.typeDescriptor { conforming.insert(descriptor) }
      }
    }
    for image in images where Self.isIncluded(image, in: place) {
      for descriptor in image.typeDescriptors {
        add(descriptor, TypeLookup.moduleName(of: descriptor), place)
      }
      // A type of another module is the module's that makes it conform.
      for conformance in image.conformances where conformance.protocolDescriptor == proto {
        guard let module = conformance.retroactiveModule, let descriptor = conformance.typeDescriptor else { continue }
        add(descriptor, module, place)
      }
    }
  }

  /// The names of generic types, which have values only for arguments that are not known here, but for those of some types.
  package func genericNames(without types: [Any.Type]) -> [String] {
    genericDescriptors.subtracting(types.compactMap { Metadata($0).descriptor?.pointer }).map(TypeLookup.name(of:))
      .sorted()
  }

  private static func isIncluded(_ image: LoadedImage, in place: Place) -> Bool {
    guard case .program(let address) = place else { return true }
    guard let file = image.file else { return false }
    return file.isProgram || file == LoadedImage.file(containing: address)
  }

  private mutating func add(_ descriptor: UnsafeRawPointer, _ module: String, _ place: Place) {
    switch place {
    case .modules(let modules): guard modules.contains(module) else { return }
    case .program: guard !TypeLookup.isToolchain(module: module), !TypeLookup.isOwn(module: module) else { return }
    }
    guard conforms(descriptor) else { return }
    modules.insert(module)
    if TypeDescriptor(pointer: descriptor).isGeneric {
      genericDescriptors.insert(descriptor)
    } else if let type = TypeLookup.type(descriptor: descriptor) {
      types.append(type)
    }
  }

  private func conforms(_ descriptor: UnsafeRawPointer) -> Bool {
    if conforming.contains(descriptor) { return true }
    // What has no record of its own may be a class that inherits the conformance.
    guard let superclass = TypeDescriptor(pointer: descriptor).superclass else { return false }
    if TypeDescriptor(pointer: descriptor).isGeneric { return conforms(superclass) }
    return TypeLookup.type(descriptor: descriptor).map(constraint.admits) ?? false
  }
}
#endif
