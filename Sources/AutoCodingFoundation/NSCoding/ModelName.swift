import AutoCoding
import Foundation

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
