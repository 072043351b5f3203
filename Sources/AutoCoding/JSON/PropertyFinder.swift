/// Finds the parts of the output that a property is, by the codecs of a value.
struct PropertyFinder {
  /// What a path led to.
  struct Finding {
    /// Other values in which a path leads to the same, so that they need not be looked at.
    enum Likes {
      case none
      /// Objects of the same class.
      case ofClass
      /// All of the declared type.
      case all
    }

    /// Whether it led to a property that is written.
    var isFound: Bool
    var likes = Likes.none
  }

  private let options: JSONEncodingOptions
  /// Whether the keys that name the classes of objects stay.
  private let keepsTags: Bool
  /// Returns the error for a type that the path cannot lead through.
  private let refused: (Any.Type, Refusal) -> EncodingError

  /// Why a path cannot lead through a type.
  enum Refusal {
    /// Its properties are unknown, for the reason; the number is that of the path's steps to it.
    case withoutProperties(String, steps: Int, rootRemedy: String)
    /// It has the property, but does not write it.
    case unwritten(String)
  }

  init(
    _ options: JSONEncodingOptions, keepsTags: Bool, refused: @escaping (Any.Type, Refusal) -> EncodingError
  ) {
    self.options = options
    self.keepsTags = keepsTags
    self.refused = refused
  }

  /// Selects a property in a value, and in all values that its path leads through.
  ///
  /// - Parameter address: The value; nil if there is none, so that the declared type says whether there is such a
  ///   property.
  func find(
    _ steps: ArraySlice<String>, in codec: Codec, at address: UnsafeRawPointer?, _ parts: SelectedParts
  ) throws -> Finding {
    guard let name = steps.first else {
      parts.isWhole = true
      return Finding(isFound: true, likes: .all)
    }
    return try forEachRecord(in: codec, at: address, parts) {
      try find(name, steps.dropFirst(), in: $0, at: $1, $2)
    } others: {
      throw refused(
        $0.type,
        .withoutProperties(
          "has no properties that are known", steps: steps.startIndex, rootRemedy: Self.remedyForOtherTypes))
    }
  }

  /// What to do about a path in a value that is not encoded by its properties.
  private static let remedyForOtherTypes =
    "Remove the path: only types that AutoCoding encodes, without their own encode(to:), have properties that are known."

  /// Keeps the keys that name the classes of the root's objects, through which there may be no path.
  func keepTags(in codec: Codec, at address: UnsafeRawPointer, _ root: SelectedParts) throws -> Finding {
    try forEachRecord(in: codec, at: address, root) {
      Finding(isFound: try record($0, at: $1, $2).isWritten, likes: Self.likes(of: $0, at: $1))
    } others: { _ in
      Finding(isFound: false)
    }
  }

  /// The values like a record, as far as only its type matters.
  private static func likes(of codec: RecordCodec, at address: UnsafeRawPointer?) -> Finding.Likes {
    // Only a value tells whether it is written by its properties.
    address == nil ? .none : codec.isClass ? .ofClass : .all
  }

  // MARK: Records

  /// Returns the codec of a value's own class, and whether the value is written by its properties. If so, keeps the key
  /// that names the class.
  private func record(
    _ declared: RecordCodec, at address: UnsafeRawPointer?, _ parts: SelectedParts
  ) throws -> (codec: RecordCodec, isWritten: Bool) {
    var codec = declared
    if let address, codec.isClass {
      codec = try ValueComparison.codec(
        of: ValueComparison.dynamicClass(of: address.value(as: UnsafeRawPointer.self)), declared: codec
      ).takeUnretainedValue()
    }
    // The whole value was encoded before this, so most of what types write is known.
    let encodingDefault =
      address.map { codec.encodingDefault(of: $0) } ?? codec.knownEncodingDefault ?? codec.decodingDefault
    guard encodingDefault == .structure else { return (codec, false) }
    if keepsTags, let tags = try codec.map._withUnsafeGuaranteedRef({ $0.tags }) {
      parts.member(options.writtenKey(tags.key)).isWhole = true
    }
    return (codec, true)
  }

  /// - Parameter object: The object that has the record's properties, if that is not the record's own.
  func find(
    _ name: String, _ rest: ArraySlice<String>, in declared: RecordCodec, at address: UnsafeRawPointer?,
    _ parts: SelectedParts, in object: SelectedKeys? = nil
  ) throws -> Finding {
    let (codec, isWritten) = try record(declared, at: address, parts)
    guard isWritten else {
      throw refused(
        codec.type,
        .withoutProperties(
          "is not written by its properties, so they are unknown", steps: rest.startIndex - 1,
          rootRemedy: Self.remedyForOtherTypes))
    }
    return try codec.map._withUnsafeGuaranteedRef { map in
      switch map.shape {
      case .structure, .object: break
      case .enumeration, .rawValue:
        throw refused(
          codec.type,
          .withoutProperties(
            "is an enum, which has no properties", steps: rest.startIndex - 1,
            rootRemedy: "Remove the path: an enum is encoded as a whole."))
      }
      let object = object ?? parts.keys(ofObjects: map)
      let base = codec.isClass ? address?.load(as: UnsafeRawPointer.self) : address
      if object.map === map, let base { try collectDictionaryKeys(of: map, at: base, object) }
      // A class and its superclass may each have a property of the name.
      let named = map.properties.filter { $0.name == name }
      var finding = Finding(isFound: false, likes: Self.likes(of: codec, at: address))
      if map.flattening?.rest != nil { finding.likes = .none }
      guard !named.isEmpty else { return finding }
      let written = named.filter { $0.exclusion == nil && $0.direction != .decodedOnly }
      guard !written.isEmpty else { throw refused(codec.type, .unwritten(name)) }
      for property in written {
        guard let value = property.codec else { continue }
        let address = base.map { $0 + property.offset }
        let found: Finding
        if property.isFlattened {
          found = try findFlattened(property, value, rest, at: address, parts, in: object)
        } else {
          found = try find(rest, in: value, at: address, member(property.keyPath, of: parts, in: object))
        }
        finding.isFound = finding.isFound || found.isFound
        if found.likes != .all { finding.likes = .none }
      }
      return finding
    }
  }

  /// Selects a flattened property, whose keys are in the object around it, or a property of it.
  private func findFlattened(
    _ property: TypeMap.Property, _ codec: Codec, _ rest: ArraySlice<String>, at address: UnsafeRawPointer?,
    _ parts: SelectedParts, in object: SelectedKeys
  ) throws -> Finding {
    // Each value may have other keys.
    let foundAll = Finding(isFound: true)
    if let codec = codec.dictionary {
      guard rest.isEmpty else {
        throw refused(
          codec.type,
          .withoutProperties(
            "has no properties that are known", steps: rest.startIndex, rootRemedy: Self.remedyForOtherTypes))
      }
      if let address {
        try codec.forEach(of: address) { key, _ in
          member([codec.string(forKey: key)], of: parts, in: object).isWhole = true
        }
      }
      return foundAll
    }
    guard let record = (codec.optional?.wrapped ?? codec).record else {
      return Finding(isFound: false)
    }
    if rest.isEmpty, let tags = try record.map._withUnsafeGuaranteedRef({ $0.caseTags }) {
      // The keys of other cases do no harm: nothing else has them.
      for keys in SelectedKeys.written(by: tags, options) {
        member(written: keys, of: parts, in: object).isWhole = true
      }
      return foundAll
    }
    let isNil = address.map { codec.optional?.isNil($0) ?? false } ?? true
    let value = isNil ? nil : address
    if let name = rest.first {
      return try find(name, rest.dropFirst(), in: record, at: value, parts, in: object)
    }
    try record.map._withUnsafeGuaranteedRef { map in
      let base = record.isClass ? value?.load(as: UnsafeRawPointer.self) : value
      for property in map.properties where property.exclusion == nil && property.direction != .decodedOnly {
        if property.isFlattened, let value = property.codec {
          let address = base.map { $0 + property.offset }
          _ = try findFlattened(property, value, [], at: address, parts, in: object)
        } else {
          member(property.keyPath, of: parts, in: object).isWhole = true
        }
      }
    }
    return foundAll
  }

  /// Returns the parts of a member of an object, or of one in it, and notes that they are selected.
  private func member(_ path: [String], of parts: SelectedParts, in object: SelectedKeys) -> SelectedParts {
    let keys = path.map { options.writtenKey($0, isFixed: object.map.index.hasFixedKeys) }
    return member(written: keys, of: parts, in: object)
  }

  private func member(
    written keys: [String], of parts: SelectedParts, in object: SelectedKeys
  ) -> SelectedParts {
    object.selected.insert(keys)
    var parts = parts
    for (index, key) in keys.enumerated() {
      parts = parts.member(key)
      if index < keys.count - 1 { parts.isOnKeyPath = true } else { parts.isOfProperty = true }
    }
    return parts
  }

  /// Notes the keys of dictionaries that are flattened in an object.
  private func collectDictionaryKeys(
    of map: TypeMap.Storage, at base: UnsafeRawPointer, _ object: SelectedKeys
  ) throws {
    guard map.flattening?.rest != nil else { return }
    for property in map.properties
    where property.isFlattened && property.exclusion == nil && property.direction != .decodedOnly {
      let address = base + property.offset
      if let codec = property.codec?.dictionary {
        try codec.forEach(of: address) { key, _ in
          let key = codec.string(forKey: key)
          object.dictionaryKeys.insert(options.writtenKey(key, isFixed: object.map.index.hasFixedKeys))
        }
      } else if !(property.codec?.optional?.isNil(address) ?? false),
        let record = (property.codec?.optional?.wrapped ?? property.codec)?.record
      {
        try record.map._withUnsafeGuaranteedRef { map in
          try collectDictionaryKeys(
            of: map, at: record.isClass ? address.load(as: UnsafeRawPointer.self) : address, object)
        }
      }
    }
  }

  /// Describes that a declared type does not have the first property of a path that it should have.
  static func unknown(_ steps: [String], in codec: Codec) -> String {
    var codec = codec
    var steps = steps[...]
    while let step = steps.first {
      if let record = codec.record {
        let properties = (try? record.map)?._withUnsafeGuaranteedRef { $0.properties } ?? []
        guard let next = properties.last(where: { $0.name == step })?.codec else {
          let names = properties.coded.map { "\"\($0.name)\"" }.joined(separator: ", ")
          return
            "\(TypeLookup.name(of: codec.type)) has no property \"\(step)\". It has \(names). Correct the path."
        }
        codec = next
        steps.removeFirst()
      } else if let inner = codec.children.last {
        codec = inner
      } else {
        break
      }
    }
    return "no value has that property. Correct the path."
  }
}
