/// What to do with stored data that cannot be read: it is of a newer version, an unknown type, or another type or
/// format, or it is damaged.
public enum UnreadableDataPolicy: Sendable {
  /// Leave the data where it is and throw a ``StorageError``.
  case report
  /// Move the data to another key and start with the defaults.
  ///
  /// `movedAside` of the object or value then has the reason and the new key. Data that the store itself could not read
  /// (permission denied, a locked keyring, a damaged suite, data beyond a limit) is always reported as an error. So is an error of a
  /// ``DataCoder`` of your own that is no `DecodingError`: it may have nothing to do with the data.
  case moveAside
}

/// Data that could not be read and was moved to another key.
public struct UnreadableData: Sendable {
  /// The key under which the store has the data now.
  public let key: String
  /// The reason why it could not be read.
  public let error: StorageError
}
