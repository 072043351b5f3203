import AutoCoding
import Foundation

/// The name of a type in archives, and the class that represents it.
final class ModelName: @unchecked Sendable {
  let name: String
  let text: NSString
  let standIn: ArchivedValue.Type
  /// The type, if it is a class whose name Foundation on Linux can archive.
  let model: AnyClass?

  private static let known = Locked<[ObjectIdentifier: ModelName]>([:])

  static func of(_ type: Any.Type) -> ModelName {
    if let known = known.withLock({ $0[ObjectIdentifier(type)] }) { return known }
    // Outside the lock, since it runs the type's own code.
    let made = ModelName(type)
    known.withLock { $0[ObjectIdentifier(type)] = made }
    return made
  }

  private init(_ type: Any.Type) {
    func open<Model>(_: Model.Type) -> ArchivedValue.Type { ArchivedModel<Model>.self }
    let model = type as? any AutoCoding.Type
    name = model.map(TypeNames.name(of:)) ?? TypeLookup.name(of: type)
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
