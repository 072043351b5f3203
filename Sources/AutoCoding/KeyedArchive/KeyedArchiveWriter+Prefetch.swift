/// Prefetching.
///
/// A model larger than the caches causes a cache miss for every object and every lookup in a large table. The objects
/// in the queue will be written soon, so their memory can be prefetched. Nothing here changes what is written.
extension KeyedArchiveWriter {
  /// How many objects ahead to prefetch an object's memory, its texts, and their slots in the table.
  private static var objectDistance: Int { 12 }
  private static var textDistance: Int { 8 }
  private static var placeDistance: Int { 4 }

  /// Prefetches the target of a reference, which is read when the reference is written.
  @inline(__always)
  mutating func prepare(_ address: UnsafeRawPointer, as codec: Codec) {
    guard let codec = codec.record, codec.isObject else { return }
    GrowingMemory.prefetch(address.value(as: UnsafeRawPointer.self))
  }

  /// Prefetches what is needed to write the next objects in the queue.
  @inline(__always)
  func prepareObjects(after position: Int) {
    // With fewer objects, everything is still in the caches.
    if archive.pointee.queue.count > 1 << 12 { prepareManyObjects(after: position) }
  }

  @inline(never)
  private func prepareManyObjects(after position: Int) {
    let count = archive.pointee.queue.count
    guard position &+ Self.objectDistance < count, let entries = archive.pointee.queue.entries.base else { return }
    let object = entries[position &+ Self.objectDistance].object
    GrowingMemory.prefetch(object)
    GrowingMemory.prefetch(object + 64)
    guard archive.pointee.strings.isLarge else { return }
    archive.pointee.nextTexts.forEach(of: entries[position &+ Self.textDistance]) { text in
      if let start = text.baseAddress { GrowingMemory.prefetch(start) }
    }
    archive.pointee.nextTexts.forEach(of: entries[position &+ Self.placeDistance]) { text in
      archive.pointee.strings.prefetch(archive.pointee.strings.scan(text).hash)
    }
  }
}
