/// An object or array in the data that has no type in the model: the root or a step of the key paths of a type's
/// properties.
///
/// A type has groups if one of its properties has a key path of more than one key, current or former, or is flattened. A
/// group's keys lead to properties, or to nested groups. Those of flattened properties lead to the properties of the nested
/// model, whose positions follow those of the type's own (`TypeMap.Flattening`).
package final class KeyGroup: Sendable {
  /// Where a key leads.
  package enum Member: Sendable {
    /// - rank: See ``PropertyIndex/Match/rank``.
    case property(position: Int, rank: Int)
    case group(KeyGroup)
  }

  /// The members: those of current paths, in the order of the properties, and then those of former paths.
  package let members: [Member]
  /// The members' keys, for lookups by readers. Each has rank 0.
  package let index: PropertyIndex
  /// The positions of members that are only written.
  package let unread: [Int]
  /// Their keys.
  package let unreadKeys: Set<String>
  /// The ranks of the paths in the group: 0 for current ones, from 1 on for former ones.
  package let ranks: Set<Int>
  /// A member, for code that codes it without retaining what it has.
  package struct MemberInPlace {
    package let key: PropertyKey
    /// The group that the key leads to; nil for a property.
    package let group: KeyGroup?
    /// The position of the property.
    package let position: Int
    /// See ``PropertyIndex/Match/rank``.
    package let rank: Int
  }

  /// The ``members`` in their order.
  nonisolated(unsafe) package let membersInPlace: UnsafePointer<MemberInPlace>
  /// The members that are written, which come first; the others have only former paths.
  package var written: UnsafeBufferPointer<MemberInPlace> {
    UnsafeBufferPointer(start: membersInPlace, count: writtenCount)
  }
  private let writtenCount: Int
  /// The indices of the members, in their order, if the group is an array; nil if it is an object. No member of an array
  /// is written.
  private let elements: [Int]?

  /// Whether the group is written even if it has nothing but nils: the values of an enum's case, since code in other
  /// languages asks for their object.
  package let isRequired: Bool

  /// Whether the group is an array.
  package var isArray: Bool { elements != nil }

  /// Returns the member at an index of an array, or nil.
  package func member(atElement index: Int) -> Int? { elements?.firstIndex(of: index) }

  /// A property that a root group has, a dictionary for the keys that no property has, or a flattened enum.
  package struct Entry: Sendable {
    package let position: Int
    /// Nil for a dictionary and for an enum.
    package let path: PropertyPath?
    /// The number of the flattened enum; nil for anything else.
    package let flattenedEnum: Int?
    /// Former paths, in the order in which they are tried.
    package let formerPaths: [PropertyPath]
    package let isWritten: Bool
    package let isRead: Bool

    package init(
      position: Int, path: PropertyPath?, flattenedEnum: Int? = nil, formerPaths: [PropertyPath] = [],
      isWritten: Bool = true, isRead: Bool = true
    ) {
      self.position = position
      self.path = path
      self.flattenedEnum = flattenedEnum
      self.formerPaths = formerPaths
      self.isWritten = isWritten
      self.isRead = isRead
    }

    /// Whether it is the dictionary.
    package var isRest: Bool { path == nil && flattenedEnum == nil }
    /// The current path and the former ones.
    package var paths: [PropertyPath] { [path].compactMap { $0 } + formerPaths }
  }

  /// A dictionary for the keys of an object that no property has.
  package struct Rest: Sendable {
    /// The position of the property.
    package let position: Int
    /// The member before which the dictionary is written; nil if it is not written.
    package let writtenBefore: Int?
    package let isRead: Bool
    /// Whether no key strategy of a coder converts the keys.
    package let areKeysFixed: Bool
  }

  /// The dictionary of a root group that has one.
  package let rest: Rest?

  /// A flattened enum, which is written by itself.
  package struct FlattenedEnum: Sendable {
    /// Its number among the flattened models.
    package let part: Int
    /// The member before which it is written.
    package let writtenBefore: Int
    /// Whether it is written before the dictionary, if both are written before the same member.
    package let precedesRest: Bool
  }

  /// The flattened enums of a root group that are written, in their order.
  package let enums: [FlattenedEnum]
  /// Whether something is written between members: ``rest`` or ``enums``.
  package let hasInsertions: Bool

  /// Returns the root group of a type.
  ///
  /// Precondition: no path is a prefix of another, and none has an index in a step in which another has a key.
  ///
  /// - Parameters:
  ///   - entries: The properties, in the order in which they are written.
  ///   - type: The type, for messages.
  ///   - ignoredPaths: The paths of properties that are left out.
  ///   - areKeysFixed: Whether no key strategy of a coder converts the keys.
  ///   - convertedKeys: See ``PropertyIndex/convertedKeys``.
  ///   - requiredKey: The key of an object that is written even if it has nothing but nils.
  package static func root(
    _ entries: [Entry], isVersioned: Bool = false, type: Any.Type? = nil, ignoredPaths: [[String]] = [],
    areKeysFixed: Bool = false, convertedKeys: Set<String> = [], requiredKey: String? = nil
  ) -> KeyGroup {
    var draft = Draft()
    var rest: Rest?
    var enums: [FlattenedEnum] = []
    for entry in entries {
      if let path = entry.path, entry.isWritten {
        draft.add(path, path.steps[...], path.intValue, position: entry.position, rank: 0, isRead: entry.isRead)
      } else if let part = entry.flattenedEnum {
        guard entry.isWritten else { continue }
        enums.append(FlattenedEnum(part: part, writtenBefore: draft.nodes.count, precedesRest: rest == nil))
      } else if entry.isRest {
        rest = Rest(
          position: entry.position, writtenBefore: entry.isWritten ? draft.nodes.count : nil, isRead: entry.isRead,
          areKeysFixed: areKeysFixed)
      }
    }
    for entry in entries where !entry.isWritten && entry.isRead {
      guard let path = entry.path else { continue }
      draft.add(path, path.steps[...], path.intValue, position: entry.position, rank: 0, isWritten: false)
    }
    for entry in entries where entry.isRead {
      for (rank, path) in entry.formerPaths.enumerated() {
        draft.add(path, path.steps[...], nil, position: entry.position, rank: rank + 1, isWritten: false)
      }
    }
    return KeyGroup(
      draft, rest: rest, enums: enums, isVersioned: isVersioned, type: type, ignoredPaths: ignoredPaths.map { $0[...] },
      areKeysFixed: areKeysFixed, convertedKeys: convertedKeys, requiredKey: requiredKey)
  }

  private init(
    _ draft: Draft, rest: Rest? = nil, enums: [FlattenedEnum] = [], isVersioned: Bool, type: Any.Type?,
    ignoredPaths: [ArraySlice<String>],
    areKeysFixed: Bool, convertedKeys: Set<String> = [], isRequired: Bool = false, requiredKey: String? = nil
  ) {
    self.rest = rest
    self.enums = enums
    hasInsertions = rest != nil || !enums.isEmpty
    self.isRequired = isRequired
    members = draft.nodes.map { node in
      switch node.content {
      case .property(let position, let rank): return .property(position: position, rank: rank)
      case .group(let group):
        let within = ignoredPaths.filter { $0.count > 1 && $0.first == node.key }.map { $0.dropFirst() }
        return .group(
          KeyGroup(
            group, isVersioned: true, type: nil, ignoredPaths: within, areKeysFixed: areKeysFixed,
            isRequired: node.key == requiredKey))
      }
    }
    ranks = members.reduce(into: []) { ranks, member in
      switch member {
      case .property(_, let rank): ranks.insert(rank)
      case .group(let group): ranks.formUnion(group.ranks)
      }
    }
    unread = draft.nodes.indices.filter { !draft.nodes[$0].isRead }
    unreadKeys = Set(unread.map { draft.nodes[$0].key })
    index = PropertyIndex(
      keys: draft.nodes.map { PropertyKey($0.key, intValue: $0.intValue, isFixed: areKeysFixed) },
      formerKeys: draft.nodes.map { _ in [] }, unread: unread,
      isVersioned: isVersioned, type: type, ignoredKeys: Set(ignoredPaths.compactMap(\.first)),
      convertedKeys: convertedKeys)
    elements = draft.isArray ? draft.nodes.map { PropertyPath.index($0.key) ?? 0 } : nil
    writtenCount = draft.nodes.count { $0.isWritten }
    let memory = UnsafeMutablePointer<MemberInPlace>.allocate(capacity: members.count)
    for (position, member) in members.enumerated() {
      let place = memory + position
      switch member {
      case .property(let property, let rank):
        place.initialize(to: .init(key: index.keys[position], group: nil, position: property, rank: rank))
      case .group(let group): place.initialize(to: .init(key: index.keys[position], group: group, position: 0, rank: 0))
      }
    }
    membersInPlace = UnsafePointer(memory)
    original = nil
  }

  /// Makes the root group of a model that is flattened into a record, whose versions are the record's.
  package init(ofPart group: KeyGroup) {
    members = group.members
    index = PropertyIndex(ofPart: group.index)
    unread = group.unread
    unreadKeys = group.unreadKeys
    ranks = group.ranks
    membersInPlace = group.membersInPlace
    writtenCount = group.writtenCount
    elements = group.elements
    isRequired = group.isRequired
    rest = group.rest
    enums = group.enums
    hasInsertions = group.hasInsertions
    original = group
  }

  /// The group that owns the memory of the members; nil if this one does.
  private let original: KeyGroup?

  deinit {
    guard original == nil else { return }
    let memory = UnsafeMutablePointer(mutating: membersInPlace)
    memory.deinitialize(count: members.count)
    memory.deallocate()
  }

  /// The key of a member.
  package func key(_ member: Int) -> PropertyKey { index.keys[member] }

  /// The first keys under which the group has properties, current and former.
  package var keys: [String] { index.keys.map(\.stringValue) }

  /// Returns the position of a property that is under a key, or in the object under it; nil if there is none.
  package func firstProperty(under key: String) -> Int? {
    guard let member = index.keys.firstIndex(where: { $0.stringValue == key }) else { return nil }
    return firstProperty(of: members[member])
  }

  private func firstProperty(of member: Member) -> Int? {
    switch member {
    case .property(let position, _): return position
    case .group(let group):
      for member in group.members {
        if let position = group.firstProperty(of: member) { return position }
      }
      return nil
    }
  }

  /// Calls `body` for every property in the group and in nested groups that is read.
  package func forEachProperty(_ body: (_ position: Int, _ rank: Int) throws -> Void) rethrows {
    for (index, member) in members.enumerated() where !unread.contains(index) { try member.forEachProperty(body) }
  }

  /// A group that is being built.
  private struct Draft {
    indirect enum Content {
      case property(Int, rank: Int)
      case group(Draft)
    }

    struct Node {
      let key: String
      var intValue: Int?
      /// Whether a current path leads here or through here.
      let isWritten: Bool
      /// Whether a path leads here or through here that is read.
      var isRead: Bool
      var content: Content
    }

    var nodes: [Node] = []
    var isArray = false

    mutating func add(
      _ path: PropertyPath, _ steps: ArraySlice<String>, _ intValue: Int?, position: Int, rank: Int,
      isWritten: Bool = true, isRead: Bool = true
    ) {
      guard let key = steps.first else { return }
      isArray = path.indices.contains(steps.startIndex)
      let rest = steps.dropFirst()
      if rest.isEmpty {
        nodes.append(
          Node(
            key: key, intValue: intValue, isWritten: isWritten, isRead: isRead,
            content: .property(position, rank: rank)))
      } else if let index = nodes.firstIndex(where: { $0.key == key }), case .group(var group) = nodes[index].content {
        // A second reference would make each change copy the group.
        nodes[index].content = .property(position, rank: rank)
        group.add(path, rest, nil, position: position, rank: rank, isWritten: isWritten, isRead: isRead)
        nodes[index].content = .group(group)
        nodes[index].isRead = nodes[index].isRead || isRead
      } else {
        var group = Draft()
        group.add(path, rest, nil, position: position, rank: rank, isWritten: isWritten, isRead: isRead)
        nodes.append(Node(key: key, isWritten: isWritten, isRead: isRead, content: .group(group)))
      }
    }
  }
}

extension KeyGroup.Member {
  /// Calls `body` for the property, or for every property in the group that is read.
  package func forEachProperty(_ body: (_ position: Int, _ rank: Int) throws -> Void) rethrows {
    switch self {
    case .property(let position, let rank): try body(position, rank)
    case .group(let group): try group.forEachProperty(body)
    }
  }
}
