import RuntimeShims

/// Enums by the type that they are nested in, private ones included.
package enum NestedTypes {
  package enum Found: Sendable {
    case type(Any.Type)
    /// There is one, but it cannot be had: it is nested in a generic type.
    case hidden
  }

  /// The enum of a name that is nested in a type, or nil where there is none.
  package static func nestedEnum(_ name: String, in type: Any.Type) -> Found? {
    #if os(Linux)
    guard let parent = Metadata(type).descriptor?.pointer else { return nil }
    guard let record = table.withLock({ $0.record(named: name, in: parent) }) else { return nil }
    guard record.load(as: UInt32.self) & 0x80 == 0 else { return .hidden }
    return TypeLookup.type(descriptor: record).map(Found.type) ?? .hidden
    #else
    return TypeLookup.type(named: TypeLookup.name(of: type) + "." + name).map(Found.type)
    #endif
  }

  #if os(Linux)
  private struct Table {
    private struct Key: Hashable {
      let parent: UnsafeRawPointer
      let name: String
    }

    private var records: [Key: UnsafeRawPointer] = [:]
    private var imageCount = 0

    mutating func record(named name: String, in parent: UnsafeRawPointer) -> UnsafeRawPointer? {
      let imageCount = TypeLookup.imageCount
      if imageCount != self.imageCount {
        self.imageCount = imageCount
        records = [:]
        for descriptor in TypeLookup.allDescriptors where descriptor.load(as: UInt32.self) & 0x1f == 18 {
          let name = TypeLookup.contextName(of: descriptor)
          guard name.hasSuffix("CodingKeys"), let parent = TypeLookup.enclosingType(of: descriptor) else { continue }
          records[Key(parent: parent, name: name)] = descriptor
        }
      }
      return records[Key(parent: parent, name: name)]
    }
  }

  private static let table = Locked(Table())
  #endif
}
