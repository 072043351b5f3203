import AutoCoding
import Foundation

/// The types allowed under a key, which Foundation needs before it reads the value.
final class CoderExpectation: @unchecked Sendable {
  /// The classes of which the coder may create objects.
  let classes: [AnyClass]
  /// The names of expected models in archives, and the classes that decode them.
  let names: [(name: String, type: AnyClass)]
  /// The expected models.
  private let records: [RecordCodec]
  /// The tuples, or the enum payload, that are expected beside models.
  private let anonymous: [Anonymous]
  private let existentials: [ExistentialCodec]
  /// Whether the classes include one with a hand-written `init(coder:)`.
  private let hasHandWritten: Bool

  /// Classes of values without models inside. All are always allowed, so that a value of the wrong kind is an error of
  /// the property and does not stop the process.
  private static let valueClasses = archivedValueClasses + [NSOrderedSet.self]

  /// Expects text.
  static let text = CoderExpectation(Parts())

  /// Expects any JSON-like value of a type with custom `Codable` code.
  static let ownCode: CoderExpectation = {
    var parts = Parts()
    parts.hasDecimals = true
    return CoderExpectation(parts)
  }()

  /// Expects values of a codec.
  convenience init(_ codec: Codec) {
    var parts = Parts()
    parts.collect(codec)
    self.init(parts)
  }

  /// Expects the payload of an enum case.
  convenience init(_ anonymous: Anonymous) {
    var parts = Parts()
    parts.anonymous = [anonymous]
    self.init(parts)
  }

  /// A record whose type is not a model.
  enum Anonymous {
    case structure(TypeMap.Storage)
    /// The missing payload of a case of this enum.
    case empty(Any.Type)

    var type: Any.Type {
      switch self {
      case .structure(let map): map.type
      case .empty(let type): type
      }
    }

    var keys: [String] {
      switch self {
      case .structure(let map): map.index.keys.map(\.stringValue)
      case .empty: []
      }
    }

    /// The name of its type in archives.
    var name: ModelName { ModelName.of(namingType) }

    /// All names under which archives may have it.
    var names: Set<String> {
      if let model = namingType as? any AutoCoding.Type { return TypeNames.namesInData(of: model) }
      return TypeNames.namesBeforeRenaming(name.name).union([name.name])
    }

    private var namingType: Any.Type {
      switch self {
      case .structure(let map): map.recordType
      case .empty(let type): type
      }
    }
  }

  private init(_ parts: Parts) {
    records = parts.records
    anonymous = parts.anonymous
    existentials = parts.existentials
    // The base class is always allowed, since its objects check themselves what is expected. Otherwise Foundation would
    // stop the process.
    var classes = Self.valueClasses + [AutoCodingObject.self, ArchivedValue.self] + parts.selfCodingClasses
    classes += parts.bridged
    var names: [(name: String, type: AnyClass)] = []
    var hasHandWritten = !parts.selfCodingClasses.isEmpty
    #if !canImport(ObjectiveC)
    // Foundation has no classes of the names that Apple's platforms archive units under.
    if parts.bridged.contains(where: { $0 == NSMeasurement.self }) { names += BridgedObjects.unitNames }
    #endif
    if parts.hasDecimals {
      #if !canImport(ObjectiveC)
      // Foundation's own class reads every number as zero.
      names.append((ArchivedValue.decimalName, ArchivedValue.self))
      #endif
    }
    for anonymous in parts.anonymous {
      for name in anonymous.names { names.append((name, anonymous.name.standIn)) }
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
      for name in TypeNames.namesInData(of: type) { names.append((name, taker)) }
    }
    self.classes = classes
    self.hasHandWritten = hasHandWritten
    self.names = names
  }

  /// Returns the expected models and their known subclasses.
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

  /// If no protocol is declared, only registered types are allowed.
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

  /// Whether an object of the base class is allowed here. Within a hand-written class, that class decides.
  func admits(_ type: any AutoCoding.Type) -> Bool {
    hasHandWritten || records.contains { $0.type == type } || (try? codec(of: type)) ?? nil != nil
  }

  private let codecs = Locked<[String: RecordCodec]>([:])

  /// Returns the codec of the model with a name, or nil if it is not expected.
  ///
  /// - Throws: `DecodingError` if there is no such model.
  func codec(named name: String) throws -> RecordCodec? {
    if let known = codecs.withLock({ $0[name] }) { return known }
    // Expected types take precedence, since another type may have the same name.
    let declared = records.first { ($0.type as? any AutoCoding.Type).map { TypeNames.isName(name, of: $0) } ?? false }
    guard let found = try declared ?? codec(of: TypeNames.type(readAs: name)) else { return nil }
    codecs.withLock { $0[name] = found }
    return found
  }

  /// Returns the tuple or payload that an object is, or nil if it can only be a model.
  ///
  /// - Parameters:
  ///   - name: The name that the object has inside.
  ///   - archived: The type that the object's class in the archive stands for.
  ///   - contains: Whether the object has a value under a key.
  func anonymous(named name: String?, _ archived: Any.Type?, contains: (String) -> Bool) -> Anonymous? {
    if anonymous.isEmpty { return nil }
    let found = name ?? archived.map { ModelName.of($0).name }
    if let exact = anonymous.first(where: { $0.name.name == found }) { return exact }
    if let model = archived as? any AutoCoding.Type, (try? codec(of: model)) ?? nil != nil { return nil }
    if archived == nil, let name, !records.isEmpty || !existentials.isEmpty, (try? codec(named: name)) ?? nil != nil {
      return nil
    }
    // The name is that of the writer's type. The elements are checked one by one, so any such name is accepted.
    guard found.map({ $0.hasPrefix("(") || $0.contains(".") }) ?? true else { return nil }
    let fitting = anonymous.count == 1 ? anonymous : anonymous.filter { $0.keys.allSatisfy(contains) }
    return fitting.count == 1 ? fitting[0] : nil
  }

  /// The type of the only tuple or payload, if nothing else is expected.
  var anonymousType: Any.Type? {
    records.isEmpty && existentials.isEmpty && anonymous.count == 1 ? anonymous.first?.type : nil
  }

  /// Returns the codec of a model, or nil if it is not expected.
  func codec(of type: any AutoCoding.Type) throws -> RecordCodec? {
    if let record = records.first(where: { $0.type == type }) { return record }
    guard
      Self.isSubclass(type, of: Set(records.map { ObjectIdentifier($0.type) }))
        || existentials.contains(where: { Self.admits(type, $0) })
    else { return nil }
    return try Discovery.modelCodec(for: type)
  }

  /// Collects what lies between a codec and the models that it contains, but nothing inside those models.
  private struct Parts {
    var records: [RecordCodec] = []
    var existentials: [ExistentialCodec] = []
    var anonymous: [Anonymous] = []
    var selfCodingClasses: [AnyClass] = []
    var bridged: [AnyClass] = []
    var hasDecimals = false

    mutating func collect(_ codec: Codec) {
      switch codec.concrete {
      case .tuple(let codec) where codec.isKeyed: anonymous.append(.structure(codec.map))
      case .record(let codec):
        if codec.decodingDefault == .rawValue { collect(codec.rawValue) }
        records.append(codec)
      case .existential(let codec):
        existentials.append(codec)
        if codec.isAny { hasDecimals = true }
      case .codable(let codec):
        if let access = codec.access as? NSCodingAccess {
          selfCodingClasses.append(access.type)
        } else {
          bridged += BridgedObjects.classes(of: codec.type)
          hasDecimals = true
        }
      default:
        if codec.kind == .decimal { hasDecimals = true }
        for child in codec.children { collect(child) }
      }
    }
  }
}
