/// Stands for the payload of an enum's case that is one value of a class.
///
/// An archive names every record. Under the name of the class, the payload would be taken for an object of it.
enum Payload<Value> {}

extension TypeMap.Storage {
  /// Returns the type after which archives name a struct, a tuple or the payload of an enum's case.
  static func recordType(of type: Any.Type) -> Any.Type {
    func open<Class>(_: Class.Type) -> Any.Type { Payload<Class>.self }
    return type is AnyClass ? _openExistential(type, do: open) : type
  }
}
