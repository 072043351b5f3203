/// Asking for memory before it is needed.
///
/// A model that is larger than the caches is read from memory, and each look into a large table waits for it. What is
/// written soon is known: the objects of the queue. Nothing here changes what is written.
extension KeyedArchiveWriter {
  /// How many objects ahead an object's own memory is asked for, the memory of its texts, and their places in the table.
  private static var objectDistance: Int { 12 }
  private static var textDistance: Int { 8 }
  private static var placeDistance: Int { 4 }

  /// Asks for the object of a reference, which is looked at when the reference is written.
  @inline(__always)
  mutating func prepare(_ address: UnsafeRawPointer, as codec: Codec) {
    guard codec.kind == .record, unsafeDowncast(codec, to: RecordCodec.self).isObject else { return }
    GrowingMemory.prefetch(address.value(as: UnsafeRawPointer.self))
  }

  /// Asks for what is needed to write the objects that come next in the queue.
  @inline(__always)
  func prepareObjects(after position: Int) {
    // Before that many, everything is in the caches since it was made.
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
      archive.pointee.strings.prefetch(archive.pointee.strings.hash(text))
    }
  }
}
