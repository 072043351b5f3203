import RuntimeShims

/// Direct access to the memory of an `Array`. The array's unspecialized code would look up metadata at every call.
///
/// An `Array` is a reference to an object, whose class depends on the element type. The object's header is followed by
/// the number of elements, by twice the capacity with a flag in the lowest bit, and at offset 32 by the elements. The
/// layout is part of the stable ABI (swift/stdlib/public/SwiftShims/swift/shims/GlobalObjects.h). Whether the standard
/// library keeps to it is checked before anything is accessed in this way.
package enum ArrayStorage {
  private static let referencesOffset = 8
  private static let countOffset = 16
  private static let capacityOffset = 24
  private static let elementsOffset = 32

  /// Returns the first element's address and the number of elements.
  ///
  /// Precondition: the address holds an `Array` whose element type ``isSupported(for:)``.
  @inline(__always)
  package static func elements(ofArrayAt address: UnsafeRawPointer) -> (first: UnsafeRawPointer, count: Int) {
    let storage = address.load(as: UnsafeRawPointer.self)
    return (storage + elementsOffset, storage.load(fromByteOffset: countOffset, as: Int.self))
  }

  /// Calls `body` with the elements of an array, and keeps them alive even if `body` replaces the array.
  ///
  /// Precondition: that of ``elements(ofArrayAt:)``.
  @inline(__always)
  package static func withKeptElements<Result>(
    ofArrayAt address: UnsafeRawPointer, _ body: (_ first: UnsafeRawPointer, _ count: Int) throws -> Result
  ) rethrows -> Result {
    let storage = Unmanaged<AnyObject>.fromOpaque(address.load(as: UnsafeRawPointer.self)).retain()
    defer { storage.release() }
    let (first, count) = elements(ofArrayAt: address)
    return try body(first, count)
  }

  /// The values with which the memory of every array of one type begins, copied from one of them.
  package struct Header: Sendable {
    fileprivate let type: UInt
    /// The reference counts of a new object: one reference, which its maker owns.
    fileprivate let references: UInt
    fileprivate let flag: Int

    @inline(__always)
    fileprivate func initialize(_ storage: UnsafeMutableRawPointer, count: Int, capacity: Int) {
      storage.storeBytes(of: count, toByteOffset: countOffset, as: Int.self)
      storage.storeBytes(of: capacity << 1 | flag, toByteOffset: capacityOffset, as: Int.self)
    }
  }

  /// Returns the header of arrays of a type. Precondition: they are laid out as described.
  static func uncheckedHeader<Element>(of element: Element.Type) -> Header? {
    var array: [Element] = []
    array.reserveCapacity(1)
    return withUnsafePointer(to: array) { address in
      let storage = UnsafeRawPointer(address).load(as: UnsafeRawPointer.self)
      guard let type = storage.load(as: UnsafeRawPointer?.self) else { return nil }
      let flag = storage.load(fromByteOffset: capacityOffset, as: Int.self) & 1
      // Allocate a fresh object: the existing one's reference count is unknown.
      let object = swift_allocObject(type, elementsOffset, max(MemoryLayout<Element>.alignment, 8) - 1)
      let references = object.load(fromByteOffset: referencesOffset, as: UInt.self)
      let header = Header(type: UInt(bitPattern: type), references: references, flag: flag)
      header.initialize(object, count: 0, capacity: 0)
      Unmanaged<AnyObject>.fromOpaque(object).release()
      return header
    }
  }

  /// Makes an array and moves the elements into it; their old memory is then uninitialized.
  ///
  /// Precondition: the header is that of arrays of the same type; there is at least one element; elements may be moved
  /// by copying their bytes, lie `stride` apart and are aligned as the mask says; the memory at the address is
  /// uninitialized.
  @inline(__always)
  package static func initialize(
    _ address: UnsafeMutableRawPointer, header: Header, moving first: UnsafeRawPointer, count: Int, stride: Int,
    alignmentMask: Int
  ) {
    guard let type = UnsafeRawPointer(bitPattern: header.type) else { return }
    let storage = swift_allocObject(type, elementsOffset &+ count &* stride, alignmentMask)
    header.initialize(storage, count: count, capacity: count)
    let byteCount = count &* stride
    if byteCount == 16 {
      // Inline, since arrays of two numbers or of one string are common.
      storage.storeBytes(
        of: first.loadUnaligned(as: SIMD2<UInt64>.self), toByteOffset: elementsOffset, as: SIMD2<UInt64>.self)
    } else {
      (storage + elementsOffset).copyMemory(from: first, byteCount: byteCount)
    }
    address.storeBytes(of: storage, as: UnsafeMutableRawPointer.self)
  }

  /// Allocates or resizes memory of ``GrowingMemory`` that can become an array of `capacity` elements.
  ///
  /// - Parameter first: The first element's address in such memory; nil allocates new memory.
  /// - Returns: The first element's address. The elements are kept.
  package static func resize(
    _ first: UnsafeMutableRawPointer?, toHold capacity: Int, stride: Int
  ) -> UnsafeMutableRawPointer {
    GrowingMemory.resize(first.map { $0 - elementsOffset }, to: elementsOffset &+ capacity &* stride) + elementsOffset
  }

  /// Frees memory from ``resize(_:toHold:stride:)``.
  package static func free(_ first: UnsafeMutableRawPointer) {
    GrowingMemory.free(first - elementsOffset)
  }

  /// Turns memory from ``resize(_:toHold:stride:)`` into an array, which then owns it. The elements stay in place.
  /// Unused capacity is kept if it is little, and freed otherwise.
  ///
  /// Precondition: that of ``initialize(_:header:moving:count:stride:alignmentMask:)``; elements are aligned to 16
  /// bytes or less; the memory was allocated for `capacity` elements.
  package static func initialize(
    _ address: UnsafeMutableRawPointer, header: Header, adopting first: UnsafeMutableRawPointer, count: Int,
    capacity: Int, stride: Int
  ) {
    let isTight = count >= capacity &- capacity / 8
    let storage = (isTight ? first : resize(first, toHold: count, stride: stride)) - elementsOffset
    storage.storeBytes(of: header.type, as: UInt.self)
    storage.storeBytes(of: header.references, toByteOffset: referencesOffset, as: UInt.self)
    header.initialize(storage, count: count, capacity: isTight ? capacity : count)
    address.storeBytes(of: storage, as: UnsafeMutableRawPointer.self)
  }

  /// The reference that every empty array shares, whatever its element type. The object is never freed, and its
  /// references are not counted.
  package static var empty: UInt { unsafeBitCast([] as [UInt64], to: UInt.self) }

  /// Returns the array that a reference refers to, and takes over the caller's reference.
  ///
  /// Precondition: the reference is ``empty``, or was stored by one of the functions that make an array of this type.
  @inline(__always)
  package static func array<Element>(referredToBy storage: UInt) -> [Element] {
    // `unsafeBitCast` retains its result. Made from a number, the array would keep one reference too many.
    guard let storage = UnsafeRawPointer(bitPattern: storage) else { return [] }
    return unsafeBitCast(Unmanaged<AnyObject>.fromOpaque(storage).takeRetainedValue(), to: [Element].self)
  }

  /// Whether the standard library lays arrays out as described.
  static let isAsDescribed: Bool = {
    if Portability.isRequired { return false }
    func isReached<Element: Equatable>(_ sample: [Element]) -> Bool {
      withUnsafePointer(to: sample) { pointer in
        let (first, count) = elements(ofArrayAt: pointer)
        return count == sample.count
          && sample.indices.allSatisfy {
            (first + $0 * MemoryLayout<Element>.stride).value(as: Element.self) == sample[$0]
          }
      }
    }
    // Makes an array from a copy of the elements, in memory that may have room for more, and checks it.
    func isMade<Element: Equatable>(
      like sample: [Element], capacity: Int,
      _ make: (_ address: UnsafeMutableRawPointer, _ first: UnsafeMutableRawPointer) -> Void
    ) -> Bool {
      withTemporaryMemory(size: 8, alignment: 8) { address in
        let first = resize(nil, toHold: capacity, stride: MemoryLayout<Element>.stride)
        sample.withUnsafeBufferPointer { elements in
          guard let start = elements.baseAddress else { return }
          first.assumingMemoryBound(to: Element.self).initialize(from: start, count: elements.count)
        }
        make(address, first)
        var made = address.take(as: [Element].self)
        guard made == sample, made.capacity == sample.count else { return false }
        // Appending to one of two copies must work, and must not change the other.
        let kept = made
        made.append(contentsOf: sample)
        return made == sample + sample && kept == sample
      }
    }
    func isRight<Element: Equatable>(_ sample: [Element]) -> Bool {
      guard let header = uncheckedHeader(of: Element.self), isReached(sample) else { return false }
      let (count, stride) = (sample.count, MemoryLayout<Element>.stride)
      return isMade(like: sample, capacity: count) { address, first in
        initialize(
          address, header: header, moving: first, count: count, stride: stride,
          alignmentMask: max(MemoryLayout<Element>.alignment, 8) - 1)
        free(first)
      }
        && [count, 2 * count].allSatisfy { capacity in
          isMade(like: sample, capacity: capacity) { address, first in
            initialize(
              address, header: header, adopting: first, count: count, capacity: capacity, stride: stride)
          }
        }
    }
    func isEmptyRight() -> Bool {
      withTemporaryMemory(size: 8, alignment: 8) { address in
        address.storeBytes(of: empty, as: UInt.self)
        return address.take(as: [String].self).isEmpty && isReached([] as [String])
      }
    }
    return MemoryLayout<[String]>.size == MemoryLayout<UnsafeRawPointer>.size && isEmptyRight()
      && isRight(["a", "a text that is too long to be stored inline"]) && isRight([1, 2, 3] as [UInt8])
      && MemoryLayout<WidelyAligned>.alignment == 16 && isRight([WidelyAligned(first: 1), WidelyAligned(first: 3)])
  }()

  /// A sample of elements with an alignment of 16 bytes. For one of `SIMD`, the runtime would scan all conformances.
  private struct WidelyAligned: Equatable {
    let value: ACWidelyAligned

    init(first: UInt64) { value = ACWidelyAligned(first: first, second: first + 1) }

    static func == (one: Self, other: Self) -> Bool {
      one.value.first == other.value.first && one.value.second == other.value.second
    }
  }
}
