/// The runtime's operations on the memory of any value, looked up once for its type, without generic code.
///
/// The value witness table is part of the stable ABI (swift/ABI/ValueWitness.def); its functions use the C convention.
/// Preconditions: addresses are aligned for the type, and their memory is initialized or not as a function requires.
package struct ValueOperations: @unchecked Sendable {
  private let metadata: UnsafeRawPointer

  package init(_ type: Any.Type) {
    metadata = Metadata(type).pointer
  }

  private typealias Destroy = @convention(c) (UnsafeMutableRawPointer, UnsafeRawPointer) -> Void
  private typealias Transfer =
    @convention(c) (UnsafeMutableRawPointer, UnsafeMutableRawPointer, UnsafeRawPointer) -> UnsafeMutableRawPointer
  private typealias GetTag = @convention(c) (UnsafeRawPointer, UnsafeRawPointer) -> UInt32
  private typealias SetTag = @convention(c) (UnsafeMutableRawPointer, UInt32, UnsafeRawPointer) -> Void

  private var table: UnsafeRawPointer {
    metadata.load(fromByteOffset: -8, as: UnsafeRawPointer.self)
  }

  private func witness<Function>(_ index: Int, as type: Function.Type) -> Function {
    table.load(fromByteOffset: index * 8, as: Function.self)
  }

  private var flags: UInt32 { table.load(fromByteOffset: 80, as: UInt32.self) }

  package var size: Int { table.load(fromByteOffset: 64, as: Int.self) }
  package var stride: Int { table.load(fromByteOffset: 72, as: Int.self) }
  package var alignment: Int { Int(flags & 0xff) + 1 }
  /// Whether copying the bytes copies the value, and destroying it does nothing.
  package var isTrivial: Bool { flags & 0x10000 == 0 }
  /// Whether a value may be moved by copying its bytes and treating the source as uninitialized.
  package var isBitwiseTakable: Bool { flags & 0x100000 == 0 }

  /// Destroys the value at `address`, which is uninitialized afterwards.
  package func destroy(_ address: UnsafeMutableRawPointer) {
    guard !isTrivial else { return }
    witness(1, as: Destroy.self)(address, metadata)
  }

  /// Destroys `count` values that lie one stride apart.
  package func destroy(_ address: UnsafeMutableRawPointer, count: Int) {
    guard !isTrivial else { return }
    for index in 0..<count { witness(1, as: Destroy.self)(address + index * stride, metadata) }
  }

  /// Copies the value at `source` to the uninitialized `destination`.
  package func copy(from source: UnsafeRawPointer, to destination: UnsafeMutableRawPointer) {
    _ = witness(2, as: Transfer.self)(destination, UnsafeMutableRawPointer(mutating: source), metadata)
  }

  /// Copies a value like ``copy(from:to:)``, and calls `change`. If that throws, the copy is destroyed.
  @inline(__always)
  func copy(
    from source: UnsafeRawPointer, to destination: UnsafeMutableRawPointer, _ change: () throws -> Void
  ) rethrows {
    copy(from: source, to: destination)
    do {
      try change()
    } catch {
      destroy(destination)
      throw error
    }
  }

  /// Calls `body` with uninitialized memory for a value, which `body` must leave uninitialized.
  @inline(__always)
  package func withTemporaryValue<Result>(_ body: (UnsafeMutableRawPointer) throws -> Result) rethrows -> Result {
    try withTemporaryMemory(size: size, alignment: alignment, body)
  }

  /// Exchanges the values at two addresses.
  package func exchange(_ address: UnsafeMutableRawPointer, _ other: UnsafeMutableRawPointer) {
    withTemporaryValue { temporary in
      move(from: address, to: temporary)
      move(from: other, to: address)
      move(from: temporary, to: other)
    }
  }

  /// Moves the value at `source`, uninitialized afterwards, to the uninitialized `destination`.
  package func move(from source: UnsafeMutableRawPointer, to destination: UnsafeMutableRawPointer) {
    if isBitwiseTakable {
      destination.copyMemory(from: source, byteCount: size)
    } else {
      _ = witness(4, as: Transfer.self)(destination, source, metadata)
    }
  }

  /// Replaces the value at `destination` by the one at `source`, which is uninitialized afterwards.
  package func assign(taking source: UnsafeMutableRawPointer, to destination: UnsafeMutableRawPointer) {
    if isTrivial {
      // One instruction for each of the most common sizes: a call for any size would take longer than everything else.
      switch size {
      case 1: destination.storeBytes(of: source.load(as: UInt8.self), as: UInt8.self)
      case 4: destination.storeBytes(of: source.loadUnaligned(as: UInt32.self), as: UInt32.self)
      case 8: destination.storeBytes(of: source.loadUnaligned(as: UInt64.self), as: UInt64.self)
      default: destination.copyMemory(from: source, byteCount: size)
      }
    } else {
      _ = witness(5, as: Transfer.self)(destination, source, metadata)
    }
  }

  /// Fills the memory of a value with zeros, the representation of nil in weak and unowned storage.
  package func zero(_ address: UnsafeMutableRawPointer) {
    address.initializeMemory(as: UInt8.self, repeating: 0, count: size)
  }

  /// Returns the tag of the enum case at `address`. Precondition: the type is an enum or Optional.
  package func enumTag(_ address: UnsafeRawPointer) -> UInt32 {
    witness(11, as: GetTag.self)(address, metadata)
  }

  /// Turns the enum at `address` into its bare payload. Precondition: that of ``enumTag(_:)``; `address` is a scratch
  /// copy.
  package func projectPayload(_ address: UnsafeMutableRawPointer) {
    witness(12, as: Destroy.self)(address, metadata)
  }

  /// Turns the payload at `address`, if the case has one, into the enum case with the tag.
  package func injectTag(_ tag: UInt32, at address: UnsafeMutableRawPointer) {
    witness(13, as: SetTag.self)(address, tag, metadata)
  }
}
