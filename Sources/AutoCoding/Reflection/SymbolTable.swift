#if os(Linux)
#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// The symbols of an ELF file. The file is untrusted input: everything in it is checked before use.
package struct SymbolTable {
  /// The reason why there is no symbol table.
  package struct Failure: Error, CustomStringConvertible {
    package let description: String
  }

  private let symbols: [UInt8]
  private let names: [UInt8]

  /// Reads the symbol table of a file.
  ///
  /// - Throws: ``Failure`` if the file cannot be read, or has no table.
  package init(path: String) throws {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw Failure(description: "The file cannot be opened.") }
    defer { close(descriptor) }
    let size = lseek(descriptor, 0, SEEK_END)
    guard size >= 0 else { throw Failure(description: "The file cannot be read.") }
    try self.init(size: Int(size)) { range in
      var bytes = [UInt8](repeating: 0, count: range.count)
      let isComplete = bytes.withUnsafeMutableBytes { buffer in
        var count = 0
        while count < buffer.count {
          let read = pread(
            descriptor, buffer.baseAddress.map { $0 + count }, buffer.count - count, off_t(range.lowerBound + count))
          if read <= 0 { return false }
          count += read
        }
        return true
      }
      guard isComplete else { throw Failure(description: "The file cannot be read.") }
      return bytes
    }
  }

  /// Reads the symbol table of an ELF file of `size` bytes.
  ///
  /// - Parameter read: Returns the bytes of a range within the size.
  /// - Throws: ``Failure`` if there is no table; errors of `read`.
  package init(size: Int, read: (Range<Int>) throws -> [UInt8]) throws {
    // elf.h, `Elf64_Ehdr` and `Elf64_Shdr`
    let headerSize = 64
    guard size >= headerSize else { throw Failure(description: "It is not an ELF file.") }
    let header = try read(0..<headerSize)
    guard header.starts(with: [0x7f, 0x45, 0x4c, 0x46, 2, 1]) else {
      throw Failure(description: "It is not a 64-bit little-endian ELF file.")
    }
    let damaged = Failure(description: "Its section headers or symbols lie outside of the file.")
    let sectionSize = Int(header.integer(at: 58, as: UInt16.self))
    let count = Int(header.integer(at: 60, as: UInt16.self))
    let offset = header.integer(at: 40, as: UInt64.self)
    guard sectionSize == 64, let range = Self.range(offset, UInt64(count) * 64, within: size) else { throw damaged }
    let sections = try read(range)

    func section(_ index: Int) -> Range<Int>? {
      guard index < count else { return nil }
      return Self.range(
        sections.integer(at: index * 64 + 24, as: UInt64.self), sections.integer(at: index * 64 + 32, as: UInt64.self),
        within: size)
    }
    let symbolTable: UInt32 = 2  // SHT_SYMTAB
    guard let found = (0..<count).first(where: { sections.integer(at: $0 * 64 + 4, as: UInt32.self) == symbolTable })
    else { throw Failure(description: "It has no symbol table: it was stripped.") }
    let linked = Int(sections.integer(at: found * 64 + 40, as: UInt32.self))
    guard let symbolRange = section(found), let nameRange = section(linked) else { throw damaged }
    symbols = try read(symbolRange)
    names = try read(nameRange)
  }

  private static func range(_ offset: UInt64, _ size: UInt64, within limit: Int) -> Range<Int>? {
    guard let limit = UInt64(exactly: limit), offset <= limit, size <= limit - offset else { return nil }
    return Int(offset)..<Int(offset + size)
  }

  /// Calls `body` with the name of each Swift symbol and its address in the file.
  package func forEachSwiftSymbol(_ body: (_ name: UnsafeRawBufferPointer, _ address: UInt64) -> Void) {
    symbols.withUnsafeBytes { symbols in
      names.withUnsafeBytes { names in
        guard let first = names.baseAddress else { return }
        // `Elf64_Sym`: the name's position at 0, the address at 8.
        for place in stride(from: 0, to: symbols.count / 24 * 24, by: 24) {
          let start = Int(symbols.loadUnaligned(fromByteOffset: place, as: UInt32.self))
          guard start + 2 < names.count, names[start] == UInt8(ascii: "$"), names[start + 1] == UInt8(ascii: "s"),
            let end = memchr(first + start, 0, names.count - start)
          else { continue }
          body(
            UnsafeRawBufferPointer(start: first + start, count: UnsafeRawPointer(end) - (first + start)),
            symbols.loadUnaligned(fromByteOffset: place + 8, as: UInt64.self))
        }
      }
    }
  }
}

// These call the C library to be fast without optimization, too: test builds are not optimized and have many symbols.
extension UnsafeRawBufferPointer {
  /// Whether these bytes precede others in lexicographic order.
  func precedes(_ other: [UInt8]) -> Bool {
    let order = Swift.min(count, other.count)
    let difference = baseAddress.map { memcmp($0, other, order) } ?? 0
    return difference == 0 ? count < other.count : difference < 0
  }

  func begins(with other: [UInt8]) -> Bool {
    count >= other.count && (baseAddress.map { memcmp($0, other, other.count) == 0 } ?? true)
  }
}

extension [UInt8] {
  /// Precondition: the integer lies within the array.
  fileprivate func integer<Value: FixedWidthInteger & BitwiseCopyable>(at offset: Int, as type: Value.Type) -> Value {
    withUnsafeBytes { $0.loadUnaligned(fromByteOffset: offset, as: type) }
  }
}
#endif
