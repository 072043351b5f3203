#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

extension ModelManifest {
  /// Who has to be able to read whose data.
  public struct Compatibility: OptionSet, Hashable, Sendable {
    /// The directions as bits.
    public let rawValue: Int

    /// Creates a set of directions from its bits.
    public init(rawValue: Int) { self.rawValue = rawValue }

    /// The models as they are now read all data that was stored since they were recorded for the first time.
    public static let readsOld = Compatibility(rawValue: 1)
    /// An app with the models as they were recorded last reads the data that is stored now.
    public static let readableByOld = Compatibility(rawValue: 2)
    /// Both: older and newer apps share their data.
    public static let both: Compatibility = [.readsOld, .readableByOld]
  }

  /// A difference between the models and the manifest.
  public struct Change: Hashable, Sendable, CustomStringConvertible {
    /// The archived name of the type.
    public let type: String
    /// The key of the property or case, with the key of its value after a dot; nil if the change is one of the type.
    public let member: String?
    /// What has changed, and what follows for stored data.
    public let explanation: String
    /// What to do; nil if nothing has to be done.
    public let remedy: String?
    /// What is not compatible any more; empty if the change is harmless.
    public let breaks: Compatibility

    /// The place, what has changed, and what to do, in one line.
    public var description: String {
      let place = member.map { "\(type), \"\($0)\"" } ?? type
      return "\(place): \(explanation)" + (remedy.map { " \($0)" } ?? "")
    }
  }

  /// Changes that would lose or refuse data.
  ///
  /// ``ModelManifest/check(against:_:samples:)`` throws it.
  public struct ChangeError: Error, CustomStringConvertible {
    /// The file of the manifest.
    public let file: URL
    /// The changes that break what was asked for. Never empty.
    public let breaking: [Change]
    /// All other changes: those that are harmless, and those that break only what was not asked for.
    public let harmless: [Change]

    /// The changes that break something and those that are harmless, a line each, and what to do if they are meant.
    public var description: String {
      var lines = ["The models do not agree with \(file.lastPathComponent)."]
      func list(_ heading: String, _ changes: [Change]) {
        if !changes.isEmpty { lines += [heading] + changes.map { "- \($0)" } }
      }
      list("Stored data would be lost or refused:", breaking.filter { $0.breaks.contains(.readsOld) })
      list("Older apps could not read new data:", breaking.filter { !$0.breaks.contains(.readsOld) })
      list("Harmless:", harmless.filter(\.breaks.isEmpty))
      return (lines + ["If this is meant, run the tests with AUTOCODING_RECORD=1."]).joined(separator: "\n")
    }
  }

  /// A file of a manifest, or of its samples, that cannot be read or written.
  public struct FileError: Error, CustomStringConvertible {
    /// The file.
    public let file: URL
    /// The finding, in a sentence.
    public let explanation: String
    /// The error of the file system or of a decoder; nil if the file itself is not the fault.
    public let underlyingError: (any Error)?

    /// The file, the finding, and the error.
    public var description: String {
      "\(file.lastPathComponent): \(explanation)" + (underlyingError.map { " \($0)" } ?? "")
    }
  }
}

extension ModelManifest.ChangeError: LocalizedError {
  /// The same as ``description``. `localizedDescription` returns it.
  public var errorDescription: String? { description }
}

extension ModelManifest.FileError: LocalizedError {
  /// The same as ``description``. `localizedDescription` returns it.
  public var errorDescription: String? { description }
}
