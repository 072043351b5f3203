import Foundation

/// A format in which values are kept: what stores, ``StoredObject``, ``Stored`` and ``Cache`` ask to make bytes of them.
///
/// There is one for keyed archives, the default, and one for JSON. Any other encoder and decoder are a type with two
/// methods.
public protocol DataCoder: Sendable {
  /// The bytes of a value.
  func encode<Value: Encodable>(_ value: Value) throws -> Data

  /// The value of bytes.
  func decode<Value: Decodable>(_ type: Value.Type, from data: Data) throws -> Value

  /// How many bytes a value may have: what is larger is refused before it is read. Unlimited unless a coder says otherwise.
  var maximumByteCount: Int { get }
}

extension DataCoder {
  /// No limit.
  public var maximumByteCount: Int { .max }
}

extension DataCoder {
  /// Writes a value to a file: the file is replaced as a whole and on the disk, or as it was.
  ///
  /// - Parameters:
  ///   - value: A model, or any other value that is Codable.
  ///   - url: A file. Directories that are missing around it are made. A link in its place is not followed, but reported.
  ///   - isPrivate: Whether nobody but the owner may read and write the file, and use the directories that are made for it.
  /// - Throws: What the coder throws, or ``StorageError``.
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
  /// - Throws: What the coder throws, or ``StorageError``, also if there is no file, or one that is larger than
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
        remedy: "Make it by URL(filePath:).")
    }
    return (url.deletingLastPathComponent().path, name)
  }
}
