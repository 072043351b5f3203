import RuntimeShims

/// What types declare, as far as the symbol tables of the process's images tell.
package struct DeclaredMembers {
  /// An image whose symbols could not be read.
  package struct Unreadable: Sendable {
    /// The path of the image.
    package let name: String
    package let reason: String
  }

  package private(set) var unreadable: [Unreadable] = []
  private var members: [UnsafeRawPointer: Set<DeclaredMember>] = [:]

  /// What a type itself declares, without what it inherits; nil if that cannot be told.
  package func members(of type: Any.Type) -> Set<DeclaredMember>? {
    Metadata(type).descriptor.flatMap { members[$0.pointer] }
  }

  /// Looks for what types declare.
  package init(of types: [Any.Type]) {
    let descriptors = Set(types.compactMap { Metadata($0).descriptor?.pointer })
    #if os(Linux)
    let images = Dictionary(grouping: descriptors, by: LoadedImage.file(containing:))
    for (file, descriptors) in images.sorted(by: { $0.key?.name ?? "" < $1.key?.name ?? "" }) {
      do {
        guard let file else { throw SymbolTable.Failure(description: "It is not known where it was loaded from.") }
        read(try SymbolTable(path: file.path), descriptors, bias: file.bias)
        let missing = descriptors.count { members[$0] == nil }
        if missing > 0 { throw SymbolTable.Failure(description: "It lacks the symbols of \(missing) types.") }
      } catch {
        unreadable.append(Unreadable(name: file?.name ?? "an image", reason: "\(error)"))
      }
    }
    #else
    if !descriptors.isEmpty {
      unreadable = [Unreadable(name: "all images", reason: "Symbols are read on Linux alone.")]
    }
    #endif
  }

  #if os(Linux)
  private mutating func read(_ table: SymbolTable, _ descriptors: [UnsafeRawPointer], bias: UInt) {
    let wanted = Dictionary(
      descriptors.map { (UInt64(UInt(bitPattern: $0) &- bias), $0) }, uniquingKeysWith: { first, _ in first })
    var contexts: [SymbolContext] = []
    table.forEachSwiftSymbol { name, address in
      // "Mn" ends the symbol of a type's descriptor, and what is before it begins those of all its members.
      guard name.ends("M", "n"), let descriptor = wanted[address], let text = demangled(name) else { return }
      let prefix = "nominal type descriptor for "
      guard text.hasPrefix(prefix) else { return }
      contexts.append(
        SymbolContext(
          prefix: Array(name.dropLast(2)), name: String(text.dropFirst(prefix.count)), descriptor: descriptor))
    }
    for context in contexts { members[context.descriptor] = [] }
    let index = SymbolContext.Index(contexts)
    table.forEachSwiftSymbol { name, _ in
      // The ends of symbols of: static members, getters, functions, initializers.
      guard
        name.last == UInt8(ascii: "Z") || name.last == UInt8(ascii: "F") || name.ends("v", "g") || name.ends("f", "c"),
        let context = index.context(of: name), let text = demangled(name),
        let member = DeclaredMember(symbol: text, in: context.name)
      else { return }
      members[context.descriptor, default: []].insert(member)
    }
  }
  #endif

  /// How a symbol shows a type; nil for a type that has no name of its own outside of its file.
  package static func text(of type: Any.Type) -> String? {
    _mangledTypeName(type).flatMap { name in
      let symbol = "$s\(name)D"
      return symbol.utf8.withContiguousStorageIfAvailable { demangled(UnsafeRawBufferPointer($0)) } ?? nil
    }
  }

  /// A type or signature of a symbol as people write it.
  package static func short(_ text: String) -> String {
    text.replacing("Swift.", with: "").replacing(" : ", with: ": ")
  }
}

/// The name that a symbol stands for.
private func demangled(_ symbol: UnsafeRawBufferPointer) -> String? {
  guard let name = symbol.baseAddress?.assumingMemoryBound(to: CChar.self),
    let text = swift_demangle(name, symbol.count, nil, nil, 0)
  else { return nil }
  defer { ac_free(text) }
  return String(cString: text)
}

#if os(Linux)
/// A type as the symbols of its members have it.
private struct SymbolContext {
  /// What the symbols of its members, and of types that are nested in it, begin with.
  let prefix: [UInt8]
  /// Its demangled name.
  let name: String
  let descriptor: UnsafeRawPointer

  /// Contexts by their prefixes.
  struct Index {
    private let contexts: [SymbolContext]
    /// Of each context the longest of the others with which its prefix begins.
    private let outer: [Int?]

    init(_ contexts: [SymbolContext]) {
      let contexts = contexts.sorted { $0.prefix.lexicographicallyPrecedes($1.prefix) }
      var outer: [Int?] = []
      for (index, context) in contexts.enumerated() {
        // Whatever the prefix begins with is at or around the one before it.
        var candidate = index > 0 ? index - 1 : nil
        while let current = candidate, !context.prefix.starts(with: contexts[current].prefix) {
          candidate = outer[current]
        }
        outer.append(candidate)
      }
      self.contexts = contexts
      self.outer = outer
    }

    /// The innermost context whose prefix a symbol begins with.
    func context(of symbol: UnsafeRawBufferPointer) -> SymbolContext? {
      var (low, high) = (0, contexts.count)
      while low < high {
        let middle = (low + high) / 2
        if symbol.precedes(contexts[middle].prefix) { high = middle } else { low = middle + 1 }
      }
      var candidate = low > 0 ? low - 1 : nil
      while let current = candidate, !symbol.begins(with: contexts[current].prefix) { candidate = outer[current] }
      return candidate.map { contexts[$0] }
    }
  }
}

extension UnsafeRawBufferPointer {
  /// Whether the last two bytes are these.
  fileprivate func ends(_ first: Unicode.Scalar, _ second: Unicode.Scalar) -> Bool {
    count > 2 && self[count - 2] == UInt8(ascii: first) && self[count - 1] == UInt8(ascii: second)
  }
}
#endif
