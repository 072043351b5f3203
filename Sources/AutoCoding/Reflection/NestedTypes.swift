/// Finds enums that are nested in a type, including private ones, unless the compiler removed them.
package enum NestedTypes {
  /// Returns whether an enum of that name is nested in the type. Only names that end with "CodingKeys" are found.
  package static func contains(enumNamed name: String, in type: Any.Type) -> Bool {
    #if os(Linux)
    guard let parent = Metadata(type).descriptor?.pointer else { return false }
    return table.withLock { $0.contains(name, in: parent) }
    #else
    return TypeLookup.type(named: TypeLookup.name(of: type) + "." + name) != nil
    #endif
  }

  #if os(Linux)
  private struct Table {
    private struct Key: Hashable {
      let parent: UnsafeRawPointer
      let name: String
    }

    private var enums: Set<Key> = []
    private var imageCount = 0

    mutating func contains(_ name: String, in parent: UnsafeRawPointer) -> Bool {
      let imageCount = TypeLookup.imageCount
      if imageCount != self.imageCount {
        self.imageCount = imageCount
        enums = []
        for descriptor in TypeLookup.allDescriptors where descriptor.load(as: UInt32.self) & 0x1f == 18 {
          let name = TypeLookup.contextName(of: descriptor)
          guard name.hasSuffix("CodingKeys"), let parent = TypeLookup.enclosingType(of: descriptor) else { continue }
          enums.insert(Key(parent: parent, name: name))
        }
      }
      return enums.contains(Key(parent: parent, name: name))
    }
  }

  private static let table = Locked(Table())
  #endif
}
