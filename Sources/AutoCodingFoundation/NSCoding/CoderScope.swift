import AutoCoding
import Foundation

/// What holds while a coder is in code of AutoCoding's: which values are expected, and what has failed.
///
/// Calls go from here to Foundation and from there back, and only what both ends know of each other is here. Foundation
/// has no place for it: a scope is found by its coder on the way back.
final class CoderScope: @unchecked Sendable {
  @TaskLocal private static var current: CoderScope?

  /// The coder, which whoever calls keeps.
  private(set) unowned(unsafe) var coder: NSCoder
  /// The coder, where it is one whose classes have names.
  private(set) unowned(unsafe) var unarchiver: NSKeyedUnarchiver?
  /// The coder of a scope that is kept for the next call.
  private weak var owner: NSCoder?
  /// What may stand where the object is that is being decoded.
  private(set) var expectation: CoderExpectation?
  /// The error of an object within the one that is being decoded, until that one has seen it.
  var failure: (any Error)?
  /// How many calls of AutoCoding's are open.
  private(set) var depth = 0
  private var registered: Set<ObjectIdentifier> = []
  #if !canImport(ObjectiveC)
  private var archivedClasses = ArchivedClasses()
  #endif

  private init(_ coder: NSCoder) {
    self.coder = coder
    unarchiver = coder as? NSKeyedUnarchiver
    owner = coder
  }

  /// The scope that was in use last: what it has found out about its coder serves the next object of an array.
  private static let idle = Locked<CoderScope?>(nil)

  /// Calls `body` with the scope of a coder.
  static func with<Result>(_ coder: NSCoder, _ body: (CoderScope) throws -> Result) rethrows -> Result {
    if let current, current.coder === coder { return try current.entered(body) }
    let known = idle.withLock { idle in
      defer { idle = nil }
      return idle?.owner === coder ? idle : nil
    }
    let scope = known ?? CoderScope(coder)
    defer { idle.withLock { $0 = scope } }
    return try $current.withValue(scope) { try scope.entered(body) }
  }

  /// The scope of a coder that AutoCoding's code is at work with.
  static func scope(of coder: NSCoder) -> CoderScope? {
    guard let current, current.coder === coder else { return nil }
    return current
  }

  private func entered<Result>(_ body: (CoderScope) throws -> Result) rethrows -> Result {
    depth += 1
    defer { depth -= 1 }
    return try body(self)
  }

  /// The error that the coder has, where it is one that can tell.
  var coderError: (any Error)? {
    #if canImport(ObjectiveC)
    coder.error
    #else
    unarchiver?.error
    #endif
  }

  /// Decodes the object under a key.
  ///
  /// - Parameter reference: The reference that is there, where it can be seen.
  /// - Throws: What failed within the object; `DecodingError.dataCorrupted` for what the coder itself found wrong.
  func object(forKey key: String, _ reference: Any?, _ expected: CoderExpectation) throws -> Any? {
    register(expected)
    #if !canImport(ObjectiveC)
    if let unarchiver, let reference { try archivedClasses.check(reference, expected, unarchiver) }
    #endif
    let outer = expectation
    expectation = expected
    defer { expectation = outer }
    let object = coder.decodeObject(of: expected.classes, forKey: key)
    if let failure {
      self.failure = nil
      throw failure
    }
    if let coderError {
      throw DecodingError.dataCorrupted(
        .init(
          codingPath: [], debugDescription: "The coder failed: \(Self.description(of: coderError))",
          underlyingError: coderError))
    }
    return object
  }

  /// What an error of Foundation's says.
  private static func description(of error: any Error) -> String {
    (error as NSError).userInfo[NSDebugDescriptionErrorKey] as? String ?? "\(error)"
  }

  /// Makes the names of the types that are expected known to the unarchiver.
  private func register(_ expected: CoderExpectation) {
    guard let unarchiver, !expected.names.isEmpty, registered.insert(ObjectIdentifier(expected)).inserted else {
      return
    }
    for (name, type): (String, AnyClass) in expected.names where unarchiver.class(forClassName: name) == nil {
      unarchiver.setClass(type, forClassName: name)
    }
  }
}

/// What may stand under a key, as far as Foundation has to know before it looks there.
final class CoderExpectation: @unchecked Sendable {
  /// The classes that the coder may make objects of.
  let classes: [AnyClass]
  /// The names that archives have for the models that are expected, and the classes that take them.
  let names: [(name: String, type: AnyClass)]
  /// The models that are expected.
  private let records: [RecordCodec]
  /// A tuple or the payload of an enum's case, in place of any model.
  let anonymous: Anonymous?
  private let existentials: [ExistentialCodec]
  /// Whether classes are among them whose code for a coder is not AutoCoding's.
  private let hasHandWritten: Bool

  /// Values without parts that are models. All of them are allowed everywhere: one of another kind is an error of the
  /// property's own, and not the end of the process.
  private static let valueClasses: [AnyClass] = [
    NSString.self, NSNumber.self, NSArray.self, NSDictionary.self, NSDate.self, NSData.self, NSSet.self, NSURL.self,
    NSUUID.self, NSNull.self, NSOrderedSet.self,
  ]

  /// Of text.
  static let text = CoderExpectation(Parts())

  /// Of values of a codec.
  convenience init(_ codec: Codec) {
    var parts = Parts()
    parts.collect(codec)
    self.init(parts)
  }

  /// Of the payload of an enum's case.
  convenience init(_ anonymous: Anonymous) {
    var parts = Parts()
    parts.anonymous = anonymous
    self.init(parts)
  }

  /// A record of a type that is no model.
  enum Anonymous {
    case structure(TypeMap.Storage)
    /// The payload of a case of this enum, which is none.
    case empty(Any.Type)

    var type: Any.Type {
      switch self {
      case .structure(let map): map.type
      case .empty(let type): type
      }
    }
  }

  private init(_ parts: Parts) {
    records = parts.records
    anonymous = parts.anonymous
    existentials = parts.existentials
    // Of the base class all are: they look themselves at what is expected. Foundation would stop the process.
    var classes = Self.valueClasses + [AutoCodingObject.self, ArchivedValue.self]
    var names: [(name: String, type: AnyClass)] = []
    var hasHandWritten = false
    if parts.hasDecimals {
      #if !canImport(ObjectiveC)
      // Foundation's own class reads every number as zero.
      names.append((ArchivedValue.decimalName, ArchivedValue.self))
      #endif
    }
    if let type = parts.anonymous?.type {
      names.append((ModelName.of(type).name, ModelName.of(type).standIn))
    }
    for type in Self.models(parts) {
      let taker: AnyClass
      if let object = type as? any (NSObject & NSSecureCoding).Type {
        taker = object
        if !(object is AutoCodingObject.Type) {
          hasHandWritten = true
          classes.append(object)
        }
      } else {
        taker = ModelName.of(type).standIn
      }
      for name in TypeNames.names(of: type) { names.append((name, taker)) }
    }
    self.classes = classes
    self.hasHandWritten = hasHandWritten
    self.names = names
  }

  /// The models that may come, with those of the classes' subclasses that are known.
  private static func models(_ parts: Parts) -> [any AutoCoding.Type] {
    var models = parts.records.compactMap { $0.type as? any AutoCoding.Type }
    let declared = Set(models.map { ObjectIdentifier($0) })
    guard parts.records.contains(where: \.isClass) || !parts.existentials.isEmpty else { return models }
    models += TypeNames.types { type in
      guard !declared.contains(ObjectIdentifier(type)) else { return false }
      if parts.existentials.contains(where: { admits(type, $0) }) { return true }
      return isSubclass(type, of: declared)
    }
    return models
  }

  /// Where nothing is declared, only a type that was registered may come.
  private static func admits(_ type: any AutoCoding.Type, _ codec: ExistentialCodec) -> Bool {
    codec.isAny ? TypeNames.isRegistered(type) : codec.admits(type)
  }

  private static func isSubclass(_ type: any AutoCoding.Type, of classes: Set<ObjectIdentifier>) -> Bool {
    var level: AnyClass? = type as? AnyClass
    while let current = level {
      if classes.contains(ObjectIdentifier(current)) { return true }
      level = _getSuperclass(current)
    }
    return false
  }

  /// Whether an object of the base class may stand here. Within a class that was written by hand, that class says so.
  func admits(_ type: any AutoCoding.Type) -> Bool {
    hasHandWritten || records.contains { $0.type == type } || (try? codec(of: type)) ?? nil != nil
  }

  private let codecs = Locked<[String: RecordCodec]>([:])

  /// The codec of the model of a name.
  ///
  /// - Throws: `DecodingError` where there is none; nil is returned where it is not expected.
  func codec(named name: String) throws -> RecordCodec? {
    if let known = codecs.withLock({ $0[name] }) { return known }
    guard let found = try codec(of: TypeNames.type(readAs: name)) else { return nil }
    codecs.withLock { $0[name] = found }
    return found
  }

  /// The codec of a model, or nil where it is not expected.
  func codec(of type: any AutoCoding.Type) throws -> RecordCodec? {
    if let record = records.first(where: { $0.type == type }) { return record }
    guard
      Self.isSubclass(type, of: Set(records.map { ObjectIdentifier($0.type) }))
        || existentials.contains(where: { Self.admits(type, $0) })
    else { return nil }
    return try Discovery.codec(for: type) as? RecordCodec
  }

  /// What is found on the way from a codec to the models that it leads to, and not beyond them.
  private struct Parts {
    var records: [RecordCodec] = []
    var existentials: [ExistentialCodec] = []
    var anonymous: Anonymous?
    var hasDecimals = false

    mutating func collect(_ codec: Codec) {
      switch codec {
      case let codec as OptionalCodec: collect(codec.wrapped)
      case let codec as SequenceCodec: collect(codec.element)
      case let codec as DictionaryCodec:
        collect(codec.key)
        collect(codec.value)
      case let codec as ConversionCodec: collect(codec.representation)
      case let codec as TupleCodec:
        if codec.isKeyed {
          anonymous = .structure(codec.map)
        } else {
          codec.map.operations.forEach { collect($0.codec) }
        }
      case let codec as RecordCodec:
        if codec.decodingDefault == .rawValue { collect(codec.rawValue) }
        records.append(codec)
      case let codec as ExistentialCodec:
        existentials.append(codec)
        if codec.isAny { hasDecimals = true }
      default: if codec.kind == .decimal || codec.kind == .codable { hasDecimals = true }
      }
    }
  }
}

/// How the properties of a map are coded by way of a coder.
final class CoderPlan: Sendable {
  final class Property: Sendable {
    let key: String
    let formerKeys: [String]
    let expectation: CoderExpectation

    init(_ operation: PropertyOperation) {
      key = operation.key.stringValue
      formerKeys = operation.formerKeys.map(\.stringValue)
      expectation = CoderExpectation(operation.codec)
    }
  }

  /// By the position of the property in the map.
  let properties: [Property]

  private static let plans = Locked<[ObjectIdentifier: CoderPlan]>([:])

  /// The plan of a map, which lives as long as the process.
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

  private init(_ map: TypeMap.Storage) {
    properties = map.operations.map { Property($0) }
  }
}
