extension TypeMap {
  /// The flattened properties of a record, those of flattened properties included: models whose properties are in the
  /// record's own object, and enums whose case keys and contents are there.
  ///
  /// The record's ``KeyGroup`` knows all properties of that object by position. The record's own have the positions of its
  /// operations; those of each part follow them.
  package final class Flattening: Sendable {
    /// A flattened model.
    package struct Part: Sendable {
      /// The part that has the model as a property; nil if it is a property of the record itself.
      package let parent: Int?
      /// The position of that property in the operations of its owner.
      package let position: Int
      /// ``map``, for code that must not retain it.
      package let unretainedMap: Unmanaged<Storage>
      /// ``codec``, for code that must not retain it. ``Flattening`` retains it.
      package let unretainedCodec: Unmanaged<Codec>
      /// The position of the part's first property in the record's key groups.
      package let first: Int
      package let isWritten: Bool
      package let isRead: Bool
      /// Whether the part is an enum, whose cases are named under a case key. It has no properties, and is read and written
      /// by itself.
      package let isEnum: Bool
      /// Whether the part, or a part of it, has the dictionary for all other keys.
      package fileprivate(set) var hasRest = false
      /// The map of the model's type. Maps are immortal.
      package var map: Storage { unretainedMap.takeUnretainedValue() }
      /// The codec of the model's type.
      package var codec: Codec { unretainedCodec.takeUnretainedValue() }
      /// How the cases are named, if the part is an enum.
      package var tags: CaseTags? { isEnum ? map.caseTags : nil }
      /// The cases of an enum, and how they are named.
      ///
      /// - Throws: `DecodingError` if the part is no enum.
      package var enumeration: (cases: Cases, tags: CaseTags) {
        get throws {
          guard case .enumeration(let cases) = map.shape, let tags = cases.tags else { throw Self.unexpected(map) }
          return (cases, tags)
        }
      }

      /// The error for a map that no flattened enum has.
      package static func unexpected(_ map: Storage) -> DecodingError {
        .dataCorrupted(.init("\(TypeLookup.name(of: map.type)) cannot be flattened; this is a fault of AutoCoding."))
      }
      /// Whether the part has that dictionary alone, and no other keys. It is then never missing.
      package var isRest: Bool { hasRest && !map.hasFlattenedEnums && map.keyGroup?.members.isEmpty ?? true }

      package init(
        parent: Int?, position: Int, map: Storage, codec: Codec, first: Int, isWritten: Bool, isRead: Bool
      ) {
        self.parent = parent
        self.position = position
        unretainedMap = .passUnretained(map)
        unretainedCodec = .passUnretained(codec)
        self.first = first
        isEnum = map.caseTags != nil
        self.isWritten = isWritten
        self.isRead = isRead
      }
    }

    /// A property of a flattened model.
    package struct Location {
      package let part: Int
      package let position: Int
      package let operation: UnsafePointer<PropertyOperation>
      package let map: Unmanaged<Storage>
    }

    /// Each after its parent, in the order of their first positions.
    package let parts: [Part]
    /// The properties of all parts, in the order of their positions in the record's key groups.
    nonisolated(unsafe) package let locations: UnsafeBufferPointer<Location>
    private let codecs: [Codec]
    /// The dictionary for all other keys: its part, which is nil for the record itself, and its position there.
    package let rest: (part: Int?, position: Int)?
    /// The positions of the parts that are enums.
    package let enums: [Int]
    /// The map of the same record as if the properties of all parts were its own; nil if one of them could tell, as an object,
    /// an Optional or a model with defaults can.
    package let mapInPlace: Storage?

    package init(parts: [Part], rest: (part: Int?, position: Int)?, mapInPlace: Storage? = nil) {
      self.mapInPlace = mapInPlace
      var parts = parts
      var owner = rest?.part
      while let part = owner {
        parts[part].hasRest = true
        owner = parts[part].parent
      }
      self.parts = parts
      enums = parts.indices.filter { parts[$0].isEnum }
      codecs = parts.map(\.codec)
      self.rest = rest
      let locations = parts.enumerated().flatMap { index, part in
        part.map.operations.indices.map {
          Location(part: index, position: $0, operation: part.map.operation(at: $0), map: part.unretainedMap)
        }
      }
      let memory = UnsafeMutableBufferPointer<Location>.allocate(capacity: locations.count)
      _ = memory.initialize(from: locations)
      self.locations = UnsafeBufferPointer(memory)
    }

    deinit { locations.deallocate() }

    /// Returns the part that has the property at a position of the record's key groups, and the position there. The
    /// record itself is nil.
    package func location(of position: Int) -> (part: Int?, position: Int) {
      guard let part = parts.lastIndex(where: { $0.first <= position }) else { return (nil, position) }
      return (part, position - parts[part].first)
    }
  }
}

/// The keys of a model in a record that it is flattened into: the versions there are the record's, and are no unknown key.
package final class PartKeys: Sendable {
  package let index: PropertyIndex
  package let group: KeyGroup?
  /// As ``TypeMap/Storage/objectIndex``.
  package var objectIndex: PropertyIndex { group?.index ?? index }

  fileprivate init(of map: TypeMap.Storage) {
    index = PropertyIndex(ofPart: map.index)
    group = map.keyGroup.map(KeyGroup.init(ofPart:))
  }
}

extension TypeMap.Storage {
  /// The keys of the type if a record that has been read is read once more, as a model that is flattened into it.
  package var keysAsPart: PartKeys {
    knownKeysAsPart.found(orMake: { PartKeys(of: self) })
  }

  /// Describes the property at a position of the record's key groups: "Owner.name".
  package func describedProperty(at position: Int) -> String {
    let location = flattening?.location(of: position) ?? (part: nil, position: position)
    let map = location.part.flatMap { flattening?.parts[$0].map } ?? self
    let coded = map.codedProperties
    guard coded.indices.contains(location.position) else { return TypeLookup.name(of: map.type) }
    return "\(_typeName(coded[location.position].declaringType, qualified: false)).\(coded[location.position].name)"
  }

  /// The first steps of all keys of the type's objects, current and former ones, in formats that nest.
  package var firstKeys: Set<String> {
    guard let keyGroup else { return Set(operations.flatMap { [$0.key] + $0.formerKeys }.map(\.stringValue)) }
    let enums = flattening?.enums.compactMap { flattening?.parts[$0].tags } ?? []
    return enums.reduce(into: Set(keyGroup.keys)) { $0.formUnion($1.ownKeys.keys) }
  }

  /// The keys of the type's objects in formats that nest.
  package var objectIndex: PropertyIndex { keyGroup?.index ?? index }

  /// How the cases are named, if the map is of an enum with a case key.
  package var caseTags: TypeMap.CaseTags? { cases?.takeUnretainedValue().tags }
}
