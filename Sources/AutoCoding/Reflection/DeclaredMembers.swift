import RuntimeShims

/// The members that types declare, from the symbol tables of the process's images.
package struct DeclaredMembers {
  /// An image whose symbols could not be read.
  package struct Unreadable: Sendable {
    /// The path of the image.
    package let name: String
    package let reason: String
  }

  package private(set) var unreadable: [Unreadable] = []
  private var members: [UnsafeRawPointer: Set<DeclaredMember>] = [:]
  /// The members in extensions with constraints.
  private var constrained: [UnsafeRawPointer: Set<DeclaredMember>] = [:]

  /// Returns the members that a type itself declares, without inherited ones, and without those of extensions with
  /// constraints; nil if they are unknown.
  package func members(of type: Any.Type) -> Set<DeclaredMember>? {
    Metadata(type).descriptor.flatMap { members[$0.pointer] }
  }

  /// Returns the members that extensions of a generic type with constraints declare.
  package func constrainedMembers(of type: Any.Type) -> Set<DeclaredMember> {
    Metadata(type).descriptor.flatMap { constrained[$0.pointer] } ?? []
  }

  /// Reads the members of types.
  package init(of types: [Any.Type]) {
    let descriptors = Set(types.compactMap { Metadata($0).descriptor?.pointer })
    #if os(Linux)
    let images = Dictionary(grouping: descriptors, by: LoadedImage.file(containing:))
    for (file, descriptors) in images.sorted(byText: { $0.key?.name ?? "" }) {
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
      unreadable = [Unreadable(name: "all images", reason: "Symbols are only read on Linux.")]
    }
    #endif
  }

  #if os(Linux)
  private mutating func read(_ table: SymbolTable, _ descriptors: [UnsafeRawPointer], bias: UInt) {
    let wanted = Dictionary(
      descriptors.map { (UInt64(UInt(bitPattern: $0) &- bias), $0) }, uniquingKeysWith: { first, _ in first })
    var contexts: [SymbolContext] = []
    table.forEachSwiftSymbol { name, address in
      // The symbol of a type's descriptor ends with "Mn"; the part before that begins the symbols of all its members.
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
      // The symbols of static members end with "Z", of functions with "F", of getters with "vg", of initializers with
      // "fc".
      guard
        name.last == UInt8(ascii: "Z") || name.last == UInt8(ascii: "F") || name.ends("v", "g") || name.ends("f", "c"),
        let context = index.context(of: name), let text = demangled(name),
        let member = DeclaredMember(symbol: text, in: context.name)
      else { return }
      if member.isConstrained {
        constrained[context.descriptor, default: []].insert(member)
      } else {
        members[context.descriptor, default: []].insert(member)
      }
    }
  }
  #endif

  /// Returns a type as it appears in a demangled symbol; nil for a type without a name outside its file.
  package static func text(of type: Any.Type) -> String? {
    _mangledTypeName(type).flatMap { name in
      let symbol = "$s\(name)D"
      return symbol.utf8.withContiguousStorageIfAvailable { demangled(UnsafeRawBufferPointer($0)) } ?? nil
    }
  }

  /// Returns a type or signature from a symbol as people write it.
  package static func short(_ text: String) -> String {
    text.replacing("Swift.", with: "").replacing(" : ", with: ": ")
  }
}

/// Returns the demangled form of a symbol.
private func demangled(_ symbol: UnsafeRawBufferPointer) -> String? {
  guard let name = symbol.baseAddress?.assumingMemoryBound(to: CChar.self),
    let text = swift_demangle(name, symbol.count, nil, nil, 0)
  else { return nil }
  defer { ac_free(text) }
  return String(cString: text)
}

#if os(Linux)
/// A type as it appears in the symbols of its members.
private struct SymbolContext {
  /// The mangled prefix of the symbols of the type's members and nested types.
  let prefix: [UInt8]
  /// The type's demangled name.
  let name: String
  let descriptor: UnsafeRawPointer

  /// Contexts by their prefixes.
  struct Index {
    private let contexts: [SymbolContext]
    /// For each context, the other context whose prefix is the longest that its prefix begins with.
    private let outer: [Int?]

    init(_ contexts: [SymbolContext]) {
      let contexts = contexts.sorted { $0.prefix.lexicographicallyPrecedes($1.prefix) }
      var outer: [Int?] = []
      for (index, context) in contexts.enumerated() {
        // In sorted order, a context whose prefix this one begins with is the one before it, or is around that.
        var candidate = index > 0 ? index - 1 : nil
        while let current = candidate, !context.prefix.starts(with: contexts[current].prefix) {
          candidate = outer[current]
        }
        outer.append(candidate)
      }
      self.contexts = contexts
      self.outer = outer
    }

    /// Returns the innermost context whose prefix a symbol begins with.
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
  /// Whether the bytes end with two characters.
  fileprivate func ends(_ first: Unicode.Scalar, _ second: Unicode.Scalar) -> Bool {
    count > 2 && self[count - 2] == UInt8(ascii: first) && self[count - 1] == UInt8(ascii: second)
  }
}
#endif
