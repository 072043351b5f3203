import AutoCoding

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

extension ModelManifest {
  /// Compares the models with the manifest in a file, and throws if a change would lose or refuse data.
  ///
  /// The file is written if it is not there. Changes that are harmless are written to it as well, so that the next
  /// comparison knows them. Changes that are meant, although they break something, are recorded if the environment
  /// variable `AUTOCODING_RECORD` is 1, or with ``write(to:samples:)``.
  ///
  /// With a folder of `samples`, the file does not have to be trusted: the folder has data of each listed model as every
  /// version of it wrote it, and all of that is decoded. ``AutoCoding/ModelValue/sample(of:seed:)`` makes the values.
  ///
  /// - Parameters:
  ///   - file: The file of the manifest, which belongs into the repository.
  ///   - compatibility: Who has to be able to read whose data. The default is `.readsOld`.
  ///   - samples: The folder of the samples, which belongs into the repository. The default is to have none.
  /// - Returns: The changes that are compatible.
  /// - Throws: ``ChangeError`` with all changes that break the compatibility; ``FileError`` for a file that cannot be read
  ///   or written; ``SampleError`` for a model that no sample can be made of.
  @discardableResult
  public func check(
    against file: URL, _ compatibility: Compatibility = .readsOld, samples: URL? = nil
  ) throws -> [Change] {
    let isRecording = ProcessInfo.processInfo.environment["AUTOCODING_RECORD"] == "1"
    return try check(against: file, compatibility, samples: samples, isRecording: isRecording)
  }

  package func check(
    against file: URL, _ compatibility: Compatibility, samples: URL?, isRecording: Bool
  ) throws -> [Change] {
    if isRecording {
      try write(to: file, samples: samples)
      return []
    }
    var changes = try Self.recorded(in: file).map { self.changes(since: $0) } ?? []
    if let samples { changes += try ManifestSamples(of: self, in: samples).check() }
    let breaking = changes.filter { !$0.breaks.isDisjoint(with: compatibility) }
    let harmless = changes.filter { $0.breaks.isDisjoint(with: compatibility) }
    guard breaking.isEmpty else { throw ChangeError(file: file, breaking: breaking, harmless: harmless) }
    try record(in: file, samples: samples)
    return harmless
  }

  /// Records the models as they are: changes are meant.
  ///
  /// What an existing file says about older data stays in it: which properties were added later, and what was removed. A
  /// file that would not change is not written.
  ///
  /// - Parameters:
  ///   - file: The file of the manifest.
  ///   - samples: The folder of the samples, to which samples of the models are added as they are now. Samples that they
  ///     cannot read any more are removed. The default is to have none.
  /// - Throws: ``FileError`` for a file that cannot be read or written; ``SampleError`` for a model that no sample can be
  ///   made of.
  public func write(to file: URL, samples: URL? = nil) throws {
    if let samples { try ManifestSamples(of: self, in: samples).removeUnreadable() }
    try record(in: file, samples: samples)
  }

  private func record(in file: URL, samples: URL?) throws {
    let old = try Self.recorded(in: file)
    let text = (old.map { remembering($0) } ?? self).description
    // If a sample cannot be made, nothing is recorded.
    if let samples { try ManifestSamples(of: self, in: samples).write() }
    if old?.description != text { try Self.write(Data(text.utf8), to: file) }
  }

  /// Reads a manifest from a file.
  ///
  /// - Throws: ``FileError`` for a file that cannot be read, or has no manifest.
  public init(contentsOf file: URL) throws {
    do {
      self = try ModelManifest(text: String(decoding: Data(contentsOf: file), as: UTF8.self))
    } catch {
      throw FileError(
        file: file, explanation: "The manifest cannot be read. Restore the file, or delete it to begin anew.",
        underlyingError: error)
    }
  }

  private static func recorded(in file: URL) throws -> ModelManifest? {
    FileManager.default.fileExists(atPath: file.path) ? try ModelManifest(contentsOf: file) : nil
  }

  static func write(_ data: Data, to file: URL) throws {
    do {
      try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try data.write(to: file, options: .atomic)
    } catch {
      throw FileError(
        file: file, explanation: "The file cannot be written. Make the folder writable for the tests.",
        underlyingError: error)
    }
  }
}
