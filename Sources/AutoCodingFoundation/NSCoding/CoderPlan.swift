import AutoCoding
import Foundation

/// How the properties of a map are coded by way of a coder.
final class CoderPlan: Sendable {
  final class Property: Sendable {
    let key: Key
    let formerKeys: [Key]
    let expectation: CoderExpectation
    let directness: Directness

    init(_ operation: PropertyOperation) {
      key = Key(operation.key)
      formerKeys = operation.formerKeys.map(Key.init)
      expectation = CoderExpectation(operation.codec)
      directness = Directness(operation.codec)
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

/// Whether values of a codec can be read from the entries of an archive, without the coder that decodes it.
enum Directness: Comparable {
  case never
  /// An object can be had that was decoded before.
  case decoded
  /// Every value, if it was archived as it is expected.
  case always

  init(_ codec: Codec) {
    var outer: Set<ObjectIdentifier> = []
    self.init(codec, within: &outer)
  }

  private init(_ codec: Codec, within outer: inout Set<ObjectIdentifier>) {
    switch codec {
    case let codec as OptionalCodec: self.init(codec.wrapped, within: &outer)
    case let codec as SequenceCodec: self.init(codec.element, within: &outer)
    case let codec as RecordCodec where codec.isClass:
      self = codec.type is any (NSObject & NSSecureCoding).Type ? .decoded : .never
    case let codec as RecordCodec:
      // A type that contains itself is not looked through twice, nor read without the coder.
      guard codec.decodingDefault == .structure, outer.insert(ObjectIdentifier(codec)).inserted,
        let map = try? codec.map
      else {
        self = .never
        return
      }
      self = map._withUnsafeGuaranteedRef { map in
        guard case .structure = map.shape, map.versions == nil else { return .never }
        return map.operations.allSatisfy { Directness($0.codec, within: &outer) == .always } ? .always : .never
      }
      outer.remove(ObjectIdentifier(codec))
    default:
      switch codec.kind {
      case .string, .date, .data, .bool, .int, .int8, .int16, .int32, .int64, .uint, .uint8, .uint16, .uint32, .uint64,
        .float, .double:
        self = .always
      default: self = .never
      }
    }
  }
}
