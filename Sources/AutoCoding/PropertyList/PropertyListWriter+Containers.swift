extension PropertyListWriter {
  /// Adds an array. Its elements may be added before or after it.
  package mutating func addArray(_ elements: UnsafeBufferPointer<UInt32>) -> UInt32 {
    addReferences(PropertyListMarker.array, count: elements.count, elements, nil)
  }

  /// Adds a set. The caller ensures that its elements are unique. Core Foundation reads sets but never writes them.
  package mutating func addSet(_ elements: UnsafeBufferPointer<UInt32>) -> UInt32 {
    addReferences(PropertyListMarker.set, count: elements.count, elements, nil)
  }

  /// Adds an ordered set. Core Foundation neither reads nor writes ordered sets.
  package mutating func addOrderedSet(_ elements: UnsafeBufferPointer<UInt32>) -> UInt32 {
    addReferences(PropertyListMarker.orderedSet, count: elements.count, elements, nil)
  }

  /// Adds a dictionary. The key and value at the same index belong together.
  ///
  /// - Precondition: There are as many keys as values; extra ones are ignored.
  package mutating func addDictionary(
    keys: UnsafeBufferPointer<UInt32>, values: UnsafeBufferPointer<UInt32>
  ) -> UInt32 {
    addReferences(PropertyListMarker.dictionary, count: min(keys.count, values.count), keys, values)
  }

  @inline(never)
  private mutating func addReferences(
    _ marker: UInt8, count: Int, _ first: UnsafeBufferPointer<UInt32>, _ second: UnsafeBufferPointer<UInt32>?
  ) -> UInt32 {
    // The references are already in memory, so their number does not overflow.
    let references = second == nil ? count : count &* 2
    let start = bytes.count
    let head = headSize(count: count)
    guard let target = beginObject(head &+ references &* 4, references: references) else { return 0 }
    if references > 0, mayShortenReferences {
      let run = ReferenceRun(
        position: UInt32(truncatingIfNeeded: start &+ head), count: UInt32(truncatingIfNeeded: references))
      guard runs.append(run) else {
        fail(.tooLarge)
        return 0
      }
      referenceCount &+= references
    }
    var contents = storeHead(marker, count: count, at: target)
    contents = store(first, count: count, at: contents)
    if let second { _ = store(second, count: count, at: contents) }
    return lastObject
  }

  @inline(__always)
  private mutating func store(
    _ references: UnsafeBufferPointer<UInt32>, count: Int, at target: UnsafeMutablePointer<UInt8>
  ) -> UnsafeMutablePointer<UInt8> {
    guard let source = references.baseAddress else { return target }
    var largest = largestReference
    for index in 0..<count {
      let reference = source[index]
      largest = max(largest, reference)
      store(reference, at: target + index &* 4)
    }
    largestReference = largest
    return target + count &* 4
  }

  /// Replaces a reference of a container that was added.
  ///
  /// - Parameters:
  ///   - index: The index of the reference, from 0. A dictionary's values come after all of its keys.
  ///   - container: An array, set or dictionary. For any other object, or an index that it does not have,
  ///     ``finish(top:)`` throws an error.
  package mutating func patchReference(at index: Int, in container: UInt32, to object: UInt32) {
    guard let base = bytes.base, let start = offsets.base, Int(container) < offsets.count,
      let references = references(at: base + Int(start[Int(container)])), index >= 0, index < references.count
    else { return fail(.badPatch(object: container, index: index)) }
    store(object, at: references.start + index &* 4)
    largestReference = max(largestReference, object)
  }

  /// Returns the position of the references in a container of this writer.
  private func references(
    at head: UnsafeMutablePointer<UInt8>
  ) -> (start: UnsafeMutablePointer<UInt8>, count: Int)? {
    let perElement: Int
    switch head[0] & 0xF0 {
    case PropertyListMarker.array, PropertyListMarker.set, PropertyListMarker.orderedSet: perElement = 1
    case PropertyListMarker.dictionary: perElement = 2
    default: return nil
    }
    let (start, count) = contents(at: head)
    return (start, count &* perElement)
  }

  // MARK: Reading back

  /// The first byte of an object that was added, without its count; nil if there is none.
  func marker(of object: UInt32) -> UInt8? {
    guard let base = bytes.base, let start = offsets.base, Int(object) < offsets.count else { return nil }
    return base[Int(start[Int(object)])] & 0xF0
  }

  /// The elements of an array that was added; nil for any other object.
  func elements(of object: UInt32) -> [UInt32]? {
    marker(of: object) == PropertyListMarker.array ? addedReferences(of: object) : nil
  }

  /// The members of a dictionary that was added; nil for any other object.
  func members(of object: UInt32) -> [(key: String, value: UInt32)]? {
    guard marker(of: object) == PropertyListMarker.dictionary, let references = addedReferences(of: object)
    else { return nil }
    let count = references.count / 2
    return (0..<count).map { (string(references[$0]), references[count + $0]) }
  }

  private func addedReferences(of object: UInt32) -> [UInt32]? {
    guard let base = bytes.base, let start = offsets.base,
      let references = references(at: base + Int(start[Int(object)]))
    else { return nil }
    return (0..<references.count).map { index in
      UInt32(bigEndian: UnsafeRawPointer(references.start + index &* 4).loadUnaligned(as: UInt32.self))
    }
  }

  /// The text of a string that was added; empty for any other object.
  private func string(_ object: UInt32) -> String {
    guard let base = bytes.base, let start = offsets.base, Int(object) < offsets.count else { return "" }
    let (text, count) = contents(at: base + Int(start[Int(object)]))
    switch marker(of: object) {
    case PropertyListMarker.asciiString:
      return String(decoding: UnsafeBufferPointer(start: text, count: count), as: UTF8.self)
    case PropertyListMarker.utf16String:
      return String(
        decoding: (0..<count).lazy.map { UInt16(text[2 &* $0]) &<< 8 | UInt16(text[2 &* $0 &+ 1]) }, as: UTF16.self)
    default: return ""
    }
  }
}
