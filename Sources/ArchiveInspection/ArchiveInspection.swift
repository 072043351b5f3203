import AutoCoding

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The contents of a keyed archive, shown without any of the types from which it was made.
///
/// ```swift
/// import ArchiveInspection
///
/// let archive = try Data(contentsOf: url)
/// print(try ArchiveInspection(data: archive))
/// ```
///
/// prints the classes, keys and values of every object:
///
/// ```text
/// NSKeyedArchiver archive, version 100000, 10 objects
/// root: School.Teacher #1
///   name: "Ada"
///   course: "Algebra"
///   students: NSArray
///     0: School.Person #5
///       name: "Ben"
///       teacher: → #1
///     1: #5
/// classes:
///   School.Teacher: School.Person: NSObject
///   NSArray: NSObject
///   School.Person: NSObject
/// ```
///
/// An object with more than one reference is followed by its number, and shown once. Later references show only the
/// number, with an arrow if the object refers to itself.
///
/// Archives of other encoders, and binary property lists that are not archives, are shown the same way. No class named
/// in the data is looked up and nothing is decoded, so untrusted data can at worst be refused.
public struct ArchiveInspection: Sendable {
  /// The maximum size of ``description`` and ``jsonDescription`` in bytes, not counting what it takes to close open
  /// values. The default is 1,000,000. If something was left out, the output says so.
  public var maximumLength = 1_000_000

  let data: Data
  let graph: Graph

  /// Reads a keyed archive or another binary property list.
  ///
  /// - Parameter data: The whole property list. The inspection keeps it.
  /// - Throws: `DecodingError.dataCorrupted` with a byte offset if the data is not a valid binary property list. A
  ///   valid one that makes no sense as an archive is shown as it is.
  public init(data: Data) throws {
    self.data = data
    graph = try data.withUnsafeBytes { try Graph(PropertyListReader($0, limits: CodingLimits())) }
  }

  /// Whether the data is an archive of `NSKeyedArchiver` or `KeyedArchiveEncoder`, and not just any property list.
  public var isKeyedArchive: Bool { graph.archive != nil }

  /// The archive as JSON, for other programs.
  ///
  /// Objects have the key `$class`, and `$id` if they are shared; `{"$ref": 4}` refers to an object that was shown
  /// before. `$data` is Base64, `$date` is in seconds since 1 January 2001, `$real` and `$integer` are numbers that
  /// JSON cannot express, and `$uid` is a reference without an object. If a key of the archive begins with `$`, another
  /// `$` is added in front. If a dictionary has a key twice, the second one is `$2:key`. Values that do not fit into
  /// ``maximumLength`` are left out, and `"truncated": true` says so.
  public var jsonDescription: String {
    String(decoding: printed(by: JSONPrinter(maximumLength: maximumLength)), as: UTF8.self)
  }

  func printed<Output: Printer>(by printer: Output) -> [UInt8] {
    data.withUnsafeBytes { bytes in
      var printer = printer
      do {
        let reader = try PropertyListReader(bytes, limits: CodingLimits())
        var walk = Walk(graph, reader, printer)
        try walk.run()
        printer = walk.printer
        printer.finish()
      } catch {
        // Everything was read before, but data that is mapped from a file may have changed since.
        printer.fail(String(describing: error))
      }
      return printer.output
    }
  }
}

extension ArchiveInspection: CustomStringConvertible {
  /// The archive as text, with one line for each value.
  public var description: String {
    String(decoding: printed(by: TextPrinter(maximumLength: maximumLength)), as: UTF8.self)
  }
}
