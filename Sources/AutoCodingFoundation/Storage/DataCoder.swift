import Foundation

/// A format that ``StoredObject``, ``Stored``, ``Cache`` and the calls of a store use to convert values to bytes and
/// back.
///
/// The module has a coder for keyed archives, which is the default, one for JSON and one for property lists. To use any
/// other encoder and decoder, write a type with two methods.
public protocol DataCoder: Sendable {
  /// Encodes a value.
  ///
  /// - Throws: `EncodingError` for a value that the format cannot hold. Stores report it as a ``StorageError``, and pass
  ///   other errors on, or report them as ``StorageError/Code/writeFailed``.
  func encode<Value: Encodable>(_ value: Value) throws -> Data

  /// Decodes a value.
  ///
  /// - Throws: `DecodingError` if the data is not of the type. Any other error counts as a failure of the coder, so the data
  ///   is never moved aside for it.
  func decode<Value: Decodable>(_ type: Value.Type, from data: Data) throws -> Value

  /// The largest number of bytes that a value may have. Larger data is refused before it is read. The default is no
  /// limit.
  var maximumByteCount: Int { get }
}

extension DataCoder {
  /// No limit.
  public var maximumByteCount: Int { .max }
}

extension DataCoder {
  /// Whether an error in decoding is certainly about the data: it is a `DecodingError`, or thrown by the value's own code.
  /// Any other coder may fail for another reason.
  var throwsOnlyErrorsAboutData: Bool { self is JSONCoder || self is PropertyListCoder || self is KeyedArchiveCoder }

  /// Writes a value to a file. The file is replaced atomically and is on the disk when the call returns; if the call
  /// fails, the old file is unchanged.
  ///
  /// - Parameters:
  ///   - value: A model, or any other value that is Codable.
  ///   - url: A file URL. Missing parent directories are created. A symbolic link in the file's place is not followed;
  ///     it is an error.
  ///   - isPrivate: Whether only the owner may read and write the file, and use the directories that are created for
  ///     it; false by default. A file that permits less does so when it is replaced.
  /// - Throws: The coder's error, or ``StorageError``.
  public func write<Value: Encodable>(_ value: Value, to url: URL, isPrivate: Bool = false) throws {
    let data = try encode(value)
    let (directory, name) = try Self.parts(of: url)
    do throws(SystemFailure) {
      try Directory.make(directory, isPrivate: isPrivate)
      try Directory(path: directory, followsLink: true)
        .replace(name, with: data, permissions: isPrivate ? 0o600 : 0o666)
    } catch {
      throw StorageError(.writeFailed, error, location: url.absoluteString)
    }
  }

  /// Reads a value from a file.
  ///
  /// - Throws: The coder's error, or ``StorageError``; also if there is no file, or the file is larger than
  ///   ``maximumByteCount``.
  public func read<Value: Decodable>(_ type: Value.Type, from url: URL) throws -> Value {
    let (directory, name) = try Self.parts(of: url)
    let data: Data
    do throws(SystemFailure) {
      let place = try Directory(path: directory, followsLink: true)
      guard let contents = try place.contents(of: name, maximumByteCount: maximumByteCount) else {
        throw SystemFailure("open", code: ENOENT)
      }
      data = contents
    } catch {
      throw StorageError(.readFailed, error, location: url.absoluteString)
    }
    return try decode(type, from: data)
  }

  private static func parts(of url: URL) throws -> (directory: String, name: String) {
    let url = url.absoluteURL
    let name = url.lastPathComponent
    guard url.isFileURL, !name.isEmpty, name != "/", name != ".", name != ".." else {
      throw StorageError(
        .storageUnavailable, location: url.absoluteString, explanation: "The URL is not that of a file.",
        remedy: "Make it with URL(filePath:).")
    }
    return (url.deletingLastPathComponent().path, name)
  }
}
