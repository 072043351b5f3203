import AutoCoding
import Foundation

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
    var classes = Self.valueClasses + [AutoCodingObject.self, ArchivedValue.self] + parts.nsCodingTable
    var names: [(name: String, type: AnyClass)] = []
    var hasHandWritten = !parts.nsCodingTable.isEmpty
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

  /// If nothing is declared, only a type that was registered may come.
  static func admits(_ type: any AutoCoding.Type, _ codec: ExistentialCodec) -> Bool {
    codec.admits(type) && (codec.isDeclared || CoderBridge.context.isRegistered(type))
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
    // What is declared here counts first: another type may have the same name.
    let declared = records.first { ($0.type as? any AutoCoding.Type).map { TypeNames.isName(name, of: $0) } ?? false }
    guard let found = try declared ?? codec(of: TypeNames.type(readAs: name)) else { return nil }
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
    var nsCodingTable: [AnyClass] = []
    var hasDecimals = false

    mutating func collect(_ codec: Codec) {
      switch codec {
      case let codec as TupleCodec where codec.isKeyed: anonymous = .structure(codec.map)
      case let codec as RecordCodec:
        if codec.decodingDefault == .rawValue { collect(codec.rawValue) }
        records.append(codec)
      case let codec as ExistentialCodec:
        existentials.append(codec)
        if codec.isAny { hasDecimals = true }
      case let codec as CodableCodec:
        if let access = codec.access as? NSCodingAccess {
          nsCodingTable.append(access.type)
        } else {
          hasDecimals = true
        }
      default:
        if codec.kind == .decimal || codec.kind == .codable { hasDecimals = true }
        for child in codec.children { collect(child) }
      }
    }
  }
}
