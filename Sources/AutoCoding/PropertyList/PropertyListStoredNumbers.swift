/// Writes and reads values that are numbers in memory, such as vectors and ranges, as their own code does.
extension PropertyListCodingWriter {
  mutating func writeCodable(_ address: UnsafeRawPointer, _ access: CodableAccess) throws {
    // Code within the type's code enters another level.
    if let numbers = access.numbers?.takeUnretainedValue(),
      NestedLevel.canEnter(numbers.isOneArray ? 1 : 2, within: limits)
    {
      return try write(numbers, of: address)
    }
    try writeOwnCode(of: address, access)
  }

  private mutating func write(_ numbers: StoredNumbers, of address: UnsafeRawPointer) throws {
    if !numbers.isOneArray { builder.pointee.begin() }
    for first in stride(from: 0, to: numbers.count, by: numbers.countPerArray) {
      builder.pointee.begin()
      for index in first..<first &+ numbers.countPerArray {
        try encodeLeaf(address + numbers[index].offset, kind: numbers[index].kind)
      }
      builder.pointee.endArray()
    }
    if !numbers.isOneArray { builder.pointee.endArray() }
  }
}

extension PropertyListCodingReader {
  /// Returns false, and reads nothing, if the type's code has to be called.
  mutating func readNumbers(into address: UnsafeMutableRawPointer, _ numbers: StoredNumbers) throws -> Bool {
    guard NestedLevel.canEnter(numbers.isOneArray ? 1 : 2, within: options.limits) else { return false }
    // A vector may have more memory than numbers.
    address.initializeMemory(as: UInt8.self, repeating: 0, count: numbers.size)
    let array = current
    defer { current = array }
    // The type's code says what is wrong.
    guard (try? readArrays(of: numbers, into: address)) == true, numbers.isDecodable(address) else { return false }
    try spend(numbers.count &+ numbers.count / numbers.countPerArray)
    return true
  }

  private mutating func readArrays(of numbers: StoredNumbers, into address: UnsafeMutableRawPointer) throws -> Bool {
    let arrayCount = numbers.count / numbers.countPerArray
    let arrays = numbers.isOneArray ? nil : try elements(arrayCount)
    if !numbers.isOneArray, arrays == nil { return false }
    for array in 0..<arrayCount {
      if let arrays { current = try list.element(array, of: arrays) }
      guard let elements = try elements(numbers.countPerArray) else { return false }
      for element in 0..<numbers.countPerArray {
        current = try list.element(element, of: elements)
        let number = numbers[array &* numbers.countPerArray &+ element]
        try decodeLeaf(into: address + number.offset, kind: number.kind)
      }
    }
    return true
  }

  /// Returns the elements of the current object if it is an array of just as many.
  private func elements(_ count: Int) throws -> PropertyListReader.Elements? {
    guard try list.marker(of: current) & 0xF0 == PropertyListMarker.array else { return nil }
    let elements = try list.array(current)
    return elements.count == count ? elements : nil
  }
}
