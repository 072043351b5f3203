/// What was read of a record so far that may not count in the end.
struct FormerKeyArrivals {
  fileprivate struct Null {
    let position: Int
    let rank: Int
    /// The reports that it left the default.
    let issues: Range<Int>
    /// The rank of the key that has a value; nil if none was read.
    var valueRank: Int?
  }

  fileprivate final class Storage {
    var nulls: [Null] = []
    /// The reports about the value of a property that counts so far.
    var issues: [Int: Range<Int>] = [:]
    /// The properties that a tolerated value has left at their default.
    var defaulted: Set<Int> = []
    /// The properties for which a value under a former key gave way to one under a newer key, of which the last duplicate
    /// counts, with the former key's rank.
    var replaced: [Int: Int] = [:]
  }

  /// Nil for most records.
  fileprivate var storage: Storage?

  /// The properties for which null was passed on to other keys.
  var nullPositions: [Int] { storage?.nulls.map(\.position) ?? [] }

  /// Whether a tolerated value has left a property at its default.
  func isDefaulted(_ position: Int) -> Bool { storage?.defaulted.contains(position) ?? false }

  /// Notes that a tolerated value has left a property at its default.
  mutating func addDefaulted(_ position: Int) { made().defaulted.insert(position) }

  fileprivate mutating func made() -> Storage {
    if let storage { return storage }
    let made = Storage()
    storage = made
    return made
  }
}

/// What becomes of the next value of a property that has several keys.
enum FormerKeyArrival {
  /// It is the value so far, in place of any other.
  case counts
  /// It was read, and does not count.
  case isPassedOver
  /// It was null, and no value under the same key counts any more.
  case isNullInPlaceOfValue
}

extension CodingReader {
  /// Decides about the next value of a property that has several keys, one for each rank: the newest key counts, and for
  /// one key the first value or the last.
  ///
  /// - Parameter earlier: The rank of the value that counts so far, whether or not it could be decoded; nil if there is none.
  @inline(__always)
  mutating func arrival(
    of position: Int, rank: Int, after earlier: Int?, _ map: TypeMap.Storage, _ arrivals: inout FormerKeyArrivals
  ) throws -> FormerKeyArrival {
    if earlier == nil, arrivals.storage == nil, !rules.passesNullOn, !map.hasDefaultsForNull { return .counts }
    return try otherArrival(of: position, rank: rank, after: earlier, map, &arrivals)
  }

  @_semantics("optimize.sil.specialize.generic.never")
  @inline(never)
  private mutating func otherArrival(
    of position: Int, rank: Int, after earlier: Int?, _ map: TypeMap.Storage, _ arrivals: inout FormerKeyArrivals
  ) throws -> FormerKeyArrival {
    let keepsFirst = rules.keepsFirstOfDuplicateKeys
    let known = arrivals.storage?.nulls.filter { $0.position == position && $0.rank == rank } ?? []
    if keepsFirst && !known.isEmpty || earlier.map({ rank > $0 || rank == $0 && keepsFirst }) ?? false {
      if !keepsFirst {
        if try readNull() { return .isPassedOver }
        arrivals.made().replaced[position] = rank
      }
      try skipValue()
      return .isPassedOver
    }
    let count = issueCount
    let isNull = try passesNullOn(at: position, of: map)
    if !known.isEmpty {
      for null in known { reportedIssues?.withdraw(null.issues) }
      arrivals.storage?.nulls.removeAll { $0.position == position && $0.rank == rank }
    }
    if isNull {
      let valueRank = earlier == rank ? nil : earlier
      arrivals.made().nulls.append(
        .init(position: position, rank: rank, issues: count..<issueCount, valueRank: valueRank))
      guard earlier == rank else { return .isPassedOver }
    } else if let storage = arrivals.storage {
      for index in storage.nulls.indices where storage.nulls[index].position == position {
        storage.nulls[index].valueRank = rank
      }
    }
    if let issues = arrivals.storage?.issues.removeValue(forKey: position) { reportedIssues?.withdraw(issues) }
    if !keepsFirst, let earlier, rank < earlier { arrivals.made().replaced[position] = earlier }
    return isNull ? .isNullInPlaceOfValue : .counts
  }

  /// Notes the reports about the value of a property that counts so far: those after the first `count`.
  @inline(__always)
  func noteIssues(from count: Int, of position: Int, _ arrivals: inout FormerKeyArrivals) {
    let issues = issueCount
    if issues > count { arrivals.made().issues[position] = count..<issues }
  }

  /// Completes properties that had null under some key. If there is a value under another key, null has left no default.
  ///
  /// - Parameter hasNoValue: Whether a property has no value, not even as one that keeps its default.
  /// - Throws: `DecodingError.valueNotFound` for a property that is not Optional, and has neither a value nor a default.
  ///   `DecodingError.dataCorrupted` for one whose only value gave way to a duplicate that does not count.
  @inline(__always)
  func settle(
    _ arrivals: FormerKeyArrivals, in assembly: inout RecordAssembly, _ map: TypeMap.Storage,
    _ hasNoValue: (Int, borrowing RecordAssembly) -> Bool
  ) throws {
    if arrivals.storage != nil { try settleStored(arrivals, in: &assembly, map, hasNoValue) }
  }

  @inline(never)
  private func settleStored(
    _ arrivals: FormerKeyArrivals, in assembly: inout RecordAssembly, _ map: TypeMap.Storage,
    _ hasNoValue: (Int, borrowing RecordAssembly) -> Bool
  ) throws {
    correctNulls(of: arrivals, in: assembly, map)
    try map.settle(arrivals, in: &assembly, hasNoValue)
  }

  /// Corrects the reports of null for properties that have a value: it passed on to a former key, or did not count. Nor does it
  /// if the value under the current key has left the default. Without a value, an Optional is nil, which is what null stands for.
  func correctNulls(of arrivals: FormerKeyArrivals, in assembly: borrowing RecordAssembly, _ map: TypeMap.Storage) {
    for null in arrivals.storage?.nulls ?? [] {
      let hasValue = assembly.contains(null.position)
      if hasValue, let valueRank = null.valueRank, null.rank < valueRank {
        reportedIssues?.passOnNull(null.issues)
      } else if hasValue || null.valueRank == 0 || map.operation(at: null.position).pointee.isOptional {
        reportedIssues?.withdraw(null.issues)
      }
    }
  }
}

/// Null as a lenient reader reads it: as if the key were missing.
extension CodingReader {
  /// Whether the next value is null, and leaves a property at its default; consumes it if so.
  @inline(__always)
  mutating func leavesNullAtDefault(
    _ operation: UnsafePointer<PropertyOperation>, of map: TypeMap.Storage
  ) throws -> Bool {
    guard rules.passesNullOn || operation.pointee.keepsDefaultForNull, map.hasAnyDefaults,
      !operation.pointee.isOptional, map.keepsDefault(operation.pointee.position)
    else { return false }
    return try readNullAsDefault(operation)
  }

  /// Leniency is about values that do not fit: null that is a value of the type is read as that.
  @inline(never)
  private mutating func readNullAsDefault(_ operation: UnsafePointer<PropertyOperation>) throws -> Bool {
    guard !operation.pointee.codec.readsNull else { return false }
    // A rule is not reported.
    return try operation.pointee.keepsDefaultForNull ? readNull() : readNull(forDefault: true)
  }

  /// Whether the next value is null, and is passed on to the other keys of the property at a position; consumes it if so.
  @inline(never)
  mutating func passesNullOn(at position: Int, of map: TypeMap.Storage) throws -> Bool {
    let isByRule = map.operation(at: position).pointee.takesNullAsMissing
    guard rules.passesNullOn || isByRule, map.passesNullOn(position) else { return false }
    if isByRule { return try readNull() }
    // Reported for an Optional, too, in case that a former key has the value.
    return try readNull(forDefault: true)
  }
}

extension PropertyOperation {
  /// Whether null is read as a missing key by the property's rule, and is no value of its type.
  package var takesNullAsMissing: Bool { keepsDefaultForNull && withCodec { !$0.readsNull } }
}

extension Codec {
  /// Whether null is a value of the type, as far as this is known without a call of the type's own code.
  package var readsNull: Bool {
    switch concrete {
    case .conversion(let codec): !codec.refusesNull && codec.representation.readsNull
    case .record(let codec): codec.decodingDefault == .structure && !codec.isClass && codec.hasCaseForNull
    default: readsNullByItself
    }
  }

  /// As ``readsNull``, but false for enums, whose maps may lead back to the type that is being discovered.
  var readsNullByItself: Bool {
    switch concrete {
    case .optional: true
    case .existential(let codec): codec.isAny
    case .codable: codable?.readsNull ?? false
    case .conversion(let codec): !codec.refusesNull && codec.representation.readsNullByItself
    default: false
    }
  }
}

extension RecordCodec {
  /// Whether null is a value of an enum: of a case that is not named by data, or of one for unknown data.
  fileprivate var hasCaseForNull: Bool {
    guard Metadata(type).kind == .enumeration, let map = try? map else { return false }
    return map._withUnsafeGuaranteedRef { map in
      guard case .enumeration(let cases) = map.shape else { return false }
      // A model as the value of a case is not asked, since it may lead to this one.
      func readsNull(_ codec: Codec) -> Bool { ![.record, .conversion].contains(codec.kind) && codec.readsNull }
      if let unknown = cases.unknown, case .whole(let codec) = cases.tags?.contents[unknown] { return readsNull(codec) }
      return cases.untagged?.contains { $0.map(readsNull) ?? true } ?? false
    }
  }
}

extension TypeMap.Storage {
  /// Whether a property has former keys, and null is not a value that its own code may read.
  fileprivate func passesNullOn(_ position: Int) -> Bool {
    let operation = operation(at: position)
    guard !operation.pointee.formerKeys.isEmpty else { return false }
    if !operation.pointee.isOptional, operation.pointee.codec.readsNull { return false }
    if operation.pointee.isOptional || operation.pointee.kind.isLeaf || keepsDefault(position) { return true }
    switch operation.pointee.kind {
    case .sequence, .dictionary: return true
    default: return false
    }
  }

  /// Completes properties that had null under some key, and no value under another.
  ///
  /// As ``CodingReader``'s.
  func settle(
    _ arrivals: FormerKeyArrivals, in assembly: inout RecordAssembly,
    _ hasNoValue: (Int, borrowing RecordAssembly) -> Bool
  ) throws {
    for (position, rank) in arrivals.storage?.replaced ?? [:] where hasNoValue(position, assembly) {
      throw lost(position, rank)
    }
    for position in arrivals.nullPositions where hasNoValue(position, assembly) {
      let operation = operation(at: position)
      if operation.pointee.isOptional {
        operation.pointee.initializeNull(assembly.slot(position))
        assembly.commit(position)
      } else if !keepsDefault(position) {
        throw DecodingError.valueNotFound(
          operation.pointee.codec.type,
          .init(
            codingPath: [operation.pointee.key],
            debugDescription: "Found null, and no value under one of the former keys, for property "
              + "\(_typeName(type, qualified: false)).\(operation.pointee.key.stringValue). Make it Optional, or give it a "
              + "default."))
      }
    }
  }

  private func lost(_ position: Int, _ rank: Int) -> DecodingError {
    let operation = operation(at: position)
    let former = operation.pointee.key(ofRank: rank).stringValue
    return DecodingError.dataCorrupted(
      .init(
        codingPath: [operation.pointee.key],
        debugDescription: """
          Property \(_typeName(type, qualified: false)).\(operation.pointee.key.stringValue) has a value under its former key \
          "\(former)", which gave way to one under a newer key; but the last duplicate of that has no value. Remove the \
          duplicate.
          """))
  }
}
