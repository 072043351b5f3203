#if os(Linux) || canImport(Darwin)
/// Finds the types of the process that conform to a protocol, including their subclasses.
package struct TypeCensus {
  /// Where to look for types.
  package enum Scope {
    /// In some modules, in all images.
    case modules(Set<String>)
    /// In the program and in the image that contains an address, without modules of the toolchain and of this package.
    case program(UnsafeRawPointer)
  }

  package private(set) var types: [Any.Type] = []
  /// The modules in which types were found, including generic ones.
  package private(set) var modules: Set<String> = []
  private var genericDescriptors: Set<UnsafeRawPointer> = []
  private let constraint: ExistentialLayout
  /// The descriptors of all types that declare the conformance themselves.
  private var conforming: Set<UnsafeRawPointer> = []

  /// Finds the types. Returns nil if `existential` is not `any P` for a single protocol.
  package init?(of existential: Any.Type, in place: Scope) {
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
      // A type that conforms retroactively belongs to the module that declares the conformance.
      for conformance in image.conformances where conformance.protocolDescriptor == proto {
        guard let module = conformance.retroactiveModule, let descriptor = conformance.typeDescriptor else { continue }
        add(descriptor, module, place)
      }
    }
  }

  /// Returns the names of the generic types that were found, except those of which `types` has a specialization. They
  /// have values only with generic arguments, which are unknown here.
  package func genericNames(without types: [Any.Type]) -> [String] {
    genericDescriptors.subtracting(types.compactMap { Metadata($0).descriptor?.pointer }).map(TypeLookup.name(of:))
      .inOrder()
  }

  private static func isIncluded(_ image: LoadedImage, in place: Scope) -> Bool {
    guard case .program(let address) = place else { return true }
    guard let file = image.file else { return false }
    return file.isProgram || file == LoadedImage.file(containing: address)
  }

  private mutating func add(_ descriptor: UnsafeRawPointer, _ module: String, _ place: Scope) {
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
    // A class without a record may inherit the conformance.
    guard let superclass = TypeDescriptor(pointer: descriptor).superclass else { return false }
    if TypeDescriptor(pointer: descriptor).isGeneric { return conforms(superclass) }
    return TypeLookup.type(descriptor: descriptor).map(constraint.admits) ?? false
  }
}
#endif
