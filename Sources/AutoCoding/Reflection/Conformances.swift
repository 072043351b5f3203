#if os(Linux)
import RuntimeShims

/// The protocols that a type conforms to, by the records of the process.
package enum Conformances {
  /// Whether a struct, class or enum itself conforms to a protocol of any other module than the toolchain's and those of
  /// this library.
  ///
  /// - Complexity: O(*n*) in the number of conformances of the process: for types that little else tells about.
  package static func includeForeignProtocol(of type: Any.Type) -> Bool {
    guard let subject = Metadata(type).descriptor?.pointer else { return false }
    var search = Search(subject: subject)
    withUnsafeMutablePointer(to: &search) { search in
      swift_enumerateAllMetadataSections(
        { sections, context in
          let range = sections.pointee.protocolConformances
          guard let first = UnsafeRawPointer(bitPattern: range.start),
            let search = context?.assumingMemoryBound(to: Search.self)
          else { return true }
          for offset in stride(from: 0, to: range.length / 4 * 4, by: 4) {
            search.pointee.visit(record: first + offset)
          }
          return !search.pointee.isFound
        }, search)
    }
    return search.isFound
  }

  /// A record leads to a conformance descriptor (swift/ABI/Metadata.h, `TargetProtocolConformanceDescriptor`).
  private struct Search {
    let subject: UnsafeRawPointer
    var isFound = false

    mutating func visit(record: UnsafeRawPointer) {
      guard !isFound, let conformance = target(of: record, mask: 1) else { return }
      // How the type is referred to: 0 by its descriptor, 1 by a pointer to it; else it is an Objective-C class.
      let kind = conformance.load(fromByteOffset: 12, as: UInt32.self) >> 3 & 0b111
      guard kind <= 1, let reference = target(of: conformance + 4, mask: 0) else { return }
      guard (kind == 0 ? reference : reference.load(as: UnsafeRawPointer.self)) == subject else { return }
      guard let proto = target(of: conformance, mask: 1) else { return }
      let module = TypeLookup.moduleName(of: proto)
      isFound = !TypeLookup.isToolchain(module: module) && !["AutoCoding", "AutoCodingFoundation"].contains(module)
    }

    /// What a relative pointer leads to. Bits of the mask say that it leads to a pointer to that.
    private func target(of address: UnsafeRawPointer, mask: Int) -> UnsafeRawPointer? {
      let offset = Int(address.load(as: Int32.self))
      guard offset != 0 else { return nil }
      let target = address + (offset & ~mask)
      return offset & mask == 0 ? target : target.load(as: UnsafeRawPointer?.self)
    }
  }
}
#endif
