import AutoCoding
import Foundation

/// What Foundation's archivers see of a model that is no `NSObject`: a struct, an enum, an object of a plain class; and of
/// the payload of an enum's case, and a tuple.
///
/// Foundation on Linux gives an object no other name than that of a class. It is the model's where that is a class, else
/// this one's, with the model's name in it; on Apple platforms always the latter.
class ArchivedValue: NSObject, NSSecureCoding, NSCopying {
  /// The key of the model's name where the object's class does not say it; `$class` to all who read.
  static let nameKey = TypeNames.classKey
  /// The key of a model that is not coded by its properties.
  static let valueKey = DynamicValue.valueKey
  static let decimalName = "NSDecimalNumber"

  class var supportsSecureCoding: Bool { true }

  /// The model that an archived class of this type stands for; nil where the archived name says it.
  class var modelType: Any.Type? { nil }

  enum Contents {
    /// The properties, or the enum's case, of a value.
    case structure(CoderValue, TypeMap.Storage)
    /// An object of Foundation's that stands for a value.
    case wrapped(Any, CoderValue)
    case decimal(Decimal)
    /// What a case of an enum carries that carries nothing.
    case empty(Any.Type)
    case decoded(CoderValue)
  }

  let contents: Contents

  required init(_ contents: Contents) {
    self.contents = contents
  }

  /// The type of the value; nil for a decimal number.
  private var valueType: Any.Type? {
    switch contents {
    case .structure(let value, _), .wrapped(_, let value), .decoded(let value): value.type
    case .empty(let type): type
    case .decimal: nil
    }
  }

  // MARK: Identity

  /// The object of a plain class, which has an identity that this one stands for.
  private var object: AnyObject? {
    switch contents {
    case .structure(let value, let map): map.objectType == nil ? nil : value.object
    case .wrapped(_, let value), .decoded(let value): value.object
    case .decimal, .empty: nil
    }
  }

  override var hash: Int {
    object.map { ObjectIdentifier($0).hashValue } ?? ObjectIdentifier(self).hashValue
  }

  override func isEqual(_ other: Any?) -> Bool {
    // The archiver asks for each object that its table has at the same place; a cast would take longer than all the rest.
    guard let object else { return other.map { $0 as AnyObject } === self }
    guard let other = other as? ArchivedValue else { return false }
    return other.object === object
  }

  override var description: String {
    "an object of \(valueType.map { TypeLookup.name(of: $0) } ?? "NSDecimalNumber")"
  }

  func copy(with zone: NSZone? = nil) -> Any { self }

  // MARK: Encoding

  override var classForKeyedArchiver: AnyClass? { valueType.flatMap { ModelName.of($0).model } ?? ArchivedValue.self }

  func encode(with coder: NSCoder) {
    let name = valueType.map { ModelName.of($0) }
    if name?.model == nil { coder.encode(name?.text ?? Self.decimalName as NSString, forKey: Self.nameKey) }
    CoderBridge.encoding(with: coder) {
      switch contents {
      case .structure(let value, let map): try CoderBridge.encodeStructure(value.address, map: map, with: coder)
      case .wrapped(let object, _): coder.encode(object, forKey: Self.valueKey)
      case .decimal(let value): try CoderBridge.encodeDecimal(value, with: coder)
      case .empty, .decoded: break
      }
    }
  }

  // MARK: Decoding

  required init?(coder: NSCoder) {
    let archived = Swift.type(of: self).modelType
    guard let contents = CoderBridge.decodeContents(archived, from: coder) else { return nil }
    self.contents = contents
  }
}

/// As ``ArchivedValue``, for values of one type: what a name in an archive is made known as.
final class ArchivedModel<Model>: ArchivedValue {
  override class var modelType: Any.Type? { Model.self }
}

/// How archives name a type, and the class that stands for it.
final class ModelName: @unchecked Sendable {
  let name: String
  let text: NSString
  let standIn: ArchivedValue.Type
  /// The type, if it is a class under whose name Foundation on Linux can archive an object.
  let model: AnyClass?

  private static let known = Locked<[ObjectIdentifier: ModelName]>([:])

  static func of(_ type: Any.Type) -> ModelName {
    if let known = known.withLock({ $0[ObjectIdentifier(type)] }) { return known }
    // Outside the lock: it asks for code of the type's own.
    let made = ModelName(type)
    known.withLock { $0[ObjectIdentifier(type)] = made }
    return made
  }

  private init(_ type: Any.Type) {
    func open<Model>(_: Model.Type) -> ArchivedValue.Type { ArchivedModel<Model>.self }
    let model = type as? any AutoCoding.Type
    name = model.map(TypeNames.name(of:)) ?? _typeName(type, qualified: true)
    text = NSString(string: name)
    standIn = _openExistential(type, do: open)
    #if canImport(ObjectiveC)
    self.model = nil
    #else
    if model != nil, let found = type as? AnyClass, name == _typeName(type, qualified: true),
      CoderBridge.hasArchivableName(found)
    {
      self.model = found
    } else {
      self.model = nil
    }
    #endif
  }
}

/// A value in memory of its own.
final class CoderValue {
  let type: Any.Type
  let address: UnsafeRawPointer
  private let memory: UnsafeMutableRawPointer
  private let operations: ValueOperations

  /// - Parameter initialize: Initializes a value of the type at the address.
  init(_ type: Any.Type, _ initialize: (UnsafeMutableRawPointer) throws -> Void) rethrows {
    let operations = ValueOperations(type)
    let memory = allocateMemory(size: operations.size, alignment: operations.alignment)
    do {
      try initialize(memory)
    } catch {
      memory.deallocate()
      throw error
    }
    // Last: an object that has all of its properties runs `deinit` if its initializer throws.
    self.type = type
    self.operations = operations
    self.memory = memory
    address = UnsafeRawPointer(memory)
  }

  /// A copy of the value at an address.
  convenience init(copying source: UnsafeRawPointer, of type: Any.Type) {
    self.init(type) { ValueOperations(type).copy(from: source, to: $0) }
  }

  deinit {
    operations.destroy(memory)
    memory.deallocate()
  }

  /// The value, where it is a reference to an object.
  var object: AnyObject? { type is AnyClass ? address.value(as: AnyObject.self) : nil }

  /// Copies the value to uninitialized memory.
  func copy(to destination: UnsafeMutableRawPointer) { operations.copy(from: address, to: destination) }
}
