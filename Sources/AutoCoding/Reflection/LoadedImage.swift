import RuntimeShims

#if canImport(Darwin)
import Darwin
import MachO
#endif

#if os(Linux) || canImport(Darwin)
/// An image of the process (the program or a library), with the compiler's records of its types and conformances.
package struct LoadedImage {
  /// The file that an image was loaded from.
  package struct File: Hashable, Sendable {
    /// A path to the file.
    let path: String
    /// The difference between an address in memory and the same address in the file.
    let bias: UInt
    /// Whether this is the program, and not a library.
    package let isProgram: Bool

    /// The path to show to people.
    package var name: String { isProgram ? CommandLine.arguments.first ?? path : path }
  }

  private let typeRecords: UnsafeRawBufferPointer
  private let conformanceRecords: UnsafeRawBufferPointer
  /// An address in the image.
  private let address: UnsafeRawPointer

  /// The file of the image; nil if the dynamic linker does not know it.
  package var file: File? { Self.file(containing: address) }

  /// The context descriptors of every class, struct and enum of the image.
  var typeDescriptors: some Sequence<UnsafeRawPointer> {
    places(of: typeRecords).compactMap { record -> UnsafeRawPointer? in
      // The lowest two bits are the kind of pointer: 0 leads to a descriptor, 1 to a pointer to one.
      guard record.load(as: Int32.self) & 0b10 == 0, let descriptor = relativeTarget(of: record, mask: 1) else {
        return nil
      }
      return (16...18).contains(descriptor.load(as: UInt32.self) & 0x1f) ? descriptor : nil
    }
  }

  /// The context descriptors of the types that the image itself has, without a look at them.
  var nearTypeDescriptors: some Sequence<UnsafeRawPointer> {
    places(of: typeRecords).compactMap { record -> UnsafeRawPointer? in
      record.load(as: Int32.self) & 0b11 == 0 ? relativeTarget(of: record) : nil
    }
  }

  /// Every conformance that is declared in the image.
  var conformances: some Sequence<Conformance> {
    places(of: conformanceRecords).compactMap { relativeTarget(of: $0, mask: 1).map(Conformance.init) }
  }

  /// The number of ``conformances``.
  var conformanceCount: Int { conformanceRecords.count / 4 }

  /// Calls a closure with the protocol of each conformance of the image, and the conformance.
  ///
  /// Conformances to protocols that no loaded image has are left out.
  @inline(__always)
  func forEachConformance(_ body: (_ proto: UnsafeRawPointer, Conformance) -> Void) {
    guard var record = conformanceRecords.baseAddress else { return }
    let end = record + conformanceRecords.count / 4 * 4
    // As ``conformances``, without the sequences: there are some ten thousand records.
    while record < end {
      if let pointer = relativeTarget(of: record, mask: 1), let proto = relativeTarget(of: pointer, mask: 1) {
        body(proto, Conformance(pointer: pointer))
      }
      record += 4
    }
  }

  private func places(of records: UnsafeRawBufferPointer) -> LazyMapSequence<StrideTo<Int>, UnsafeRawPointer> {
    let first = records.baseAddress ?? address
    return stride(from: 0, to: records.count / 4 * 4, by: 4).lazy.map { first + $0 }
  }
}
#endif

#if os(Linux)
extension LoadedImage {
  /// All images that contain Swift code.
  package static var all: [LoadedImage] {
    var images: [LoadedImage] = []
    withUnsafeMutablePointer(to: &images) { images in
      swift_enumerateAllMetadataSections(
        { sections, context in
          context?.assumingMemoryBound(to: [LoadedImage].self).pointee.append(LoadedImage(sections))
          return true
        }, images)
    }
    return images
  }

  /// How many images there are in ``all``.
  package static var count: Int {
    var count = 0
    swift_enumerateAllMetadataSections(
      { _, context in
        context?.assumingMemoryBound(to: Int.self).pointee += 1
        return true
      }, &count)
    return count
  }

  private init(_ sections: UnsafePointer<ACMetadataSections>) {
    func bytes(_ range: ACSectionRange) -> UnsafeRawBufferPointer {
      UnsafeRawBufferPointer(
        start: UnsafeRawPointer(bitPattern: range.start), count: range.start == 0 ? 0 : Int(range.length))
    }
    typeRecords = bytes(sections.pointee.typeMetadata)
    conformanceRecords = bytes(sections.pointee.protocolConformances)
    address = typeRecords.baseAddress ?? conformanceRecords.baseAddress ?? UnsafeRawPointer(sections)
  }

  /// The file of the image that an address lies in.
  package static func file(containing address: UnsafeRawPointer) -> File? {
    var image = ACImage()
    image.address = UInt(bitPattern: address)
    guard ac_find_image(&image), let name = image.name else { return nil }
    let isProgram = image.position == 0
    return File(
      path: isProgram ? "/proc/self/exe" : String(cString: name), bias: UInt(image.bias), isProgram: isProgram)
  }
}
#elseif canImport(Darwin)
// Written from the platform's documentation, and not tested.
extension LoadedImage {
  /// All images that contain Swift code.
  package static var all: [LoadedImage] {
    (0..<_dyld_image_count()).compactMap { index in
      _dyld_get_image_header(index).flatMap { LoadedImage(header: UnsafeRawPointer($0)) }
    }
  }

  /// How many images there are in ``all``.
  package static var count: Int { all.count }

  private init?(header: UnsafeRawPointer) {
    func bytes(_ section: String) -> UnsafeRawBufferPointer {
      var size: UInt = 0
      let start = getsectiondata(header.assumingMemoryBound(to: mach_header_64.self), "__TEXT", section, &size)
      return UnsafeRawBufferPointer(start: start, count: start == nil ? 0 : Int(size))
    }
    typeRecords = bytes("__swift5_types")
    conformanceRecords = bytes("__swift5_proto")
    address = header
    if typeRecords.isEmpty && conformanceRecords.isEmpty { return nil }
  }

  /// The file of the image that an address lies in.
  package static func file(containing address: UnsafeRawPointer) -> File? {
    var info = Dl_info()
    guard dladdr(address, &info) != 0, let name = info.dli_fname, let base = info.dli_fbase else { return nil }
    let program = _dyld_get_image_header(0).map { UnsafeRawPointer($0) }
    return File(path: String(cString: name), bias: UInt(bitPattern: base), isProgram: UnsafeRawPointer(base) == program)
  }
}
#endif
