#if os(Linux)
/// Says at once of most types that they do not conform to a protocol.
///
/// When the runtime is first asked about a type and a protocol, it scans every conformance of the process, also if the
/// answer is no. Discovery asks a dozen such questions about each type. This is a Bloom filter of all pairs of a type and
/// a protocol in the conformance records: a pair that is not in it does not conform, of any other the runtime is asked.
/// It is asked, too, about types that the images do not have: of types that are compiled while the process runs, as in a
/// notebook, only the runtime knows the conformances.
final class ConformanceFilter: Sendable {
  /// How many images the filter was made of. An image that is loaded later may bring conformances.
  private let imageCount: Int
  /// The number of bits less one; their number is a power of two.
  private let mask: UInt
  /// Never freed, since a filter may be replaced while another thread reads it.
  nonisolated(unsafe) private let words: UnsafeMutablePointer<UInt>

  private static let latest = AtomicReference<ConformanceFilter>()

  /// The filter of the images that are loaded now; nil if the runtime's records are not as expected.
  private static var current: ConformanceFilter? {
    let imageCount = LoadedImage.count
    if let known = latest.value?.takeUnretainedValue(), known.imageCount == imageCount {
      return known.isSound ? known : nil
    }
    let made = ConformanceFilter(of: LoadedImage.all)
    latest.store(made)
    return made.isSound ? made : nil
  }

  private init(of images: [LoadedImage]) {
    imageCount = images.count
    let recordCount = images.reduce(0) { $0 + $1.recordCount }
    // Some 16 bits for each record, so that of a hundred pairs that are not in the filter one seems to be.
    let wordCount = max(recordCount / 2, 64).roundedUpToPowerOfTwo / 2
    words = .allocate(capacity: wordCount)
    words.initialize(repeating: 0, count: wordCount)
    mask = UInt(wordCount * UInt.bitWidth - 1)
    for image in images {
      for conformance in image.conformances {
        guard let type = conformance.typeDescriptor, let proto = conformance.protocolDescriptor else { continue }
        insert(type, proto)
      }
      // A type in place of the protocol says that the type is known.
      for type in image.typeDescriptors { insert(type, type) }
    }
  }

  /// Whether the filter has conformances that are known to exist.
  private var isSound: Bool {
    mayConform(String.self, to: (any Encodable.Type).self) && mayConform([Int].self, to: (any Sequence.Type).self)
      && mayConform(Sample.self, to: (any SampleProtocol.Type).self)
  }

  private struct Sample: SampleProtocol {}

  /// Whether a type may conform to a protocol, given as the type of its existential metatype. False is certain.
  static func mayConform(_ type: Any.Type, to existential: Any.Type) -> Bool {
    current?.mayConform(type, to: existential) ?? true
  }

  private func mayConform(_ type: Any.Type, to existential: Any.Type) -> Bool {
    guard let protocols = Self.protocols(of: existential) else { return true }
    return (0..<protocols.count).allSatisfy { index in
      // The lowest bit marks an Objective-C protocol.
      let reference = protocols.first.load(fromByteOffset: 8 * index, as: UInt.self)
      guard reference & 1 == 0, let proto = UnsafeRawPointer(bitPattern: reference) else { return true }
      return mayConform(type, to: proto)
    }
  }

  private func mayConform(_ type: Any.Type, to proto: UnsafeRawPointer) -> Bool {
    let metadata = Metadata(type)
    guard metadata.kind == .class else { return mayInclude(metadata.descriptor, proto) }
    var level: AnyClass? = type as? AnyClass
    while let current = level {
      if mayInclude(Metadata(current).descriptor, proto) { return true }
      level = _getSuperclass(current)
    }
    return false
  }

  private func mayInclude(_ type: TypeDescriptor?, _ proto: UnsafeRawPointer) -> Bool {
    // Types without a descriptor, and those of other languages, which several images may describe.
    guard let type, type.isUnique, contains(type.pointer, type.pointer) else { return true }
    return contains(type.pointer, proto)
  }

  /// The protocols of an existential metatype `any (P & Q).Type`; nil for any other type.
  private static func protocols(of existential: Any.Type) -> (first: UnsafeRawPointer, count: Int)? {
    // swift/ABI/Metadata.h, `TargetExistentialMetatypeMetadata` and `TargetExistentialTypeMetadata`.
    let metatype = Metadata(existential).pointer
    guard metatype.load(as: UInt.self) == 0x306 else { return nil }
    let metadata = metatype.load(fromByteOffset: 8, as: UnsafeRawPointer.self)
    let hasSuperclass = metadata.load(fromByteOffset: 8, as: UInt32.self) & 0x4000_0000 != 0
    guard metadata.load(as: UInt.self) == 0x303, !hasSuperclass else { return nil }
    return (metadata + 16, Int(metadata.load(fromByteOffset: 12, as: UInt32.self)))
  }

  // MARK: Bits

  private func bits(of type: UnsafeRawPointer, _ proto: UnsafeRawPointer) -> (UInt, UInt) {
    let pair = UInt(bitPattern: type) &* 0x9e37_79b9_7f4a_7c15 ^ UInt(bitPattern: proto) &* 0xc2b2_ae3d_27d4_eb4f
    let mixed = (pair ^ pair &>> 29) &* 0xbf58_476d_1ce4_e5b9
    return (mixed &>> 32 & mask, (mixed &>> 8 ^ mixed &>> 44) & mask)
  }

  private func insert(_ type: UnsafeRawPointer, _ proto: UnsafeRawPointer) {
    let (first, second) = bits(of: type, proto)
    words[Int(first / 64)] |= 1 &<< (first & 63)
    words[Int(second / 64)] |= 1 &<< (second & 63)
  }

  private func contains(_ type: UnsafeRawPointer, _ proto: UnsafeRawPointer) -> Bool {
    let (first, second) = bits(of: type, proto)
    return words[Int(first / 64)] & 1 &<< (first & 63) != 0 && words[Int(second / 64)] & 1 &<< (second & 63) != 0
  }
}

private protocol SampleProtocol {}

extension Int {
  fileprivate var roundedUpToPowerOfTwo: Int { self <= 1 ? 1 : 1 << (Int.bitWidth - (self - 1).leadingZeroBitCount) }
}
#endif
