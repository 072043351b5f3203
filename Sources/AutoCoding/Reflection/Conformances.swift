#if os(Linux) || canImport(Darwin)
/// The protocols that types conform to, by the records of the process.
package enum Conformances {
  /// Whether a struct, class or enum itself conforms to a protocol of any other module than the toolchain's and those of
  /// this library.
  ///
  /// - Complexity: O(*n*) in the number of conformances of the process: for types that little else tells about.
  package static func includeForeignProtocol(of type: Any.Type) -> Bool {
    guard let subject = Metadata(type).descriptor?.pointer else { return false }
    return LoadedImage.all.contains { image in
      image.conformances.contains { conformance in
        guard conformance.typeDescriptor == subject, let proto = conformance.protocolDescriptor else { return false }
        let module = TypeLookup.moduleName(of: proto)
        return !TypeLookup.isToolchain(module: module) && !TypeLookup.isOwn(module: module)
      }
    }
  }
}

/// A conformance that some source declares (swift/ABI/Metadata.h, `TargetProtocolConformanceDescriptor`).
struct Conformance {
  let pointer: UnsafeRawPointer

  private var flags: UInt32 { pointer.load(fromByteOffset: 12, as: UInt32.self) }

  var protocolDescriptor: UnsafeRawPointer? { relativeTarget(of: pointer, mask: 1) }

  /// The descriptor of the type; nil for a class of Objective-C.
  var typeDescriptor: UnsafeRawPointer? {
    // How the type is referred to: 0 by its descriptor, 1 by a pointer to it.
    let kind = flags >> 3 & 0b111
    guard kind <= 1, let reference = relativeTarget(of: pointer + 4, mask: 0) else { return nil }
    return kind == 0 ? reference : reference.load(as: UnsafeRawPointer?.self)
  }

  /// The module that declares it, if neither the type nor the protocol is of that module.
  var retroactiveModule: String? {
    guard flags & 1 << 6 != 0 else { return nil }
    return relativeTarget(of: pointer + 16, mask: 1).map(TypeLookup.moduleName(of:))
  }
}

/// What a relative pointer leads to. Bits of the mask say that it leads to a pointer to that.
func relativeTarget(of address: UnsafeRawPointer, mask: Int) -> UnsafeRawPointer? {
  let offset = Int(address.load(as: Int32.self))
  guard offset != 0 else { return nil }
  let target = address + (offset & ~mask)
  return offset & mask == 0 ? target : target.load(as: UnsafeRawPointer?.self)
}
#endif
