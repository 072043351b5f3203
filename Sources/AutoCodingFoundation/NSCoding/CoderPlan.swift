import AutoCoding
import Foundation

/// How the properties of a map are coded by way of a coder.
final class CoderPlan: Sendable {
  final class Property: Sendable {
    let key: Key
    let formerKeys: [Key]
    let expectation: CoderExpectation
    /// Whether values can be read from the entries of an archive, without the coder that decodes it.
    let isReadDirectly: Bool

    init(_ operation: PropertyOperation) {
      key = Key(operation.key)
      formerKeys = operation.formerKeys.map(Key.init)
      expectation = CoderExpectation(operation.codec)
      var outer: Set<ObjectIdentifier> = []
      isReadDirectly = operation.codec.isReadDirectly(within: &outer)
    }
  }

  /// A key, as it is handed to a coder, and as archives have it.
  struct Key: @unchecked Sendable {
    let text: String
    let escaped: String
    let hashable: AnyHashable

    init(_ key: PropertyKey) {
      text = key.stringValue
      escaped = CoderPlan.escaped(text)
      hashable = AnyHashable(escaped)
    }
  }

  /// A key as archives have it: a dollar sign in front is doubled.
  static func escaped(_ key: String) -> String { key.utf8.first == UInt8(ascii: "$") ? "$" + key : key }

  /// By the position of the property in the map.
  let properties: [Property]

  private static let plans = Locked<[ObjectIdentifier: CoderPlan]>([:])

  /// The plan of a map.
  static func plan(for map: TypeMap.Storage) -> CoderPlan {
    if let known = plans.withLock({ $0[ObjectIdentifier(map)] }) { return known }
    // Outside the lock: it asks for other types.
    let made = CoderPlan(map)
    return plans.withLock { plans in
      if let known = plans[ObjectIdentifier(map)] { return known }
      plans[ObjectIdentifier(map)] = made
      return made
    }
  }

  /// Forgets all plans, since other types may be expected than before.
  static func forgetAll() { plans.withLock { $0 = [:] } }

  private init(_ map: TypeMap.Storage) {
    properties = map.operations.map { Property($0) }
  }
}

extension Codec {
  /// Whether values can be read from the entries of an archive, without the coder that decodes it.
  fileprivate func isReadDirectly(within outer: inout Set<ObjectIdentifier>) -> Bool {
    switch kind {
    case .optional, .sequence: return children.allSatisfy { $0.isReadDirectly(within: &outer) }
    case .record:
      let codec = unsafeDowncast(self, to: RecordCodec.self)
      // A type that contains itself is not looked through twice, nor read without the coder.
      guard !codec.isClass, codec.decodingDefault == .structure, outer.insert(ObjectIdentifier(self)).inserted,
        let map = try? codec.map._withUnsafeGuaranteedRef({ $0 }), case .structure = map.shape, map.versions == nil
      else { return false }
      defer { outer.remove(ObjectIdentifier(self)) }
      return children.allSatisfy { $0.isReadDirectly(within: &outer) }
    case .url, .uuid, .decimal, .int128, .uint128: return false
    default: return kind.isLeaf
    }
  }
}
