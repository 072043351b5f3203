import RuntimeShims

/// The memory of an `Array`, whose unspecialized code looks metadata up at every call.
///
/// An `Array` is a reference to an object of its elements' own class: after the object's header the number of elements,
/// twice the capacity with a flag, and from the 32nd byte on the elements. The layout is part of the stable ABI
/// (swift/stdlib/public/SwiftShims/swift/shims/GlobalObjects.h); whether the standard library keeps to it is checked before
/// anything is read in this way.
package enum ArrayStorage {
  private static let countOffset = 16
  private static let capacityOffset = 24
  private static let elementsOffset = 32

  /// Whether elements of a type can be reached.
  package static func isSupported(for element: Any.Type) -> Bool {
    #if canImport(ObjectiveC)
    // These may lie in an NSArray.
    if element is AnyClass || Metadata(element).kind == .existential { return false }
    #endif
    return isAsDescribed && ValueOperations(element).alignment <= 16
  }

  /// The first element's address and the number of elements.
  ///
  /// Precondition: at the address is an `Array` of elements of a type that ``isSupported(for:)``.
  @inline(__always)
  package static func elements(ofArrayAt address: UnsafeRawPointer) -> (first: UnsafeRawPointer, count: Int) {
    let storage = address.load(as: UnsafeRawPointer.self)
    return (storage + elementsOffset, storage.load(fromByteOffset: countOffset, as: Int.self))
  }

  /// Calls `body` with the elements of an array that may be replaced meanwhile, and stays alive for as long.
  ///
  /// Precondition: as ``elements(ofArrayAt:)``.
  @inline(__always)
  package static func withKeptElements<Result>(
    ofArrayAt address: UnsafeRawPointer, _ body: (_ first: UnsafeRawPointer, _ count: Int) throws -> Result
  ) rethrows -> Result {
    let storage = Unmanaged<AnyObject>.fromOpaque(address.load(as: UnsafeRawPointer.self)).retain()
    defer { storage.release() }
    let (first, count) = elements(ofArrayAt: address)
    return try body(first, count)
  }

  /// What the memory of all arrays of one type begins with, as one of them has it.
  package struct Header: Sendable {
    fileprivate let type: UInt
    fileprivate let flag: Int
  }

  /// The header of an array's memory; nil where the array is empty, and has none of its own.
  ///
  /// Precondition: as ``elements(ofArrayAt:)``.
  package static func header(ofArrayAt address: UnsafeRawPointer) -> Header? {
    let storage = address.load(as: UnsafeRawPointer.self)
    guard storage.load(fromByteOffset: countOffset, as: Int.self) > 0 else { return nil }
    return Header(
      type: storage.load(as: UInt.self), flag: storage.load(fromByteOffset: capacityOffset, as: Int.self) & 1)
  }

  /// Makes an array of elements, which are moved there: their memory holds none afterwards.
  ///
  /// Precondition: the header is that of an array of the same type; there is at least one element; elements may be moved by
  /// copying their bytes, lie `stride` apart and are aligned as the mask says; the memory at the address is uninitialized.
  @inline(__always)
  package static func initialize(
    _ address: UnsafeMutableRawPointer, header: Header, moving first: UnsafeRawPointer, count: Int, stride: Int,
    alignmentMask: Int
  ) {
    guard let type = UnsafeRawPointer(bitPattern: header.type) else { return }
    let storage = swift_allocObject(type, elementsOffset &+ count &* stride, alignmentMask)
    storage.storeBytes(of: count, toByteOffset: countOffset, as: Int.self)
    storage.storeBytes(of: count << 1 | header.flag, toByteOffset: capacityOffset, as: Int.self)
    let byteCount = count &* stride
    if byteCount == 16 {
      // Pairs of numbers, and single strings, are many: no call for them.
      storage.storeBytes(
        of: first.loadUnaligned(as: SIMD2<UInt64>.self), toByteOffset: elementsOffset, as: SIMD2<UInt64>.self)
    } else {
      (storage + elementsOffset).copyMemory(from: first, byteCount: byteCount)
    }
    address.storeBytes(of: storage, as: UnsafeMutableRawPointer.self)
  }

  /// The reference that an empty array is: all of them are one, whatever they are empty of. It is never freed, and no
  /// reference to it counted.
  package static var empty: UInt { unsafeBitCast([] as [UInt64], to: UInt.self) }

  private static let isAsDescribed: Bool = {
    func isRight<Element: Equatable>(_ sample: [Element]) -> Bool {
      withUnsafePointer(to: sample) { pointer in
        let (first, count) = elements(ofArrayAt: pointer)
        guard count == sample.count,
          sample.indices.allSatisfy({
            (first + $0 * MemoryLayout<Element>.stride).value(as: Element.self) == sample[$0]
          })
        else { return false }
        return isMade(like: sample, header: header(ofArrayAt: pointer))
      }
    }
    func isMade<Element: Equatable>(like sample: [Element], header: Header?) -> Bool {
      let stride = MemoryLayout<Element>.stride
      var copy = sample
      return withTemporaryMemory(size: max(stride * sample.count, 8), alignment: 16) { memory in
        withTemporaryMemory(size: 8, alignment: 8) { address in
          guard let header else {
            address.storeBytes(of: empty, as: UInt.self)
            return sample.isEmpty && address.take(as: [Element].self) == sample
          }
          copy.withUnsafeBufferPointer { elements in
            guard let first = elements.baseAddress else { return }
            memory.assumingMemoryBound(to: Element.self).initialize(from: first, count: elements.count)
          }
          initialize(
            address, header: header, moving: memory, count: sample.count, stride: stride,
            alignmentMask: max(MemoryLayout<Element>.alignment, 8) - 1)
          copy = address.take(as: [Element].self)
          // It can be appended to, as any other.
          copy.append(contentsOf: sample)
          return copy == sample + sample
        }
      }
    }
    guard MemoryLayout<[String]>.size == MemoryLayout<UnsafeRawPointer>.size else { return false }
    return isRight(["a", "a text that is too long to be stored inline"]) && isRight([1, 2, 3] as [UInt8])
      && isRight([SIMD2(1, 2), SIMD2(3, 4)] as [SIMD2<UInt64>]) && isRight([] as [String])
  }()
}
