import AutoCoding
import Foundation

/// An object that represents a value to Foundation's archivers: a model that is not an `NSObject` (a struct, an enum,
/// an object of a plain class), the payload of an enum's case, or a tuple.
///
/// Foundation on Linux can name an object only by a class. If the model is a class, its name is used. Otherwise this
/// class's name is used and the model's name is stored inside. On Apple platforms the latter always applies.
class ArchivedValue: NSObject, NSSecureCoding, NSCopying {
  /// The key of the model's name, if the object's class does not identify the model. Other readers see `$class`.
  static let nameKey = TypeNames.classKey
  /// The key of the value of a model that is not coded by its properties.
  static let valueKey = DynamicValue.valueKey
  static let escapedValueKey = ArchiveKeys.escaped(valueKey)
  static let decimalName = "NSDecimalNumber"

  class var supportsSecureCoding: Bool { true }

  /// The model that an archived class of this type represents, or nil if the archive contains its name.
  class var modelType: Any.Type? { nil }

  enum Contents {
    /// A value with the properties, or the enum case, to write.
    case structure(CoderValue, TypeMap.Storage)
    /// A Foundation object that represents a value.
    case wrapped(Any, CoderValue)
    case decimal(Decimal)
    /// A number among values whose types are not declared.
    case number(CoderObject.Number)
    /// The payload of an enum case without a payload.
    case empty(Any.Type)
    case decoded(CoderValue)
  }

  let contents: Contents

  required init(_ contents: Contents) {
    self.contents = contents
  }

  /// Represents a Bool, or a number that is equal to one; nil for any other number. Foundation's archiver would write the first
  /// of these that it meets in place of all. It finds no other object equal to the result.
  static func distinct(_ number: CoderObject.Number) -> ArchivedValue? { number.sharedIndex.map { shared[$0] } }

  // They do not change.
  private nonisolated(unsafe) static let shared = CoderObject.Number.shared.map { ArchivedValue(.number($0)) }

  /// The type of the value, or nil for a decimal number.
  private var valueType: Any.Type? {
    switch contents {
    case .structure(let value, _), .wrapped(_, let value), .decoded(let value): value.type
    case .empty(let type): type
    case .number(let number): number.type
    case .decimal: nil
    }
  }

  /// The name in the archive, or nil for a decimal number.
  private var name: ModelName? {
    if case .structure(_, let map) = contents { return ModelName.of(map.recordType) }
    return valueType.map { ModelName.of($0) }
  }

  // MARK: Identity

  /// The represented object of a plain class. It determines the identity of this object.
  private var object: AnyObject? {
    switch contents {
    case .structure(let value, let map): map.objectType == nil ? nil : value.object
    case .wrapped(_, let value), .decoded(let value): value.object
    case .decimal, .number, .empty: nil
    }
  }

  override var hash: Int {
    object.map { ObjectIdentifier($0).hashValue } ?? ObjectIdentifier(self).hashValue
  }

  override func isEqual(_ other: Any?) -> Bool {
    // The archiver compares all objects in one bucket of its table. A cast would take longer than everything else here.
    guard let object else { return other.map { $0 as AnyObject } === self }
    guard let other = other as? ArchivedValue else { return false }
    return other.object === object
  }

  override var description: String {
    "an object of \(valueType.map { TypeLookup.name(of: $0) } ?? "NSDecimalNumber")"
  }

  func copy(with zone: NSZone? = nil) -> Any { self }

  // MARK: Encoding

  override var classForKeyedArchiver: AnyClass? { name?.model ?? ArchivedValue.self }

  func encode(with coder: NSCoder) {
    let name = name
    if name?.model == nil { coder.encode(name?.text ?? Self.decimalName as NSString, forKey: Self.nameKey) }
    CoderBridge.encoding(with: coder) {
      switch contents {
      case .structure(let value, let map): try CoderBridge.encodeStructure(value.address, map: map, with: coder)
      case .wrapped(let object, _): coder.encode(object, forKey: Self.valueKey)
      case .decimal(let value): try CoderBridge.encodeDecimal(value, with: coder)
      case .number(let number): number.encode(forKey: Self.valueKey, with: coder)
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

/// An ``ArchivedValue`` for one type. The unarchiver maps a name in an archive to this class.
final class ArchivedModel<Model>: ArchivedValue {
  override class var modelType: Any.Type? { Model.self }
}
