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
