/// What becomes of data that is kept and cannot be read: of a newer version, of a type that is not known, of another type or
/// format, or damaged.
public enum UnreadableDataPolicy: Sendable {
  /// It is left where it is, and a ``StorageError`` is thrown.
  case report
  /// It is kept under another name, and the object or value starts with its defaults.
  ///
  /// `movedAside` of the object or value then says why, and where it is. What the store itself could not read (permission
  /// denied, a keyring that is locked, data beyond a limit) is thrown in any case.
  case moveAside
}

/// Data that could not be read, and was moved aside.
public struct UnreadableData: Sendable {
  /// The key of the store under which it is kept now.
  public let key: String
  /// Why it could not be read.
  public let error: StorageError
}
