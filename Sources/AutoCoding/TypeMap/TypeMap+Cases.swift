extension TypeMap {
  /// The cases of an enum, by tag.
  package final class Cases: @unchecked Sendable {
    /// What cases are called in data.
    package struct Names {
      package let keys: [PropertyKey]
      /// The former names of each case.
      package let formerKeys: [[PropertyKey]]

      package init(keys: [PropertyKey], formerKeys: [[PropertyKey]]) {
        self.keys = keys
        self.formerKeys = formerKeys
      }
    }

    package let type: Any.Type
    package let layout: EnumLayout
    package let index: PropertyIndex
    /// The former names of each case.
    package let formerKeys: [[PropertyKey]]
    /// The payload of each case, as if it were a struct; nil if the case has none.
    package let payloads: [Storage?]
    /// The payload of each case and whether it is in a box, for walks that must not retain anything.
    private let parts: UnsafePointer<(payload: Unmanaged<Storage>?, isIndirect: Bool)>
    /// The case that data of unknown cases is decoded as; nil if such data is an error.
    package let unknown: Int?
    /// How cases are named if `typeRules` have a case key; nil if they have none.
    package let tags: CaseTags?
    /// The codec of each case's payload, nil for a case without one, if data does not name the cases; otherwise nil.
    package let untagged: [Codec?]?

    package init(
      type: Any.Type, layout: EnumLayout, names: Names, isVersioned: Bool, payloads: [Storage?], unknown: Int? = nil,
      tags: CaseTags? = nil, untagged: [Codec?]? = nil
    ) {
      self.tags = tags
      self.untagged = untagged
      self.type = type
      self.layout = layout
      index = PropertyIndex(
        keys: names.keys, formerKeys: names.formerKeys, isVersioned: isVersioned, owner: type, type: type)
      formerKeys = names.formerKeys
      self.payloads = payloads
      self.unknown = unknown
      let parts = UnsafeMutablePointer<(payload: Unmanaged<Storage>?, isIndirect: Bool)>.allocate(
        capacity: payloads.count)
      for (index, payload) in payloads.enumerated() {
        (parts + index).initialize(to: (payload.map { .passUnretained($0) }, layout.cases[index].isIndirect))
      }
      self.parts = UnsafePointer(parts)
    }

    deinit { parts.deallocate() }

    /// The position of the case at the address. Precondition: the address holds a value of the enum.
    @inline(__always)
    package func position(of address: UnsafeRawPointer) -> Int { layout.position(of: address) }

    /// The payload of a case, as if it were a struct; nil if the case has none.
    @inline(__always)
    package func payload(at position: Int) -> Unmanaged<Storage>? { parts[position].payload }

    /// Calls `body` with the address of the payload. Precondition: the address holds the case, which has a payload.
    @inline(__always)
    package func withPayload<Result>(
      of address: UnsafeRawPointer, case position: Int, _ body: (UnsafeRawPointer) throws -> Result
    ) rethrows -> Result {
      try layout.operations.withPayload(
        of: address, case: position, isIndirect: parts[position].isIndirect, body)
    }

    /// Returns the current or former key that was found in data.
    package func key(of match: PropertyIndex.Match) -> PropertyKey {
      match.rank == 0 ? index.keys[match.position] : formerKeys[match.position][match.rank - 1]
    }

    /// The names of the cases and of their payloads' values.
    package var description: String {
      zip(index.keys, payloads).map { key, payload in
        let values = payload?.properties.map { "\($0.name): \(_typeName($0.type, qualified: false))" }
        return key.stringValue + (values.map { "(\($0.joined(separator: ", ")))" } ?? "")
      }.joined(separator: ", ")
    }
  }
}
