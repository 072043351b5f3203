/// The text properties of the objects looked up last.
struct TextProperties: ~Copyable {
  private var codec: UnsafeRawPointer?
  private var operations = GrowingTable<UnsafePointer<PropertyOperation>>(maximumCount: 1 << 16)

  /// Calls `body` with each text that is a direct property of an object.
  @inline(__always)
  mutating func forEach(of entry: ObjectQueue.Entry, _ body: (UnsafeBufferPointer<UInt8>) -> Void) {
    if codec != entry.codec { find(of: entry) }
    for operation in operations.suffix(from: 0) {
      let address = entry.object + operation.pointee.offset
      if operation.pointee.isOptionalLeaf, operation.pointee.isNilLeaf(address) { continue }
      // An Optional stores its value at its own address.
      _ = address.assumingMemoryBound(to: String.self).pointee.utf8.withContiguousStorageIfAvailable(body)
    }
  }

  @inline(never)
  private mutating func find(of entry: ObjectQueue.Entry) {
    removeAll()
    // The map is unknown for a class of which nothing was written yet, and for one that its own code writes.
    guard Unmanaged<Codec>.fromOpaque(entry.codec)._withUnsafeGuaranteedRef({ $0.kind }) == .record,
      let map = Unmanaged<RecordCodec>.fromOpaque(entry.codec)._withUnsafeGuaranteedRef({ codec in
        codec.knownMap(ofObject: entry.object)
      })
    else { return }
    codec = entry.codec
    map._withUnsafeGuaranteedRef { map in
      guard let first = map.operations.baseAddress else { return }
      for index in map.operations.indices where first[index].kind == .string { _ = operations.append(first + index) }
    }
  }

  mutating func removeAll() {
    codec = nil
    operations.truncate(to: 0)
  }
}
