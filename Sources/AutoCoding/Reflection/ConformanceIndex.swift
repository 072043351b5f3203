#if os(Linux)
import RuntimeShims

/// Finds conformances without a scan.
///
/// When the runtime is first asked about a type and a protocol, it scans every conformance of the process, also if the
/// answer is no. Discovery asks a dozen such questions about each type. This scans the records once, and keeps which types
/// conform to which protocols. What the records alone do not tell, the runtime is asked: conditional conformances, types
/// that have several conformances, and types that no image has, such as those compiled while the process runs.
final class ConformanceIndex: @unchecked Sendable {
  /// What the index knows about a type and a protocol.
  enum Answer {
    case no
    case unknown
    /// The type conforms. The metadata is that of the class which declares the conformance, or of the type itself.
    case conforms(Conformance, Metadata)
  }

  /// A range of addresses. With a `ClosedRange`, the runtime would scan all conformances to see that integers are comparable.
  private struct Range {
    let first: UInt
    let last: UInt
  }

  /// How many images the index is of. An image that is loaded later may bring conformances.
  private let imageCount: Int
  private let records: Records
  /// The addresses between which each image has its type descriptors.
  private let descriptorRanges: [Range]
  /// The conforming types of each protocol of an existential metatype, by its type; nil if it is not known how to read it.
  private let tables = PermanentTable<UnsafeBufferPointer<Table>?>()

  private static let latest = AtomicReference<ConformanceIndex>()

  /// The index of the images that are loaded now; nil if the runtime's records are not as expected.
  private static var current: ConformanceIndex? {
    if Portability.isRequired { return nil }
    let known = latest.value?.takeUnretainedValue()
    if let known, ThreadState.trustsImages { return known.descriptorRanges.isEmpty ? nil : known }
    let imageCount = LoadedImage.count
    if let known, known.imageCount == imageCount {
      return known.descriptorRanges.isEmpty ? nil : known
    }
    var made = ConformanceIndex(of: LoadedImage.all)
    if !made.isSound { made = ConformanceIndex(of: [], count: imageCount) }
    latest.store(made)
    return made.descriptorRanges.isEmpty ? nil : made
  }

  /// Makes the index anew if images were loaded.
  static func refresh() { _ = current }

  private init(of images: [LoadedImage], count: Int? = nil) {
    imageCount = count ?? images.count
    records = Records(of: images)
    descriptorRanges = images.compactMap { image in
      var range: Range?
      for descriptor in image.nearTypeDescriptors {
        let address = UInt(bitPattern: descriptor)
        range = Range(first: min(range?.first ?? address, address), last: max(range?.last ?? address, address))
      }
      return range
    }
  }

  // MARK: Questions

  /// What the index knows of a type and the protocols of an existential metatype, given as its type.
  static func answer(_ type: Any.Type, _ existential: Any.Type) -> Answer {
    guard let index = current, let protocols = index.protocols(of: existential) else { return .unknown }
    var answer = Answer.unknown
    for table in protocols {
      answer = index.answer(type, table)
      guard case .conforms = answer else { break }
    }
    return answer
  }

  /// The words of the existential metatype `any P.Type` or `any (P & Q).Type` with a type in it: the type, and the witness
  /// table of each protocol.
  enum Words {
    case no
    case unknown
    case found((UnsafeRawPointer, UnsafeRawPointer, UnsafeRawPointer?, UnsafeRawPointer?))
  }

  /// The words of an existential metatype, given as its type, with a type in it.
  ///
  /// - Parameter size: The size of the existential metatype.
  static func words(_ type: Any.Type, in existential: Any.Type, size: Int) -> Words {
    guard let index = current, let protocols = index.protocols(of: existential), protocols.count <= 3,
      size == 8 * (1 + protocols.count)
    else { return .unknown }
    // The last ones, in their order.
    var tables: (UnsafeRawPointer?, UnsafeRawPointer?, UnsafeRawPointer?)
    for table in protocols {
      switch index.answer(type, table) {
      case .no: return .no
      case .unknown: return .unknown
      case .conforms(let conformance, let metadata):
        tables = (tables.1, tables.2, swift_getWitnessTable(conformance.pointer, metadata.pointer, nil))
      }
    }
    let found: (UnsafeRawPointer?, UnsafeRawPointer?, UnsafeRawPointer?) =
      switch protocols.count {
      case 1: (tables.2, nil, nil)
      case 2: (tables.1, tables.2, nil)
      default: tables
      }
    guard let first = found.0, tables.2 != nil else { return .unknown }
    return .found((Metadata(type).pointer, first, found.1, found.2))
  }

  private func answer(_ type: Any.Type, _ table: Table) -> Answer {
    var metadata = Metadata(type)
    while true {
      // Types without a descriptor, and those of other languages, which several images may describe.
      guard let descriptor = metadata.descriptor, descriptor.isUnique, knows(descriptor) else { return .unknown }
      if let (conformance, isSingle) = table.conformance(of: descriptor.pointer) {
        return isSingle && conformance.isUnconditional ? .conforms(conformance, metadata) : .unknown
      }
      guard metadata.kind == .class, let current = metadata.type as? AnyClass, let above = _getSuperclass(current)
      else { return .no }
      metadata = Metadata(above)
    }
  }

  /// Whether an image of the index has a type.
  private func knows(_ descriptor: TypeDescriptor) -> Bool {
    let address = UInt(bitPattern: descriptor.pointer)
    return descriptorRanges.contains { address >= $0.first && address <= $0.last }
  }

  // MARK: Tables

  /// The tables of the protocols of an existential metatype `any (P & Q).Type`; nil for any other type.
  private func protocols(of existential: Any.Type) -> UnsafeBufferPointer<Table>? {
    if let known = tables.value(for: existential) { return known }
    let protocols = Self.descriptors(of: existential).map { descriptors in
      let copy = UnsafeMutableBufferPointer<Table>.allocate(capacity: descriptors.count)
      _ = copy.initialize(from: descriptors.map { Table(of: $0, in: records) })
      return UnsafeBufferPointer(copy)
    }
    return tables.insert(protocols, for: existential)
  }

  /// The protocols of an existential metatype `any (P & Q).Type`; nil for any other type.
  private static func descriptors(of existential: Any.Type) -> [UnsafeRawPointer]? {
    // swift/ABI/Metadata.h, `TargetExistentialMetatypeMetadata`.
    let metatype = Metadata(existential).pointer
    guard metatype.load(as: UInt.self) == 0x306 else { return nil }
    return ExistentialLayout(Metadata(metatype.load(fromByteOffset: 8, as: UnsafeRawPointer.self)).type)?.onlyProtocols
  }

  /// The conformances of all images, by their protocols.
  private struct Records {
    private struct Group {
      var descriptor: UnsafeRawPointer?
      var latest: UInt32
      var count: UInt32
    }

    /// Each conformance with the number of another to the same protocol. Numbers begin with 1, and 0 stands for none.
    private var conformances: [(Conformance, earlier: UInt32)] = []
    /// A hash table that is at most half full. Never freed, as the index.
    private var protocols = makeTable(1 << 8)
    private var protocolCount = 0

    init(of images: [LoadedImage]) {
      conformances.reserveCapacity(images.reduce(0) { $0 + $1.conformanceCount })
      for image in images { image.forEachConformance { add($1, to: $0) } }
    }

    private static func makeTable(_ capacity: Int) -> UnsafeMutableBufferPointer<Group> {
      let table = UnsafeMutableBufferPointer<Group>.allocate(capacity: capacity)
      table.initialize(repeating: Group(latest: 0, count: 0))
      return table
    }

    @inline(__always)
    private mutating func add(_ conformance: Conformance, to descriptor: UnsafeRawPointer) {
      var slot = Self.slot(of: descriptor, in: protocols)
      if protocols[slot].descriptor == nil {
        protocolCount += 1
        if protocolCount * 2 > protocols.count {
          grow()
          slot = Self.slot(of: descriptor, in: protocols)
        }
        protocols[slot].descriptor = descriptor
      }
      conformances.append((conformance, protocols[slot].latest))
      protocols[slot].latest = UInt32(truncatingIfNeeded: conformances.count)
      protocols[slot].count &+= 1
    }

    private mutating func grow() {
      let larger = Self.makeTable(protocols.count * 2)
      for known in protocols {
        if let descriptor = known.descriptor { larger[Self.slot(of: descriptor, in: larger)] = known }
      }
      protocols.deallocate()
      protocols = larger
    }

    @inline(__always)
    private static func slot(of descriptor: UnsafeRawPointer, in protocols: UnsafeMutableBufferPointer<Group>) -> Int {
      let mask = protocols.count - 1
      var slot = spread(descriptor) & mask
      while let other = protocols[slot].descriptor, other != descriptor { slot = (slot + 1) & mask }
      return slot
    }

    /// The number of conformances to a protocol.
    func count(of proto: UnsafeRawPointer) -> Int { Int(protocols[Self.slot(of: proto, in: protocols)].count) }

    /// Calls a closure with each conformance to a protocol.
    func forEachConformance(to proto: UnsafeRawPointer, _ body: (Conformance) -> Void) {
      var number = protocols[Self.slot(of: proto, in: protocols)].latest
      while number != 0 {
        let (conformance, earlier) = conformances[Int(number) - 1]
        body(conformance)
        number = earlier
      }
    }
  }

  private static func spread(_ address: UnsafeRawPointer) -> Int {
    Int(truncatingIfNeeded: (UInt(bitPattern: address) &* 0x9e37_79b9_7f4a_7c15) >> 32)
  }

  /// The types that conform to a protocol: a hash table of their descriptors. Never freed, since an index may be replaced
  /// while another thread reads it.
  private struct Table {
    private struct Slot {
      /// Nil if the slot is empty.
      var type: UnsafeRawPointer?
      var conformance: UnsafeRawPointer?
      /// Whether the type has other conformances, too, of which the runtime chooses one.
      var isOneOfSeveral = false
    }

    private let slots: UnsafeMutablePointer<Slot>
    private let mask: Int

    init(of proto: UnsafeRawPointer, in records: Records) {
      let capacity = 2 << (Int.bitWidth - records.count(of: proto).leadingZeroBitCount)
      mask = capacity - 1
      slots = .allocate(capacity: capacity)
      slots.initialize(repeating: Slot(), count: capacity)
      records.forEachConformance(to: proto) { conformance in
        guard let type = conformance.typeDescriptor else { return }
        let slot = slot(of: type)
        let isOneOfSeveral = slots[slot].type != nil
        slots[slot] = Slot(type: type, conformance: conformance.pointer, isOneOfSeveral: isOneOfSeveral)
      }
    }

    /// The conformance of a type; nil if it has none. The second value is whether it is the only one.
    func conformance(of type: UnsafeRawPointer) -> (Conformance, isSingle: Bool)? {
      let slot = slots[slot(of: type)]
      return slot.conformance.map { (Conformance(pointer: $0), !slot.isOneOfSeveral) }
    }

    /// The slot of a type; an empty slot if the table does not have the type.
    private func slot(of type: UnsafeRawPointer) -> Int {
      var slot = spread(type) & mask
      while let other = slots[slot].type, other != type { slot = (slot + 1) & mask }
      return slot
    }
  }

  // MARK: Check

  /// Whether the index finds conformances that are known to exist, as the compiler finds them.
  private var isSound: Bool {
    func agrees<Metatype>(_ type: Any.Type, _ expected: Metatype, _: Metatype.Type = Metatype.self) -> Bool {
      guard MemoryLayout<Metatype>.size == 16, let table = protocols(of: Metatype.self)?.first,
        case .conforms(let conformance, let metadata) = answer(type, table)
      else { return false }
      let words = withUnsafeBytes(of: expected) { $0.loadUnaligned(as: (UnsafeRawPointer, UnsafeRawPointer).self) }
      return words == (metadata.pointer, swift_getWitnessTable(conformance.pointer, metadata.pointer, nil))
    }
    return agrees(String.self, String.self as any Encodable.Type)
      && agrees([Int].self, [Int].self as any RangeReplaceableCollection.Type)
      && agrees(Sample.self, Sample.self as any SampleProtocol.Type)
      && agrees(GenericSample<Int>.self, GenericSample<Int>.self as any SampleProtocol.Type)
      && agrees(GenericSample<String>.self, GenericSample<String>.self as any CustomReflectable.Type)
  }

  // The protocols have few conformances, so that their tables are made quickly.
  private struct Sample: SampleProtocol {}
  private struct GenericSample<Value>: SampleProtocol, CustomReflectable {
    var customMirror: Mirror { Mirror(self, children: []) }
  }
}

private protocol SampleProtocol {}
#endif
